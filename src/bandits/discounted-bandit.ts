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
 * counts into shares.
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
  /** The number of the batch that was rewarded last; −1 before the first. */
  #batch = -1;

  /**
   * @param settings - The rule's own options, with their defaults.
   * @param keeps - Whether the rule keeps a number in [0, 1] for each arm.
   * @throws ARGUMENT, in the name of `owner`, if an option breaks its contract; the caller checks the settings.
   */
  protected constructor(owner: string, options: DiscountedBanditOptions, settings: object = {}, keeps = false) {
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
    this.#configuration = { arms, floor, halfLife, ...settings };
  }

  /**
   * `(arms)`: what the rule gives each arm of the rows above the floor, at least 0, in any scale; equal shares if all are 0.
   * @param ended - `(arms)`: whether each emitter begins anew with its next ask.
   */
  protected abstract weights(random: Random, ended: readonly boolean[]): Float64Array;

  /** Called when a new batch starts, before the counts are discounted. */
  protected endBatch(): void {}

  /** The mean reward of an arm's children; NaN if it has none. */
  protected mean(arm: number): number {
    return this.earned[arm]! / this.children[arm]!;
  }

  /** `(arms)`: mean + weight · √(ln n / N), with N children of the arm and n of all arms; Infinity without children. */
  protected upperBounds(weight: number): Float64Array {
    const spread = log(Math.max(1, sumOf(this.children)));
    return this.children.map((count, arm) =>
      count > 0 ? this.mean(arm) + weight * Math.sqrt(spread / count) : Number.POSITIVE_INFINITY,
    );
  }

  /**
   * `(arms)`: the share of each arm, at least the floor; their sum is 1. A new array.
   * @param ended - `(arms)`: whether each emitter begins anew with its next ask; only {@link ActiveUcb} reads it.
   */
  shares(random: Random, ended: readonly boolean[] = []): Float64Array {
    const weights = this.weights(random, ended);
    const sum = sumOf(weights);
    const above = Math.max(0, 1 - this.arms * this.#floor);
    return weights.map((weight) => this.#floor + above * (sum > 0 ? weight / sum : 1 / this.arms));
  }

  /**
   * Records what an arm's children of one batch earned.
   * @param value - Mean reward of the children, in [0, 1].
   * @param children - Their number, at least 1.
   * @param batch - The number of the batch. The counts are discounted when it is another than the last one.
   * @throws ARGUMENT if there is no such arm, or a number is out of its range. Nothing has changed then.
   */
  reward(arm: number, value: number, children: number, batch: number): void {
    const owner = `${this.#owner}.reward`;
    checkInteger(owner, 'arm', arm, 0, this.arms - 1);
    checkNumber(owner, 'value', value, 0, 1);
    checkInteger(owner, 'children', children, 1);
    checkInteger(owner, 'batch', batch, 0, MOST_COUNTED);
    if (batch !== this.#batch) {
      this.endBatch();
      for (let i = 0; i < this.arms; i++) {
        this.children[i]! *= this.#discount;
        this.earned[i]! *= this.#discount;
      }
    }
    this.#batch = batch;
    this.children[arm] = addCount(this.children[arm]!, children);
    this.earned[arm] = addCount(this.earned[arm]!, value * children);
  }

  /** The counts of each arm, and what the rule keeps. */
  snapshot(): Uint8Array {
    const { children, earned, kept } = this;
    return encodeSnapshot(this.#stored(), { children, earned, kept, batch: this.#batch });
  }

  /**
   * Restores a snapshot of a bandit with the same options.
   * @throws ARGUMENT if `bytes` is neither a Uint8Array nor an ArrayBuffer; SNAPSHOT if they are damaged or of other options. Nothing has
   *   changed then.
   */
  restore(bytes: Uint8Array | ArrayBuffer): void {
    const { state, fail } = decodeSnapshot(`${this.#owner}.restore`, bytes, this.#stored());
    const { children, earned, kept, batch } = state;
    if (earned.some((sum, arm) => sum > children[arm]!)) throw fail('have rewards of at most 1 for each child', earned);
    this.children.set(children);
    this.earned.set(earned);
    this.kept.set(kept);
    this.#batch = batch;
  }

  #stored() {
    const counts = float64([this.arms], 0, MOST_COUNTED);
    const kept = float64([this.kept.length], 0, 1);
    const state = { children: counts, earned: counts, kept, batch: integer(-1) };
    return { kind: this.#owner, configuration: this.#configuration, state };
  }
}

export function sumOf(numbers: Float64Array): number {
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum;
}
