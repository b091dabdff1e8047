import type { Random } from '../core/index.ts';
import { betaVariate } from './beta-variate.ts';
import { DiscountedBandit, type DiscountedBanditOptions } from './discounted-bandit.ts';

/** Draws from the posterior for the shares of a batch. */
const DRAWS = 100;

/**
 * Thompson sampling [Thompson1933] on discounted counts [Raj2017]: the mean reward of an arm's children has the posterior
 * Beta(1 + earned, 1 + children − earned). Above the floor, the share of an arm is the fraction of 100 draws in which its mean is the
 * highest. Draws these from the stream that it is given.
 */
export class ThompsonSampling extends DiscountedBandit {
  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: DiscountedBanditOptions) {
    super('ThompsonSampling', options);
  }

  protected weights(random: Random): Float64Array {
    const wins = new Float64Array(this.arms);
    for (let draw = 0; draw < DRAWS; draw++) wins[this.#best(random)]!++;
    return wins;
  }

  /** The arm with the highest mean of one draw. */
  #best(random: Random): number {
    let best = 0;
    let highest = -1;
    for (let arm = 0; arm < this.arms; arm++) {
      const earned = this.earned[arm]!;
      const mean = betaVariate(1 + earned, 1 + this.children[arm]! - earned, random);
      if (mean > highest) {
        highest = mean;
        best = arm;
      }
    }
    return best;
  }
}
