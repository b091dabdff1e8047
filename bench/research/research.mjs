/**
 * `npm run research`: the runs behind docs/research.md. Finished runs are in bench/research/runs.jsonl, a line each; only missing ones
 * are made, so that it goes on where it was stopped. `npm run research -- --page` draws the page's tables from that file.
 *
 * Options: `--problems a,b`, `--strategies a,b`, `--seeds N` (11, from 301), `--evaluations N` (100000), `--jobs N` (2), `--page`.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeRuns, storedRuns } from '../stored-runs.mjs';
import { problems } from './domains.mjs';
import { writeTables } from './research-tables.mjs';
import { strategies } from './strategies.mjs';

const { values: options } = parseArgs({
  options: {
    problems: { type: 'string', default: problems.join(',') },
    strategies: { type: 'string', default: Object.keys(strategies).join(',') },
    seeds: { type: 'string', default: '11' },
    evaluations: { type: 'string', default: '100000' },
    jobs: { type: 'string', default: '2' },
    page: { type: 'boolean', default: false },
  },
});

const CHECKPOINTS = [10_000, 30_000, 100_000, 1_000_000];
const file = fileURLToPath(new URL('runs.jsonl', import.meta.url));
const finished = longestRuns(storedRuns(file));

if (options.page) await writeTables(finished);
else await runMissing();

async function runMissing() {
  const checkpoints = CHECKPOINTS.filter((evaluations) => evaluations <= Number(options.evaluations));
  const isDone = (problem, strategy, seed) =>
    finished.some(
      (run) =>
        run.problem === problem &&
        run.strategy === strategy &&
        run.seed === seed &&
        run.at.at(-1).evaluations >= checkpoints.at(-1),
    );
  const queue = [];
  for (const problem of options.problems.split(',')) {
    for (let seed = 301; seed < 301 + Number(options.seeds); seed++) {
      for (const strategy of options.strategies.split(',')) {
        if (!isDone(problem, strategy, seed)) queue.push([problem, strategy, seed]);
      }
    }
  }
  const script = fileURLToPath(new URL('research-run.mjs', import.meta.url));
  await makeRuns({
    file,
    script,
    queue: queue.map((job) => [...job, checkpoints.join(',')]),
    jobs: Number(options.jobs),
  });
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
