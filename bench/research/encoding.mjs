/**
 * `npm run research:encoding`: encodings of DDE-Elites with its defaults, before and after `finish()`, and with the paper's schedule, at 200
 * joints. Finished runs are in bench/research/encodings.jsonl, a line each; only missing ones are made, so that it goes on where it was
 * stopped. `npm run research:encoding -- --page` writes the table into docs/research.md.
 *
 * Options: `--seeds N` (5), `--first N` (311), `--evaluations N` (100000), `--page`.
 */
import { fileURLToPath } from 'node:url';
import { bundled } from '../bundled.mjs';
import { optionsWith } from '../options.mjs';
import { makeRuns, markdownTable, storedRuns, writeBetween } from '../stored-runs.mjs';

const MARKS = ['<!-- encodings: npm run research:encoding -- --page -->', '<!-- end of encodings -->'];
const FIGURES = {
  recreatedCoverage: 'recreation: coverage (more is better)',
  recreatedDeviation: 'recreation: joint deviation, rad (less is better)',
  targetDistance: 'targets: median distance (less is better)',
  targetDeviation: 'targets: median joint deviation, rad (less is better)',
  error: 'error on the elites, in ranges',
  activeLatents: 'active latents of 32',
  randomCoverage: 'random latents fill',
  stepDeviation: 'descriptor deviation for a latent step of 1',
  archiveCoverage: "coverage of the search's own archive",
  training: 'training, processor seconds',
};

const options = optionsWith({ seeds: '5', first: '311', evaluations: '100000', page: false });
const evaluations = Number(options.evaluations);
const first = Number(options.first);
const file = fileURLToPath(new URL('encodings.jsonl', import.meta.url));
const finished = storedRuns(file).filter((run) => run.evaluations === evaluations);

if (options.page) await writeTable();
else await runMissing();

async function runMissing() {
  const script = fileURLToPath(new URL('encoding-run.mjs', import.meta.url));
  const last = { finished: 'default, finished', paper: 'paper' };
  const seeds = Array.from({ length: Number(options.seeds) }, (_, i) => first + i);
  const queue = seeds
    .flatMap((seed) => ['finished', 'paper'].map((schedule) => [schedule, seed, evaluations]))
    .filter(([schedule, seed]) => !finished.some((run) => run.seed === seed && run.encoding === last[schedule]));
  await makeRuns({ file, script, queue, jobs: 1 });
}

async function writeTable() {
  const { mannWhitney } = await bundled('statistics/mann-whitney.ts');
  const { quantile } = await bundled('statistics/quantiles.ts');
  const names = ['default', 'default, finished', 'paper'];
  const of = (name, key) => finished.filter((run) => run.encoding === name).map((run) => run[key]);
  const cell = (name, key) => {
    const values = of(name, key);
    const [least, median, most] = [0, 0.5, 1].map((share) => Number(quantile(values, share).toPrecision(3)));
    if (name === 'paper') return `**${median}** [${least} ${most}]`;
    const { p } = mannWhitney(values, of('paper', key));
    return `**${median}** [${least} ${most}], p ${p.toFixed(3).replace(/^0/, '')}`;
  };
  const rows = Object.entries(FIGURES).map(
    ([key, words]) => `| ${words} | ${names.map((name) => cell(name, key)).join(' | ')} |`,
  );
  const seeds = names.map((name) => of(name, 'training').length);
  const table = markdownTable(`| | ${names.join(' | ')} |`, [...rows, `| seeds | ${seeds.join(' | ')} |`]);
  const page = new URL('../../docs/research.md', import.meta.url);
  writeBetween(page, MARKS, table);
}
