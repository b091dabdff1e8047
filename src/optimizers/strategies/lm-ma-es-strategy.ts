import { checkInteger } from '../../core/index.ts';
import { defaultPopulationSize } from '../cma/strategy-parameters.ts';
import { LmMaModel } from './lm-ma-model.ts';
import { ModelStrategy } from './model-strategy.ts';
import { type StrategyOptions, strategySettings } from './strategy-options.ts';

/** Options of {@link LmMaEsStrategy}. */
export interface LmMaEsStrategyOptions extends StrategyOptions {
  /** m: the direction vectors that make up the transformation, in [1, 1000] (default 4 + ⌊3 ln n⌋). */
  readonly vectors?: number | undefined;
}

/**
 * Limited-memory matrix adaptation: a normal distribution whose covariance is made up by m direction vectors, for large genomes whose
 * numbers depend on each other. Sampling and an update cost m n operations for each row. Meant for populations smaller than n/4.
 * Reasons to stop: tolx (σ is below it), noeffectcoord, tolxup. [Loshchilov2019]
 */
export class LmMaEsStrategy extends ModelStrategy<LmMaModel> {
  /** @throws ARGUMENT if an option is unknown, missing or out of its range. */
  constructor(options: LmMaEsStrategyOptions) {
    const owner = 'LmMaEsStrategy';
    const common = strategySettings(owner, options, ['vectors']);
    const vectors = options.vectors ?? defaultPopulationSize(common.mean.length);
    checkInteger(owner, 'vectors', vectors, 1, 1000);
    const settings = { ...common, vectors };
    super(owner, settings, () => new LmMaModel(settings));
  }
}
