import { DiagonalCovariance } from '../covariance/diagonal-covariance.ts';
import type { CmaEsStrategyOptions } from './cma-es-strategy.ts';
import { NormalStrategy, normalSettings } from './normal-strategy.ts';

/** {@link CmaEsStrategyOptions} without eigenInterval: a diagonal matrix needs no decomposition. */
export type SepCmaEsStrategyOptions = Omit<CmaEsStrategyOptions, 'eigenInterval'>;

/**
 * The normal distribution of {@link SepCmaEs}, with a diagonal covariance, taught by an order instead of costs. An update costs n
 * operations for each parent. Reasons to stop are those of {@link CmaEsStrategy}. [Ros2008]
 */
export class SepCmaEsStrategy extends NormalStrategy {
  /** @throws ARGUMENT if an option is unknown, missing or out of its range. */
  constructor(options: SepCmaEsStrategyOptions) {
    const settings = normalSettings('SepCmaEsStrategy', options);
    const make = (n: number): DiagonalCovariance => new DiagonalCovariance(n);
    super('SepCmaEsStrategy', settings, { separable: true, make });
  }

  /** `(dimensions)`: the diagonal of C, a copy; above 0. */
  get variances(): Float64Array {
    return this.distribution.covariance.entries();
  }
}
