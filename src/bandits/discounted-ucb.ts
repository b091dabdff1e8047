import { checkNumber } from '../core/index.ts';
import { DiscountedBandit, type DiscountedBanditOptions } from './discounted-bandit.ts';

/** Options of a {@link DiscountedUcb}. */
export interface DiscountedUcbOptions extends DiscountedBanditOptions {
  /** Weight of the exploration bonus, on rewards in [0, 1]; at least 0 (default 0.1). */
  readonly exploration?: number | undefined;
}

/**
 * Discounted UCB [Garivier2011]: all rows above the floor go to the arm with the largest mean + exploration · √(2 ln n / N), where N is
 * the discounted number of the arm's children and n that of all arms. Arms without children come first; arms that are equal share.
 * With a `halfLife` of Infinity it is UCB1 [Auer2002]. Draws no random numbers.
 *
 * Deviation: the default exploration is below 1, because each child counts as a try, and few children earn a reward: the bonus for
 * rewards of any spread in [0, 1] would exceed all differences between the arms.
 */
export class DiscountedUcb extends DiscountedBandit {
  readonly #exploration: number;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: DiscountedUcbOptions) {
    const { exploration = 0.1 } = options ?? {};
    super('DiscountedUcb', options, { exploration });
    checkNumber('DiscountedUcb', 'exploration', exploration, 0);
    this.#exploration = exploration;
  }

  protected weights(): Float64Array {
    const bounds = this.upperBounds(Math.SQRT2 * this.#exploration);
    const highest = Math.max(...bounds);
    return bounds.map((bound) => (bound === highest ? 1 : 0));
  }
}
