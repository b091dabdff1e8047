import { argumentError, checkInteger } from '../../core/index.ts';
import { FullCovariance } from '../covariance/full-covariance.ts';
import { checkFlag, checkLeast, LARGEST_FULL } from '../options.ts';
import { NormalStrategy } from './normal-strategy.ts';
import { type StrategyOptions, strategySettings } from './strategy-options.ts';

/** Options of {@link CmaEsStrategy}. */
export interface CmaEsStrategyOptions extends StrategyOptions {
  /** Whether rows of the order after the parents have negative weights in the update of C (default false). */
  readonly active?: boolean | undefined;
  /** Updates from one eigendecomposition to the next, at least 1 (default 1/(c1 + cmu)/n/10, rounded up). */
  readonly eigenInterval?: number | undefined;
  /** Stop above this condition of C, at least 1 (default 1e14). */
  readonly maxCondition?: number | undefined;
}

/**
 * The search distribution of {@link CmaEs} without its costs: a normal distribution with a full covariance. [Hansen2016]
 *
 * The number of parents may vary, as in CMA-ME [Fontaine2020]: the constants are always those of a population of twice as many.
 */
export class CmaEsStrategy extends NormalStrategy {
  /** @throws ARGUMENT if an option is unknown, missing or out of its range. */
  constructor(options: CmaEsStrategyOptions) {
    const owner = 'CmaEsStrategy';
    const settings = strategySettings(owner, options, ['active', 'eigenInterval', 'maxCondition']);
    const { active = false, eigenInterval, maxCondition = 1e14 } = options;
    if (settings.mean.length > LARGEST_FULL) {
      throw argumentError(
        owner,
        'mean',
        `have at most ${LARGEST_FULL} numbers (SepCmaEsStrategy takes more)`,
        settings.mean,
      );
    }
    if (eigenInterval !== undefined) checkInteger(owner, 'eigenInterval', eigenInterval, 1);
    checkFlag(owner, 'active', active);
    checkLeast(owner, 'maxCondition', maxCondition, 1);
    super(
      owner,
      { ...settings, active, maxCondition, eigenInterval },
      {
        separable: false,
        make: (n, { populationSize, c1, cmu }) => {
          const interval = eigenInterval ?? Math.max(1, Math.ceil(1 / (c1 + cmu) / n / 10));
          return new FullCovariance(n, populationSize, interval);
        },
      },
    );
  }

  /** `(dimensions, dimensions)` row-major: C, a copy; symmetric, with positive eigenvalues. */
  get covariance(): Float64Array {
    return this.distribution.covariance.matrix();
  }
}
