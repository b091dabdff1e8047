// What overlapped learning saves: DDE-Elites at 200 joints on an arm whose evaluation takes CPU time in this thread.
// CPU time of the main thread (Linux) is told beside wall-clock time: on a busy machine only the former means something.
// npm run bench:overlap -- [evaluations [every]]: a fit after so many generations (default: the adaptive schedule)
import { readFileSync } from 'node:fs';
import { CvtArchive, DdeElites, planarArm, ringCentroids, run, Vae } from '../../dist/index.js';
import { ThreadVae } from '../../dist/node.js';

const evaluations = Number(process.argv[2] ?? 6000);
const training = process.argv[3] === undefined ? 'adaptive' : { every: Number(process.argv[3]) };
const arm = planarArm({ joints: 200 });

/** The arm, each batch evaluated so many times. */
function slow(times) {
  const evaluate = (genomes) => {
    for (let i = 1; i < times; i++) arm.evaluate(genomes);
    return arm.evaluate(genomes);
  };
  return { ...arm, evaluate };
}

/** CPU time of this thread so far, in seconds. */
const mainCpu = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e9;

async function measure(times, learning, learner) {
  const domain = slow(times);
  const archive = new CvtArchive({ domain, centroids: ringCentroids({ rings: 25 }) });
  const search = new DdeElites({ domain, archive, learner, learning, training, seed: 1 });
  const before = mainCpu();
  const { seconds } = await run(search, { evaluations });
  const main = mainCpu() - before;
  await learner.close?.();
  return { main, ...seconds, size: archive.size };
}

console.log(
  `${evaluations} evaluations, 200 joints, latent 32; ${readFileSync('/proc/cpuinfo', 'utf8').match(/model name\s*: (.*)/)?.[1]}`,
);
console.log('times | variant | main CPU s | total s | evaluation | learning | rest | cells');
for (const times of [1, 500, 1000]) {
  const settings = { inputs: 200, latent: 32, hidden: 64 };
  for (const [name, learning, make] of [
    ['sequential, Vae', 'sequential', () => new Vae(settings)],
    ['overlapped, Vae', 'overlapped', () => new Vae(settings)],
    ['overlapped, ThreadVae', 'overlapped', () => new ThreadVae(settings)],
  ]) {
    const { main, total, evaluation, learning: fits, rest, size } = await measure(times, learning, make());
    const cells = [times, name, ...[main, total, evaluation, fits, rest].map((s) => s.toFixed(2)), size];
    console.log(cells.join(' | '));
  }
}
