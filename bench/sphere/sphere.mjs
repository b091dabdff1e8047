/**
 * `npm run bench:sphere`: QD score and coverage on the sphere of pyribs' example, beside what pyribs reached (pyribs.json). Finished runs
 * are in bench/sphere/runs.jsonl; only missing ones are made. Writes its table into docs/research/sphere.md.
 *
 * Options: `--algorithms a,b`, `--seeds N` (5), `--iterations N` (1000), `--jobs N` (2), `--page` (only the table).
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { optionsWith } from '../options.mjs';
import { makeMissing, markdownTable, pointsOf, storedRuns, writeBetween } from '../stored-runs.mjs';

const { algorithms: peers } = JSON.parse(readFileSync(new URL('pyribs.json', import.meta.url), 'utf8'));
const options = optionsWith({
  algorithms: Object.keys(peers).join(','),
  seeds: '5',
  iterations: '1000',
  jobs: '2',
  page: false,
});
const file = fileURLToPath(new URL('runs.jsonl', import.meta.url));

if (!options.page) {
  const script = fileURLToPath(new URL('sphere-run.mjs', import.meta.url));
  const cases = options.algorithms.split(',').map((algorithm) => ({ algorithm }));
  await makeMissing({ file, script, cases, options });
}
writeTable();

/** A row for each algorithm and number of iterations, between the two marks of the page. */
function writeTable() {
  const page = new URL('../../docs/research/sphere.md', import.meta.url);
  const marks = ['<!-- sphere: npm run bench:sphere -->', '<!-- end of sphere -->'];
  const runs = storedRuns(file);
  const rows = Object.entries(peers).flatMap(([algorithm, peer]) =>
    Object.entries(peer.at).flatMap(([iterations, theirs]) => row(runs, { algorithm, iterations, theirs })),
  );
  const head = '| algorithm | iterations | seeds | QD score | pyribs | coverage (%) | pyribs | at least theirs | s |';
  const table = markdownTable(head, rows);
  writeBetween(page, marks, table);
  console.log(table);
}

function row(runs, { algorithm, iterations, theirs }) {
  const points = pointsOf(runs, { algorithm }, iterations);
  if (points.length === 0) return [];
  const thousands = (x) => Math.round(x).toLocaleString('en');
  const percent = (x) => (100 * x).toFixed(1);
  const qd = summary(points.map(({ qdScore }) => qdScore));
  const coverage = summary(points.map((point) => point.coverage));
  const seconds = summary(points.map((point) => point.seconds)).mean.toFixed(0);
  const shown = ({ mean, sd }, write) => `${write(mean)} ± ${write(sd)}`;
  const verdict = [
    verdictOf('QD score', qd.mean, theirs.qdScore),
    verdictOf('coverage', coverage.mean, theirs.coverage),
  ];
  const words = verdict.every((one) => one === '') ? 'yes' : verdict.filter(Boolean).join('; ');
  return [
    `| ${algorithm} | ${thousands(iterations)} | ${points.length} | ${shown(qd, thousands)} | ${shown(theirs.qdScore, thousands)} | ${shown(coverage, percent)} | ${shown(theirs.coverage, percent)} | ${words} | ${seconds} |`,
  ];
}

/** Less than theirs by more than two of their deviations, or half a percent: said so; more than that above: said so too. */
function verdictOf(name, mine, { mean, sd }) {
  const margin = Math.max(2 * sd, 0.005 * Math.abs(mean));
  if (mine < mean - margin) return `${name} **less**`;
  return mine > mean + margin ? `${name} more` : '';
}

function summary(values) {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  const sd = Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / Math.max(1, values.length - 1));
  return { mean, sd };
}
