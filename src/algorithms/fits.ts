import { type Batch, type Box, copyGenomes, isBorrowing, type Learner } from '../core/index.ts';
import { readGenomes, type StoredSnapshot } from '../formats/index.ts';
import type { RandomStream } from '../random/index.ts';

/**
 * Fits a learner, each time on a batch: at once, or overlapped, and then what a batch taught takes effect when the fit is
 * finished, a generation later. The very first fit takes effect at once: without it there is nothing to vary with.
 *
 * A learner gets a copy of the batch, and a stream that goes back where it was if the fit fails.
 */
export class Fits {
  readonly #learner: Learner;
  readonly #random: RandomStream;
  readonly #overlapped: boolean;
  /** What is being fitted, a copy. */
  #batch: Batch | undefined;
  /** The fit that a learner that can is busy with, aside. */
  #aside: Promise<() => void> | undefined;

  constructor(learner: Learner, random: RandomStream, overlapped: boolean) {
    this.#learner = learner;
    this.#random = random;
    this.#overlapped = overlapped;
  }

  /** `(rows, genomeDimensions)`: what is being fitted, a copy, overlapped. */
  get batch(): Batch | undefined {
    return this.#batch;
  }

  /**
   * Fits `genomes`, when the fit before is finished; overlapped, begins to.
   * @param first - Whether there was none before.
   * @throws what the learner throws; then it can be tried again.
   */
  async fit(genomes: Batch, space: Box, first: boolean): Promise<void> {
    if (!this.#overlapped || first) {
      await this.#fit(genomes, space);
      return;
    }
    this.#batch = copyGenomes(genomes) as Batch;
    this.#begin(space);
  }

  /**
   * Reads `batch`, if there is one.
   * @throws SNAPSHOT.
   * @returns a function that goes on from it.
   */
  read(snapshot: StoredSnapshot, space: Box): () => void {
    let batch: Batch | undefined;
    if (this.#overlapped && snapshot.has('fitting')) {
      const rows = snapshot.tensors.get('fitting')?.shape[0] ?? 0;
      if (rows < 1) throw snapshot.fail('have genomes in fitting', rows);
      batch = readGenomes(snapshot, 'fitting', rows, space, true) as Batch;
    }
    return () => {
      this.#batch = batch;
      this.#aside = undefined;
    };
  }

  #begin(space: Box): void {
    const learner = this.#learner;
    const batch = this.#batch;
    if (batch === undefined || typeof learner.fitAside !== 'function') return;
    const copy = copyFor(learner.fitAside, batch);
    this.#aside = (async () => learner.fitAside!(copy, { space, random: this.#random }))();
    // Whoever finishes the fit hears of a failure; until then nobody waits.
    this.#aside.catch(() => undefined);
  }

  /** Awaits the fit that was begun, if there is one. @throws what the learner throws; then it can be tried again. */
  async finish(space: Box): Promise<void> {
    if (this.#batch === undefined) return;
    if (this.#aside === undefined) this.#begin(space);
    const aside = this.#aside;
    this.#aside = undefined;
    if (aside === undefined) await this.#fit(this.#batch, space);
    else await this.#restoringStream(async () => (await aside)());
    this.#batch = undefined;
  }

  #fit(genomes: Batch, space: Box): Promise<void> {
    const learner = this.#learner;
    const copy = copyFor(learner.fit, genomes);
    return this.#restoringStream(async () => learner.fit(copy, { space, random: this.#random }));
  }

  async #restoringStream(work: () => Promise<void>): Promise<void> {
    const before = this.#random.getState();
    try {
      await work();
    } catch (error) {
      this.#random.setState(before);
      throw error;
    }
  }
}

/** The batch as a learner's method gets it: its own, unless the method is ours and keeps none. */
function copyFor(method: object, batch: Batch): Batch {
  return isBorrowing(method) ? batch : (copyGenomes(batch) as Batch);
}
