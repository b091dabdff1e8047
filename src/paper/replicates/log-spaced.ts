/**
 * Decides when to record a curve: at 10 points a decade, or at the first evaluation after each, and at the last evaluation.
 * Runs with equal batches are recorded at equal evaluations.
 */
export class LogSpaced {
  readonly #total: number;
  #tenths = 0;

  /** @param total - Evaluations at which the run ends. */
  constructor(total: number) {
    this.#total = total;
  }

  /** Whether to record after so many evaluations; true once for each point. */
  due(evaluations: number): boolean {
    if (evaluations < 10 ** (this.#tenths / 10) && evaluations < this.#total) return false;
    while (10 ** (this.#tenths / 10) <= evaluations) this.#tenths++;
    return true;
  }
}
