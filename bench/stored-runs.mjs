// Runs that are kept in a file, a line of JSON each, so that a bench goes on where it was stopped; and tables between two marks of a page.
import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** The runs in a file; none if there is no file. */
export function storedRuns(file) {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

/**
 * Makes runs in processes of their own, and appends the line that each prints.
 * @param queue - The arguments of `script` for each run.
 * @param jobs - How many run at once.
 */
export async function makeRuns({ file, script, queue, jobs }) {
  const waiting = [...queue];
  const work = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      const running = promisify(execFile)(process.execPath, [script, ...job.map(String)]);
      running.child.stderr.pipe(process.stderr, { end: false });
      const { stdout } = await running;
      appendFileSync(file, stdout);
      console.error(stdout.trim());
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
}

/** Replaces what stands between two marks of a page. */
export function writeBetween(page, [start, end], table) {
  const text = readFileSync(page, 'utf8');
  writeFileSync(page, `${text.split(start)[0]}${start}\n\n${table}\n\n${end}${text.split(end)[1]}`);
}
