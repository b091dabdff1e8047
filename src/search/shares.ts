import {
  argumentError,
  type Bandit,
  checkInteger,
  checkMethods,
  checkNumber,
  checkOptions,
  type Random,
} from '../core/index.ts';

/** The share of each emitter, by name: at least 0, not all 0, scaled to a sum of 1. A missing or undefined one is 0. */
export type Ratios = Readonly<Record<string, number | undefined>>;

/** How many rows of a batch each emitter gives. */
export interface Deal {
  /** The bandit's arm; −1 without a bandit. */
  readonly arm: number;
  /** `(emitters)` */
  readonly counts: Int32Array;
}

/**
 * Divides the rows of a batch among emitters by the ratios of a mixture. A bandit chooses the mixture, if there is one. Systematic
 * sampling: each emitter gets its share of the rows, rounded up or down.
 */
export class Shares {
  /** A copy of the mixtures given. */
  readonly mixtures: readonly Ratios[] | undefined;
  readonly #owner: string;
  readonly #bandit: Bandit | undefined;
  /** `(mixtures, emitters)`: cumulative shares. */
  readonly #ends: readonly Float64Array[];
  #fixed: Deal | undefined;

  /** @throws ARGUMENT if a mixture or the bandit breaks its contract. */
  constructor(
    owner: string,
    emitters: readonly string[],
    mixtures: readonly Ratios[] | undefined,
    bandit: Bandit | undefined,
  ) {
    this.#owner = owner;
    this.#bandit = bandit;
    this.mixtures = mixtures?.map((ratios) => ({ ...ratios }));
    const given = mixtures ?? defaultMixtures(emitters, bandit !== undefined);
    if (!(Array.isArray(given) && given.length >= 1)) {
      throw argumentError(owner, 'mixtures', 'be a list of at least 1', mixtures);
    }
    this.#ends = given.map((ratios, i) => shareEnds(owner, `mixtures[${i}]`, ratios, emitters));
    if (bandit === undefined) {
      if (given.length > 1) throw argumentError(owner, 'bandit', 'be given, to choose among the mixtures', bandit);
      return;
    }
    checkMethods(owner, 'bandit', bandit, 'select', 'reward');
    if (bandit.arms !== given.length) {
      const what = mixtures === undefined ? 'emitters' : 'mixtures';
      throw argumentError(owner, 'bandit.arms', `be the number of ${what}, ${given.length}`, bandit.arms);
    }
  }

  /**
   * Divides `count` rows. Draws one number from `random`, unless one emitter gives all rows; the bandit draws from it too.
   * @param count - Must be the same in every call.
   * @param out - `(arms)`: how many batches of each arm are out.
   */
  deal(count: number, random: Random, out: () => Int32Array): Deal {
    if (this.#fixed !== undefined) return this.#fixed;
    const deal = this.#deal(count, random, out);
    // If one emitter gives all rows of every batch, the answer is always the same.
    if (this.#bandit === undefined && this.#ends[0]!.every((end) => end === 0 || end === 1)) this.#fixed = deal;
    return deal;
  }

  #deal(count: number, random: Random, out: () => Int32Array): Deal {
    const arm = this.#bandit?.select(random, out()) ?? -1;
    if (this.#bandit !== undefined)
      checkInteger(`${this.#owner}.ask`, 'bandit.select()', arm, 0, this.#ends.length - 1);
    const ends = this.#ends[Math.max(arm, 0)]!;
    const counts = new Int32Array(ends.length);
    // If one emitter gives all rows, there is nothing to round.
    const alone = ends.findIndex((end) => end > 0);
    const offset = ends[alone] === 1 ? 0 : random.uniform();
    let before = 0;
    for (let i = 0; i < ends.length; i++) {
      const end = Math.floor(ends[i]! * count + offset);
      counts[i] = end - before;
      before = end;
    }
    return { arm, counts };
  }

  /** Number of arms. */
  get arms(): number {
    return this.#ends.length;
  }
}

function defaultMixtures(emitters: readonly string[], arms: boolean): readonly Ratios[] {
  if (arms) return emitters.map((name) => ({ [name]: 1 }));
  return [Object.fromEntries(emitters.map((name) => [name, 1]))];
}

function shareEnds(owner: string, argument: string, ratios: Ratios, emitters: readonly string[]): Float64Array {
  checkOptions(owner, ratios, emitters, argument);
  for (const [name, ratio] of Object.entries(ratios)) {
    if (ratio !== undefined) checkNumber(owner, `${argument}.${name}`, ratio, 0);
  }
  const numbers = emitters.map((name) => ratios[name] ?? 0);
  const largest = Math.max(...numbers);
  if (!(largest > 0)) throw argumentError(owner, argument, 'not all be 0', ratios);
  const sum = numbers.reduce((total, ratio) => total + ratio / largest, 0);
  let end = 0;
  const ends = Float64Array.from(numbers, (ratio) => {
    end += ratio / largest / sum;
    return end;
  });
  // Rounding must not leave the last share below 1.
  const last = numbers.reduce((found, ratio, i) => (ratio > 0 ? i : found), 0);
  return ends.fill(1, last);
}
