import { ProbabilityMatching, SlidingWindowUcb } from '../bandits/index.ts';
import {
  type AddReport,
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
import {
  chainOperators,
  GaussianMutation,
  IsoLineMutation,
  ReconstructiveCrossover,
  TwoPointCrossover,
} from '../variation/index.ts';
import { Search } from './search.ts';
import type { LoopOptions, SearchOptions } from './search-options.ts';
import type { Ratios } from './shares.ts';

/** Options of {@link DdeElites}. */
export interface DdeElitesOptions<
  E extends Encoding = Encoding,
  A extends Archive<Float64Array, FieldKinds> = Archive<Float64Array, FieldKinds>,
> extends LoopOptions<Float64Array, A>,
    Pick<LearningEmitterOptions, 'learning'> {
  /** When the learner is fitted (default `'adaptive'`). */
  readonly training?: Training | undefined;
  /** Learns the encoding from the archive. No other search may use it while a batch of this one is out. */
  readonly learner: Learner<E>;
  /**
   * Chooses among the mixtures, or, without mixtures, gives the operators their shares (default: {@link SlidingWindowUcb} for two or more
   * mixtures; without mixtures {@link ProbabilityMatching}, which starts from crossover, line and two-point as 1 : 1 : 2, other operators 1).
   */
  readonly bandit?: Bandit | undefined;
  /**
   * The reward, as {@link SearchOptions.reward} (default without a bandit and mixtures: the share of rows that filled an empty cell; else
   * the share that entered the archive).
   */
  readonly reward?: SearchOptions['reward'];
  /**
   * Shares of the operators in a batch, by name: `crossover`, `line`, `twoPoint`, `iso`, and those of `operators`. With mixtures, as in the
   * paper, line mutation does not vary the children of crossovers.
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
 * DDE-Elites [Gaier2020]: MAP-Elites with reconstructive crossover, line mutation and two-point crossover. As in a genetic algorithm, line
 * mutation also varies the children of both crossovers. How many rows of a batch each operator gives follows the cells that its children
 * filled. The learner is fitted on the archive between tell and ask.
 *
 * Deviation: the paper's algorithm has isometric mutation instead of two-point crossover, does not mutate after crossover, has a bandit
 * that chooses among {@link ddeMixtures}, and fits the learner after every generation; {@link paperSettings} has these settings. The
 * defaults differ because reconstruction makes elites alike, and two-point crossover recombines what still differs; docs/research.md has
 * the comparison. `learning` `'overlapped'` uses an encoding that is one generation older than the paper's, because learning can then run
 * while the batch is evaluated.
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
    const { learner, operators, mixtures, training = 'adaptive', learning, bandit, reward, ...loop } = options;
    boxBounds(name, 'domain.genome', loop.domain?.genome);
    checkMethods(name, 'learner', learner, 'fit', 'reconstruct', 'encoding');
    const { crossover, ...others } = operatorsOf(learner, mixtures !== undefined, operators);
    super({
      ...loop,
      name,
      mixtures,
      ...(bandit === undefined ? chosenBy(mixtures, Object.keys(others)) : { bandit }),
      ...(reward && { reward }),
      emitters: {
        crossover: new LearningEmitter({ operator: crossover, learner, training, learning, name }),
        ...Object.fromEntries(Object.entries(others).map(([key, operator]) => [key, operatorEmitter(operator)])),
      },
    });
    this.#learner = learner;
  }

  /** A frozen copy of the encoding in effect. @throws what the learner throws if it was never fitted. */
  encoding(): E {
    return this.#learner.encoding();
  }
}

type Operators = Readonly<Record<string, VariationOperator>>;

/** All operators by name; `given` ones replace the default ones. */
function operatorsOf(
  learner: Learner,
  mixed: boolean,
  given: Operators = {},
): Operators & { readonly crossover: VariationOperator } {
  const line = given.line ?? new IsoLineMutation();
  const crossover = new ReconstructiveCrossover({ learner });
  const twoPoint = new TwoPointCrossover();
  // The paper's operators, of which a mixture is made, do not mutate after crossover.
  if (mixed) return { crossover, line, twoPoint, iso: new GaussianMutation(), ...given };
  return { crossover: chainOperators(crossover, line), line, twoPoint: chainOperators(twoPoint, line), ...given };
}

/** The default bandit and reward. @param others - Names of the operators after `crossover`, in their order. */
function chosenBy(
  mixtures: readonly Ratios[] | undefined,
  others: readonly string[],
): { readonly bandit?: Bandit; readonly reward?: SearchOptions['reward'] } {
  if (mixtures !== undefined) {
    const several = Array.isArray(mixtures) && mixtures.length > 1;
    return several ? { bandit: new SlidingWindowUcb({ arms: mixtures.length }) } : {};
  }
  // Found by `npm run research`, see docs/research.md.
  const prior = [1, ...others.map((name) => (name === 'twoPoint' ? 2 : 1))];
  const arms = prior.length;
  const rule = { prior, priorRewards: 10, exponent: 4, halfLife: 10, floor: Math.min(0.02, 0.5 / arms) };
  return { bandit: new ProbabilityMatching({ arms, ...rule }), reward: newCells };
}

/** The share of rows that filled an empty cell. */
function newCells(report: AddReport): number {
  return report.new / report.status.length;
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
