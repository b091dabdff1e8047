import { argumentError, type BoxBounds, checkPositive, checkRow, copyList } from '../core/index.ts';

/** A step size: one for all dimensions, or a list with one for each. */
export type Sigma = number | ArrayLike<number>;

/** A copy of sigma. @throws ARGUMENT unless it is undefined, a finite number above 0, or a list of them. */
export function copySigma(
  owner: string,
  argument: string,
  sigma: Sigma | undefined,
): number | Float64Array | undefined {
  if (sigma === undefined) return undefined;
  if (typeof sigma !== 'object') {
    checkPositive(owner, argument, sigma);
    return sigma;
  }
  if (!(sigma?.length >= 1)) throw argumentError(owner, argument, 'be a number or a list of numbers', sigma);
  return copyList(owner, argument, sigma, undefined, Number.MIN_VALUE);
}

/**
 * The step size of each dimension, in genome units; the default is a share of the range.
 * @returns `(dimensions)`
 * @throws ARGUMENT if a list has another length, or the default is needed and a bound is infinite.
 */
export function resolveSigma(
  owner: string,
  argument: string,
  sigma: Sigma | undefined,
  bounds: BoxBounds,
  share: number,
): Float64Array {
  const { dimensions, lower, upper, finite } = bounds;
  if (typeof sigma === 'number') return new Float64Array(dimensions).fill(sigma);
  if (sigma === undefined) {
    if (finite) return lower.map((low, j) => share * (upper[j]! - low));
    throw argumentError(owner, argument, 'be given where genome bounds are infinite', sigma);
  }
  checkRow(owner, argument, sigma, dimensions);
  return Float64Array.from(sigma);
}
