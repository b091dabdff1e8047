/**
 * `npm run bench:pyribs`: how fast we are beside pyribs 0.8.3: CMA-ME, CMA-MAE and CMA-MEGA on the sphere of its example, and the iso+line loop on
 * the planar arm; interleaved in one run on one pinned core, in processor time; medians over rounds. Needs taskset, and a Python with
 * `pip install ribs==0.8.3`. Options: `--rounds N` (3), `--core K` (1), `--python FILE` (python3), `--long` (CMA-MAE and CMA-MEGA with all
 * 10,000 iterations of the example).
 */
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { median, runPinned } from './measure.mjs';
import { optionsWith } from './options.mjs';

const options = optionsWith({ rounds: '3', core: '1', python: 'python3', long: false });
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Algorithm, genes, iterations. */
const contests = options.long
  ? [
      ['cma_mae', 100, 10_000],
      ['cma_mega', 100, 10_000],
    ]
  : [
      ['cma_me', 20, 1000],
      ['cma_me', 100, 300],
      ['cma_mae', 100, 1000],
      ['cma_mega', 100, 1000],
      ['iso_line', 20, 2000],
      ['iso_line', 200, 1000],
      ['iso_line', 1000, 500],
    ];

function measure(command, script, contest) {
  const { seconds, evaluations } = runPinned(options.core, command, here(script), ...contest.map(String));
  return evaluations / seconds;
}

const samples = contests.map(() => []);
for (let round = 0; round < Number(options.rounds); round++) {
  for (const [i, contest] of contests.entries()) {
    const ours = measure(process.execPath, 'peers/pyribs-run.mjs', contest);
    const peer = measure(options.python, 'peers/pyribs_run.py', contest);
    samples[i].push({ ours, peer });
  }
}

console.log(`${cpus()[0].model}, Node ${process.version}, ${options.rounds} rounds\n`);
console.log('| algorithm | genes | iterations | ours, evaluations/s | pyribs, evaluations/s | times as fast |');
console.log('| --- | --- | --- | --- | --- | --- |');
for (const [i, [algorithm, genes, iterations]] of contests.entries()) {
  const rate = (side) => Math.round(median(samples[i].map((sample) => sample[side]))).toLocaleString('en');
  const times = median(samples[i].map(({ ours, peer }) => ours / peer)).toFixed(1);
  const cells = [algorithm, genes, iterations.toLocaleString('en'), rate('ours'), rate('peer'), times];
  console.log(`| ${cells.join(' | ')} |`);
}
