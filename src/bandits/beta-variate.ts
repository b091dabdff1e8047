import type { Random } from '../core/index.ts';
import { log } from '../kernels/index.ts';

/** A number from the beta distribution, in [0, 1]. @param a, b - At least 1. */
export function betaVariate(a: number, b: number, random: Random): number {
  const x = gammaVariate(a, random);
  return x / (x + gammaVariate(b, random));
}

/** A number from the gamma distribution of scale 1 [MarsagliaTsang2000]. @param shape - At least 1. */
function gammaVariate(shape: number, random: Random): number {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  while (true) {
    const x = random.normal();
    const root = 1 + c * x;
    if (root <= 0) continue;
    const v = root * root * root;
    const u = random.uniform();
    // Written so that NaN ends the loop.
    if (!(log(u) >= 0.5 * x * x + d * (1 - v + log(v)))) return d * v;
  }
}
