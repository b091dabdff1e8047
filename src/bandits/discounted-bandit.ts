import {
  addCount,
  type Bandit,
  checkInteger,
  checkLimit,
  checkNumber,
  checkOptions,
  MOST_COUNTED,
  type Random,
  type Stateful,
} from '../core/index.ts';
import { decodeSnapshot, encodeSnapshot, float64, integer } from '../formats/index.ts';
import { exp, log } from '../kernels/index.ts';

/** Options of every bandit that gives shares. */
export interface DiscountedBanditOptions {
  /** Number of arms, one for each emitter; at least 1. */
  readonly arms: number;
  /** Least share of each arm, in [0, 1 / arms] (default 0.05, or half of an equal share if that is less). */
  readonly floor?: number | undefined;
  /** Number of batches, of any size, after which children count half; above 0, Infinity for no discount (default 20). */
  readonly halfLife?: number | undefined;
}

/**
 * Counts the children of each arm and what they earned, and discounts both by the same factor from batch to batch. A rule turns the
 * counts into shares. A reward of an arm that does not follow the last one in ascending order starts a new batch.
 */
export abstract class DiscountedBandit implements Bandit, Stateful {
  readonly arms: number;
  /** `(arms)`: the discounted number of children. */
  protected readonly children: Float64Array;
  /** `(arms)`: the discounted sum of the rewards of these children, at most `children`. */
  protected readonly earned: Float64Array;
  /** `(arms)`: the rule's own numbers, kept in snapshots; empty if it has none. */
  protected readonly kept: Float64Array;
  readonly #owner: string;
  readonly #floor: number;
  readonly #discount: number;
  readonly #configuration: object;
  /** The arm of the last reward; `arms` before the first. */
  #last: number;

  /**
   * @param settings - The rule's own options, with their defaults.
   * @param keeps - Whether the rule keeps a number in [0, 1] for each arm.
   * @throws ARGUMENT, in the name of `owner`, if an option breaks its contract; the caller checks the settings.
   */
  protected constructor(
    owner: string,
    options: DiscountedBanditOptions,
    settings: object = {},
    keeps: boolean = false,
  ) {
    checkOptions(owner, options, ['arms', 'floor', 'halfLife', ...Object.keys(settings)]);
    const { arms } = options;
    checkInteger(owner, 'arms', arms, 1);
    const { floor = Math.min(0.05, 0.5 / arms), halfLife = 20 } = options;
    checkNumber(owner, 'floor', floor, 0, 1 / arms);
    checkLimit(owner, 'halfLife', halfLife);
    this.arms = arms;
    this.children = new Float64Array(arms);
    this.earned = new Float64Array(arms);
    this.kept = new Float64Array(keeps ? arms : 0);
    this.#owner = owner;
    this.#floor = floor;
    this.#discount = exp(-log(2) / halfLife);
    this.#last = arms;
    this.#configuration = { arms, floor, halfLife, ...settings };
  }

  /** `(arms)`: what the rule gives each arm of the rows above the floor, at least 0, in any scale; equal shares if all are 0. */
  protected abstract weights(random: Random): Float64Array;

  /** Called when a new batch starts, before the counts are discounted. */
  protected endBatch(): void {}

  /** The mean reward of an arm's children; NaN if it has none. */
  protected mean(arm: number): number {
    return this.earned[arm]! / this.children[arm]!;
  }

  /** `(arms)`: the share of each arm, at least the floor; their sum is 1. A new array. */
  shares(random: Random): Float64Array {
    const weights = this.weights(random);
    const sum = weights.reduce((total, weight) => total + weight, 0);
    const above = Math.max(0, 1 - this.arms * this.#floor);
    return weights.map((weight) => this.#floor + above * (sum > 0 ? weight / sum : 1 / this.arms));
  }

  /**
   * Records what an arm's children of one batch earned.
   * @param value - Mean reward of the children, in [0, 1].
   * @param children - Their number, at least 1.
   * @throws ARGUMENT if there is no such arm, or a number is out of its range. Nothing has changed then.
   */
  reward(arm: number, value: number, children: number): void {
    const owner = `${this.#owner}.reward`;
    checkInteger(owner, 'arm', arm, 0, this.arms - 1);
    checkNumber(owner, 'value', value, 0, 1);
    checkInteger(owner, 'children', children, 1);
    if (arm <= this.#last) {
      this.endBatch();
      for (let i = 0; i < this.arms; i++) {
        this.children[i]! *= this.#discount;
        this.earned[i]! *= this.#discount;
      }
    }
    this.#last = arm;
    this.children[arm] = addCount(this.children[arm]!, children);
    this.earned[arm] = addCount(this.earned[arm]!, value * children);
  }

  /** The counts of each arm, and what the rule keeps. */
  snapshot(): Uint8Array {
    const { children, earned, kept } = this;
    return encodeSnapshot(this.#stored(), { children, earned, kept, last: this.#last });
  }

  /**
   * Restores a snapshot of a bandit with the same options.
   * @throws ARGUMENT if `bytes` is not a Uint8Array; SNAPSHOT if they are damaged or of other options. Nothing has changed then.
   */
  restore(bytes: Uint8Array): void {
    const { state, fail } = decodeSnapshot(`${this.#owner}.restore`, bytes, this.#stored());
    const { children, earned, kept, last } = state;
    if (earned.some((sum, arm) => sum > children[arm]!)) throw fail('have rewards of at most 1 for each child', earned);
    this.children.set(children);
    this.earned.set(earned);
    this.kept.set(kept);
    this.#last = last;
  }

  #stored() {
    const counts = float64([this.arms], 0, MOST_COUNTED);
    const kept = float64([this.kept.length], 0, 1);
    const state = { children: counts, earned: counts, kept, last: integer(0, this.arms) };
    return { kind: this.#owner, configuration: this.#configuration, state };
  }
}
