/**
 * Says when to record a curve: at the first evaluation at or after each of 10 points a decade, and at the last.
 * Two runs with equal batches are recorded at equal evaluations.
 */
export class LogSpaced {
  readonly #total: number;
  #tenths = 0;

  /** @param total - Evaluations at which the run ends. */
  constructor(total: number) {
    this.#total = total;
  }

  /** Whether so many evaluations are to be recorded; each point is asked for once. */
  due(evaluations: number): boolean {
    if (evaluations < 10 ** (this.#tenths / 10) && evaluations < this.#total) return false;
    while (10 ** (this.#tenths / 10) <= evaluations) this.#tenths++;
    return true;
  }
}
