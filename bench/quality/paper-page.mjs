/**
 * `npm run paper:page`: draws the pictures of the runs with the paper's full budget again, from the finished replicates in docs/paper, and
 * writes their table into docs/paper.md. Replicates that are missing are run.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { markdownTable, writeBetween } from '../stored-runs.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const out = `${root}docs/paper`;
const plans = [
  '--joints 20 --replicates 5 --searches 20',
  '--joints 200 --replicates 5 --searches 20',
  '--joints 1000 --replicates 3 --searches 20',
];
const variants = plans.flatMap((plan) => {
  const options = [...plan.split(' '), '--evaluations', '1000000', '--out', out];
  execFileSync(process.execPath, [`${root}dist/cli.js`, 'paper', 'all', ...options], { cwd: root, stdio: 'inherit' });
  const results = JSON.parse(readFileSync(`${out}/results.json`, 'utf8'));
  // The pictures stay, and so do those of the other plans: the next run knows nothing of them without the list of files.
  for (const name of ['report.html', 'curves.csv', 'replicates.csv', 'results.json', '.elites-files']) {
    rmSync(`${out}/${name}`);
  }
  return results.variants;
});

const number = (x) => (x === undefined ? '–' : Number(x.toPrecision(3)).toString());
const rows = variants.map(({ experiment, joints, variant, spent, final, against }) => {
  const main = experiment === 'targets' ? 'distance' : 'coverage';
  const p = (name) => (against === undefined ? '–' : number(against[name].p));
  const cells = [final.coverage?.[1], final.deviation?.[1], final.distance?.[1]].map(number);
  return `| ${experiment} | ${joints} | ${variant} | ${spent.toLocaleString('en')} | ${cells.join(' | ')} | ${p(main)} | ${p('deviation')} |`;
});
const head = '| experiment | joints | variant | evaluations | coverage | deviation | distance | p | p, deviation |';
const page = `${root}docs/paper.md`;
const marks = ['<!-- full budget: npm run paper:page -->', '<!-- end of full budget -->'];
writeBetween(page, marks, markdownTable(head, rows));
