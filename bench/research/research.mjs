/**
 * `npm run research`: the runs behind docs/research.md. Finished runs are in bench/research/runs.jsonl, a line each; only those of the plan
 * that are missing are made, so that it goes on where it was stopped. `npm run research -- --page` draws the page's tables from that file.
 *
 * Options: `--problems a,b` and `--strategies a,b` make only a part of the plan; `--jobs N` (2); `--page`.
 */
import { fileURLToPath } from 'node:url';
import { optionsWith } from '../options.mjs';
import { makeRuns, storedRuns } from '../stored-runs.mjs';
import { CHECKPOINTS, isSame, plan } from './plan.mjs';
import { writeTables } from './research-tables.mjs';

const options = optionsWith({ problems: undefined, strategies: undefined, jobs: '2', page: false });

const file = fileURLToPath(new URL('runs.jsonl', import.meta.url));
const finished = longestRuns(storedRuns(file));

if (options.page) await writeTables(finished);
else await runMissing();

async function runMissing() {
  const isWanted = (list, name) => list === undefined || list.split(',').includes(name);
  const queue = plan
    .filter(({ problem }) => isWanted(options.problems, problem))
    .filter(({ strategy }) => isWanted(options.strategies, strategy))
    .filter((job) => !finished.some((run) => isSame(run, job) && run.at.at(-1).evaluations >= job.evaluations))
    .map(({ problem, strategy, seed, evaluations }) => {
      const checkpoints = CHECKPOINTS.filter((one) => one <= evaluations);
      return [problem, strategy, seed, checkpoints.join(',')];
    });
  const script = fileURLToPath(new URL('research-run.mjs', import.meta.url));
  await makeRuns({ file, script, queue, jobs: Number(options.jobs) });
}

/** Of several runs of a problem, strategy and seed, the longest: each repeats the shorter ones. */
function longestRuns(runs) {
  const longest = new Map();
  const lengthOf = (run) => run?.at.at(-1).evaluations ?? 0;
  for (const run of runs) {
    const key = [run.problem, run.strategy, run.seed].join();
    if (lengthOf(run) > lengthOf(longest.get(key))) longest.set(key, run);
  }
  return [...longest.values()];
}
