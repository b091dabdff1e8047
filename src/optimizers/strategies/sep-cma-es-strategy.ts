import { checkFlag } from '../../core/index.ts';
import { DiagonalCovariance } from '../covariance/diagonal-covariance.ts';
import { checkLeast } from '../options.ts';
import type { CmaEsStrategyOptions } from './cma-es-strategy.ts';
import { ModelStrategy } from './model-strategy.ts';
import { NormalModel } from './normal-model.ts';
import { strategySettings } from './strategy-options.ts';

/** {@link CmaEsStrategyOptions} without eigenInterval: a diagonal matrix needs no decomposition. */
export type SepCmaEsStrategyOptions = Omit<CmaEsStrategyOptions, 'eigenInterval'>;

/**
 * The normal distribution of {@link SepCmaEs}, with a diagonal covariance, taught by an order instead of costs. An update costs n
 * operations for each parent. Reasons to stop are those of {@link CmaEsStrategy}. [Ros2008]
 */
export class SepCmaEsStrategy extends ModelStrategy<NormalModel> {
  /** @throws ARGUMENT if an option is unknown, missing or out of its range. */
  constructor(options: SepCmaEsStrategyOptions) {
    const owner = 'SepCmaEsStrategy';
    const common = strategySettings(owner, options, ['active', 'maxCondition']);
    const { active = false, maxCondition = 1e14 } = options;
    checkFlag(owner, 'active', active);
    checkLeast(owner, 'maxCondition', maxCondition, 1);
    const settings = { ...common, active, maxCondition };
    const make = (n: number): DiagonalCovariance => new DiagonalCovariance(n);
    super(owner, settings, () => new NormalModel(settings, { separable: true, make }));
  }

  /** `(dimensions)`: the diagonal of C, a copy; above 0. */
  get variances(): Float64Array {
    return this.model.distribution.covariance.variances();
  }
}
