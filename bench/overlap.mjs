// What overlapped learning saves: DDE-Elites at 200 joints on an arm whose evaluation takes CPU time in this thread.
// npm run build && node bench/overlap.mjs [evaluations]
import { readFileSync } from 'node:fs';
import { CvtArchive, DdeElites, planarArm, ringCentroids, run, Vae } from '../dist/index.js';
import { ThreadVae } from '../dist/node.js';

const evaluations = Number(process.argv[2] ?? 6000);
const arm = planarArm({ joints: 200 });

/** The arm, each genome evaluated as often as takes about `ms`. */
function slow(ms) {
  const evaluate = (genomes) => {
    const end = performance.now() + ms * genomes.rows;
    while (performance.now() < end) arm.evaluate(genomes);
    return arm.evaluate(genomes);
  };
  return { ...arm, evaluate };
}

async function measure(ms, learning, learner) {
  const domain = slow(ms);
  const archive = new CvtArchive({ domain, centroids: ringCentroids({ rings: 25 }) });
  const search = new DdeElites({ domain, archive, learner, learning, seed: 1 });
  const { seconds } = await run(search, { evaluations });
  await learner.close?.();
  return { ...seconds, size: archive.size };
}

console.log(
  `${evaluations} evaluations, 200 joints, latent 32; ${readFileSync('/proc/cpuinfo', 'utf8').match(/model name\s*: (.*)/)?.[1]}`,
);
console.log('ms each | variant              | total s | evaluation | learning | rest | cells');
for (const ms of [0, 0.1, 0.2, 0.5, 1]) {
  const settings = { inputs: 200, latent: 32 };
  for (const [name, learning, make] of [
    ['sequential, Vae', 'sequential', () => new Vae(settings)],
    ['overlapped, Vae', 'overlapped', () => new Vae(settings)],
    ['overlapped, ThreadVae', 'overlapped', () => new ThreadVae(settings)],
  ]) {
    const { total, evaluation, learning: fits, rest, size } = await measure(ms, learning, make());
    const cells = [ms, name, ...[total, evaluation, fits, rest].map((s) => s.toFixed(2)), size];
    console.log(cells.join(' | '));
  }
}
