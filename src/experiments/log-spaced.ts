/**
 * Says when to record a curve: at the first evaluation at or after each of 10 points a decade, and at the last.
 * Two runs with equal batches are recorded at equal evaluations.
 */
export class LogSpaced {
  readonly #total: number;
  #next = 1;

  /** @param total - Evaluations at which the run ends. */
  constructor(total: number) {
    this.#total = total;
  }

  /** Whether so many evaluations are to be recorded; each point is asked for once. */
  due(evaluations: number): boolean {
    if (evaluations < this.#next && evaluations < this.#total) return false;
    while (this.#next <= evaluations) this.#next *= 10 ** 0.1;
    return true;
  }
}
