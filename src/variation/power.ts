import { exp, log } from '../kernels/index.ts';

/** x to the power of p, for x ≥ 0; the same bits in every engine. */
export function power(x: number, p: number): number {
  return exp(p * log(x));
}
