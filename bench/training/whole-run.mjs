/**
 * `npm run bench:whole-run`: a whole DDE-Elites run with the paper's schedule, one fit a generation, beside the time that
 * PyTorch needs for those fits alone. In one run on one pinned core: every so many generations our run halts while the
 * peer times one fit on as many elites as the archive then holds; between these points its time is the trapezoid's.
 * Needs Debian's python3-torch and taskset. Options: `--joints N` (1000), `--evaluations N` (100000), `--points N` (20),
 * `--core K` (1), `--json`.
 */
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { DdeElites, paperSettings, run } from '../../dist/index.js';
import { runPinned } from '../measure.mjs';
import { optionsWith } from '../options.mjs';

const options = optionsWith({ joints: '1000', evaluations: '100000', points: '20', core: '1', json: false });
const [joints, evaluations, points] = [options.joints, options.evaluations, options.points].map(Number);
const peer = fileURLToPath(new URL('../peers/torch_vae.py', import.meta.url));
execFileSync('taskset', ['-cp', options.core, String(process.pid)], { stdio: 'ignore' });

/** Seconds of one of PyTorch's fits on so many rows, the median of three. */
function peerFit(rows) {
  return runPinned(options.core, '/usr/bin/python3', peer, '--rows', String(rows), '--repeats', '3')[joints].fit_s;
}

const settings = paperSettings({ variant: 'dde-elites', joints });
const search = new DdeElites({ ...settings, seed: 1 });
const generations = Math.ceil(evaluations / settings.batchSize);
const every = Math.max(1, Math.floor(generations / points));
const measured = [];
let halted = 0;
const outcome = await run(search, {
  evaluations,
  onGeneration({ generation }) {
    if (generation % every !== 0 && generation !== 1) return;
    const start = performance.now();
    measured.push({ generation, rows: search.archive.size, seconds: peerFit(search.archive.size) });
    halted += (performance.now() - start) / 1000;
  },
});
let peerSeconds = 0;
for (let i = 1; i < measured.length; i++) {
  const [a, b] = [measured[i - 1], measured[i]];
  peerSeconds += ((a.seconds + b.seconds) / 2) * (b.generation - a.generation);
}
const seconds = outcome.seconds.total - halted;
const result = {
  joints,
  evaluations,
  seconds,
  learning: outcome.seconds.learning,
  peerSeconds,
  ratio: seconds / peerSeconds,
};
if (options.json) console.log(JSON.stringify({ cpu: cpus()[0].model, node: process.version, ...result, measured }));
else {
  console.log(`${cpus()[0].model}, one core, Node ${process.version}\n`);
  console.log('| joints | evaluations | whole run, s | of it learning, s | PyTorch, fits alone, s | run / fits |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  const cells = [joints, evaluations, ...[seconds, result.learning, peerSeconds].map((x) => x.toFixed(1))];
  console.log(`| ${cells.join(' | ')} | ${result.ratio.toFixed(2)} |`);
}
