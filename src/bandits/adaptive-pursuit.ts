import { checkNumber } from '../core/index.ts';
import { DiscountedBandit, type DiscountedBanditOptions } from './discounted-bandit.ts';

/** Options of an {@link AdaptivePursuit}. */
export interface AdaptivePursuitOptions extends DiscountedBanditOptions {
  /** The part of the way to the best arm that the shares go in each batch, in (0, 1] (default 0.8, as in the source). */
  readonly beta?: number | undefined;
}

/**
 * Adaptive pursuit [Thierens2005]: in each batch, the share of the arm with the highest mean reward goes towards 1 − (arms − 1) · floor
 * and the other shares go towards the floor, by the factor β. The lowest index wins a tie. Draws no random numbers.
 *
 * Deviation: a step is a batch instead of a child, and the mean is the discounted one of all children.
 */
export class AdaptivePursuit extends DiscountedBandit {
  readonly #beta: number;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: AdaptivePursuitOptions) {
    const { beta = 0.8 } = options ?? {};
    super('AdaptivePursuit', options, { beta }, true);
    checkNumber('AdaptivePursuit', 'beta', beta, Number.MIN_VALUE, 1);
    this.#beta = beta;
    // The shares before the current batch was rewarded, without the floor.
    this.kept.fill(1 / this.arms);
  }

  protected weights(): Float64Array {
    let best = -1;
    for (let arm = 0; arm < this.arms; arm++) {
      if (this.children[arm]! > 0 && (best < 0 || this.mean(arm) > this.mean(best))) best = arm;
    }
    if (best < 0) return this.kept.slice();
    return this.kept.map((share, arm) => share + this.#beta * ((arm === best ? 1 : 0) - share));
  }

  protected override endBatch(): void {
    this.kept.set(this.weights());
  }
}
