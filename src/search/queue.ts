import { isThenable } from '../core/index.ts';

/** A queue of work that runs one at a time, in the order of the calls, also of those that the work itself makes. */
export class Queue {
  /** Number of calls whose work is running or waiting. */
  #calls = 0;
  readonly #waiting: (() => void)[] = [];

  /** Whether work is running or waiting. */
  get isBusy(): boolean {
    return this.#calls > 0;
  }

  /**
   * Runs work after all before it have ended, well or not; at once if there is none. Work that awaits other work of the same queue never
   * ends.
   * @returns what the work returns; a promise if it answers later, or has to wait.
   */
  run<T>(work: () => T | Promise<T>): T | Promise<T> {
    if (this.#calls++ === 0) return this.#begin(work);
    return new Promise<void>((resolve) => this.#waiting.push(resolve)).then(() => this.#begin(work));
  }

  #begin<T>(work: () => T | Promise<T>): T | Promise<T> {
    let later = false;
    try {
      const answer = work();
      if (!isThenable(answer)) return answer;
      later = true;
      return Promise.resolve(answer).finally(() => this.#end());
    } finally {
      if (!later) this.#end();
    }
  }

  #end(): void {
    this.#calls--;
    this.#waiting.shift()?.();
  }
}
