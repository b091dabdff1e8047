import {
  type AddReport,
  argumentError,
  ascending,
  type Bandit,
  checkFunction,
  checkInteger,
  checkMethods,
  checkNumber,
  checkOptions,
  checkSynchronous,
  copyList,
  type Emitter,
  gatherReport,
  type Random,
} from '../core/index.ts';
import type { PendingBatch } from './pending-batch.ts';
import type { Ratios, Reward, SearchOptions } from './search-options.ts';

/**
 * Divides the rows of a batch among emitters, by the ratios of a mixture, or by the shares that a bandit gives, and rewards the bandit. A
 * bandit without shares chooses the mixture. Systematic sampling: each emitter gets its share of the rows, rounded up or down.
 */
export class Shares {
  /** A copy of the mixtures given. */
  readonly mixtures: readonly Ratios[] | undefined;
  readonly #owner: string;
  readonly bandit: Bandit | undefined;
  readonly #reward: Reward;
  readonly #emitters: readonly Dealt[];
  readonly #names: readonly string[];
  /** Indices of the emitters that ratios or a bandit give rows. */
  readonly #arms: readonly number[];
  /** `(emitters)`: the fixed share of each batch, see {@link Emitter.share}; 0 for the arms. */
  readonly #ownShares: Float64Array;
  /** `(mixtures, emitters)`: cumulative shares; not used if the bandit gives shares. */
  readonly #ends: readonly Float64Array[];
  /** The rows of each emitter, if one gives all rows of every batch. */
  #fixed: Int32Array | undefined;

  /** @throws ARGUMENT if a mixture or the bandit breaks its contract. */
  constructor(
    owner: string,
    emitters: Readonly<Record<string, Dealt>>,
    { mixtures, bandit, reward = shareEntered }: Pick<SearchOptions, 'mixtures' | 'bandit' | 'reward'>,
  ) {
    checkFunction(owner, 'reward', reward);
    this.#owner = owner;
    this.bandit = bandit;
    this.#reward = reward;
    this.#emitters = Object.values(emitters);
    const names = Object.keys(emitters);
    this.#names = names;
    const shared = bandit?.shares !== undefined;
    if (shared && mixtures !== undefined) {
      throw argumentError(owner, 'mixtures', 'be left out with a bandit that has shares()', mixtures);
    }
    if (mixtures !== undefined && !(Array.isArray(mixtures) && mixtures.length >= 1)) {
      throw argumentError(owner, 'mixtures', 'be a list of at least 1', mixtures);
    }
    const numbersOf = (ratios: Ratios, i: number): Float64Array => ratioNumbers(owner, `mixtures[${i}]`, ratios, names);
    const mixed = mixtures?.map(numbersOf);
    this.#ownShares = ownShares(this.#emitters, names, mixtures);
    const taken = this.#ownShares.reduce((sum, share) => sum + share, 0);
    if (taken >= 1) throw argumentError(owner, 'the sum of emitters.share', 'be below 1', taken);
    this.#arms = names.flatMap((_, i) => (this.#ownShares[i] === 0 ? [i] : []));
    const arms = this.#arms.map((i) => names[i]!);
    const given = mixed ?? defaultMixtures(arms, bandit !== undefined).map(numbersOf);
    this.mixtures = mixtures?.map((ratios) => ({ ...ratios }));
    this.#ends = given.map((ratios, i) => cumulative(owner, `mixtures[${i}]`, withOwnShares(ratios, this.#ownShares)));
    if (bandit === undefined) {
      if (given.length > 1) throw argumentError(owner, 'bandit', 'be given, to choose among the mixtures', bandit);
      return;
    }
    checkMethods(owner, 'bandit', bandit, shared ? 'shares' : 'select', 'reward');
    if (bandit.arms !== given.length) {
      const others = arms.length < names.length ? ' without a share of their own' : '';
      const what = mixtures === undefined ? `emitters${others}` : 'mixtures';
      throw argumentError(owner, 'bandit.arms', `be the number of ${what}, ${given.length}`, bandit.arms);
    }
  }

  /**
   * Divides `count` rows. Draws one number from `random`, unless one emitter gives all rows; the bandit draws from it too.
   * @param count - Must be the same in every call.
   * @param pending - The batches that are out.
   * @returns the bandit's arm, −1 without a bandit, and with one that gives shares; and the number of rows of each emitter.
   */
  deal(
    count: number,
    random: Random,
    pending: readonly Pick<PendingBatch<never>, 'arm'>[],
  ): { readonly arm: number; readonly counts: Int32Array } {
    const { bandit } = this;
    if (bandit === undefined) {
      if (this.#fixed !== undefined) return { arm: -1, counts: this.#fixed };
      const counts = roundedCounts(this.#ends[0]!, count, random);
      if (this.#ends[0]!.every((end) => end === 0 || end === 1)) this.#fixed = counts;
      return { arm: -1, counts };
    }
    const owner = `${this.#owner}.ask`;
    if (bandit.shares !== undefined) {
      const what = 'bandit.shares()';
      const ended = this.#arms.map((i) => this.#emitters[i]!.ended !== false);
      const shares = copyList(owner, what, bandit.shares(random, ended), bandit.arms, 0);
      const all = new Float64Array(this.#names.length);
      for (const [arm, emitter] of this.#arms.entries()) all[emitter] = shares[arm]!;
      const ends = cumulative(owner, what, withOwnShares(all, this.#ownShares));
      return { arm: -1, counts: roundedCounts(ends, count, random) };
    }
    const out = new Int32Array(this.#ends.length);
    for (const batch of pending) if (batch.arm >= 0) out[batch.arm]!++;
    const arm = bandit.select!(random, out);
    checkInteger(owner, 'bandit.select()', arm, 0, this.#ends.length - 1);
    return { arm, counts: roundedCounts(this.#ends[arm]!, count, random) };
  }

  /**
   * Rewards the bandit, if there is one, for a batch whose rows have all been told: the arm that made it, or, if the bandit gives shares,
   * each emitter that gave rows. First genomes have no reward.
   * @param report - On the whole batch.
   * @returns what `reward` and the bandit throw; ARGUMENT if a reward is not in [0, 1], or the bandit is asynchronous.
   */
  reward(batch: Pick<PendingBatch<unknown>, 'arm' | 'blocks' | 'asked'>, report: AddReport): unknown[] {
    const errors: unknown[] = [];
    if (this.bandit?.shares === undefined) {
      const own = batch.arm < 0 ? undefined : this.#reportOfArms(batch.blocks, report);
      if (own !== undefined) this.#rewardArm(batch.arm, own, errors);
      return errors;
    }
    for (const { emitter, start, rows } of batch.blocks) {
      const arm = this.#arms.indexOf(emitter);
      if (arm < 0) continue;
      const own = gatherReport(report, ascending(rows, start));
      this.#rewardArm(arm, own, errors, this.#names[emitter]!, batch.asked.number);
    }
    return errors;
  }

  /** The report on the rows of the arms; undefined if there are none. */
  #reportOfArms(blocks: PendingBatch<unknown>['blocks'], report: AddReport): AddReport | undefined {
    if (this.#arms.length === this.#names.length) return report;
    const rows = blocks.flatMap(({ emitter, start, rows }) =>
      this.#arms.includes(emitter) ? [...ascending(rows, start)] : [],
    );
    return rows.length === 0 ? undefined : gatherReport(report, rows);
  }

  #rewardArm(arm: number, report: AddReport, errors: unknown[], emitter?: string, batch?: number): void {
    try {
      const owner = `${this.#owner}.tell`;
      const value = this.#reward(report, emitter);
      checkNumber(owner, 'reward()', value, 0, 1);
      const children = batch === undefined ? undefined : report.status.length;
      checkSynchronous(owner, 'bandit.reward()', this.bandit!.reward(arm, value, children, batch));
    } catch (error) {
      errors.push(error);
    }
  }
}

/** What is known of an emitter that is given rows. */
type Dealt = Pick<Emitter<never>, 'ended' | 'share'>;

/** The share of rows that entered the archive. */
function shareEntered(report: AddReport): number {
  return (report.new + report.improved) / report.status.length;
}

/** Rounds shares of `count` rows to whole rows. Draws one number, unless one share is all. @param ends - `(emitters)`: cumulative shares. */
function roundedCounts(ends: Float64Array, count: number, random: Random): Int32Array {
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
  return counts;
}

function defaultMixtures(emitters: readonly string[], arms: boolean): readonly Ratios[] {
  if (arms) return emitters.map((name) => ({ [name]: 1 }));
  return [Object.fromEntries(emitters.map((name) => [name, 1]))];
}

function ratioNumbers(owner: string, argument: string, ratios: Ratios, emitters: readonly string[]): Float64Array {
  checkOptions(owner, ratios, emitters, argument);
  for (const [name, ratio] of Object.entries(ratios)) {
    if (ratio !== undefined) checkNumber(owner, `${argument}.${name}`, ratio, 0);
  }
  // An emitter may be named like a method that every object has.
  return Float64Array.from(emitters, (name) => (Object.hasOwn(ratios, name) ? (ratios[name] ?? 0) : 0));
}

/** `(emitters)`: the share that an emitter has of its own; 0 without one, and if a mixture names the emitter. */
function ownShares(
  emitters: readonly Dealt[],
  names: readonly string[],
  mixtures: readonly Ratios[] = [],
): Float64Array {
  const isNamed = (name: string): boolean =>
    mixtures.some((ratios) => Object.hasOwn(ratios, name) && ratios[name] !== undefined);
  const own = Float64Array.from(emitters, ({ share }, i) => (isNamed(names[i]!) ? 0 : (share ?? 0)));
  return own.includes(0) ? own : own.fill(0);
}

/** Adds to the ratios of the arms those of the emitters that have a share of their own. */
function withOwnShares(ratios: Float64Array, own: Float64Array): Float64Array {
  const taken = own.reduce((sum, share) => sum + share, 0);
  const largest = Math.max(...ratios);
  if (taken === 0 || largest === 0) return ratios;
  // Divided, because their sum might overflow.
  const sum = ratios.reduce((total, ratio) => total + ratio / largest, 0);
  return ratios.map((ratio, i) => (own[i] === 0 ? ratio / largest : (own[i]! * sum) / (1 - taken)));
}

/** Cumulative sums, scaled so that the last is 1. @throws ARGUMENT if all numbers are 0. */
function cumulative(owner: string, argument: string, numbers: Float64Array): Float64Array {
  if (numbers.every((ratio) => ratio === 0)) throw argumentError(owner, argument, 'not all be 0', numbers);
  const largest = Math.max(...numbers);
  const sum = numbers.reduce((total, ratio) => total + ratio / largest, 0);
  let end = 0;
  const ends = numbers.map((ratio) => {
    end += ratio / largest / sum;
    return end;
  });
  // Rounding must not leave the last share below 1.
  const last = numbers.reduce((found, ratio, i) => (ratio > 0 ? i : found), 0);
  return ends.fill(1, last);
}
