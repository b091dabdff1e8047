/** Lets at most `count` calls run at once. The others wait, first come, first served. */
export class Slots {
  /** Whether any call was asynchronous so far. */
  later = false;
  #left: number;
  readonly #waiting: (() => void)[] = [];

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
    const next = this.#waiting.shift();
    if (next === undefined) this.#left++;
    else next();
  }
}
