// Runs that are kept in a file, a line of JSON each, so that a bench goes on where it was stopped; and tables between two marks of a page.
import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { processorTime } from './measure.mjs';

/** The runs in a file; none if there is no file. */
export function storedRuns(file) {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

/**
 * Runs a script in processes of their own.
 * @param queue - The arguments of each run.
 * @param jobs - How many run at once.
 * @param onEnd - Is given what a run has printed.
 */
export async function runJobs({ script, queue, jobs, onEnd }) {
  const waiting = queue.values();
  const work = async () => {
    for (const job of waiting) {
      const running = promisify(execFile)(process.execPath, [script, ...job.map(String)]);
      running.child.stderr.pipe(process.stderr, { end: false });
      onEnd((await running).stdout);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
}

/** Makes runs as {@link runJobs}, and appends the line that each prints. */
export async function makeRuns({ file, ...runs }) {
  const onEnd = (stdout) => {
    appendFileSync(file, stdout);
    console.error(stdout.trim());
  };
  await runJobs({ ...runs, onEnd });
}

/** Makes the runs of `seeds` seeds of each case, such as `{ algorithm }`, whose point at `iterations` a file lacks. */
export async function makeMissing({ file, script, cases, options: { seeds, iterations, jobs } }) {
  const done = storedRuns(file);
  const queue = Array.from({ length: Number(seeds) }, (_, i) => cases.map((one) => ({ ...one, seed: i + 1 })))
    .flat()
    .filter((job) => pointsOf(done, job, iterations).length === 0)
    .map((job) => [...Object.values(job), iterations]);
  await makeRuns({ file, script, queue, jobs: Number(jobs) });
}

/** The points of the runs of a case at some iterations; of a seed that was run twice, the later run's. */
export function pointsOf(runs, job, iterations) {
  const own = runs.filter((run) => Object.keys(job).every((name) => run[name] === job[name]));
  const points = new Map(own.map(({ seed, at }) => [seed, at[iterations]]).filter(([, point]) => point !== undefined));
  return [...points.values()];
}

/** Runs a search to the iterations at which it is measured: QD score, coverage, processor seconds so far. */
export async function* measured({ run, search, batch, iterations }) {
  const start = processorTime();
  for (const n of [100, 300, 1000, 3000, 10_000].filter((one) => one <= iterations)) {
    await run(search, { evaluations: n * batch });
    const { qdScore, coverage } = search.archive.metrics();
    yield [n, { qdScore, coverage, seconds: Math.round((processorTime() - start) / 1e4) / 100 }];
  }
}

/** A table in Markdown. @param head - Its first line. */
export function markdownTable(head, rows) {
  return [head, head.replaceAll(/[^|]+/g, ' --- '), ...rows].join('\n');
}

/** Replaces what stands between two marks of a page. */
export function writeBetween(page, [start, end], table) {
  const text = readFileSync(page, 'utf8');
  writeFileSync(page, `${text.split(start)[0]}${start}\n\n${table}\n\n${end}${text.split(end)[1]}`);
}
