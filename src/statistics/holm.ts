import { argumentError, isList } from '../core/index.ts';

/**
 * Corrects the p of several tests [Holm1979]: if all those below a bound are taken for differences, the probability that one or more of
 * them is chance is at most that bound, however the tests depend on each other.
 * @param p - `(tests)`, each in [0, 1], in any order.
 * @returns `(tests)`, in the same order: at least as large, at most 1.
 * @throws ARGUMENT if `p` is no list of such numbers.
 */
export function holm(p: ArrayLike<number>): number[] {
  if (!isList(p) || !Array.from(p).every((one) => Number.isFinite(one) && one >= 0 && one <= 1)) {
    throw argumentError('holm', 'p', 'be a list of numbers in [0, 1]', p);
  }
  const order = Array.from(p, (_, i) => i).sort((i, j) => p[i]! - p[j]!);
  const corrected = new Array<number>(p.length);
  let least = 0;
  for (const [k, i] of order.entries()) {
    least = Math.max(least, Math.min(1, p[i]! * (p.length - k)));
    corrected[i] = least;
  }
  return corrected;
}
