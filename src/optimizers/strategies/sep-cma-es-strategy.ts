import { DiagonalCovariance } from '../covariance/diagonal-covariance.ts';
import { checkFlag, checkLeast } from '../options.ts';
import type { CmaEsStrategyOptions } from './cma-es-strategy.ts';
import { NormalStrategy } from './normal-strategy.ts';
import { strategySettings } from './strategy-options.ts';

/** {@link CmaEsStrategyOptions} without eigenInterval: a diagonal matrix needs no decomposition. */
export type SepCmaEsStrategyOptions = Omit<CmaEsStrategyOptions, 'eigenInterval'>;

/** The search distribution of {@link SepCmaEs} without its costs: a normal distribution with a diagonal covariance. [Ros2008] */
export class SepCmaEsStrategy extends NormalStrategy {
  /** @throws ARGUMENT if an option is unknown, missing or out of its range. */
  constructor(options: SepCmaEsStrategyOptions) {
    const owner = 'SepCmaEsStrategy';
    const settings = strategySettings(owner, options, ['active', 'maxCondition']);
    const { active = false, maxCondition = 1e14 } = options;
    checkFlag(owner, 'active', active);
    checkLeast(owner, 'maxCondition', maxCondition, 1);
    const make = (n: number): DiagonalCovariance => new DiagonalCovariance(n);
    super(owner, { ...settings, active, maxCondition }, { separable: true, make });
  }

  /** `(dimensions)`: the diagonal of C, a copy; above 0. */
  get variances(): Float64Array {
    return this.distribution.covariance.variances();
  }
}
