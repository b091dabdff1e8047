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
import { shuffle } from '../random/index.ts';

/** How long a learner is trained to its end. */
export interface FinishTraining {
  /** Fits without an improvement by 0.2 % after which training ends, at least 1 (default 40). */
  readonly patience?: number | undefined;
  /** Fits at most from each of the two states, at least 1 (default 100). */
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
  /** Before: Infinity if it had learned nothing. */
  readonly before: number;
  /** Number of fits. */
  readonly fits: number;
  /** `(rows, genes)`: the tenth that was held out. */
  readonly heldOut: Batch;
  /**
   * The first state and the best ones of each training, of which none has a larger error than the first; the least error first. Empty for a
   * learner without `snapshot` and `restore`.
   */
  readonly states: readonly LearnerState[];
}

/** A smaller part of the error is no improvement. Autoencoders stay on plateaus for thirty fits and more. */
const LEAST = 0.002;
/** An error above this part of that of the mean says that next to nothing was learned yet. */
const HARDLY = 0.95;

/**
 * Trains a learner until the error on a tenth of the genomes, which is held out, stops falling: from its state and, if `nothing` is given,
 * from that one. It ends in its best state; without `snapshot` and `restore`, in its last. Draws from the context's stream the division,
 * then what the learner draws.
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
  readonly #states: LearnerState[] = [];
  #fits = 0;

  constructor(learner: Learner, genomes: Batch, context: LearnerContext, options: FinishTraining) {
    this.#learner = learner;
    this.#context = context;
    this.#options = options;
    this.#bounds = boxBounds('finish', 'space', context.space);
    const order = ascending(genomes.rows);
    shuffle(order, context.random);
    const held = Math.ceil(genomes.rows / 10);
    this.#heldOut = gatherRows(genomes as never, order.subarray(0, held)) as never;
    // A single genome is both.
    this.#trained = gatherRows(genomes as never, order.subarray(genomes.rows === 1 ? 0 : held)) as never;
  }

  /** The learner's state; undefined if it has no `snapshot` and `restore`. */
  save(): Uint8Array | undefined {
    const { snapshot, restore } = this.#learner;
    return snapshot === undefined || restore === undefined ? undefined : this.#learner.snapshot!();
  }

  async run(nothing: Uint8Array | undefined): Promise<FinishedLearner> {
    const before = hasLearned(this.#learner) ? await this.#measure() : Number.POSITIVE_INFINITY;
    const again = nothing !== undefined && before < Number.POSITIVE_INFINITY;
    if (before < Number.POSITIVE_INFINITY) this.#add(this.#state(before, false));
    // Leaving a plateau takes longer than beginning with nothing.
    if (!(again && before > HARDLY * this.#errorOfMean())) await this.#train(before, false);
    if (again) {
      this.#learner.restore!(nothing);
      await this.#train(Number.POSITIVE_INFINITY, true);
    }
    const states = this.#states.filter(({ error }) => error <= before).sort((a, b) => a.error - b.error);
    if (states.length > 0) this.#learner.restore!(states[0]!.bytes);
    const error = states[0]?.error ?? (await this.#measure());
    return { error, before, fits: this.#fits, heldOut: this.#heldOut, states };
  }

  /** Fits until the error no longer falls. */
  async #train(error: number, anew: boolean): Promise<void> {
    const { patience = 40, fits = 100 } = this.#options;
    let [least, since] = [error, 0];
    let best: LearnerState | undefined;
    for (let fit = 0, last = error; fit < fits && since < patience; fit++) {
      this.#context.signal?.throwIfAborted();
      await this.#learner.fit(copyGenomes(this.#trained) as Batch, this.#context);
      this.#fits++;
      await pause();
      const now = await this.#measure();
      if (now < (best?.error ?? error)) best = this.#state(now, anew);
      since++;
      // NaN is no improvement.
      if (now < (1 - LEAST) * least) [least, since] = [now, 0];
      // A learner that always learns the same.
      if (now === last) break;
      last = now;
    }
    this.#add(best);
    this.#context.signal?.throwIfAborted();
  }

  #state(error: number, anew: boolean): LearnerState | undefined {
    const bytes = this.save();
    return bytes && { error, bytes, anew };
  }

  #add(state: LearnerState | undefined): void {
    if (state !== undefined) this.#states.push(state);
  }

  async #measure(): Promise<number> {
    return this.#errorOf(await this.#learner.reconstruct(copyGenomes(this.#heldOut) as Batch));
  }

  #errorOf(reconstructed: Batch): number {
    return reconstructionError('learner.reconstruct', this.#heldOut, reconstructed, this.#bounds);
  }

  /** The error of a learner that has learned no more than the mean. */
  #errorOfMean(): number {
    const { rows, columns, data } = this.#trained;
    const mean = new Float64Array(columns);
    for (let i = 0; i < data.length; i++) mean[i % columns]! += data[i]! / rows;
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
