import type { Metrics } from '../core/index.ts';

/** How an archive grew: figures after every generation, or after every n-th of long runs. */
export class History {
  readonly evaluations: number[] = [];
  readonly coverage: number[] = [];
  readonly meanFitness: number[] = [];
  readonly #every: number;
  #next = 0;

  /** @param options - `total` evaluations; about how many `points` to keep. */
  constructor(options: { total: number; points: number }) {
    this.#every = options.total / options.points;
  }

  /** Keeps the figures if it is time, or `last` says so. */
  record(evaluations: number, metrics: () => Metrics, last: boolean): void {
    if (evaluations < this.#next && !last) return;
    if (evaluations === this.evaluations.at(-1)) return;
    const { coverage, meanFitness } = metrics();
    this.evaluations.push(evaluations);
    this.coverage.push(coverage);
    this.meanFitness.push(meanFitness);
    this.#next = evaluations + this.#every;
  }

  /** What was recorded, `(3, points)`: evaluations, coverage, mean fitness. */
  columns(): Float64Array {
    return Float64Array.from([...this.evaluations, ...this.coverage, ...this.meanFitness]);
  }

  /** Goes on from such columns. */
  restore(columns: Float64Array): void {
    const points = columns.length / 3;
    [this.evaluations, this.coverage, this.meanFitness].forEach((column, i) => {
      column.splice(0, column.length, ...columns.subarray(i * points, (i + 1) * points));
    });
    this.#next = points === 0 ? 0 : this.evaluations.at(-1)! + this.#every;
  }
}
