import { checkChoice, checkInteger, checkNumber, checkOptions, type Random } from '../core/index.ts';
import { DiscountedBandit } from './discounted-bandit.ts';

/** Options of an {@link ActiveUcb}. */
export interface ActiveUcbOptions {
  /** Number of arms, one for each emitter; at least 1. */
  readonly arms: number;
  /** Number of emitters that are active in a batch, at least 1 and at most all. */
  readonly active: number;
  /** Weight of the exploration bonus, on rewards in [0, 1]; at least 0 (default 0.05). */
  readonly exploration?: number | undefined;
  /** Whether an emitter stays active until it has `ended` (default), or all are chosen anew for each batch. */
  readonly reselect?: 'ended' | 'all' | undefined;
}

/**
 * UCB1 for several active emitters, as in Multi-Emitter MAP-Elites [Cully2021]: the active ones give equal shares of a batch, the others
 * nothing. An emitter stays active until its strategy ends; the places that are free go to the emitters with the largest
 * mean + exploration · √(ln n / N), where N is the number of the emitter's rows and n that of all. Emitters without rows come first; the
 * first in order wins a tie. Draws no random numbers.
 */
export class ActiveUcb extends DiscountedBandit {
  readonly #active: number;
  readonly #exploration: number;
  readonly #stays: boolean;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: ActiveUcbOptions) {
    const owner = 'ActiveUcb';
    checkOptions(owner, options, ['arms', 'active', 'exploration', 'reselect']);
    const { arms, active, exploration = 0.05, reselect = 'ended' } = options;
    checkInteger(owner, 'arms', arms, 1);
    checkInteger(owner, 'active', active, 1, arms);
    checkNumber(owner, 'exploration', exploration, 0);
    checkChoice(owner, 'reselect', reselect, ['ended', 'all']);
    const settings = { active, exploration, reselect };
    super(owner, { arms, floor: 0, halfLife: Number.POSITIVE_INFINITY, ...settings }, settings);
    this.#active = active;
    this.#exploration = exploration;
    this.#stays = reselect === 'ended';
  }

  /** 1 for the active emitters. */
  protected weights(_random: Random, ended: readonly boolean[]): Float64Array {
    const bounds = this.upperBounds(this.#exploration);
    const stays = Array.from(bounds, (_, arm) => this.#stays && ended[arm] === false);
    const order = Array.from(bounds, (_, arm) => arm).sort((a, b) => {
      if (stays[a] !== stays[b]) return stays[a] ? -1 : 1;
      return bounds[a] === bounds[b] ? a - b : bounds[b]! > bounds[a]! ? 1 : -1;
    });
    const weights = new Float64Array(this.arms);
    for (const arm of order.slice(0, this.#active)) weights[arm] = 1;
    return weights;
  }
}
