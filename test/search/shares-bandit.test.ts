import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import { DiscountedUcb, ProbabilityMatching, ThompsonSampling } from '../../src/bandits/index.ts';
import {
  type AddReport,
  type AskedBatch,
  type Bandit,
  Batch,
  type Random,
  type Results,
} from '../../src/core/index.ts';
import { defineDomain } from '../../src/domains/index.ts';
import { operatorEmitter } from '../../src/emitters/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { run } from '../../src/run/index.ts';
import { Search, type SearchOptions } from '../../src/search/index.ts';
import { Shares } from '../../src/search/shares.ts';
import { GaussianMutation } from '../../src/variation/index.ts';
import { errorOf } from '../support/error-of.ts';
import { runs } from '../support/runs.ts';

const domain = defineDomain({
  name: 'slope',
  genome: { dimensions: 3, lower: 0, upper: 1 },
  descriptor: { dimensions: 2, lower: 0, upper: 1 },
  fitnessFloor: 0,
  evaluate: (genome) => ({ fitness: genome[2]!, descriptor: genome.subarray(0, 2) }),
});
const names = ['tiny', 'small', 'wide'];
const make = (bandit: Bandit, options: Partial<SearchOptions> = {}): Search =>
  new Search({
    domain,
    archive: new GridArchive({ domain, cells: [20, 20] }),
    emitters: {
      tiny: operatorEmitter(new GaussianMutation({ sigma: 1e-6 })),
      small: operatorEmitter(new GaussianMutation({ sigma: 0.02 })),
      wide: operatorEmitter(new GaussianMutation({ sigma: 0.2 })),
    },
    bandit,
    batchSize: 20,
    initial: { evaluations: 20 },
    seed: 1,
    ...options,
  });

const resultsOf = (batch: AskedBatch, rows: readonly number[]): Promise<Results> =>
  Promise.resolve(domain.evaluate(Batch.from(rows.map((row) => batch.row(row)))));
const tell = async (search: Search, batch: AskedBatch, rows: readonly number[]): Promise<AddReport> =>
  search.tell(batch, await resultsOf(batch, rows), { rows });
const all = (batch: AskedBatch): number[] => [...Array(batch.rows).keys()];
const countsOf = ({ emitters }: AskedBatch): number[] => names.map((name) => emitters[name]!);

/** Gives the same shares always, and remembers its rewards. */
class Fixed implements Bandit {
  readonly arms = 3;
  readonly rewards: [number, number, number | undefined][] = [];
  /** The number of the batch of each reward. */
  readonly batches: (number | undefined)[] = [];
  given: unknown;
  constructor(given: unknown) {
    this.given = given;
  }
  shares(): ArrayLike<number> {
    return this.given as number[];
  }
  reward(arm: number, value: number, children?: number, batch?: number): void {
    this.rewards.push([arm, value, children]);
    this.batches.push(batch);
  }
  snapshot(): Uint8Array {
    return Uint8Array.of(this.rewards.length);
  }
  restore(): void {}
}

describe('a bandit that gives shares', () => {
  it('divides the rows of a batch: each emitter gets its share, rounded up or down', () => {
    const share = fc.double({ min: 0, max: 10, noNaN: true });
    fc.assert(
      fc.property(fc.tuple(share, share, share), fc.integer({ min: 1, max: 500 }), fc.nat(), (given, rows, seed) => {
        fc.pre(given.some((one) => one > 1e-6));
        const shares = new Shares('Test', { tiny: {}, small: {}, wide: {} }, { bandit: new Fixed(given) });
        const { arm, counts } = shares.deal(rows, randomStream(seed), []);
        expect(arm).toBe(-1);
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(rows);
        const sum = given.reduce((total, one) => total + one, 0);
        for (const [i, count] of counts.entries()) {
          expect(count).toBeGreaterThanOrEqual(Math.floor((given[i]! / sum) * rows - 1e-9));
          expect(count).toBeLessThanOrEqual(Math.ceil((given[i]! / sum) * rows + 1e-9));
        }
      }),
    );
  });

  it('is asked for each batch, with the stream of the scheduling', async () => {
    let calls = 0;
    const shares = (random: Random): number[] => {
      expect(random.uniform()).toBeLessThan(1);
      return ++calls === 1 ? [1, 0, 0] : [0, 1, 3];
    };
    const search = make({ arms: 3, shares, reward() {} });
    await tell(search, await search.ask(), [...Array(20).keys()]);
    expect(countsOf(await search.ask())).toEqual([20, 0, 0]);
    expect(countsOf(await search.ask())).toEqual([0, 5, 15]);
    expect(calls).toBe(2);
  });

  it('is told which emitters begin anew with their next ask', async () => {
    const seen: (readonly boolean[])[] = [];
    const shares = (_random: Random, ended: readonly boolean[]): number[] => {
      seen.push(ended);
      return [1, 1, 1];
    };
    const ask = (count: number): Batch => Batch.zeros(count, 3);
    const emitters = { tiny: { ask, ended: false }, small: { ask, ended: true }, wide: { ask } };
    const search = make({ arms: 3, shares, reward() {} }, { emitters });
    await tell(search, await search.ask(), [...Array(20).keys()]);
    await search.ask();
    emitters.tiny.ended = true;
    await search.ask();
    expect(seen).toEqual([
      [false, true, true],
      [true, true, true],
    ]);
  });

  it('is rewarded for the rows of each emitter once all rows of the batch are told, in any order and in parts', async () => {
    const orders = fc.tuple(
      fc.shuffledSubarray([...Array(40).keys()], { minLength: 40 }),
      fc.integer({ min: 1, max: 9 }),
    );
    await fc.assert(
      fc.asyncProperty(orders, async ([order, size]) => {
        const bandit = new Fixed([0.25, 0, 0.75]);
        const search = make(bandit);
        await tell(search, await search.ask(), [...Array(20).keys()]);
        expect(bandit.rewards).toEqual([]);
        // Rows 0 to 19 of the order are those of the first batch, the others of the second.
        const batches = [await search.ask(), await search.ask()];
        const told = [new Map<number, string>(), new Map<number, string>()];
        const expected: typeof bandit.rewards = [];
        const numbers: number[] = [];
        for (let from = 0; from < 40; from += size) {
          for (const [which, batch] of batches.entries()) {
            const rows = order.slice(from, from + size).flatMap((at) => (at >= 20 === (which === 1) ? [at % 20] : []));
            if (rows.length === 0) continue;
            const { status } = await tell(search, batch, rows);
            for (const [i, row] of rows.entries()) told[which]!.set(row, status[i]!);
            if (told[which]!.size < 20) continue;
            const entered = (start: number, end: number): number =>
              [...told[which]!].filter(([row, is]) => row >= start && row < end && (is === 'new' || is === 'improved'))
                .length;
            expected.push([0, entered(0, 5) / 5, 5], [2, entered(5, 20) / 15, 15]);
            numbers.push(batch.number, batch.number);
          }
          expect([bandit.rewards, bandit.batches]).toEqual([expected, numbers]);
        }
        expect(expected).toHaveLength(4);
      }),
      { numRuns: runs(40) },
    );
  });

  it('is rewarded by the function given, which gets the rows of an emitter and its name', async () => {
    const seen: [string | undefined, number, number[]][] = [];
    const reward = (report: AddReport, emitter?: string): number => {
      seen.push([emitter, report.status.length, [...report.cell]]);
      expect(report.new + report.improved + report.rejected + report.invalid).toBe(report.status.length);
      expect(report.improvement).toHaveLength(report.status.length);
      expect(report.belowFloor).toBeNaN();
      return emitter === 'wide' ? 0.5 : 1;
    };
    const bandit = new Fixed([0.25, 0, 0.75]);
    const search = make(bandit, { reward });
    await tell(search, await search.ask(), [...Array(20).keys()]);
    expect(seen).toEqual([]);
    const batch = await search.ask();
    const { cell } = await tell(search, batch, all(batch));
    expect(seen).toEqual([
      ['tiny', 5, [...cell.slice(0, 5)]],
      ['wide', 15, [...cell.slice(5)]],
    ]);
    expect(bandit.rewards).toEqual([
      [0, 1, 5],
      [2, 0.5, 15],
    ]);
  });

  it('is rewarded for the other emitters if the reward of one fails, and the error is passed on', async () => {
    const reward = (_report: AddReport, emitter?: string): number => {
      if (emitter === 'tiny') throw new Error('no cost is known');
      return 1;
    };
    const bandit = new Fixed([1, 1, 2]);
    const search = make(bandit, { reward });
    await tell(search, await search.ask(), [...Array(20).keys()]);
    const batch = await search.ask();
    expect(await errorOf(() => tell(search, batch, all(batch)))).toContain('no cost is known');
    expect(bandit.rewards).toEqual([
      [1, 1, 5],
      [2, 1, 10],
    ]);
    expect([search.evaluations, search.pending]).toEqual([40, []]);
  });

  it('goes on from a snapshot, with two batches out that were told in part, as if nothing had been', async () => {
    for (const rule of [ProbabilityMatching, DiscountedUcb, ThompsonSampling]) {
      const [search, twin] = [make(new rule({ arms: 3 })), make(new rule({ arms: 3 }), { seed: 2 })];
      await run(search, { evaluations: 100 });
      const batches = [await search.ask(), await search.ask()];
      await tell(search, batches[1]!, [19, 3, 4]);
      await tell(search, batches[0]!, [0, 1, 18]);
      twin.restore(search.snapshot());
      const ends = [];
      for (const one of [search, twin]) {
        const [first, second] = one.pending;
        await tell(one, second!, [0, 1, 2, ...Array.from({ length: 14 }, (_, i) => 5 + i)]);
        await tell(one, first!, [17, 16, ...Array.from({ length: 14 }, (_, i) => 2 + i), 19]);
        await run(one, { evaluations: 300 });
        ends.push(one.snapshot());
      }
      expect(ends[1]).toEqual(ends[0]);
    }
  });

  it('gives most rows to the emitter that fills the archive, and the floor to the others', async () => {
    const reward = (report: AddReport): number => report.new / report.status.length;
    const search = make(new ProbabilityMatching({ arms: 3, floor: 0.1 }), { batchSize: 50, reward });
    await run(search, { evaluations: 1000 });
    const { tiny, small, wide } = (await search.ask()).emitters;
    expect(wide).toBeGreaterThan(tiny! + small!);
    expect(tiny).toBeGreaterThanOrEqual(5);
    expect(tiny).toBeLessThanOrEqual(6);
  });

  it('is refused beside mixtures, without a share for each emitter, or without methods', async () => {
    const bad = (bandit: unknown, options: object = {}): Promise<string> =>
      errorOf(() => make(bandit as Bandit, options));
    expect(await bad(new Fixed([1, 1, 1]), { mixtures: [{ tiny: 1 }] })).toBe(
      'ARGUMENT Search: mixtures must be left out with a bandit that has shares(); got [an object with tiny].',
    );
    expect(await bad(new ThompsonSampling({ arms: 2 }))).toContain(
      'bandit.arms must be the number of emitters, 3; got 2',
    );
    expect(await bad({ arms: 3, shares: 1, reward() {} })).toContain('bandit must have shares() and reward()');
    expect(await bad({ arms: 3, shares: () => [1, 1, 1] })).toContain('bandit must have shares() and reward()');
    expect(await bad({ arms: 3, reward() {} })).toContain('bandit must have select() and reward()');
  });

  it('is refused if its shares are wrong, and nothing has changed then', async () => {
    const bandit = new Fixed([1, 1, 2]);
    const search = make(bandit);
    await tell(search, await search.ask(), [...Array(20).keys()]);
    await search.learn();
    const before = search.snapshot();
    for (const [given, message] of [
      [[1, Number.NaN, 1], 'bandit.shares()[1] must be a finite number of at least 0; got NaN'],
      [[1, 1, -1], 'bandit.shares()[2] must be a finite number of at least 0; got -1'],
      [[1, Number.POSITIVE_INFINITY, 1], 'bandit.shares()[1] must be a finite number'],
      [[1, 1], 'bandit.shares() must have 3 numbers; got [1, 1]'],
      [[0, 0, 0], 'bandit.shares() must not all be 0; got [0, 0, 0]'],
      [undefined, 'bandit.shares() must have 3 numbers; got undefined'],
    ] as const) {
      bandit.given = given;
      expect(await errorOf(() => search.ask())).toContain(`ARGUMENT Search.ask: ${message}`);
      expect(search.snapshot()).toEqual(before);
    }
    bandit.given = [1, 1, 2];
    expect(countsOf(await search.ask())).toEqual([5, 5, 10]);
  });
});
