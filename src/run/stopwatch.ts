import type { RunSeconds } from './run-options.ts';

/** Sums up wall-clock time by activity. */
export class Stopwatch {
  /** ms */
  evaluation = 0;
  /** ms */
  learning = 0;
  readonly #start: number = performance.now();

  seconds(): RunSeconds {
    const total = (performance.now() - this.#start) / 1000;
    const [evaluation, learning] = [this.evaluation / 1000, this.learning / 1000];
    return { total, evaluation, learning, rest: total - evaluation - learning };
  }
}
