import { isThenable } from '../core/index.ts';

/** A queue of work that runs one at a time, in the order of the calls. */
export class Turns {
  /** Number of calls whose work is running or waiting. */
  #calls = 0;
  /** The last work, if it answers later. */
  #last: Promise<unknown> | undefined;

  /** Whether work is running or waiting. */
  get isBusy(): boolean {
    return this.#calls > 0;
  }

  /**
   * Runs work after all before it have ended, well or not; at once if there is none.
   * @returns what the work returns; a promise if it answers later, or has to wait.
   */
  run<T>(work: () => T | Promise<T>): T | Promise<T> {
    this.#calls++;
    let later = false;
    try {
      const answer = this.#last === undefined ? work() : this.#last.then(work, work);
      if (!isThenable(answer)) return answer;
      later = true;
      return this.#end(Promise.resolve(answer));
    } finally {
      if (!later) this.#calls--;
    }
  }

  async #end<T>(working: Promise<T>): Promise<T> {
    this.#last = working;
    try {
      return await working;
    } finally {
      if (this.#last === working) this.#last = undefined;
      this.#calls--;
    }
  }
}
