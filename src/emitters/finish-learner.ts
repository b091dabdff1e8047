import {
  ascending,
  Batch,
  type BoxBounds,
  boxBounds,
  copyGenomes,
  gatherRows,
  type Learner,
  type LearnerContext,
  pause,
} from '../core/index.ts';
import { reconstructionError } from '../domains/index.ts';
import { columnMeans } from '../linalg/index.ts';
import { shuffle } from '../random/index.ts';

/** How long a learner is trained to its end. */
export interface FinishTraining {
  /** Fits without an improvement by 1 % after which training ends, at least 1 (default 10). */
  readonly patience?: number | undefined;
  /** Fits at most of a training, at least 1 (default 1000). */
  readonly fits?: number | undefined;
}

/** A state of a learner. */
export interface LearnerState {
  /** On the genomes that were held out. */
  readonly error: number;
  /** A snapshot. */
  readonly bytes: Uint8Array;
  /** Whether it comes from the training that began with nothing. */
  readonly anew: boolean;
}

/** What became of a learner that was trained to its end. */
export interface FinishedLearner {
  /** Of the state that it is in, on the genomes that were held out. */
  readonly error: number;
  /** Before: Infinity if it had learned nothing, or gave no finite numbers. */
  readonly before: number;
  /** Number of fits. */
  readonly fits: number;
  /** `'fits'` if a training ended at the limit: more fits may reduce the error further. */
  readonly stoppedBy: 'patience' | 'fits';
  /** `(rows, genes)`: the tenth that was held out. */
  readonly heldOut: Batch;
  /**
   * The first state and the best one of each training, normalized, except those whose error is more than a tenth larger than that of the
   * first. The least error first, where that of the first state counts as a tenth larger. Empty for a learner without `snapshot` and `restore`.
   */
  readonly states: readonly LearnerState[];
}

/** The share of the error by which it must fall to count as an improvement. */
const IMPROVEMENT = 0.01;
/** An error up to this multiple of the first state's counts as equal to it: that state may have learned from the genomes held out. */
const TOLERANCE = 1.1;
/** With an error above this share of the mean's, the autoencoder is on a plateau: it has learned next to nothing yet. */
const PLATEAU = 0.95;

/**
 * Trains a learner until the error on a tenth of the genomes, which is held out, stops falling: from `nothing`, if it is given. From the
 * state that it is in, if there is no `nothing`, or if the error is then more than a tenth larger than that of this state. The learner ends
 * in its best state; without `snapshot` and `restore`, in its last. The latents of every state are normalized over the genomes that are not
 * held out, see {@link Learner.normalize}. Draws from the context's stream the division, then what the learner draws.
 * @param nothing - A snapshot of the learner before it learned anything, if there is one.
 * @throws what the learner throws, the signal's reason; a learner with `snapshot` and `restore` is then as it was before.
 */
export async function finishLearner(
  learner: Learner,
  genomes: Batch,
  context: LearnerContext,
  { nothing, ...options }: FinishTraining & { readonly nothing?: Uint8Array | undefined },
): Promise<FinishedLearner> {
  const training = new Finish(learner, genomes, context, options);
  const before = training.save();
  try {
    return await training.run(nothing);
  } catch (error) {
    if (before !== undefined) learner.restore!(before);
    throw error;
  }
}

class Finish {
  readonly #learner: Learner;
  readonly #context: LearnerContext;
  readonly #options: FinishTraining;
  readonly #bounds: BoxBounds;
  readonly #trained: Batch;
  readonly #heldOut: Batch;
  #fits = 0;
  #stoppedBy: FinishedLearner['stoppedBy'] = 'patience';

  constructor(learner: Learner, genomes: Batch, context: LearnerContext, options: FinishTraining) {
    this.#learner = learner;
    this.#context = context;
    this.#options = options;
    this.#bounds = boxBounds('finish', 'space', context.space);
    const order = ascending(genomes.rows);
    shuffle(order, context.random);
    const held = Math.ceil(genomes.rows / 10);
    this.#heldOut = gatherRows(genomes, order.subarray(0, held)) as never;
    // A single genome is both.
    this.#trained = gatherRows(genomes, order.subarray(genomes.rows === 1 ? 0 : held)) as never;
  }

  /** A copy of the learner's state; undefined if it has no `snapshot` and `restore`. */
  save(): Uint8Array | undefined {
    const { snapshot, restore } = this.#learner;
    return snapshot === undefined || restore === undefined ? undefined : this.#learner.snapshot!().slice();
  }

  async run(nothing: Uint8Array | undefined): Promise<FinishedLearner> {
    const learned = hasLearned(this.#learner);
    const measured = learned ? await this.#measure() : Number.NaN;
    // A state whose error is NaN is worse than every other.
    const before = Number.isNaN(measured) ? Number.POSITIVE_INFINITY : measured;
    const limit = TOLERANCE * before;
    const first = before < Number.POSITIVE_INFINITY ? this.#state(before, false) : undefined;
    const found = [first];
    if (nothing === undefined || !learned) found.push(await this.#train(!learned));
    else {
      this.#learner.restore!(nothing);
      const anew = await this.#train(true);
      found.push(anew);
      if (first !== undefined && (anew?.error ?? Number.POSITIVE_INFINITY) > limit) {
        this.#learner.restore!(first.bytes);
        found.push(await this.#train(false));
      }
    }
    const kept = found.filter((state): state is LearnerState => state !== undefined && state.error <= limit);
    const comparable = (state: LearnerState): number => (state === first ? limit : state.error);
    kept.sort((a, b) => comparable(a) - comparable(b));
    const states: LearnerState[] = [];
    for (const { error, bytes, anew } of kept) {
      this.#learner.restore!(bytes);
      await this.#normalize();
      states.push(this.#state(error, anew)!);
    }
    if (states.length > 0) this.#learner.restore!(states[0]!.bytes);
    else await this.#normalize();
    const error = states[0]?.error ?? (await this.#measure());
    return { error, before, fits: this.#fits, stoppedBy: this.#stoppedBy, heldOut: this.#heldOut, states };
  }

  /** Fits until the error no longer falls. @returns the best state; undefined for a learner without `snapshot` and `restore`. */
  async #train(anew: boolean): Promise<LearnerState | undefined> {
    const { patience = 10, fits = 1000 } = this.#options;
    const plateau = PLATEAU * this.#errorOfMean();
    let [least, since] = [Number.POSITIVE_INFINITY, 0];
    let best: LearnerState | undefined;
    for (let fit = 0, last = Number.NaN; since < patience; fit++) {
      if (fit === fits) {
        this.#stoppedBy = 'fits';
        break;
      }
      this.#context.signal?.throwIfAborted();
      await this.#learner.fit(copyGenomes(this.#trained) as Batch, this.#context);
      this.#fits++;
      await pause();
      const now = await this.#measure();
      if (now < (best?.error ?? Number.POSITIVE_INFINITY)) best = this.#state(now, anew);
      // NaN is neither an improvement nor a plateau.
      if (now < (1 - IMPROVEMENT) * least) [least, since] = [now, 0];
      else if (!(now > plateau)) since++;
      // A learner that always learns the same.
      if (now === last) break;
      last = now;
    }
    this.#context.signal?.throwIfAborted();
    return best;
  }

  #state(error: number, anew: boolean): LearnerState | undefined {
    const bytes = this.save();
    return bytes && { error, bytes, anew };
  }

  async #normalize(): Promise<void> {
    await this.#learner.normalize?.(copyGenomes(this.#trained) as Batch);
  }

  async #measure(): Promise<number> {
    return this.#errorOf(await this.#learner.reconstruct(copyGenomes(this.#heldOut) as Batch));
  }

  #errorOf(reconstructed: Batch): number {
    return reconstructionError('learner.reconstruct', this.#heldOut, reconstructed, this.#bounds);
  }

  /** The error of a learner that has learned no more than the mean. */
  #errorOfMean(): number {
    const mean = columnMeans(this.#trained);
    return this.#errorOf(Batch.from(Array.from({ length: this.#heldOut.rows }, () => mean)));
  }
}

/** Whether a learner has an encoding. */
function hasLearned(learner: Learner): boolean {
  try {
    learner.encoding();
    return true;
  } catch (error) {
    if ((error as { code?: unknown } | undefined)?.code === 'STATE') return false;
    throw error;
  }
}
