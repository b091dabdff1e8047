import { DiscountedBandit, type DiscountedBanditOptions } from './discounted-bandit.ts';

/**
 * Probability matching with a least share [Thierens2005]: above the floor, shares are proportional to the mean reward of an arm's
 * children. An arm without children counts like the mean of all children. Draws no random numbers.
 */
export class ProbabilityMatching extends DiscountedBandit {
  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: DiscountedBanditOptions) {
    super('ProbabilityMatching', options);
  }

  protected weights(): Float64Array {
    const sum = (numbers: Float64Array): number => numbers.reduce((total, one) => total + one, 0);
    const children = sum(this.children);
    const all = children > 0 ? sum(this.earned) / children : 0;
    return this.children.map((count, arm) => (count > 0 ? this.mean(arm) : all));
  }
}
