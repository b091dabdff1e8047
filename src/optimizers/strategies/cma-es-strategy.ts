import { argumentError, checkInteger } from '../../core/index.ts';
import { strategyParameters } from '../cma/strategy-parameters.ts';
import { FullCovariance } from '../covariance/full-covariance.ts';
import { LARGEST_FULL, type StrategyOptions } from '../options.ts';
import { NormalStrategy, normalSettings } from './normal-strategy.ts';

/** Options of {@link CmaEsStrategy}. */
export interface CmaEsStrategyOptions extends StrategyOptions {
  /** Whether rows of the order after the parents have negative weights in the update of C (default false). */
  readonly active?: boolean | undefined;
  /** Updates from one eigendecomposition to the next, at least 1 (default 0.05/(c1 + cmu), rounded up). */
  readonly eigenInterval?: number | undefined;
  /** Stop above this condition of C, at least 1 (default 1e14). */
  readonly maxCondition?: number | undefined;
}

/**
 * The normal distribution of {@link CmaEs}, with a full covariance, taught by an order instead of costs. An update costs n² operations
 * for each parent and, every `eigenInterval` updates, 9 n³. [Hansen2016]
 *
 * Reasons to stop: tolx, condition, noeffectaxis, noeffectcoord, tolxup.
 *
 * The number of parents may vary, as in CMA-ME [Fontaine2020]: the constants are those of a population of twice as many.
 *
 * Deviation: C is decomposed after it may have changed by a twentieth, not by 1/(10 n), because the decomposition would take most of
 * the time. Rotated ellipsoids of condition 1e6 with 20 and 50 genes take up to 3 % more evaluations so.
 */
export class CmaEsStrategy extends NormalStrategy {
  /** @throws ARGUMENT if an option is unknown, missing or out of its range. */
  constructor(options: CmaEsStrategyOptions) {
    const owner = 'CmaEsStrategy';
    const common = normalSettings(owner, options, ['eigenInterval']);
    const { mean, populationSize } = common;
    if (mean.length > LARGEST_FULL) {
      throw argumentError(owner, 'mean', `have at most ${LARGEST_FULL} numbers (SepCmaEsStrategy takes more)`, mean);
    }
    const { c1, cmu } = strategyParameters(mean.length, populationSize, { active: false, separable: false });
    const eigenInterval = options.eigenInterval ?? Math.ceil(0.05 / (c1 + cmu));
    checkInteger(owner, 'eigenInterval', eigenInterval, 1);
    const settings = { ...common, eigenInterval };
    const make = (n: number): FullCovariance => new FullCovariance(n, populationSize, eigenInterval);
    super(owner, settings, { separable: false, make });
  }

  /** `(dimensions, dimensions)` row-major: C, a copy; symmetric, with positive eigenvalues. */
  get covariance(): Float64Array {
    return this.distribution.covariance.entries();
  }
}
