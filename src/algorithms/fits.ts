import { Batch, type Box, type Learner } from '../core/index.ts';
import { readGenomes, type StoredSnapshot } from '../formats/index.ts';
import type { RandomStream } from '../random/index.ts';

/**
 * Fits a learner, each time on a batch: at once, or overlapped, and then what a batch taught takes effect when the fit is
 * finished, a generation later. The very first fit takes effect at once: without it there is nothing to vary with.
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
      await this.#learner.fit(genomes, { space, random: this.#random });
      return;
    }
    this.#batch = new Batch(genomes.rows, genomes.columns, genomes.data.slice());
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
    this.#aside = (async () => learner.fitAside!(batch, { space, random: this.#random }))();
    // Whoever finishes the fit hears of a failure; until then nobody waits.
    this.#aside.catch(() => undefined);
  }

  /** Awaits the fit that was begun, if there is one. @throws what the learner throws; then it can be tried again. */
  async finish(space: Box): Promise<void> {
    if (this.#batch === undefined) return;
    if (this.#aside === undefined) this.#begin(space);
    const aside = this.#aside;
    this.#aside = undefined;
    if (aside === undefined) await this.#learner.fit(this.#batch, { space, random: this.#random });
    else (await aside)();
    this.#batch = undefined;
  }
}
