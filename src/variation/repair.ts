import { clip, type Random } from '../core/index.ts';

/**
 * How a gene outside its bounds is repaired. `'clip'`: set to the bound. `'reflect'`: mirrored at the bounds. `'wrap'`: continued
 * from the other bound. `'resample'`: the mutation of that gene is drawn again, at most 32 times, then clipped.
 * All of them terminate for any bounds.
 */
export type OutOfBounds = 'clip' | 'reflect' | 'wrap' | 'resample';

/** The most draws of `'resample'` before the gene is clipped. */
const RESAMPLES = 32;

/** Brings a gene x, which a step σ N(0, 1) from the centre gave, into [low, high]. NaN stays NaN, except with `'resample'`. */
export function repairStep(
  rule: OutOfBounds,
  x: number,
  centre: number,
  sigma: number,
  low: number,
  high: number,
  random: Random,
): number {
  let moved = x;
  if (rule === 'resample') {
    for (let draw = 0; draw < RESAMPLES && !(moved >= low && moved <= high); draw++) {
      moved = centre + sigma * random.normal();
    }
  }
  return repair(rule, moved, low, high);
}

/** Brings a gene into [low, high]; `'resample'` clips here. NaN stays NaN. */
function repair(rule: OutOfBounds, x: number, low: number, high: number): number {
  if ((x >= low && x <= high) || Number.isNaN(x)) return x;
  if (rule === 'reflect') return clip(reflect(x, low, high), low, high);
  if (rule === 'wrap') return clip(low + modulo(x - low, high - low), low, high);
  return clip(x, low, high);
}

function reflect(x: number, low: number, high: number): number {
  const width = high - low;
  if (width === Number.POSITIVE_INFINITY) return x < low ? low + (low - x) : high - (x - high);
  const folded = modulo(x - low, 2 * width);
  return folded <= width ? low + folded : high - (folded - width);
}

/** x modulo width, in [0, width); 0 if x is infinite or NaN, as after an overflow. */
function modulo(x: number, width: number): number {
  if (!Number.isFinite(x)) return 0;
  const rest = x % width;
  return rest < 0 ? rest + width : rest;
}
