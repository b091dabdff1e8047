/**
 * `npm run bench:dms`: QD score and coverage of discount model search on the sphere with 2, 10 and 20 descriptors, beside what its authors
 * published (published.json). Finished runs are in bench/dms/runs.jsonl; only missing ones are made. Writes its table into
 * docs/research/dms.md.
 *
 * Options: `--algorithms a,b` (dms,cma_mae), `--descriptors a,b` (2,10,20), `--seeds N` (3), `--iterations N` (10000), `--jobs N` (2),
 * `--page` (only the table).
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { optionsWith } from '../options.mjs';
import { makeMissing, markdownTable, pointsOf, storedRuns, writeBetween } from '../stored-runs.mjs';

const published = JSON.parse(readFileSync(new URL('published.json', import.meta.url), 'utf8'));
const options = optionsWith({
  algorithms: 'dms,cma_mae',
  descriptors: '2,10,20',
  seeds: '3',
  iterations: '10000',
  jobs: '2',
  page: false,
});
const file = fileURLToPath(new URL('runs.jsonl', import.meta.url));

if (!options.page) {
  const script = fileURLToPath(new URL('dms-run.mjs', import.meta.url));
  const descriptors = options.descriptors.split(',').map(Number);
  const cases = options.algorithms
    .split(',')
    .flatMap((algorithm) => descriptors.map((one) => ({ algorithm, descriptors: one })));
  await makeMissing({ file, script, cases, options });
}
writeTable();

/** A row for each algorithm, number of descriptors and of iterations, between the two marks of the page. */
function writeTable() {
  const page = new URL('../../docs/research/dms.md', import.meta.url);
  const marks = ['<!-- dms: npm run bench:dms -->', '<!-- end of dms -->'];
  const runs = storedRuns(file);
  const rows = Object.entries(published).flatMap(([algorithm, domains]) =>
    Object.entries(domains).flatMap(([descriptors, theirs]) =>
      [1000, 3000, 10_000].flatMap((iterations) => row(runs, { algorithm, descriptors, iterations, theirs })),
    ),
  );
  const head = '| algorithm | descriptors | iterations | seeds | QD score | published | coverage (%) | published | s |';
  const table = markdownTable(head, rows);
  writeBetween(page, marks, table);
  console.log(table);
}

function row(runs, { algorithm, descriptors, iterations, theirs }) {
  const all = pointsOf(runs, { algorithm, descriptors: Number(descriptors) }, iterations);
  if (all.length === 0) return [];
  const mean = (values) => values.reduce((sum, x) => sum + x, 0) / values.length;
  const shown = (values, write) =>
    values.length === 1
      ? write(values[0])
      : `${write(mean(values))} (${write(Math.min(...values))} – ${write(Math.max(...values))})`;
  const whole = (x) => Math.round(x).toLocaleString('en');
  const percent = (x) => (100 * x).toFixed(1);
  const published = (value) => (iterations === 10_000 ? value : '–');
  const cells = [
    algorithm,
    descriptors,
    whole(iterations),
    all.length,
    shown(
      all.map(({ qdScore }) => qdScore),
      whole,
    ),
    published(whole(theirs.qdScore)),
    shown(
      all.map(({ coverage }) => coverage),
      percent,
    ),
    published(percent(theirs.coverage)),
    whole(mean(all.map(({ seconds }) => seconds))),
  ];
  return [`| ${cells.join(' | ')} |`];
}
