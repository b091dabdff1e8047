import { checkInteger, checkNumber, checkRow, copyList } from '../core/index.ts';
import { DiscountedBandit, type DiscountedBanditOptions, sumOf } from './discounted-bandit.ts';

/** Options of {@link ProbabilityMatching}. */
export interface ProbabilityMatchingOptions extends DiscountedBanditOptions {
  /** `(arms)`: the shares of arms that earn the same, in any scale, each in [1e-30, 1e30] (default: equal shares). */
  readonly prior?: ArrayLike<number> | undefined;
  /** Sum of rewards that the prior counts for, at least 0: with fewer rewards than that, shares stay near the prior (default 0). */
  readonly priorRewards?: number | undefined;
  /** How steeply shares follow what arms earn: an integer in [1, 16] (default 1, proportional). */
  readonly exponent?: number | undefined;
}

/**
 * Probability matching with a least share [Thierens2005]: above the floor, shares are proportional to the mean reward of an arm's
 * children. An arm without children counts like the mean of all children. Draws no random numbers.
 *
 * With a prior, an arm has the weight prior · ((e + c) / (n m + c))ᵏ: e is what its n children earned, m the mean reward of all children,
 * c `priorRewards`, and k `exponent`.
 */
export class ProbabilityMatching extends DiscountedBandit {
  readonly #prior: Float64Array;
  readonly #priorRewards: number;
  readonly #exponent: number;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: ProbabilityMatchingOptions) {
    const owner = 'ProbabilityMatching';
    const { prior: given, priorRewards = 0, exponent = 1 } = options ?? {};
    // Copied first: the configuration for snapshots must not alias the caller's list.
    const prior = given === undefined ? given : copyList(owner, 'prior', given, undefined, 1e-30, 1e30);
    super(owner, options, { prior, priorRewards, exponent });
    checkNumber(owner, 'priorRewards', priorRewards, 0);
    checkInteger(owner, 'exponent', exponent, 1, 16);
    this.#prior = prior ?? new Float64Array(this.arms).fill(1);
    checkRow(owner, 'prior', this.#prior, this.arms);
    this.#priorRewards = priorRewards;
    this.#exponent = exponent;
  }

  protected weights(): Float64Array {
    const earned = sumOf(this.earned);
    if (earned === 0) return this.#prior.slice();
    const all = earned / sumOf(this.children);
    const relative = this.children.map((children, arm) => {
      const expected = children * all + this.#priorRewards;
      return expected > 0 ? Math.min(Number.MAX_VALUE, (this.earned[arm]! + this.#priorRewards) / expected) : 1;
    });
    const weights = this.#powers(relative);
    if (Number.isFinite(sumOf(weights))) return weights;
    // With a high exponent the powers overflow. Only their ratios count.
    const largest = Math.max(...relative);
    return this.#powers(relative.map((one) => one / largest));
  }

  #powers(relative: Float64Array): Float64Array {
    return this.#prior.map((prior, arm) => {
      let weight = prior;
      for (let i = 0; i < this.#exponent; i++) weight *= relative[arm]!;
      return weight;
    });
  }
}
