/** One run of `npm run bench:dms`: node bench/dms/dms-run.mjs ALGORITHM DESCRIPTORS SEED ITERATIONS; prints a line of JSON, and one to stderr at each checkpoint. */
import { CvtArchive, cmaMae, cvtCentroids, dms, GridArchive, run, sphereProjection } from '../../dist/index.js';

const [algorithm, descriptors, seed, iterations] = [process.argv[2], ...process.argv.slice(3).map(Number)];
const CHECKPOINTS = [100, 300, 1000, 3000, 10_000];
const BATCH = 540;

const domain = sphereProjection({ dimensions: 100, descriptors });
const { descriptor } = domain;
/** As in the paper, a grid for 2 descriptors, and for more centroids of 100,000 samples. */
const archive =
  descriptors === 2
    ? new GridArchive({ domain, cells: [100, 100] })
    : new CvtArchive({ domain, centroids: cvtCentroids({ cells: 10_000, descriptor, seed: 42, samples: 100_000 }) });
const restart = descriptors === 2 ? 'stopped' : { every: 100 };
const common = { domain, archive, seed, sigma: 0.5, restart };
const algorithms = {
  dms: () => dms({ ...common, maximum: 100 }),
  cma_mae: () => cmaMae(common),
};

const search = algorithms[algorithm]();
const start = process.cpuUsage();
const at = {};
for (const n of CHECKPOINTS.filter((one) => one <= iterations)) {
  await run(search, { evaluations: n * BATCH });
  const { qdScore, coverage } = archive.metrics();
  const { user, system } = process.cpuUsage(start);
  // The paper's fitness is in [0, 1], this one in [0, 100].
  at[n] = { qdScore: qdScore / 100, coverage, seconds: Math.round((user + system) / 1e4) / 100 };
  console.error(JSON.stringify({ algorithm, descriptors, seed, iterations: n, ...at[n] }));
}
console.log(JSON.stringify({ algorithm, descriptors, seed, at }));
