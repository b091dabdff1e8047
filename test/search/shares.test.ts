import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bandit } from '../../src/core/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { Shares } from '../../src/search/shares.ts';
import { errorOf } from '../support/error-of.ts';

const names = ['one', 'two', 'three'];
const none = (): Int32Array => new Int32Array(9);
const deal = (shares: Shares, count: number, seed = 1): number[] => [
  ...shares.deal(count, randomStream(seed), none).counts,
];

describe('Shares', () => {
  it('gives each emitter its share of the rows, rounded up or down', () => {
    const ratio = fc.double({ min: 0, max: 10, noNaN: true });
    fc.assert(
      fc.property(fc.tuple(ratio, ratio, ratio), fc.integer({ min: 1, max: 500 }), fc.nat(), (ratios, count, seed) => {
        fc.pre(ratios.some((one) => one > 1e-6));
        const [one, two, three] = ratios;
        const sum = one + two + three;
        const counts = deal(new Shares('Test', names, [{ one, two, three }], undefined), count, seed);
        expect(counts.reduce((total, rows) => total + rows, 0)).toBe(count);
        for (const [i, rows] of counts.entries()) {
          const share = (ratios[i]! / sum) * count;
          expect(rows).toBeGreaterThanOrEqual(Math.floor(share - 1e-9));
          expect(rows).toBeLessThanOrEqual(Math.ceil(share + 1e-9));
        }
      }),
    );
  });

  it('rounds so that each emitter gets its share on average', () => {
    const shares = new Shares('Test', names, [{ one: 1, two: 3, three: 0.1 }], undefined);
    const random = randomStream(3);
    const sums = [0, 0, 0];
    for (let i = 0; i < 4000; i++) {
      for (const [j, rows] of shares.deal(1, random, none).counts.entries()) sums[j]! += rows;
    }
    for (const [j, ratio] of [1, 3, 0.1].entries()) {
      const p = ratio / 4.1;
      expect(Math.abs(sums[j]! - 4000 * p)).toBeLessThan(5 * Math.sqrt(4000 * p * (1 - p)));
    }
  });

  it('shares equally without mixtures, and gives each batch to one emitter with a bandit alone', () => {
    expect(deal(new Shares('Test', names, undefined, undefined), 99)).toEqual([33, 33, 33]);
    const bandit: Bandit = { arms: 3, select: () => 1, reward() {} };
    const { arm, counts } = new Shares('Test', names, undefined, bandit).deal(7, randomStream(1), none);
    expect([arm, ...counts]).toEqual([1, 0, 7, 0]);
  });

  it('takes a ratio that is undefined as if it were not there', () => {
    const [with_, without] = [
      { one: 1, two: undefined, three: 3 },
      { one: 1, three: 3 },
    ].map((ratios) => deal(new Shares('Test', names, [ratios], undefined), 50));
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
    new Shares('Test', names, undefined, bandit).deal(1, randomStream(1), () => Int32Array.of(2, 0, 1));
    expect(seen).toEqual([[2, 0, 1]]);
  });

  it('refuses bad mixtures and bandits', async () => {
    const bad = (mixtures: unknown, bandit?: unknown): Promise<string> =>
      errorOf(() => new Shares('Test', names, mixtures as never, bandit as never));
    expect(await bad([{ four: 1 }])).toBe(
      "ARGUMENT Test: mixtures[0] must have only the keys one, two, three; got 'four'.",
    );
    expect(await bad([{ one: -1 }])).toContain('mixtures[0].one must be a finite number of at least 0; got -1');
    expect(await bad([{ one: 0, two: undefined }])).toContain('mixtures[0] must not all be 0');
    expect(await bad([{ toString: 1 }])).toContain("got 'toString'");
    expect(await bad([])).toContain('mixtures must be a list of at least 1; got []');
    expect(await bad([{ one: 1 }, { two: 1 }])).toContain('bandit must be given, to choose among the mixtures');
    const arms = (count: number): object => ({ arms: count, select: () => 0, reward() {} });
    expect(await bad(undefined, arms(2))).toContain('bandit.arms must be the number of emitters, 3; got 2');
    expect(await bad([{ one: 1 }], arms(2))).toContain('bandit.arms must be the number of mixtures, 1; got 2');
    expect(await bad(undefined, { arms: 3 })).toContain('bandit must have select() and reward()');
    const wild = new Shares('Test', names, undefined, { arms: 3, select: () => 7, reward() {} });
    expect(await errorOf(() => wild.deal(1, randomStream(1), none))).toBe(
      'ARGUMENT Test.ask: bandit.select() must be an integer in [0, 2]; got 7.',
    );
  });
});
