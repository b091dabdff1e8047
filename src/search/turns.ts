/** A queue of asynchronous work that runs one at a time, in the order of the calls. */
export class Turns {
  #last: Promise<unknown> | undefined;

  /** Whether work is running or waiting. */
  get isBusy(): boolean {
    return this.#last !== undefined;
  }

  /** Runs work after all before it have ended, well or not. The work begins at once if there is none. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#last;
    const working = before === undefined ? work() : before.then(work, work);
    this.#last = working;
    try {
      return await working;
    } finally {
      if (this.#last === working) this.#last = undefined;
    }
  }
}
