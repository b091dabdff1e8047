import { argumentError, checkNumber } from '../core/index.ts';

/** Lower quartile, median and upper quartile. */
export type Quartiles = readonly [number, number, number];

/**
 * A quantile of a sample, linear between order statistics, as NumPy's default.
 * @param share - In [0, 1].
 * @throws ARGUMENT if the sample is empty or has NaN, or `share` is outside [0, 1].
 */
export function quantile(sample: ArrayLike<number>, share: number): number {
  checkNumber('quantile', 'share', share, 0, 1);
  const sorted = Float64Array.from(sample).sort();
  if (sorted.length === 0 || Number.isNaN(sorted[sorted.length - 1])) {
    throw argumentError('quantile', 'sample', 'have at least one number and no NaN', sample);
  }
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)]!;
  const above = sorted[Math.ceil(place)]!;
  return below === above ? below : below + (above - below) * (place - Math.floor(place));
}

/** Quartiles of a sample. @throws ARGUMENT if it is empty or has NaN. */
export function quartiles(sample: ArrayLike<number>): Quartiles {
  return [quantile(sample, 0.25), quantile(sample, 0.5), quantile(sample, 0.75)];
}
