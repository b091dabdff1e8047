import {
  addCount,
  type Bandit,
  checkInteger,
  checkNumber,
  checkOptions,
  type Random,
  type Stateful,
} from '../core/index.ts';
import { decodeSnapshot, encodeSnapshot, float64, int32, integer } from '../formats/index.ts';
import { log } from '../kernels/index.ts';

/** Options of a {@link SlidingWindowUcb}. */
export interface SlidingWindowUcbOptions {
  /** Number of arms, at least 1. */
  readonly arms: number;
  /** Number of latest rewards that are kept, at least 1 (default 1000). */
  readonly window?: number | undefined;
  /** Weight of the exploration bonus, on rewards in [0, 1]; at least 0 (default 1e-4). */
  readonly exploration?: number | undefined;
}

/**
 * UCB1 over a sliding window [Auer2002; Garivier2011]: chooses the arm with the largest mean + exploration · √(2 ln n / N), where N
 * is the number of the arm's rewards in the window and n that of all arms. Arms without a reward come first; the lowest index wins a tie.
 *
 * Deviation: the default exploration is that of the paper's released code, on rewards in [0, 1]. Eq. 4 of the text does not say the scale
 * of rewards: its exploration is 1 if they are fractions, and 0.01 if they count the children of a batch of 100.
 */
export class SlidingWindowUcb implements Bandit, Stateful {
  readonly arms: number;
  readonly #exploration: number;
  /** The latest rewards, as a ring buffer, and the arm of each. */
  readonly #rewards: Float64Array;
  readonly #earners: Int32Array;
  #told = 0;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: SlidingWindowUcbOptions) {
    const owner = 'SlidingWindowUcb';
    checkOptions(owner, options, ['arms', 'window', 'exploration']);
    const { arms, window = 1000, exploration = 1e-4 } = options;
    checkInteger(owner, 'arms', arms, 1);
    checkInteger(owner, 'window', window, 1);
    checkNumber(owner, 'exploration', exploration, 0);
    this.arms = arms;
    this.#exploration = exploration;
    this.#rewards = new Float64Array(window);
    this.#earners = new Int32Array(window);
  }

  /**
   * The arm to use next, in [0, arms). Draws no random numbers.
   * @param out - `(arms)`: how often each was chosen and not rewarded yet. These count as tries, but do not change the mean.
   */
  select(_random?: Random, out?: ArrayLike<number>): number {
    const n = Math.min(this.#told, this.#rewards.length);
    const sums = new Float64Array(this.arms);
    const counts = new Int32Array(this.arms);
    for (let i = 0; i < n; i++) {
      const arm = this.#earners[i]!;
      sums[arm]! += this.#rewards[i]!;
      counts[arm]!++;
    }
    const tried = counts.map((count, arm) => count + (out?.[arm] ?? 0));
    const spread = 2 * log(tried.reduce((total, count) => total + count, 0));
    const bounds = Array.from(tried, (tries, arm) => {
      if (tries === 0) return Number.POSITIVE_INFINITY;
      // An arm that is out for the first time has no mean yet; 0 keeps it from being chosen again at once.
      const mean = counts[arm] === 0 ? 0 : sums[arm]! / counts[arm]!;
      return mean + this.#exploration * Math.sqrt(spread / tries);
    });
    return bounds.indexOf(Math.max(...bounds));
  }

  /**
   * Records the reward of an arm.
   * @param value - In [0, 1].
   * @throws ARGUMENT if there is no such arm, or the value is not in [0, 1].
   */
  reward(arm: number, value: number): void {
    checkInteger('SlidingWindowUcb.reward', 'arm', arm, 0, this.arms - 1);
    checkNumber('SlidingWindowUcb.reward', 'value', value, 0, 1);
    const at = this.#told % this.#rewards.length;
    this.#rewards[at] = value;
    this.#earners[at] = arm;
    this.#told = addCount(this.#told);
  }

  /** The rewards in the window with their arms, and the number of all rewards so far. */
  snapshot(): Uint8Array {
    const count = Math.min(this.#told, this.#rewards.length);
    const [rewards, earners] = [this.#rewards.subarray(0, count), this.#earners.subarray(0, count)];
    return encodeSnapshot(this.#stored(), { told: this.#told, rewards, earners });
  }

  /**
   * Restores a snapshot of a bandit with the same options.
   * @throws ARGUMENT if `bytes` is neither a Uint8Array nor an ArrayBuffer; SNAPSHOT if they are damaged or of other options. Nothing has
   *   changed then.
   */
  restore(bytes: Uint8Array | ArrayBuffer): void {
    const { state, fail } = decodeSnapshot('SlidingWindowUcb.restore', bytes, this.#stored());
    const { told, rewards, earners } = state;
    const count = Math.min(told, this.#rewards.length);
    if (rewards.length !== count) throw fail(`have ${count} rewards`, rewards.length);
    this.#rewards.set(rewards);
    this.#earners.set(earners);
    this.#told = told;
  }

  #stored() {
    const configuration = { arms: this.arms, window: this.#rewards.length, exploration: this.#exploration };
    const earners = int32(['window'], 0, this.arms - 1);
    const state = { told: integer(), rewards: float64(['window'], 0, 1), earners };
    return { kind: 'SlidingWindowUcb', configuration, state };
  }
}
