/** One run of `npm run bench:dms`: node bench/dms/dms-run.mjs ALGORITHM DESCRIPTORS SEED ITERATIONS; prints a line of JSON, and one to stderr at each checkpoint. */
import { CvtArchive, cmaMae, cvtCentroids, dms, GridArchive, run, sphereProjection } from '../../dist/index.js';
import { measured } from '../stored-runs.mjs';

const [algorithm, descriptors, seed, iterations] = [process.argv[2], ...process.argv.slice(3).map(Number)];

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
const at = {};
for await (const [n, point] of measured({ run, search, batch: 540, iterations })) {
  // The paper's fitness is in [0, 1], this one in [0, 100].
  at[n] = { ...point, qdScore: point.qdScore / 100 };
  console.error(JSON.stringify({ algorithm, descriptors, seed, iterations: n, ...at[n] }));
}
console.log(JSON.stringify({ algorithm, descriptors, seed, at }));
