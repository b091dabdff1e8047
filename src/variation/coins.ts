import type { Random } from '../core/index.ts';

/** Draws yes or no, three times from one number of the stream: 16 bits decide, or in one of 65,536 draws a further number. */
export class Coins {
  readonly #random: Random;
  /** In [0, 1): the bits that are left of the last number. */
  #rest = 0;
  #left = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** True with probability `chance`, in [0, 1]. */
  toss(chance: number): boolean {
    if (this.#left-- === 0) {
      this.#rest = this.#random.uniform();
      this.#left = 2;
    }
    const scaled = this.#rest * 65_536;
    const bits = Math.floor(scaled);
    this.#rest = scaled - bits;
    const limit = chance * 65_536;
    const whole = Math.floor(limit);
    return bits === whole ? this.#random.uniform() < limit - whole : bits < whole;
  }
}
