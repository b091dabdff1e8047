import {
  type AddReport,
  type Archive,
  addCount,
  asBatch,
  type Bandit,
  type Box,
  checkInteger,
  type Genomes,
  type Learner,
  type Stateful,
  stateError,
  type VariationContext,
  type VariationOperator,
} from '../core/index.ts';
import {
  decodeSnapshot,
  encodeSnapshot,
  partTensors,
  restoreParts,
  type Safetensor,
  type StatefulParts,
  type StoredSnapshot,
  statefulParts,
} from '../formats/index.ts';
import { type RandomStream, readStreams, streamTensors } from '../random/index.ts';
import { OperatorMixture, type Ratios } from '../variation/index.ts';
import { Fits } from './fits.ts';
import { isFitDue, readSinceFit, type SinceFit, type Training } from './training-schedule.ts';

/** What a {@link LearnedVariation} is made of, checked. */
export interface LearnedVariationOptions {
  /** Whom errors name. */
  readonly owner: string;
  readonly learner: Learner;
  readonly bandit: Bandit;
  readonly mixtures: readonly Ratios[];
  readonly operators: Readonly<Record<string, VariationOperator>>;
  readonly reward: (report: AddReport) => number;
  readonly training: Training;
  readonly streams: Readonly<Record<'learning' | 'bandit', RandomStream>>;
  readonly learning: 'sequential' | 'overlapped';
  /** Where genomes live. */
  readonly space: Box;
}

/**
 * The variation of DDE-Elites: a mixture of operators that is a bandit's arm, and a learner that some of them use. It is
 * told how the batch did, and learns on the archive. Its state is everything that DDE-Elites adds to MAP-Elites.
 */
export class LearnedVariation implements VariationOperator, Stateful {
  readonly #options: LearnedVariationOptions;
  readonly #mixtures: readonly OperatorMixture[];
  readonly #fits: Fits;
  /** The arm that varied the batch that ask gave; undefined of first genomes. */
  #arm: number | undefined;
  /** Undefined before the first fit. */
  #sinceFit: SinceFit | undefined;
  #learning: Promise<void> | undefined;

  constructor(options: LearnedVariationOptions) {
    const { mixtures, operators, learner, streams, learning } = options;
    this.#options = options;
    this.#mixtures = mixtures.map((ratios) => new OperatorMixture({ operators, ratios }));
    this.#fits = new Fits(learner, streams.learning, learning === 'overlapped');
  }

  /** @throws ARGUMENT if the learner or an operator cannot do with genomes of this space. */
  check(space: Box): void {
    this.#options.learner.check?.(space);
    for (const mixture of this.#mixtures) mixture.check(space);
  }

  /** One child a parent, by the mixture that the bandit chooses; by the same one until something is told. */
  vary(parents: Genomes<Float64Array>, context: VariationContext): Promise<Genomes<Float64Array>> {
    this.#arm ??= this.#select();
    return this.#mixtures[this.#arm]!.vary(parents, context);
  }

  /** @throws ARGUMENT if there is no such arm; what the bandit throws. The stream is as before then. */
  #select(): number {
    const { owner, bandit, streams } = this.#options;
    const before = streams.bandit.getState();
    try {
      const arm = bandit.select(streams.bandit);
      checkInteger(`${owner}.ask`, 'bandit.select()', arm, 0, this.#mixtures.length - 1);
      return arm;
    } catch (error) {
      streams.bandit.setState(before);
      throw error;
    }
  }

  /** Rewards the arm that made the batch. @throws what `reward` or the bandit throws. */
  told(report: AddReport): void {
    const { bandit, reward } = this.#options;
    if (this.#sinceFit !== undefined) {
      const { generations, entered } = this.#sinceFit;
      this.#sinceFit = {
        generations: addCount(generations),
        entered: addCount(entered, report.new + report.improved),
      };
    }
    const arm = this.#arm;
    this.#arm = undefined;
    if (arm !== undefined) bandit.reward(arm, reward(report));
  }

  /**
   * Fits the learner on the archive, if it is time for that; overlapped, what was begun a generation ago takes effect.
   * @throws what the learner throws.
   */
  learn(archive: Archive, space: Box): Promise<void> {
    const since = this.#sinceFit;
    const due = since === undefined || isFitDue(this.#options.training, since, archive.size);
    const ends = this.#fits.batch !== undefined && since !== undefined && since.generations > 0;
    if (!due && !ends) return Promise.resolve();
    this.#learning ??= this.#fit(archive, space, due).finally(() => {
      this.#learning = undefined;
    });
    return this.#learning;
  }

  /** @throws STATE while the learner is fitted, or if a part that has state has no `snapshot` or `restore`. */
  snapshot(): Uint8Array {
    const parts = this.#parts('snapshot');
    const { batch } = this.#fits;
    const fitting: [string, Safetensor][] =
      batch === undefined ? [] : [['fitting', { shape: [batch.rows, batch.columns], data: batch.data }]];
    return encodeSnapshot({
      kind: this.#kind,
      configuration: this.#configuration(parts),
      state: { sinceFit: this.#sinceFit, arm: this.#arm },
      tensors: [...streamTensors(this.#options.streams), ...fitting, ...partTensors(parts)],
    });
  }

  /** @throws SNAPSHOT if `bytes` are damaged or of another configuration; what a part throws. Nothing has changed then. */
  restore(bytes: Uint8Array): void {
    const parts = this.#parts('restore');
    const configuration = this.#configuration(parts);
    const snapshot = decodeSnapshot(`${this.#options.owner}.restore`, bytes, { kind: this.#kind, configuration });
    const sinceFit = readSinceFit(snapshot);
    const arm = snapshot.value('arm') === undefined ? undefined : snapshot.integer('arm', 0, this.#mixtures.length - 1);
    const setFits = this.#fits.read(snapshot, this.#options.space);
    const setStreams = readStreams(snapshot, this.#options.streams);
    restoreParts(snapshot, parts, () => this.#checkLearner(snapshot, sinceFit !== undefined));
    setStreams();
    setFits();
    this.#sinceFit = sinceFit;
    this.#arm = arm;
  }

  /** @throws SNAPSHOT if the learner that was restored is another's, or has not learned though it should have. */
  #checkLearner(snapshot: StoredSnapshot, fitted: boolean): void {
    const { learner, space } = this.#options;
    try {
      learner.check?.(space);
      if (fitted) learner.encoding();
    } catch (cause) {
      throw snapshot.fail('hold a learner that has learned genomes of this space', (cause as Error)?.message, cause);
    }
  }

  async #fit(archive: Archive, space: Box, due: boolean): Promise<void> {
    await this.#fits.finish(space);
    if (!due) return;
    const genomes = asBatch(`${this.#options.owner}.learn`, archive.genomes(), space.dimensions);
    await this.#fits.fit(genomes, space, this.#sinceFit === undefined);
    this.#sinceFit = { generations: 0, entered: 0 };
  }

  get #kind(): string {
    return `${this.#options.owner}.variation`;
  }

  #parts(method: string): StatefulParts {
    const { owner, learner, bandit, operators } = this.#options;
    if (this.#learning !== undefined) throw stateError(`${owner}.${method}`, 'learn() is under way');
    // An operator may be named as it likes, learner too.
    const named = Object.entries(operators).map(([name, operator]) => [`operators.${name}`, operator] as const);
    return statefulParts(`${owner}.${method}`, { learner, bandit }, Object.fromEntries(named));
  }

  #configuration(parts: StatefulParts): object {
    const { mixtures, learning, training } = this.#options;
    return { mixtures, learning, training, parts: [...parts.keys()].join(', ') };
  }
}
