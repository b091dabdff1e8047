import type { RunSeconds } from './run-options.ts';

/** Adds up wall-clock time by what it was spent on. */
export class Stopwatch {
  readonly #start: number = performance.now();
  readonly #spent: { evaluation: number; learning: number } = { evaluation: 0, learning: 0 };

  /** Counts the time since `start`, of `performance.now()`. */
  add(what: 'evaluation' | 'learning', start: number): void {
    this.#spent[what] += (performance.now() - start) / 1000;
  }

  /** Seconds since the beginning. */
  get total(): number {
    return (performance.now() - this.#start) / 1000;
  }

  seconds(): RunSeconds {
    const { total } = this;
    const { evaluation, learning } = this.#spent;
    return { total, evaluation, learning, rest: total - evaluation - learning };
  }
}
