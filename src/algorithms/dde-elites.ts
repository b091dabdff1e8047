import { SlidingWindowUcb } from '../bandits/index.ts';
import {
  type AddReport,
  type Algorithm,
  type Archive,
  argumentError,
  asBatch,
  type Bandit,
  type Batch,
  boxBounds,
  checkOptions,
  type Encoding,
  type Genomes,
  type Learner,
  type Problem,
  type Results,
  type VariationContext,
  type VariationOperator,
} from '../core/index.ts';
import {
  checkRatios,
  GaussianMutation,
  IsoLineMutation,
  OperatorMixture,
  type Ratios,
  ReconstructiveCrossover,
} from '../variation/index.ts';
import { claim, refuseClaimed } from './claim.ts';
import { type LoopOptions, MapElites } from './map-elites.ts';
import { type AlgorithmStreams, algorithmStreams } from './streams.ts';

/** What a {@link DdeElites} is made of. */
export interface DdeElitesOptions<E extends Encoding = Encoding> extends LoopOptions {
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
}

/** The paper's nine mixtures of reconstructive crossover, line and isometric mutation [Gaier2020, supplement]. */
export const ddeMixtures: readonly Ratios[] = Object.freeze(
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
export class DdeElites<E extends Encoding = Encoding> implements Algorithm {
  readonly #search: MapElites;
  readonly #learner: Learner<E>;
  readonly #bandit: Bandit;
  readonly #mixtures: readonly VariationOperator[];
  readonly #reward: (report: AddReport) => number;
  readonly #streams: AlgorithmStreams;
  /** The arm that varied the batch that ask gave; undefined of first genomes. */
  #arm: number | undefined;
  /** Whether the archive was told of since the last fit. */
  #stale: boolean;
  #learning: Promise<void> | undefined;

  /** @throws ARGUMENT if an option breaks its contract; STATE if a part belongs to another algorithm. */
  constructor(options: DdeElitesOptions<E>) {
    const owner = 'DdeElites';
    checkOptions(owner, options, OPTIONS);
    const { learner, mixtures = ddeMixtures, operators, reward = shareEntered, bandit, ...loop } = options;
    for (const method of ['fit', 'reconstruct', 'encoding'] as const) {
      if (typeof learner?.[method] !== 'function') throw argumentError(owner, 'learner', `have ${method}()`, learner);
    }
    boxBounds(owner, 'domain.genome', loop.domain?.genome);
    if (typeof reward !== 'function') throw argumentError(owner, 'reward', 'be a function', reward);
    this.#mixtures = makeMixtures(owner, mixtures, {
      crossover: new ReconstructiveCrossover({ learner }),
      line: new IsoLineMutation(),
      iso: new GaussianMutation(),
      ...operators,
    });
    this.#bandit = bandit ?? new SlidingWindowUcb({ arms: mixtures.length });
    if (typeof this.#bandit.select !== 'function' || typeof this.#bandit.reward !== 'function') {
      throw argumentError(owner, 'bandit', 'have select() and reward()', this.#bandit);
    }
    if (this.#bandit.arms !== mixtures.length) {
      throw argumentError(owner, 'bandit.arms', `be the number of mixtures, ${mixtures.length}`, this.#bandit.arms);
    }
    const parts = { learner, bandit: this.#bandit };
    refuseClaimed(owner, parts);
    this.#streams = algorithmStreams(owner, loop.seed);
    this.#search = new MapElites(
      { ...loop, variation: { vary: (parents, context) => this.#vary(parents, context) } },
      owner,
    );
    claim(owner, parts);
    this.#learner = learner;
    this.#reward = reward;
    this.#stale = this.archive.size > 0;
  }

  get domain(): Problem {
    return this.#search.domain;
  }

  get archive(): Archive {
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
  async ask(): Promise<Batch> {
    await this.learn();
    return (await this.#search.ask()) as Batch;
  }

  /**
   * Takes the results of the very batch that ask gave, and rewards the arm that made it.
   * @throws STATE if it is another batch; ARGUMENT if a shape does not fit, and then the batch still waits. What `reward` or
   *   the bandit throws comes after the batch was taken.
   */
  async tell(genomes: Genomes<Float64Array>, results: Results): Promise<AddReport> {
    const report = await this.#search.tell(genomes, results);
    this.#stale = true;
    const arm = this.#arm;
    this.#arm = undefined;
    if (arm !== undefined) this.#bandit.reward(arm, this.#reward(report));
    return report;
  }

  /**
   * Fits the learner on the archive, unless that was done since the last tell, or the first genomes are not done. Draws
   * from the stream learning.
   * @throws what the learner throws; then the next call tries again.
   */
  learn(): Promise<void> {
    if (!this.#stale || !this.#search.initialized) return Promise.resolve();
    this.#learning ??= this.#fit().finally(() => {
      this.#learning = undefined;
    });
    return this.#learning;
  }

  /** What was learned, a frozen copy. @throws what the learner throws if it was never fitted. */
  encoding(): E {
    return this.#learner.encoding();
  }

  async #fit(): Promise<void> {
    const space = this.domain.genome;
    const genomes = asBatch('DdeElites.learn', this.archive.genomes(), space.dimensions);
    await this.#learner.fit(genomes, { space, random: this.#streams.learning });
    this.#stale = false;
  }

  #vary(parents: Genomes<Float64Array>, context: VariationContext): ReturnType<VariationOperator['vary']> {
    const arm = this.#arm ?? this.#bandit.select(this.#streams.bandit);
    const mixture = this.#mixtures[arm];
    if (mixture === undefined) {
      const rule = `answer with an integer in [0, ${this.#mixtures.length - 1}]`;
      throw argumentError('DdeElites.ask', 'bandit.select()', rule, arm);
    }
    this.#arm = arm;
    return mixture.vary(parents, context);
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
];

function makeMixtures(
  owner: string,
  mixtures: readonly Ratios[],
  operators: Readonly<Record<string, VariationOperator>>,
): VariationOperator[] {
  if (!Array.isArray(mixtures) || mixtures.length === 0) {
    throw argumentError(owner, 'mixtures', 'be a list of at least 1 mixture', mixtures);
  }
  for (const [i, ratios] of mixtures.entries()) checkRatios(owner, `mixtures[${i}]`, ratios, operators);
  return mixtures.map((ratios) => new OperatorMixture({ operators, ratios }));
}

function shareEntered(report: AddReport): number {
  return (report.new + report.improved) / report.status.length;
}
