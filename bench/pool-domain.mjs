// The domain of bench/pool.mjs: the planar arm, or one whose evaluation keeps a core busy.
import { defineDomain, planarArm } from '../dist/index.js';

/** @param options - `steps` of work for each genome; 0: the planar arm, a microsecond. */
export function createDomain({ steps }) {
  if (steps === 0) return planarArm({ joints: 200 });
  return defineDomain({
    name: 'busy',
    genome: { dimensions: 10, lower: 0, upper: 1 },
    descriptor: { dimensions: 2, lower: 0, upper: 1 },
    evaluate: (genome) => ({ fitness: work(steps, genome[0]), descriptor: [genome[0], genome[1]] }),
  });
}

/** So many steps of the logistic map. */
export function work(steps, start) {
  let x = start;
  for (let i = 0; i < steps; i++) x = 3.9 * x * (1 - x);
  return x;
}
