// How many evaluations per second the iso+line loop makes on the planar arm: the ring archive, batches of 100, after one
// batch of first genomes; five such runs before it, not counted, let the engine compile what is hot, which the peer came with.
// The peer is bench/peers/numpy_map_elites.py, which prints the same JSON.
//
//     npm run build && taskset -c 1 node bench/map-elites-loop.mjs [--generations 1000]

import { CvtArchive, IsoLineMutation, MapElites, planarArm, ringCentroids, run } from '../dist/index.js';
import { optionsWith } from './options.mjs';

const options = optionsWith({ generations: '1000' });
const generations = Number(options.generations);

async function evaluationsPerSecond(joints, seed) {
  const domain = planarArm({ joints });
  const search = new MapElites({
    domain,
    archive: new CvtArchive({ domain, centroids: ringCentroids({ rings: 25 }) }),
    variation: new IsoLineMutation({ isoSigma: 0.006, lineSigma: 0.2 }),
    seed,
  });
  await run(search, { evaluations: 100 });
  const { seconds } = await run(search, { evaluations: 100 * (generations + 1) });
  return (100 * generations) / seconds.total;
}

const results = {};
for (const joints of [20, 200, 1000]) {
  for (let warmUp = 2; warmUp < 7; warmUp++) await evaluationsPerSecond(joints, warmUp);
  results[joints] = { evaluations_per_s: await evaluationsPerSecond(joints, 1) };
}
console.log(JSON.stringify(results));
