import { SlidingWindowUcb } from '../bandits/index.ts';
import {
  type Archive,
  type Bandit,
  boxBounds,
  checkMethods,
  checkOptions,
  type Encoding,
  type FieldKinds,
  type Learner,
  type VariationOperator,
} from '../core/index.ts';
import { LearningEmitter, type LearningEmitterOptions, operatorEmitter, type Training } from '../emitters/index.ts';
import { GaussianMutation, IsoLineMutation, ReconstructiveCrossover, TwoPointCrossover } from '../variation/index.ts';
import { Search } from './search.ts';
import type { LoopOptions, SearchOptions } from './search-options.ts';
import type { Ratios } from './shares.ts';

/** Options of {@link DdeElites}. */
export interface DdeElitesOptions<
  E extends Encoding = Encoding,
  A extends Archive<Float64Array, FieldKinds> = Archive<Float64Array, FieldKinds>,
> extends LoopOptions<Float64Array, A>,
    Pick<SearchOptions, 'reward'>,
    Pick<LearningEmitterOptions, 'learning'> {
  /** When the learner is fitted (default `'adaptive'`). */
  readonly training?: Training | undefined;
  /** Learns the encoding from the archive. No other search may use it while a batch of this one is out. */
  readonly learner: Learner<E>;
  /**
   * Chooses among the mixtures, or, without mixtures, among the operators (default: {@link SlidingWindowUcb} for two or more mixtures,
   * else none).
   */
  readonly bandit?: Bandit | undefined;
  /**
   * Shares of the operators in a batch, by name: `crossover`, `line`, `twoPoint`, `iso`, and those of `operators` (default without a
   * bandit: `{ crossover: 1, line: 1, twoPoint: 2 }`, and 1 for each operator given).
   */
  readonly mixtures?: readonly Ratios[] | undefined;
  /** Further operators by name; `crossover`, `line`, `twoPoint` and `iso` replace the default ones. */
  readonly operators?: Readonly<Record<string, VariationOperator>> | undefined;
}

/** The paper's nine mixtures of reconstructive crossover, line and isometric mutation [Gaier2020, supplement]. */
export const ddeMixtures: readonly Readonly<Record<string, number>>[] = Object.freeze(
  [
    { crossover: 0, line: 1, iso: 0 },
    { crossover: 0.25, line: 0.75, iso: 0 },
    { crossover: 0.5, line: 0.5, iso: 0 },
    { crossover: 0.75, line: 0.25, iso: 0 },
    { crossover: 1, line: 0, iso: 0 },
    { crossover: 0.75, line: 0, iso: 0.25 },
    { crossover: 0.5, line: 0, iso: 0.5 },
    { crossover: 0.25, line: 0, iso: 0.75 },
    { crossover: 0, line: 0, iso: 1 },
  ].map((ratios) => Object.freeze(ratios)),
);

/**
 * DDE-Elites [Gaier2020]: MAP-Elites with reconstructive crossover, line mutation and two-point crossover: of each batch a quarter, a
 * quarter and a half. The learner is fitted on the archive between tell and ask.
 *
 * Deviation: the paper's algorithm has isometric mutation instead of two-point crossover, a bandit that chooses among
 * {@link ddeMixtures}, and fits the learner after every generation; {@link paperSettings} has these settings. The defaults differ
 * because reconstruction makes elites alike, and two-point crossover recombines what still differs; docs/research.md has the comparison.
 * `learning` `'overlapped'` uses an encoding that is one generation older than the paper's, because learning can then run while the batch
 * is evaluated.
 */
export class DdeElites<
  E extends Encoding = Encoding,
  A extends Archive<Float64Array, FieldKinds> = Archive<Float64Array, FieldKinds>,
> extends Search<Float64Array, A> {
  readonly #learner: Learner<E>;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: DdeElitesOptions<E, A>) {
    const name = 'DdeElites';
    checkOptions(name, options, OPTIONS);
    const { learner, operators = {}, mixtures, training = 'adaptive', learning, bandit, ...loop } = options;
    boxBounds(name, 'domain.genome', loop.domain?.genome);
    checkMethods(name, 'learner', learner, 'fit', 'reconstruct', 'encoding');
    const { crossover = new ReconstructiveCrossover({ learner }), ...others } = {
      line: new IsoLineMutation(),
      twoPoint: new TwoPointCrossover(),
      // Only mixtures may name it: without them it would get a share, or be an arm of the bandit.
      ...(mixtures === undefined ? {} : { iso: new GaussianMutation() }),
      ...operators,
    };
    const lifted = Object.entries(others).map(([key, operator]) => [key, operatorEmitter(operator)]);
    const several = Array.isArray(mixtures) && mixtures.length > 1;
    super({
      ...loop,
      name,
      mixtures: mixtures ?? (bandit === undefined ? [defaultShares(operators)] : undefined),
      bandit: bandit ?? (several ? new SlidingWindowUcb({ arms: mixtures.length }) : undefined),
      emitters: {
        crossover: new LearningEmitter({ operator: crossover, learner, training, learning, name }),
        ...Object.fromEntries(lifted),
      },
    });
    this.#learner = learner;
  }

  /** A frozen copy of the encoding in effect. @throws what the learner throws if it was never fitted. */
  encoding(): E {
    return this.#learner.encoding();
  }
}

/** The default shares: 1 : 1 : 2 for crossover, line and two-point, and 1 for each other operator. */
function defaultShares(operators: object): Ratios {
  const others = Object.fromEntries(Object.keys(operators).map((name) => [name, 1]));
  return { ...others, crossover: 1, line: 1, twoPoint: 2 };
}

const OPTIONS = [
  'domain',
  'archive',
  'batchSize',
  'initial',
  'seed',
  'learner',
  'bandit',
  'mixtures',
  'operators',
  'reward',
  'learning',
  'training',
];
