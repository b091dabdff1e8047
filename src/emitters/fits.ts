import { Batch, type Learner, type LearnerContext } from '../core/index.ts';

/**
 * Fits a learner, on one batch at a time. Sequential: a fit takes effect at once. Overlapped: it takes effect a generation later,
 * when `finish` is called; only the first fit takes effect at once, because the operator needs one.
 */
export class Fits {
  readonly #learner: Learner;
  readonly #overlapped: boolean;
  /** The batch of the overlapped fit under way. */
  #batch: Batch | undefined;
  /** The background fit, if the learner has `fitAside`. */
  #aside: Promise<() => void> | undefined;

  constructor(learner: Learner, overlapped: boolean) {
    this.#learner = learner;
    this.#overlapped = overlapped;
  }

  /** `(rows, genomeDimensions)`: the batch of the overlapped fit under way. */
  get batch(): Batch | undefined {
    return this.#batch;
  }

  /** Restores the fit that was under way; `finish` starts it again. */
  restore(batch: Batch | undefined): void {
    this.#batch = batch;
    this.#aside = undefined;
  }

  /**
   * Fits `genomes`; the learner takes ownership of them. Overlapped: only starts the fit.
   * @param first - Whether there was no fit before.
   * @throws what the learner throws; the call may then be repeated.
   */
  async fit(genomes: Batch, context: LearnerContext, first: boolean): Promise<void> {
    if (!this.#overlapped || first) {
      await this.#learner.fit(genomes, context);
      return;
    }
    this.#batch = genomes;
    this.#begin(context);
  }

  /** Awaits the fit that was started, if any. @throws what the learner throws; the call may then be repeated. */
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
    // finish() reports a failure; without this handler it would be an unhandled rejection until then.
    this.#aside.catch(() => undefined);
  }
}

/** A copy for the learner, because a snapshot needs the batch itself. */
function copyOf({ rows, columns, data }: Batch): Batch {
  return new Batch(rows, columns, data.slice());
}
