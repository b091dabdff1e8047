import { Batch, type Learner, type LearnerContext } from '../core/index.ts';

/**
 * Fits a learner, each time on a batch: at once, or overlapped, and then what a batch taught takes effect when the fit is
 * finished, a generation later. The very first fit takes effect at once: without it there is nothing to vary with.
 */
export class Fits {
  readonly #learner: Learner;
  readonly #overlapped: boolean;
  /** What is being fitted. */
  #batch: Batch | undefined;
  /** The fit that a learner that can is busy with, aside. */
  #aside: Promise<() => void> | undefined;

  constructor(learner: Learner, overlapped: boolean) {
    this.#learner = learner;
    this.#overlapped = overlapped;
  }

  /** `(rows, genomeDimensions)`: what is being fitted, overlapped. */
  get batch(): Batch | undefined {
    return this.#batch;
  }

  /** Goes on with what was being fitted. */
  restore(batch: Batch | undefined): void {
    this.#batch = batch;
    this.#aside = undefined;
  }

  /**
   * Fits `genomes`, which are the learner's from now on; overlapped, begins to.
   * @param first - Whether there was no fit before.
   * @throws what the learner throws; then it can be tried again.
   */
  async fit(genomes: Batch, context: LearnerContext, first: boolean): Promise<void> {
    if (!this.#overlapped || first) {
      await this.#learner.fit(genomes, context);
      return;
    }
    this.#batch = genomes;
    this.#begin(context);
  }

  /** Awaits the fit that was begun, if there is one. @throws what the learner throws; then it can be tried again. */
  async finish(context: LearnerContext): Promise<void> {
    if (this.#batch === undefined) return;
    if (this.#aside === undefined) this.#begin(context);
    const aside = this.#aside;
    this.#aside = undefined;
    if (aside === undefined) await this.#learner.fit(copyOf(this.#batch), context);
    else (await aside)();
    this.#batch = undefined;
  }

  #begin(context: LearnerContext): void {
    const learner = this.#learner;
    const batch = this.#batch;
    if (batch === undefined || typeof learner.fitAside !== 'function') return;
    this.#aside = (async () => learner.fitAside!(copyOf(batch), context))();
    // Whoever finishes the fit hears of a failure; until then nobody waits.
    this.#aside.catch(() => undefined);
  }
}

/** A copy for the learner: what is being fitted is kept for a snapshot. */
function copyOf({ rows, columns, data }: Batch): Batch {
  return new Batch(rows, columns, data.slice());
}
