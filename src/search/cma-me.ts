import type { CellArchive } from '../archives/index.ts';
import { type Archive, checkOptions, type FieldKinds } from '../core/index.ts';
import {
  type GenerationOptions,
  improvementRanker,
  StrategyEmitter,
  twoStageImprovementRanker,
} from '../emitters/index.ts';
import { CmaEsStrategy } from '../optimizers/index.ts';
import type { Search } from './search.ts';
import { LOOP, type SoftThresholds, type StrategyLoopOptions, softGuide, strategyLoop } from './strategy-loop.ts';

/** Options of {@link cmaMe}. */
export interface CmaMeOptions<A extends Archive<Float64Array, FieldKinds> = Archive<Float64Array, FieldKinds>>
  extends StrategyLoopOptions<A> {
  /** The strategies' initial step size, in units of genes. */
  readonly sigma: number;
}

/** Options of {@link cmaMae}. */
export interface CmaMaeOptions<A extends CellArchive = CellArchive> extends CmaMeOptions<A>, SoftThresholds {}

/**
 * CMA-ME [Fontaine2020]: a {@link Search} with {@link StrategyEmitter}s. By default they rank by improvement in two stages, the rows that
 * entered are the parents, and a strategy begins anew when none entered.
 * @throws ARGUMENT if an option breaks its contract.
 */
export function cmaMe<A extends Archive<Float64Array, FieldKinds>>(options: CmaMeOptions<A>): Search<Float64Array, A> {
  checkOptions('cmaMe', options, [...LOOP, 'sigma']);
  const defaults = { ranker: twoStageImprovementRanker, selection: 'filter', restart: 'noImprovement' } as const;
  return assembled('cmaMe', options, defaults, undefined);
}

/**
 * CMA-MAE [Fontaine2023]: {@link cmaMe} with soft thresholds. Rows are judged by a guide of the same cells, see {@link Annealing} (by default
 * `learningRate` 0.01 and as `minimum` the domain's fitness floor); `archive` keeps the best of each cell. By default emitters rank by
 * improvement, the better half are parents, and a strategy begins anew only when it must stop.
 * @throws ARGUMENT if an option breaks its contract.
 */
export function cmaMae<A extends CellArchive>(options: CmaMaeOptions<A>): Search<Float64Array, A> {
  checkOptions('cmaMae', options, [...LOOP, 'sigma', 'learningRate', 'minimum']);
  const defaults = { ranker: improvementRanker, selection: 'mu', restart: 'stopped' } as const;
  return assembled('cmaMae', options, defaults, softGuide('cmaMae', options));
}

function assembled<A extends Archive<Float64Array, FieldKinds>>(
  owner: string,
  options: CmaMeOptions<A>,
  defaults: Required<GenerationOptions>,
  guide: CellArchive | undefined,
): Search<Float64Array, A> {
  const { sigma, strategy = (start) => new CmaEsStrategy(start) } = options;
  const { ranker = () => defaults.ranker!, selection = defaults.selection, restart = defaults.restart } = options;
  return strategyLoop(owner, options, guide, ({ bounds: { lower, upper }, mean, populationSize }, i) => {
    const start = { mean, sigma, populationSize, lower, upper };
    return new StrategyEmitter({ strategy: strategy(start), ranker: ranker(i), selection, restart });
  });
}
