// Ours of bench/peers/pyribs_run.py: the same arguments, and the same JSON. Five short runs before it, not counted, let the engine compile
// what is hot, which the peer came with.
//
//     npm run build && taskset -c 1 node bench/peers/pyribs-run.mjs ALGORITHM GENES ITERATIONS

import {
  CvtArchive,
  cmaMae,
  cmaMe,
  cmaMega,
  GridArchive,
  IsoLineMutation,
  MapElites,
  planarArm,
  ringCentroids,
  run,
  SepCmaEsStrategy,
  sphereProjection,
} from '../../dist/index.js';
import { processorTime } from '../measure.mjs';

const [algorithm, genes, iterations] = [process.argv[2], ...process.argv.slice(3).map(Number)];

/** The settings of pyribs_run.py. */
function searchOf(seed) {
  if (algorithm === 'iso_line') {
    const domain = planarArm({ joints: genes });
    const archive = new CvtArchive({ domain, centroids: ringCentroids({ rings: 25 }) });
    const variation = new IsoLineMutation({ isoSigma: 0.006, lineSigma: 0.2 });
    return { search: new MapElites({ domain, archive, variation, seed }), archive, batch: 100 };
  }
  const domain = sphereProjection({ dimensions: genes });
  const archive = new GridArchive({ domain, cells: [100, 100] });
  const common = { domain, archive, seed, sigma: 0.5 };
  const algorithms = {
    cma_me: () => cmaMe(common),
    cma_mae: () => cmaMae({ ...common, strategy: (start) => new SepCmaEsStrategy(start) }),
    cma_mega: () => cmaMega({ ...common, sigma: 10, selection: 'mu' }),
  };
  return { search: algorithms[algorithm](), archive, batch: 540 };
}

async function measure(seed, count) {
  const { search, archive, batch } = searchOf(seed);
  await run(search, { evaluations: batch });
  const start = processorTime();
  await run(search, { evaluations: batch * (count + 1) });
  const seconds = (processorTime() - start) / 1e6;
  const { qdScore, coverage } = archive.metrics();
  return { seconds, evaluations: batch * count, qdScore, coverage };
}

for (let warmUp = 2; warmUp < 7; warmUp++) await measure(warmUp, Math.min(iterations, 1000));
console.log(JSON.stringify(await measure(1, iterations)));
