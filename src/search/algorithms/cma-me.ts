import {
  type AnnealingOptions,
  type CellArchive,
  DiscountArchive,
  type DiscountOptions,
} from '../../archives/index.ts';
import { type Archive, checkOptions, type FieldKinds } from '../../core/index.ts';
import { improvementRanker, StrategyEmitter, twoStageImprovementRanker } from '../../emitters/index.ts';
import type { Search } from '../search.ts';
import {
  type CmaMeOptions,
  emitterStart,
  type LoopDefaults,
  leastThreshold,
  loopOptions,
  softGuide,
  strategyLoop,
} from './strategy-loop.ts';

/** Options of {@link cmaMae}. */
export interface CmaMaeOptions<A extends CellArchive = CellArchive>
  extends CmaMeOptions<A>,
    Partial<AnnealingOptions> {}

/** Options of {@link dms}. */
export interface DmsOptions<A extends CellArchive = CellArchive>
  extends CmaMeOptions<A>,
    Omit<DiscountOptions, 'minimum'> {
  /** The threshold where no row has been (default: the domain's fitness floor). */
  readonly minimum?: number | undefined;
}

/**
 * CMA-ME [Fontaine2020]: a {@link Search} with {@link StrategyEmitter}s. By default they rank by improvement in two stages, the rows that
 * entered are the parents, and a strategy begins anew when none entered.
 * @throws ARGUMENT if an option breaks its contract.
 */
export function cmaMe<A extends Archive<Float64Array, FieldKinds>>(options: CmaMeOptions<A>): Search<Float64Array, A> {
  checkOptions('cmaMe', options, loopOptions());
  return assembled('cmaMe', options, {
    ranker: twoStageImprovementRanker,
    selection: 'filter',
    restart: 'noImprovement',
  });
}

/**
 * CMA-MAE [Fontaine2023]: {@link cmaMe} with soft thresholds. Rows are judged by a guide of the same cells, see {@link Annealing} (by default
 * `learningRate` 0.01 and as `minimum` the domain's fitness floor); `archive` keeps the best of each cell. By default emitters rank by
 * improvement, the better half are parents, and a strategy begins anew only when it must stop.
 * @throws ARGUMENT if an option breaks its contract.
 */
export function cmaMae<A extends CellArchive>(options: CmaMaeOptions<A>): Search<Float64Array, A> {
  checkOptions('cmaMae', options, [...loopOptions(), 'learningRate', 'minimum']);
  const guide = softGuide('cmaMae', options);
  return assembled('cmaMae', options, { ranker: improvementRanker, selection: 'mu', restart: 'stopped', guide });
}

/**
 * Discount model search [Tjanaka2026]: {@link cmaMae} with thresholds that a network learns, so that rows of one cell differ in theirs: for
 * descriptors of many dimensions, where most rows fall into few cells. Rows are judged by a {@link DiscountArchive} that is trained after each
 * batch; emitters begin anew from elites of `archive`. Other defaults are those of {@link cmaMae}; with more than a few descriptors use
 * `restart: { every: 100 }`.
 * @throws ARGUMENT if an option breaks its contract.
 */
export function dms<A extends CellArchive>(options: DmsOptions<A>): Search<Float64Array, A> {
  const owner = 'dms';
  checkOptions(owner, options, [...loopOptions(), 'learningRate', 'minimum', 'maximum', 'emptyPoints']);
  const { archive, learningRate, maximum, emptyPoints, seed } = options;
  const minimum = leastThreshold(owner, options);
  const { count, populationSize } = emitterStart(owner, options);
  const every = count * populationSize;
  const guide = new DiscountArchive({ archive, every, learningRate, minimum, maximum, emptyPoints, seed });
  return assembled(owner, options, { ranker: improvementRanker, selection: 'mu', restart: 'stopped', guide });
}

function assembled<A extends Archive<Float64Array, FieldKinds>>(
  owner: string,
  options: CmaMeOptions<A>,
  defaults: LoopDefaults,
): Search<Float64Array, A> {
  return strategyLoop(owner, options, defaults, ({ bounds, mean, populationSize, strategy }, how) => {
    const { lower, upper } = bounds;
    return new StrategyEmitter({
      strategy: strategy({ mean, sigma: options.sigma, populationSize, lower, upper }),
      ...how,
    });
  });
}
