import { checkFlag, type Random } from '../../core/index.ts';
import { pathNumbers, SearchDistribution } from '../cma/search-distribution.ts';
import { shapeReasons } from '../cma/stop-criteria.ts';
import { type CovarianceKind, type StrategyParameters, strategyParameters } from '../cma/strategy-parameters.ts';
import type { RunNumbers } from '../covariance/covariance.ts';
import type { StopReason } from '../optimizer.ts';
import { checkLeast, type StrategyOptions, type StrategySettings, strategySettings } from '../options.ts';
import { DistributionStrategy } from './distribution-strategy.ts';
import type { ToldRows } from './told-rows.ts';

/** Settings of a {@link NormalStrategy}. */
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

/** A strategy with the {@link SearchDistribution} of CMA-ES, and any number of parents. */
export abstract class NormalStrategy extends DistributionStrategy<SearchDistribution> {
  readonly #settings: NormalSettings;
  readonly #separable: boolean;
  /** By number of parents and of rows. */
  readonly #parameters = new Map<string, StrategyParameters>();

  /** @internal */
  protected constructor(owner: string, settings: NormalSettings, { separable, make }: CovarianceKind) {
    const { mean, sigma, populationSize } = settings;
    const parameters = strategyParameters(mean.length, populationSize, { active: false, separable });
    super(owner, settings, new SearchDistribution(mean, sigma, parameters, make(mean.length, parameters)));
    this.#settings = settings;
    this.#separable = separable;
  }

  stopReasons(): StopReason[] {
    return shapeReasons(this.distribution, this.#settings);
  }

  /** @internal */
  protected draw(random: Random): Float64Array {
    return this.distribution.sample(random);
  }

  /** @internal */
  protected learn({ data, order, parents }: ToldRows): number {
    const { distribution } = this;
    const learned = this.#settings.active ? order : order.subarray(0, parents);
    const parameters = this.#parametersFor(parents, learned.length);
    const far = distribution.findOverflow(data, learned, parameters);
    if (far >= 0) return far;
    distribution.update(distribution.steps(data, learned), parameters);
    return -1;
  }

  /** @internal */
  protected reset(): void {
    const { ps, pc, covariance } = this.distribution;
    ps.fill(0);
    pc.fill(0);
    covariance.reset();
  }

  /** @internal */
  protected numbers(): RunNumbers[] {
    return [...pathNumbers(this.distribution), ...this.distribution.covariance.state()];
  }

  /** @internal */
  protected override fault(): string | undefined {
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
