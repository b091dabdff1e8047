/**
 * `npm run research:encoding`: encodings of DDE-Elites with its defaults, before and after `finish()`, and with the paper's schedule, at 200
 * joints. Finished runs are in bench/research/encodings.jsonl, a line each; only missing ones are made, so that it goes on where it was
 * stopped. `npm run research:encoding -- --page` writes the table into docs/research.md.
 *
 * Options: `--seeds N` (5), `--first N` (311), `--evaluations N` (100000), `--page`.
 */
import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { bundled } from '../bundled.mjs';

const START = '<!-- encodings: npm run research:encoding -- --page -->';
const END = '<!-- end of encodings -->';
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

const { values: options } = parseArgs({
  options: {
    seeds: { type: 'string', default: '5' },
    first: { type: 'string', default: '311' },
    evaluations: { type: 'string', default: '100000' },
    page: { type: 'boolean', default: false },
  },
});
const evaluations = Number(options.evaluations);
const first = Number(options.first);
const file = fileURLToPath(new URL('encodings.jsonl', import.meta.url));
const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
const finished = lines.map((line) => JSON.parse(line)).filter((run) => run.evaluations === evaluations);

if (options.page) await writeTable();
else await runMissing();

async function runMissing() {
  const script = fileURLToPath(new URL('encoding-run.mjs', import.meta.url));
  const last = { finished: 'default, finished', paper: 'paper' };
  for (let seed = first; seed < first + Number(options.seeds); seed++) {
    for (const schedule of ['finished', 'paper']) {
      if (finished.some((run) => run.seed === seed && run.encoding === last[schedule])) continue;
      const { stdout } = await promisify(execFile)(process.execPath, [script, schedule, `${seed}`, `${evaluations}`]);
      appendFileSync(file, stdout);
      console.error(stdout.trim());
    }
  }
}

async function writeTable() {
  const { mannWhitney } = await bundled('paper/statistics/mann-whitney.ts');
  const { quantile } = await bundled('paper/statistics/quantiles.ts');
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
  const head = `| | ${names.join(' | ')} |\n| --- | --- | --- | --- |`;
  const table = `${head}\n${rows.join('\n')}\n| seeds | ${seeds.join(' | ')} |`;
  const page = new URL('../../docs/research.md', import.meta.url);
  const text = readFileSync(page, 'utf8');
  const [before] = text.split(START);
  const after = text.split(END)[1];
  writeFileSync(page, `${before}${START}\n\n${table}\n\n${END}${after}`);
}
