import { type BoxBounds, clip } from '../core/index.ts';

/**
 * What becomes of a coordinate outside the box. `'penalty'`: set on the bound to be evaluated, while the optimiser goes on
 * with the unrepaired candidate and a penalty. `'reflect'`: mirrored at the bounds to be evaluated, while the optimiser goes on
 * with the candidate as it was drawn: it sees a mirrored landscape without bounds. `'clip'`: set on the bound, and learned
 * from there; the simplest, but the distribution may collapse on a bound before the others are reached.
 */
export type Boundary = 'penalty' | 'clip' | 'reflect';

/** `(rows, n)` candidates inside the box, new. */
export function insideBox(candidates: Float64Array, { lower, upper }: BoxBounds, boundary: Boundary): Float64Array {
  const inside = candidates.slice();
  const n = lower.length;
  for (let at = 0, i = 0; at < inside.length; at++) {
    const x = inside[at]!;
    if (x < lower[i]! || x > upper[i]!) {
      inside[at] = boundary === 'reflect' ? reflect(x, lower[i]!, upper[i]!) : clip(x, lower[i]!, upper[i]!);
    }
    if (++i === n) i = 0;
  }
  return inside;
}

/** Ends for every finite x: the distance is folded by a remainder. */
function reflect(x: number, low: number, high: number): number {
  const width = high - low;
  if (width === Number.POSITIVE_INFINITY) return clip(x < low ? low + (low - x) : high - (x - high), low, high);
  const distance = Math.abs(x - low) % (2 * width);
  return clip(distance <= width ? low + distance : high - (distance - width), low, high);
}
