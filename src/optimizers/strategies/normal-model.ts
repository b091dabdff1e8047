import { checkFlag, type Random } from '../../core/index.ts';
import type { CovarianceKind } from '../cma/evolution-strategy.ts';
import { SearchDistribution } from '../cma/search-distribution.ts';
import { shapeReasons } from '../cma/stop-criteria.ts';
import { type StrategyParameters, strategyParameters } from '../cma/strategy-parameters.ts';
import { pathNumbers } from '../cma/strategy-snapshot.ts';
import type { RunNumbers } from '../covariance/covariance.ts';
import type { StopReason } from '../optimizer.ts';
import { checkLeast } from '../options.ts';
import type { StrategyModel } from './strategy-model.ts';
import { type StrategyOptions, type StrategySettings, strategySettings } from './strategy-options.ts';
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
export class NormalModel implements StrategyModel {
  readonly distribution: SearchDistribution;
  readonly #settings: NormalSettings;
  readonly #separable: boolean;
  /** By number of parents and of rows. */
  readonly #parameters = new Map<string, StrategyParameters>();

  constructor(settings: NormalSettings, { separable, make }: CovarianceKind) {
    const { mean, sigma, populationSize } = settings;
    this.#settings = settings;
    this.#separable = separable;
    const parameters = strategyParameters(mean.length, populationSize, { active: false, separable });
    this.distribution = new SearchDistribution(mean, sigma, parameters, make(mean.length, parameters));
  }

  get mean(): Float64Array {
    return this.distribution.mean;
  }

  get sigma(): number {
    return this.distribution.sigma;
  }

  set sigma(sigma: number) {
    this.distribution.sigma = sigma;
  }

  get generation(): number {
    return this.distribution.generation;
  }

  set generation(generation: number) {
    this.distribution.generation = generation;
  }

  sample(random: Random): Float64Array {
    return this.distribution.sample(random);
  }

  learn({ data, order, parents }: ToldRows): number {
    const { distribution } = this;
    const learned = this.#settings.active ? order : order.subarray(0, parents);
    const parameters = this.#parametersFor(parents, learned.length);
    const far = distribution.findOverflow(data, learned, parameters);
    if (far >= 0) return far;
    distribution.update(distribution.steps(data, learned), parameters);
    return -1;
  }

  reasons(): StopReason[] {
    return shapeReasons(this.distribution, this.#settings);
  }

  reset(mean: Float64Array): void {
    this.distribution.reset(mean, this.#settings.sigma);
  }

  numbers(): RunNumbers[] {
    return [...pathNumbers(this.distribution), ...this.distribution.covariance.state()];
  }

  fault(): string | undefined {
    return this.distribution.covariance.fault?.();
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
