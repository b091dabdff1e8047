import { checkChoice, checkInteger, checkNumber, checkObject, checkOptions, type Emitter } from '../core/index.ts';
import { log } from '../kernels/index.ts';
import { DiscountedBandit } from './discounted-bandit.ts';

/** Options of an {@link ActiveUcb}. */
export interface ActiveUcbOptions {
  /** The emitters of the search, each an arm. Only read, to see which have ended. */
  readonly emitters: Readonly<Record<string, Pick<Emitter<never>, 'ended'>>>;
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
  readonly #emitters: readonly Pick<Emitter<never>, 'ended'>[];
  readonly #active: number;
  readonly #exploration: number;
  readonly #stays: boolean;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: ActiveUcbOptions) {
    const owner = 'ActiveUcb';
    checkOptions(owner, options, ['emitters', 'active', 'exploration', 'reselect']);
    const { emitters, active, exploration = 0.05, reselect = 'ended' } = options;
    checkObject(owner, 'emitters', emitters);
    for (const [name, emitter] of Object.entries(emitters)) checkObject(owner, `emitters.${name}`, emitter);
    const arms = Object.keys(emitters).length;
    checkInteger(owner, 'active', active, 1, arms);
    checkNumber(owner, 'exploration', exploration, 0);
    checkChoice(owner, 'reselect', reselect, ['ended', 'all']);
    const settings = { active, exploration, reselect };
    super(owner, { arms, floor: 0, halfLife: Number.POSITIVE_INFINITY, ...settings }, settings);
    this.#emitters = Object.values(emitters);
    this.#active = active;
    this.#exploration = exploration;
    this.#stays = reselect === 'ended';
  }

  /** 1 for the active emitters. */
  protected weights(): Float64Array {
    const bounds = this.#bounds();
    const stays = this.#emitters.map(({ ended }) => this.#stays && ended === false);
    const order = Array.from(bounds, (_, arm) => arm).sort((a, b) => {
      if (stays[a] !== stays[b]) return stays[a] ? -1 : 1;
      return bounds[a] === bounds[b] ? a - b : bounds[b]! > bounds[a]! ? 1 : -1;
    });
    const weights = new Float64Array(this.arms);
    for (const arm of order.slice(0, this.#active)) weights[arm] = 1;
    return weights;
  }

  /** `(arms)`: the upper confidence bound of each arm's mean reward; Infinity without rows. */
  #bounds(): Float64Array {
    const all = this.children.reduce((total, count) => total + count, 0);
    return this.children.map((count, arm) =>
      count > 0 ? this.mean(arm) + this.#exploration * Math.sqrt(log(all) / count) : Number.POSITIVE_INFINITY,
    );
  }
}
