import { type BoxBounds, clip } from '../../core/index.ts';

/**
 * How a coordinate outside the box is treated. `'penalty'`: the coordinate is set to the bound for evaluation; the optimiser learns from
 * the unrepaired candidate, with a penalty on its cost. `'reflect'`: it is mirrored at the bounds for evaluation; the optimiser learns
 * from the unrepaired candidate, so that the landscape appears mirrored and without bounds. `'clip'`: it is set to the bound, and
 * the optimiser learns from the repaired candidate; the simplest, but the distribution may collapse on one bound too early.
 */
export type Boundary = 'penalty' | 'clip' | 'reflect';

/** `(rows, n)` candidates inside the box, new. */
export function insideBox(candidates: Float64Array, bounds: BoxBounds, boundary: Boundary): Float64Array {
  const inside = candidates.slice();
  repair(inside, bounds, boundary);
  return inside;
}

/** Moves `(rows, n)` candidates into the box, in place. */
export function repair(candidates: Float64Array, bounds: BoxBounds, boundary: Boundary): void {
  if (isEverywhere(bounds)) return;
  const { lower, upper } = bounds;
  const n = lower.length;
  for (let at = 0, i = 0; at < candidates.length; at++) {
    const x = candidates[at]!;
    if (x < lower[i]! || x > upper[i]!) {
      candidates[at] = boundary === 'reflect' ? reflect(x, lower[i]!, upper[i]!) : clip(x, lower[i]!, upper[i]!);
    }
    if (++i === n) i = 0;
  }
}

/** Whether no number lies outside. */
function isEverywhere({ lower, upper }: BoxBounds): boolean {
  for (let i = 0; i < lower.length; i++) {
    if (lower[i] !== Number.NEGATIVE_INFINITY || upper[i] !== Number.POSITIVE_INFINITY) return false;
  }
  return true;
}

/** Mirrors x at the bounds. Uses a remainder, so that it takes the same time for every finite x. */
function reflect(x: number, low: number, high: number): number {
  const width = high - low;
  if (width === Number.POSITIVE_INFINITY) return clip(x < low ? low + (low - x) : high - (x - high), low, high);
  const distance = Math.abs(x - low) % (2 * width);
  return clip(distance <= width ? low + distance : high - (distance - width), low, high);
}
