/** Lets at most so many calls run at once; the others wait in the order in which they came. */
export class Slots {
  /** Whether a call has ever ended later than it was made. */
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

  /** Takes a slot. @returns undefined if one was free, else a promise of one. */
  take(): Promise<void> | undefined {
    if (this.#left > 0) {
      this.#left--;
      return undefined;
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Gives a slot back: to whoever has waited longest. */
  give(): void {
    const next = this.#waiting[this.#next];
    if (next === undefined) {
      this.#left++;
      return;
    }
    this.#next++;
    // Those that were served are forgotten now and then.
    if (this.#next > 1000 && this.#next * 2 > this.#waiting.length) this.#waiting.splice(0, this.#next);
    if (this.#next > this.#waiting.length) this.#next = 0;
    next();
  }
}
