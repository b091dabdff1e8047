import { checkFlag } from '../../core/index.ts';
import { pathNumbers, SearchDistribution } from '../cma/search-distribution.ts';
import { shapeReasons } from '../cma/stop-criteria.ts';
import { type CovarianceKind, type StrategyParameters, strategyParameters } from '../cma/strategy-parameters.ts';
import type { RunNumbers } from '../covariance/covariance.ts';
import type { StopReason } from '../optimizer.ts';
import { checkLeast, type StrategyOptions, type StrategySettings, strategySettings } from '../options.ts';
import type { StrategyModel } from './model-strategy.ts';
import type { ToldRows } from './told-rows.ts';

/** Settings of a {@link NormalModel}. */
export interface NormalSettings extends StrategySettings {
  readonly active: boolean;
  readonly maxCondition: number;
}

/**
 * @param more - Keys of options that this strategy has besides.
 * @throws ARGUMENT, in the name of `owner`, if an option is unknown, missing or out of its range.
 */
export function normalSettings(
  owner: string,
  options: StrategyOptions & { readonly active?: boolean | undefined; readonly maxCondition?: number | undefined },
  more: readonly string[] = [],
): NormalSettings {
  const common = strategySettings(owner, options, ['active', ...more, 'maxCondition']);
  const { active = false, maxCondition = 1e14 } = options;
  checkFlag(owner, 'active', active);
  checkLeast(owner, 'maxCondition', maxCondition, 1);
  return { ...common, active, maxCondition };
}

/** The {@link SearchDistribution} of CMA-ES as a model, with any number of parents. */
export class NormalModel extends SearchDistribution implements StrategyModel {
  readonly #settings: NormalSettings;
  readonly #separable: boolean;
  /** By number of parents and of rows. */
  readonly #parameters = new Map<string, StrategyParameters>();

  constructor(settings: NormalSettings, { separable, make }: CovarianceKind) {
    const { mean, sigma, populationSize } = settings;
    const parameters = strategyParameters(mean.length, populationSize, { active: false, separable });
    super(mean, sigma, parameters, make(mean.length, parameters));
    this.#settings = settings;
    this.#separable = separable;
  }

  learn({ data, order, parents }: ToldRows): number {
    const learned = this.#settings.active ? order : order.subarray(0, parents);
    const parameters = this.#parametersFor(parents, learned.length);
    const far = this.findOverflow(data, learned, parameters);
    if (far >= 0) return far;
    this.update(this.steps(data, learned), parameters);
    return -1;
  }

  reasons(): StopReason[] {
    return shapeReasons(this, this.#settings);
  }

  reset(mean: Float64Array): void {
    this.mean.set(mean);
    this.sigma = this.#settings.sigma;
    this.ps.fill(0);
    this.pc.fill(0);
    this.generation = 0;
    this.covariance.reset();
  }

  numbers(): RunNumbers[] {
    return [...pathNumbers(this), ...this.covariance.state()];
  }

  fault(): string | undefined {
    return this.covariance.fault?.();
  }

  #parametersFor(parents: number, rows: number): StrategyParameters {
    const key = `${parents}/${rows}`;
    let parameters = this.#parameters.get(key);
    if (parameters === undefined) {
      const { active, mean } = this.#settings;
      parameters = strategyParameters(mean.length, rows, { active, separable: this.#separable, parents });
      this.#parameters.set(key, parameters);
    }
    return parameters;
  }
}
