import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AskedBatch, type Bandit, ReportRows } from '../../src/core/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { Shares } from '../../src/search/shares.ts';
import { counted, expectShares } from '../support/distribution.ts';
import { errorOf } from '../support/error-of.ts';

const emitters = { one: {}, two: {}, three: {} };
const deal = (shares: Shares, count: number, seed = 1): number[] => [
  ...shares.deal(count, randomStream(seed), []).counts,
];

describe('Shares', () => {
  it('gives each emitter its share of the rows, rounded up or down', () => {
    const ratio = fc.double({ min: 0, max: 10, noNaN: true });
    fc.assert(
      fc.property(fc.tuple(ratio, ratio, ratio), fc.integer({ min: 1, max: 500 }), fc.nat(), (ratios, count, seed) => {
        fc.pre(ratios.some((one) => one > 1e-6));
        const [one, two, three] = ratios;
        const sum = one + two + three;
        const counts = deal(new Shares('Test', emitters, { mixtures: [{ one, two, three }] }), count, seed);
        expect(counts.reduce((total, rows) => total + rows, 0)).toBe(count);
        for (const [i, rows] of counts.entries()) {
          const share = (ratios[i]! / sum) * count;
          expect(rows).toBeGreaterThanOrEqual(Math.floor(share - 1e-9));
          expect(rows).toBeLessThanOrEqual(Math.ceil(share + 1e-9));
        }
      }),
    );
  });

  it('rounds so that each emitter gets its share over many batches, each independent of the last', () => {
    const ratios = [1, 2, 5].map((ratio) => ratio / 8);
    const [one, two, three] = ratios as [number, number, number];
    const shares = new Shares('Test', emitters, { mixtures: [{ one, two, three }] });
    const random = randomStream(3);
    const batches = (rows: number) =>
      Array.from({ length: 20_000 }, () => [...shares.deal(rows, random, []).counts] as const);
    // Of one row, the emitter that gets it is drawn by the ratios.
    const single = batches(1).map((counts) => counts.indexOf(1));
    expectShares(counted(single, 3), ratios);
    const pairs = single.slice(1).map((emitter, i) => 3 * emitter + single[i]!);
    expectShares(
      counted(pairs, 9),
      ratios.flatMap((a) => ratios.map((b) => a * b)),
    );
    // Of seven, what is more than the share rounded down is drawn by the rest of the share.
    const seven = batches(7);
    for (const [i, ratio] of ratios.entries()) {
      const least = Math.floor(7 * ratio);
      const more = seven.map((counts) => counts[i]! - least);
      expectShares(counted(more, 2), [1 - (7 * ratio - least), 7 * ratio - least]);
    }
  });

  it('shares equally without mixtures, and gives each batch to one emitter with a bandit alone', () => {
    expect(deal(new Shares('Test', emitters, {}), 99)).toEqual([33, 33, 33]);
    const bandit: Bandit = { arms: 3, select: () => 1, reward() {} };
    const { arm, counts } = new Shares('Test', emitters, { bandit }).deal(7, randomStream(1), []);
    expect([arm, ...counts]).toEqual([1, 0, 7, 0]);
  });

  describe('of an emitter with a share of its own', () => {
    const apart = { one: {}, two: { share: 0.5 }, three: {} };

    it('are that of each batch, whoever divides the rest', () => {
      expect(deal(new Shares('Test', apart, {}), 100)).toEqual([25, 50, 25]);
      const select: Bandit = { arms: 2, select: () => 1, reward() {} };
      expect(deal(new Shares('Test', apart, { bandit: select }), 100)).toEqual([0, 50, 50]);
      const ended: (readonly boolean[])[] = [];
      const shares: Bandit = {
        arms: 2,
        shares(_random, which) {
          ended.push(which);
          return [1, 4];
        },
        reward() {},
      };
      expect(deal(new Shares('Test', apart, { bandit: shares }), 100)).toEqual([10, 50, 40]);
      expect(ended).toEqual([[true, true]]);
      expect(deal(new Shares('Test', apart, { mixtures: [{ one: 1e308, three: 1e308 }] }), 100)).toEqual([25, 50, 25]);
      const uneven = { one: { share: 0.2 }, two: { share: 0.3 }, three: {} };
      expect(deal(new Shares('Test', uneven, {}), 100)).toEqual([20, 30, 50]);
    });

    it('are what a mixture says that names it, and equal where all emitters have one', () => {
      const mixtures = [{ one: 1 }, { two: 1, one: 3 }];
      const arm = (index: number): number[] => {
        const bandit: Bandit = { arms: 2, select: () => index, reward() {} };
        return deal(new Shares('Test', apart, { mixtures, bandit }), 100);
      };
      expect([arm(0), arm(1)]).toEqual([
        [100, 0, 0],
        [75, 25, 0],
      ]);
      expect(deal(new Shares('Test', { one: { share: 0.5 }, two: { share: 0.1 } }, {}), 10)).toEqual([5, 5]);
    });

    it('are refused if they leave nothing to the others, unless they are not used', async () => {
      const two = { one: { share: 0.5 }, two: { share: 0.5 }, three: {} };
      expect(await errorOf(() => new Shares('Test', two, {}))).toBe(
        'ARGUMENT Test: the sum of emitters.share must be below 1; got 1.',
      );
      expect(deal(new Shares('Test', two, { mixtures: [{ one: 1, three: 1 }] }), 8)).toEqual([2, 4, 2]);
      const bandit: Bandit = { arms: 3, shares: () => [1, 1, 1], reward() {} };
      expect(await errorOf(() => new Shares('Test', apart, { bandit }))).toBe(
        'ARGUMENT Test: bandit.arms must be the number of emitters without a share of their own, 2; got 3.',
      );
    });

    it('are not in what a bandit that chooses a mixture is rewarded for', () => {
      const rewards: unknown[] = [];
      const bandit: Bandit = { arms: 2, select: () => 0, reward: (arm, value) => void rewards.push([arm, value]) };
      const shares = new Shares('Test', apart, { bandit });
      const report = new ReportRows(2);
      for (const status of ['new', 'rejected'] as const) report.push(status);
      const asked = { number: 0 } as AskedBatch;
      const block = (emitter: number, start: number) => ({ emitter, start, rows: 1, ask: 0 });
      shares.reward({ arm: 0, blocks: [block(0, 0), block(1, 1)], asked }, report);
      shares.reward({ arm: 1, blocks: [block(1, 0), block(2, 1)], asked }, report);
      const alone = new ReportRows(1);
      alone.push('new');
      shares.reward({ arm: 1, blocks: [block(1, 0)], asked }, alone);
      expect(rewards).toEqual([
        [0, 1],
        [1, 0],
      ]);
    });

    it('are no arm of a bandit: nothing is rewarded for its rows', () => {
      const rewards: unknown[] = [];
      const bandit: Bandit = { arms: 2, shares: () => [1, 1], reward: (...all) => void rewards.push(all.slice(0, 3)) };
      const shares = new Shares('Test', apart, { bandit });
      const blocks = [0, 1, 2].map((emitter) => ({ emitter, start: emitter, rows: 1, ask: 0 }));
      const report = new ReportRows(3);
      for (const status of ['rejected', 'new', 'new'] as const) report.push(status);
      expect(shares.reward({ arm: -1, blocks, asked: { number: 7 } as AskedBatch }, report)).toEqual([]);
      expect(rewards).toEqual([
        [0, 0, 1],
        [1, 1, 1],
      ]);
    });
  });

  it('takes a ratio that is undefined as if it were not there', () => {
    const [with_, without] = [
      { one: 1, two: undefined, three: 3 },
      { one: 1, three: 3 },
    ].map((ratios) => deal(new Shares('Test', emitters, { mixtures: [ratios] }), 50));
    expect(with_).toEqual(without);
  });

  it('tells the bandit which arms are out', () => {
    const seen: number[][] = [];
    const bandit: Bandit = {
      arms: 3,
      select(_random, out) {
        seen.push([...out]);
        return 0;
      },
      reward() {},
    };
    new Shares('Test', emitters, { bandit }).deal(
      1,
      randomStream(1),
      [0, 2, -1, 0].map((arm) => ({ arm })),
    );
    expect(seen).toEqual([[2, 0, 1]]);
  });

  it('refuses bad mixtures and bandits', async () => {
    const bad = (mixtures: unknown, bandit?: unknown): Promise<string> =>
      errorOf(() => new Shares('Test', emitters, { mixtures, bandit } as never));
    expect(await bad([{ four: 1 }])).toBe(
      "ARGUMENT Test: mixtures[0] must have only the keys one, two, three; got 'four'.",
    );
    expect(await bad([{ one: -1 }])).toContain('mixtures[0].one must be a finite number of at least 0; got -1');
    expect(await bad([{ one: 0, two: undefined }])).toContain('mixtures[0] must not all be 0');
    expect(await bad([{ toString: 1 }])).toContain("got 'toString'");
    expect(await bad([null])).toContain('mixtures[0] must be an object; got null');
    expect(await bad([])).toContain('mixtures must be a list of at least 1; got []');
    expect(await bad({ one: 1 })).toContain('mixtures must be a list of at least 1; got an object with one');
    expect(await bad([{ one: 1 }, { two: 1 }])).toContain('bandit must be given, to choose among the mixtures');
    const arms = (count: number): object => ({ arms: count, select: () => 0, reward() {} });
    expect(await bad(undefined, arms(2))).toContain('bandit.arms must be the number of emitters, 3; got 2');
    expect(await bad([{ one: 1 }], arms(2))).toContain('bandit.arms must be the number of mixtures, 1; got 2');
    expect(await bad(undefined, { arms: 3 })).toContain('bandit must have select() and reward()');
    const wild = new Shares('Test', emitters, { bandit: { arms: 3, select: () => 7, reward() {} } });
    expect(await errorOf(() => wild.deal(1, randomStream(1), []))).toBe(
      'ARGUMENT Test.ask: bandit.select() must be an integer in [0, 2]; got 7.',
    );
  });
});
