import { argumentError, checkNumber, isList } from '../core/index.ts';

/** Lower quartile, median and upper quartile. */
export type Quartiles = readonly [number, number, number];

/**
 * A quantile of a sample, linear between order statistics, as NumPy's default.
 * @param sample - At least one number, in any order; none is NaN.
 * @param share - In [0, 1].
 * @returns NaN between −∞ and the next number, where there is no line.
 * @throws ARGUMENT if the sample is no list of such numbers, or `share` is outside [0, 1].
 */
export function quantile(sample: ArrayLike<number>, share: number): number {
  checkNumber('quantile', 'share', share, 0, 1);
  return quantileOf(sorted('quantile', sample), share);
}

/**
 * Quartiles of a sample, as {@link quantile}.
 * @param sample - At least one number, in any order; none is NaN.
 * @throws ARGUMENT if the sample is no list of such numbers.
 */
export function quartiles(sample: ArrayLike<number>): Quartiles {
  const values = sorted('quartiles', sample);
  return [quantileOf(values, 0.25), quantileOf(values, 0.5), quantileOf(values, 0.75)];
}

/** Whether a value is a number, and not NaN. */
export function isNumber(value: unknown): boolean {
  return typeof value === 'number' && !Number.isNaN(value);
}

function sorted(owner: string, sample: ArrayLike<number>): Float64Array {
  if (!isList(sample) || sample.length === 0 || !Array.from(sample).every(isNumber))
    throw argumentError(owner, 'sample', 'be a list of at least one number, none NaN', sample);
  return Float64Array.from(sample).sort();
}

function quantileOf(values: Float64Array, share: number): number {
  const place = share * (values.length - 1);
  const below = values[Math.floor(place)]!;
  const above = values[Math.ceil(place)]!;
  return below === above ? below : below + (above - below) * (place - Math.floor(place));
}
