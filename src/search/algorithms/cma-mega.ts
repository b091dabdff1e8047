import type { AnnealingOptions, CellArchive } from '../../archives/index.ts';
import { type Archive, checkOptions, type Domain, type FieldKinds } from '../../core/index.ts';
import {
  GradientStrategyEmitter,
  type GradientStrategyEmitterOptions,
  improvementRanker,
  twoStageImprovementRanker,
} from '../../emitters/index.ts';
import type { Search } from '../search.ts';
import { type CmaMeOptions, type LoopDefaults, loopOptions, softGuide, strategyLoop } from './strategy-loop.ts';

/** Options of {@link cmaMega}. In a batch each emitter gives its search point, and `populationSize` − 1 branches. */
export interface CmaMegaOptions<A extends Archive<Float64Array, FieldKinds> = Archive<Float64Array, FieldKinds>>
  extends CmaMeOptions<A>,
    Pick<GradientStrategyEmitterOptions, 'stepSize' | 'adam'> {
  readonly domain: Domain<Float64Array, FieldKinds>;
  /** The initial step size of the coefficients: how far branches lie from the search point, in units of genes. */
  readonly sigma: number;
}

/** Options of {@link cmaMaega}. */
export interface CmaMaegaOptions<A extends CellArchive = CellArchive>
  extends CmaMegaOptions<A>,
    Partial<AnnealingOptions> {}

/** Names of the options that cmaMega has besides. */
const OPTIONS: readonly string[] = ['stepSize', 'adam'];

/**
 * CMA-MEGA [Fontaine2021]: a {@link Search} with {@link GradientStrategyEmitter}s, for domains with `gradients`. By default they rank by
 * improvement in two stages, the better half are parents, and a strategy begins anew when no row entered.
 * @throws ARGUMENT if an option breaks its contract.
 */
export function cmaMega<A extends Archive<Float64Array, FieldKinds>>(
  options: CmaMegaOptions<A>,
): Search<Float64Array, A> {
  checkOptions('cmaMega', options, [...loopOptions(), ...OPTIONS]);
  return assembled('cmaMega', options, {
    ranker: twoStageImprovementRanker,
    selection: 'mu',
    restart: 'noImprovement',
  });
}

/**
 * CMA-MAEGA [Fontaine2023]: {@link cmaMega} with soft thresholds, see {@link cmaMae}. By default emitters rank by improvement, the better
 * half are parents, and a strategy begins anew only when it must stop.
 * @throws ARGUMENT if an option breaks its contract.
 */
export function cmaMaega<A extends CellArchive>(options: CmaMaegaOptions<A>): Search<Float64Array, A> {
  checkOptions('cmaMaega', options, [...loopOptions(), ...OPTIONS, 'learningRate', 'minimum']);
  const guide = softGuide('cmaMaega', options);
  return assembled('cmaMaega', options, { ranker: improvementRanker, selection: 'mu', restart: 'stopped', guide });
}

function assembled<A extends Archive<Float64Array, FieldKinds>>(
  owner: string,
  options: CmaMegaOptions<A>,
  defaults: LoopDefaults,
): Search<Float64Array, A> {
  const { domain, sigma, stepSize, adam } = options;
  return strategyLoop(owner, options, defaults, ({ mean, populationSize, strategy }, how) => {
    const coefficients = new Float64Array(1 + domain.descriptor.dimensions);
    const made = strategy({ mean: coefficients, sigma, populationSize: populationSize - 1 });
    return new GradientStrategyEmitter({ domain, strategy: made, mean, stepSize, adam, ...how });
  });
}
