import { SlidingWindowUcb } from '../bandits/index.ts';
import {
  type AddReport,
  type Algorithm,
  type Archive,
  argumentError,
  type Bandit,
  type Batch,
  boxBounds,
  checkChoice,
  checkFunction,
  checkMethods,
  checkOptions,
  type Encoding,
  type Genomes,
  type Learner,
  type Problem,
  type Results,
  type Stateful,
  type VariationOperator,
} from '../core/index.ts';
import { randomStreams } from '../random/index.ts';
import {
  checkRatios,
  GaussianMutation,
  IsoLineMutation,
  type Ratios,
  ReconstructiveCrossover,
} from '../variation/index.ts';
import { LearnedVariation } from './learned-variation.ts';
import { LOOP_STREAMS, type LoopOptions, MapElites } from './map-elites.ts';
import { checkTraining, type Training } from './training-schedule.ts';

/** What a {@link DdeElites} is made of. */
export interface DdeElitesOptions<E extends Encoding = Encoding, A extends Archive = Archive>
  extends LoopOptions<Float64Array, A> {
  /** Learns the encoding, anew on each generation's archive. Belongs to this algorithm from now on. */
  readonly learner: Learner<E>;
  /** Chooses among the mixtures (default: {@link SlidingWindowUcb} with its defaults). Belongs to this algorithm from now on. */
  readonly bandit?: Bandit | undefined;
  /** The bandit's arms: how much of `crossover`, `line`, `iso`, and the operators given (default: {@link ddeMixtures}). */
  readonly mixtures?: readonly Ratios[] | undefined;
  /** Further operators by name, or others in place of `crossover`, `line` and `iso`. */
  readonly operators?: Readonly<Record<string, VariationOperator>> | undefined;
  /**
   * What an arm earned with a generation, in [0, 1] (default: the paper's, the share of children that entered the archive).
   * It counts the smallest improvement like a new cell, so arms of tiny steps can win; where coverage stays behind plain
   * line mutation, try `(report) => report.new / report.status.length`, or operators with larger sigmas.
   */
  readonly reward?: ((report: AddReport) => number) | undefined;
  /**
   * `'sequential'` (default): generation g is varied with what was learned on the archive of generation g − 1, as in the
   * paper. `'overlapped'`: with what was learned on that of generation g − 2, so that a learner that can fit aside does so
   * while the next batch is evaluated; learn then finishes the fit before, and begins the next. The first fit is awaited.
   * As deterministic, and the same bits whether the learner can fit aside or not.
   *
   * Deviation: overlapped learning lags a generation behind the paper's, because evaluation and learning can then share the time.
   */
  readonly learning?: 'sequential' | 'overlapped' | undefined;
  /**
   * When the learner is fitted again (default: the paper's `{ every: 1 }`, after every generation). `'adaptive'`: when as
   * many children entered the archive since the last fit as are three tenths of its elites. Deviation: fits become rare
   * as the archive settles, because then there is little new to learn; docs/benchmarks.md has what it saves. The archive is
   * as good, the encoding less trained: fit it further if it is what you are after.
   */
  readonly training?: Training | undefined;
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
 * DDE-Elites [Gaier2020]: MAP-Elites whose variation is a mixture of reconstructive crossover, line and isometric
 * mutation, whose mixture is a bandit's arm, and whose learner is fitted on the archive between tell and ask.
 */
export class DdeElites<E extends Encoding = Encoding, A extends Archive = Archive> implements Algorithm, Stateful {
  readonly #search: MapElites<Float64Array, A>;
  readonly #learner: Learner<E>;
  readonly #variation: LearnedVariation;

  /** @throws ARGUMENT if an option breaks its contract; STATE if a part belongs to another algorithm. */
  constructor(options: DdeElitesOptions<E, A>) {
    const owner = 'DdeElites';
    checkOptions(owner, options, OPTIONS);
    const { mixtures = ddeMixtures, operators: given, reward = shareEntered, bandit, learner, ...rest } = options;
    const { learning = 'sequential', training = { every: 1 }, ...loop } = rest;
    checkLearning(owner, learner, learning);
    checkTraining(owner, training);
    boxBounds(owner, 'domain.genome', loop.domain?.genome);
    checkFunction(owner, 'reward', reward);
    const operators = {
      crossover: new ReconstructiveCrossover({ learner }),
      line: new IsoLineMutation(),
      iso: new GaussianMutation(),
      ...given,
    };
    checkMixtures(owner, mixtures, operators);
    const parts = { learner, bandit: bandit ?? new SlidingWindowUcb({ arms: mixtures.length }) };
    checkBandit(owner, parts.bandit, mixtures.length);
    const streams = randomStreams(loop.seed, [...LOOP_STREAMS, 'learning', 'bandit'], owner);
    this.#variation = new LearnedVariation({
      owner,
      ...parts,
      mixtures,
      operators,
      reward,
      streams: { learning: streams.learning, bandit: streams.bandit },
      learning,
      training,
      space: loop.domain.genome,
    });
    const variation = this.#variation;
    const hooks = { owner, parts, asked: () => this.learn(), told: (report: AddReport) => variation.told(report) };
    this.#search = new MapElites({ ...loop, variation }, hooks);
    this.#learner = learner;
  }

  get domain(): Problem {
    return this.#search.domain;
  }

  get archive(): A {
    return this.#search.archive;
  }

  get evaluations(): number {
    return this.#search.evaluations;
  }

  /** `(rows)`: evaluation seeds of the batch that ask gave, until it is told. */
  get seeds(): Uint32Array | undefined {
    return this.#search.seeds;
  }

  /** The next batch, `(rows, genomeDimensions)`; the same one until it is told. Learns first, if nobody has. */
  ask(): Promise<Batch> {
    return this.#search.ask() as Promise<Batch>;
  }

  /**
   * Takes the results of the very batch that ask gave, and rewards the arm that made it.
   * @throws STATE if it is another batch; ARGUMENT if a shape does not fit, and then the batch still waits. What `reward` or
   *   the bandit throws comes after the batch was taken.
   */
  tell(genomes: Genomes<Float64Array>, results: Results): Promise<AddReport> {
    return this.#search.tell(genomes, results);
  }

  /**
   * Fits the learner on the archive if `training` says that it is time, and the first genomes are done. With overlapped
   * learning it finishes the fit that was begun before, and begins the next. Draws from the stream learning.
   * @throws what the learner throws; then the next call tries again.
   */
  learn(): Promise<void> {
    if (!this.#search.initialized) return Promise.resolve();
    return this.#variation.learn(this.archive, this.domain.genome);
  }

  /** What was learned, a frozen copy; with overlapped learning, what is in effect. @throws what the learner throws if it was never fitted. */
  encoding(): E {
    return this.#learner.encoding();
  }

  /**
   * Configuration and state, the waiting batch, archive, learner, bandit and other stateful parts included: what follows is
   * the same, bit for bit, wherever it is restored. Same state, same bytes.
   * @throws STATE while learn, ask or tell is under way, or if a part that has state has no `snapshot` or `restore`.
   */
  snapshot(): Uint8Array {
    return this.#search.snapshot();
  }

  /**
   * Goes on from a snapshot of a DdeElites that is configured alike (the seed aside), with a batch waiting if one waited
   * then. Functions cannot be compared: that evaluation, operators and reward are the same is yours to see to.
   * @throws ARGUMENT if `bytes` is no Uint8Array; SNAPSHOT if they are damaged, of another version, or of another
   *   configuration, naming what differs; STATE as snapshot. Nothing has changed then.
   */
  restore(bytes: Uint8Array): void {
    this.#search.restore(bytes);
  }
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

function checkLearning(owner: string, learner: Learner, learning: string): void {
  checkMethods(owner, 'learner', learner, 'fit', 'reconstruct', 'encoding');
  checkChoice(owner, 'learning', learning, ['sequential', 'overlapped']);
}

function checkMixtures(
  owner: string,
  mixtures: readonly Ratios[],
  operators: Readonly<Record<string, VariationOperator>>,
): void {
  if (!(Array.isArray(mixtures) && mixtures.length >= 1))
    throw argumentError(owner, 'mixtures', 'be a list of at least 1', mixtures);
  for (let i = 0; i < mixtures.length; i++) checkRatios(owner, `mixtures[${i}]`, mixtures[i]!, operators);
}

function checkBandit(owner: string, bandit: Bandit, arms: number): void {
  checkMethods(owner, 'bandit', bandit, 'select', 'reward');
  if (bandit.arms !== arms)
    throw argumentError(owner, 'bandit.arms', `be the number of mixtures, ${arms}`, bandit.arms);
}

function shareEntered(report: AddReport): number {
  return (report.new + report.improved) / report.status.length;
}
