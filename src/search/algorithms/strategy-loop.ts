import { Annealing, type AnnealingOptions, type CellArchive } from '../../archives/index.ts';
import {
  type Archive,
  argumentError,
  type BoxBounds,
  boxBounds,
  checkFunction,
  checkInteger,
  checkMethods,
  checkNumbers,
  checkObject,
  checkPositive,
  type Emitter,
  type FieldKinds,
} from '../../core/index.ts';
import type { GenerationOptions, Ranker } from '../../emitters/index.ts';
import { CmaEsStrategy, type Strategy, type StrategyOptions } from '../../optimizers/index.ts';
import { Search } from '../search.ts';
import { type LoopOptions, mostRows } from '../search-options.ts';

/** What a strategy is made from: options that every strategy of this package takes. */
export type StrategyStart = Pick<StrategyOptions, 'mean' | 'sigma' | 'populationSize' | 'lower' | 'upper'>;

/** Options that {@link cmaMe}, {@link cmaMae}, {@link dms}, {@link cmaMega} and {@link cmaMaega} have in common. */
export interface CmaMeOptions<A extends Archive<Float64Array, FieldKinds> = Archive<Float64Array, FieldKinds>>
  extends Omit<LoopOptions<Float64Array, A>, 'batchSize'>,
    Pick<GenerationOptions, 'selection' | 'restart'> {
  /** The strategies' initial step size, in units of genes, above 0. */
  readonly sigma: number;
  /** Number of emitters, each with a strategy of its own, at least 1 (default 15). */
  readonly emitters?: number | undefined;
  /** Rows that each emitter gives in a batch, at least 3 (default 36). */
  readonly populationSize?: number | undefined;
  /** `(genomeDimensions)`: where they start (default: the middle of the box, 0 where it is unbounded). */
  readonly mean?: ArrayLike<number> | undefined;
  /** Makes the strategy of each emitter (default {@link CmaEsStrategy}). */
  readonly strategy?: ((start: StrategyStart) => Strategy) | undefined;
  /** Makes the ranker of emitter i (default: see the function). */
  readonly ranker?: ((i: number) => Ranker) | undefined;
}

/** Names of the options of {@link emitterStart} and of every search of strategies. */
export const STRATEGIES: readonly string[] = [
  'domain',
  'archive',
  'initial',
  'seed',
  'sigma',
  'emitters',
  'populationSize',
  'mean',
  'strategy',
];

/** Names of {@link CmaMeOptions}. A function, because bundlers keep a constant with a spread. */
export function loopOptions(): readonly string[] {
  return [...STRATEGIES, 'ranker', 'selection', 'restart'];
}

/** How the strategies of a loop learn where the options do not say, and who judges their rows. */
export interface LoopDefaults extends Required<GenerationOptions> {
  readonly guide?: Archive<Float64Array, FieldKinds> | undefined;
}

/** What the emitters of a loop are made from. */
export interface EmitterStart {
  /** Number of emitters. */
  readonly count: number;
  readonly bounds: BoxBounds;
  readonly mean: ArrayLike<number>;
  readonly populationSize: number;
  /** Makes the strategy of an emitter. */
  readonly strategy: (start: StrategyStart) => Strategy;
}

/** Options as numbers, with the defaults. @throws ARGUMENT if an option breaks its contract. */
export function emitterStart(owner: string, options: Omit<CmaMeOptions<never>, 'archive'>): EmitterStart {
  const { domain, sigma, emitters: count = 15, populationSize = 36, mean, strategy } = options;
  if (domain?.noisy === true) {
    const rule =
      'be left out, because strategies are told each evaluation once (MapElites and DdeElites repeat evaluations)';
    throw argumentError(owner, 'domain.noisy', rule, true);
  }
  checkPositive(owner, 'sigma', sigma);
  checkInteger(owner, 'emitters', count, 1, 10_000);
  checkInteger(owner, 'populationSize', populationSize, 3, 100_000);
  if (strategy !== undefined) checkFunction(owner, 'strategy', strategy);
  const bounds = boxBounds(owner, 'domain.genome', domain?.genome);
  if (mean !== undefined) checkNumbers(owner, 'mean', mean, bounds.dimensions);
  const make = strategy ?? ((start: StrategyStart) => new CmaEsStrategy(start));
  return { count, bounds, mean: mean ?? middleOf(bounds), populationSize, strategy: make };
}

/**
 * A search with several emitters of one kind, which begin without first genomes.
 * @param defaults - How a strategy learns where the options do not say.
 * @param make - Makes an emitter.
 * @throws ARGUMENT if an option breaks its contract.
 */
export function strategyLoop<A extends Archive<Float64Array, FieldKinds>>(
  owner: string,
  options: CmaMeOptions<A>,
  { guide, ...defaults }: LoopDefaults,
  make: (start: EmitterStart, how: GenerationOptions) => Emitter,
): Search<Float64Array, A> {
  const { domain, archive, initial = { evaluations: 0 }, seed } = options;
  const { ranker, selection = defaults.selection, restart = defaults.restart } = options;
  if (ranker !== undefined) checkFunction(owner, 'ranker', ranker);
  const start = emitterStart(owner, options);
  const { count, populationSize } = start;
  // Before the strategies take their memory.
  const most = mostRows(domain.genome);
  if (count * populationSize > most) {
    throw argumentError(owner, 'emitters × populationSize', `be at most ${most}`, count * populationSize);
  }
  const emitters: Record<string, Emitter> = {};
  for (let i = 0; i < count; i++) {
    const how = { ranker: ranker === undefined ? defaults.ranker : ranker(i), selection, restart };
    emitters[`strategy${i + 1}`] = make(start, how);
  }
  return new Search({
    domain,
    archive,
    initial,
    seed,
    name: owner,
    batchSize: count * populationSize,
    emitters,
    guide,
  });
}

/** A guide of the same cells with soft thresholds. @throws ARGUMENT if an option breaks its contract. */
export function softGuide(
  owner: string,
  options: Pick<CmaMeOptions<CellArchive>, 'domain' | 'archive'> & Partial<AnnealingOptions>,
): CellArchive {
  const { archive, learningRate = 0.01 } = options;
  const minimum = leastThreshold(owner, options);
  checkMethods(owner, 'archive', archive, 'emptied');
  return archive.emptied(new Annealing({ learningRate, minimum }));
}

/** The threshold where no row has been. @throws ARGUMENT if neither the options nor the domain say it. */
export function leastThreshold(
  owner: string,
  { domain, minimum = domain?.fitnessFloor }: Pick<CmaMeOptions, 'domain'> & { minimum?: number | undefined },
): number {
  checkObject(owner, 'domain', domain);
  if (minimum !== undefined) return minimum;
  throw argumentError(owner, 'minimum', 'be given, as the domain has no fitnessFloor', minimum);
}

/** The middle of a box; where a bound is infinite, the number inside that is nearest to 0. */
function middleOf({ lower, upper }: BoxBounds): Float64Array {
  return lower.map((low, j) => {
    const high = upper[j]!;
    return Number.isFinite(high - low) ? low + (high - low) / 2 : Math.min(Math.max(0, low), high);
  });
}
