// An encoding of your own: few control points bend an arm of many joints along a spline, so neighbours turn alike.
import {
  CvtArchive,
  defineEncoding,
  GaussianMutation,
  MapElites,
  planarArm,
  ringCentroids,
  run,
  withEncoding,
} from 'elites';

/** Joint angles along a uniform cubic B-spline. Its curves stay between their control points, so inside the box. */
function splineEncoding(points, phenotype) {
  // (joints, points): how much each point counts at each joint
  const weights = Array.from({ length: phenotype.dimensions }, (_, joint) => {
    const at = (joint / (phenotype.dimensions - 1)) * (points - 3);
    const span = Math.min(Math.floor(at), points - 4);
    const t = at - span;
    const row = new Array(points).fill(0);
    row[span] = (1 - t) ** 3 / 6;
    row[span + 1] = (3 * t ** 3 - 6 * t ** 2 + 4) / 6;
    row[span + 2] = (-3 * t ** 3 + 3 * t ** 2 + 3 * t + 1) / 6;
    row[span + 3] = t ** 3 / 6;
    return row;
  });
  return defineEncoding({
    genome: { dimensions: points, lower: -1, upper: 1 },
    phenotype,
    decode: (genome) => weights.map((row) => row.reduce((sum, weight, i) => sum + weight * genome[i], 0)),
    /** A typical genome: standard normals, clipped, as the arm itself draws first angles. Without it: uniform in the box. */
    sample: (random) => Float64Array.from({ length: points }, () => Math.min(1, Math.max(-1, random.normal()))),
  });
}

const arm = planarArm({ joints: 200 });
const spline = withEncoding(arm, splineEncoding(8, arm.genome));
for (const [name, domain, sigma] of [
  ['200 angles', arm, 0.006],
  ['8 control points', spline, 0.05],
]) {
  const archive = new CvtArchive({ domain, centroids: ringCentroids({ rings: 25 }) });
  const search = new MapElites({ domain, archive, variation: new GaussianMutation({ sigma }), seed: 1 });
  await run(search, { evaluations: 10_000 });
  const { coverage, meanFitness } = archive.metrics();
  console.log(`${name}: ${(100 * coverage).toFixed(1)} % of the cells, mean fitness ${meanFitness.toFixed(4)}`);
}
