/** Lets at most `count` calls run at once. The others wait, first come, first served. */
export class Slots {
  /** Whether any call was asynchronous so far. */
  later = false;
  #left: number;
  readonly #waiting: (() => void)[] = [];
  #next = 0;

  constructor(count: number) {
    this.#left = count;
  }

  /** Whether a slot is free. */
  get free(): boolean {
    return this.#left > 0;
  }

  /** Takes a slot. @returns undefined if one was free, else a promise that resolves when one is. */
  take(): Promise<void> | undefined {
    if (this.#left > 0) {
      this.#left--;
      return undefined;
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Gives a slot back. The call that has waited longest gets it. */
  give(): void {
    const next = this.#waiting[this.#next];
    if (next === undefined) {
      this.#left++;
      return;
    }
    this.#next++;
    // Calls that were served are removed from the list now and then.
    if (this.#next > 1000 && this.#next * 2 > this.#waiting.length) this.#waiting.splice(0, this.#next);
    if (this.#next > this.#waiting.length) this.#next = 0;
    next();
  }
}
