import { describe, expect, it } from 'vitest';
import {
  AdaptivePursuit,
  type DiscountedBanditOptions,
  DiscountedUcb,
  ProbabilityMatching,
  ThompsonSampling,
} from '../../src/bandits/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { errorOf } from '../support/error-of.ts';

type Rule = ProbabilityMatching | AdaptivePursuit | DiscountedUcb | ThompsonSampling;
const rules: Record<string, (options: DiscountedBanditOptions) => Rule> = {
  ProbabilityMatching: (options) => new ProbabilityMatching(options),
  AdaptivePursuit: (options) => new AdaptivePursuit(options),
  DiscountedUcb: (options) => new DiscountedUcb(options),
  ThompsonSampling: (options) => new ThompsonSampling(options),
};

/** Tells `batches` batches, numbered from 1000 times the seed, of `rows` children that are divided by the shares; a child of arm i earns 1 with probability `means[i]`. */
function play(bandit: Rule, means: readonly number[], batches: number, seed: number, rows = 200): void {
  const random = randomStream(seed);
  for (let batch = 0; batch < batches; batch++) {
    for (const [arm, share] of bandit.shares(random).entries()) {
      const children = Math.round(share * rows);
      if (children === 0) continue;
      const earned = Array.from({ length: children }, () => random.uniform() < means[arm]!).filter(Boolean).length;
      bandit.reward(arm, earned / children, children, 1000 * seed + batch);
    }
  }
}

/** The mean of the shares over `batches` batches. */
function meanShares(bandit: Rule, means: readonly number[], batches: number): number[] {
  const sums = new Array<number>(bandit.arms).fill(0);
  for (let batch = 0; batch < batches; batch++) {
    play(bandit, means, 1, 100 + batch);
    for (const [arm, share] of bandit.shares(randomStream(batch)).entries()) sums[arm]! += share / batches;
  }
  return sums;
}

describe.each(Object.keys(rules))('%s', (name) => {
  const make = rules[name]!;

  it('shares equally before the first reward', () => {
    const random = randomStream(1);
    const sums = [0, 0, 0, 0];
    const bandit = make({ arms: 4 });
    for (let i = 0; i < 100; i++) for (const [arm, share] of bandit.shares(random).entries()) sums[arm]! += share / 100;
    for (const sum of sums) expect(sum).toBeCloseTo(0.25, 1);
  });

  it('gives a better arm a larger share, and follows when another one becomes the best', () => {
    const bandit = make({ arms: 3 });
    play(bandit, [0.05, 0.1, 0.4], 30, 1);
    const [, second, best] = meanShares(bandit, [0.05, 0.1, 0.4], 20);
    expect(best).toBeGreaterThan(0.5);
    expect(best).toBeGreaterThan(2 * second!);
    play(bandit, [0.4, 0.1, 0.05], 60, 2);
    const [first, , last] = meanShares(bandit, [0.4, 0.1, 0.05], 20);
    expect(first).toBeGreaterThan(0.5);
    expect(first).toBeGreaterThan(2 * last!);
  });

  it('gives each arm the floor, and all shares add up to 1', () => {
    for (const floor of [0, 0.02, 0.25]) {
      const bandit = make({ arms: 4, floor });
      const random = randomStream(1);
      for (let batch = 0; batch < 50; batch++) {
        play(bandit, [1, 0, 0, 0.5], 1, batch);
        const shares = bandit.shares(random);
        expect(Math.min(...shares)).toBeGreaterThanOrEqual(floor - 1e-12);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
      }
    }
    expect([...make({ arms: 2, floor: 0.5 }).shares(randomStream(1))]).toEqual([0.5, 0.5]);
  });

  it('has a default floor that any number of arms allows', () => {
    for (const arms of [1, 3, 20, 100]) expect(make({ arms }).shares(randomStream(1))).toHaveLength(arms);
    const bandit = make({ arms: 100, halfLife: Number.POSITIVE_INFINITY });
    for (let arm = 0; arm < 100; arm++) bandit.reward(arm, arm === 3 ? 1 : 0, 1000, 0);
    expect(bandit.shares(randomStream(1))[5]).toBeGreaterThanOrEqual(0.005);
  });

  it('is restored with equal bytes, and gives the same shares from then on', () => {
    const [bandit, twin] = [make({ arms: 3, halfLife: 3 }), make({ arms: 3, halfLife: 3 })];
    play(bandit, [0.2, 0.5, 0.4], 7, 1);
    twin.restore(bandit.snapshot());
    for (const one of [bandit, twin]) play(one, [0.6, 0.5, 0.4], 7, 2);
    expect(twin.snapshot()).toEqual(bandit.snapshot());
    expect(twin.shares(randomStream(1))).toEqual(bandit.shares(randomStream(1)));
  });

  it('refuses bad options, rewards, and snapshots of other options, and goes on', async () => {
    const bad = (options: object): Promise<string> => errorOf(() => make({ arms: 4, ...options }));
    expect(await bad({ arms: 0 })).toBe(`ARGUMENT ${name}: arms must be an integer in [1, 2147483647]; got 0.`);
    expect(await bad({ arms: 2 ** 40 })).toContain('arms must be');
    expect(await bad({ floor: 0.3 })).toContain('floor must be a finite number in [0, 0.25]; got 0.3');
    expect(await bad({ halfLife: 0 })).toContain('halfLife must be a number above 0, or Infinity; got 0');
    expect(await bad({ window: 3 })).toContain("got 'window'");
    expect(await errorOf(() => make(undefined as never))).toContain(`ARGUMENT ${name}: options must`);
    const bandit = make({ arms: 4 });
    play(bandit, [0.2, 0.5, 0.4, 0.1], 3, 1);
    const before = bandit.snapshot();
    for (const [arm, value, children, batch, error] of [
      [4, 0, 1, 0, 'arm must be an integer in [0, 3]; got 4'],
      [0, 1.5, 1, 0, 'value must be a finite number in [0, 1]; got 1.5'],
      [0, 1, undefined, 0, 'children must be an integer in [1, 2147483647]; got undefined'],
      [0, 1, 1, undefined, 'batch must be an integer in [0, 4503599627370496]; got undefined'],
    ] as const) {
      expect(await errorOf(() => bandit.reward(arm, value, children as never, batch as never))).toContain(
        `${name}.reward: ${error}`,
      );
    }
    expect(await errorOf(() => make({ arms: 4, halfLife: 7 }).restore(before))).toMatch(/^SNAPSHOT .*halfLife/);
    expect(bandit.snapshot()).toEqual(before);
  });
});

describe('DiscountedBandit', () => {
  const half = { arms: 2, floor: 0, halfLife: 1 };

  it('counts children half after a half-life of batches, of any size and for any arm', () => {
    const bandit = new ProbabilityMatching(half);
    // Batches: 8 children of arm 0; arm 1 alone, twice; both.
    bandit.reward(0, 0, 8, 0);
    for (const [i, children] of [1, 1000, 5].entries()) bandit.reward(1, 1 / 3, children, i + 1);
    bandit.reward(0, 1, 2, 3);
    const mean = 2 / (8 / 8 + 2);
    expect(bandit.shares(randomStream(1))[0]).toBeCloseTo(mean / (mean + 1 / 3), 12);
  });

  it('weighs a reward by its children', () => {
    const bandit = new ProbabilityMatching({ ...half, halfLife: Number.POSITIVE_INFINITY });
    bandit.reward(0, 1, 10, 0);
    bandit.reward(0, 0, 30, 0);
    bandit.reward(1, 0.75, 4, 0);
    expect([...bandit.shares(randomStream(1))]).toEqual([0.25, 0.75]);
  });

  it('gives an arm without children the mean of all in ProbabilityMatching', () => {
    const bandit = new ProbabilityMatching({ arms: 3, floor: 0 });
    bandit.reward(0, 0.2, 50, 0);
    bandit.reward(1, 0.4, 50, 0);
    expect([...bandit.shares(randomStream(1))].map((share) => share.toFixed(12))).toEqual(
      [0.2 / 0.9, 0.4 / 0.9, 0.3 / 0.9].map((share) => share.toFixed(12)),
    );
  });
});

describe('ProbabilityMatching with a prior', () => {
  const options = { arms: 2, floor: 0, halfLife: Number.POSITIVE_INFINITY, prior: [1, 3] };

  it('starts from the prior, and weighs it by what the arms earned', () => {
    const bandit = new ProbabilityMatching(options);
    expect([...bandit.shares(randomStream(1))]).toEqual([0.25, 0.75]);
    bandit.reward(0, 1, 30, 0);
    bandit.reward(1, 1 / 3, 30, 0);
    expect([...bandit.shares(randomStream(1))]).toEqual([0.5, 0.5]);
  });

  it('takes a prior in any scale', () => {
    for (const scale of [1e30, 1e-30]) {
      const bandit = new ProbabilityMatching({ ...options, exponent: 16, prior: [scale, scale] });
      expect([...bandit.shares(randomStream(1))]).toEqual([0.5, 0.5]);
      bandit.reward(0, 1, 10, 0);
      bandit.reward(1, 1, 10, 0);
      expect([...bandit.shares(randomStream(1))]).toEqual([0.5, 0.5]);
    }
  });

  it('follows steeper with an exponent', () => {
    const bandit = new ProbabilityMatching({ ...options, exponent: 3 });
    bandit.reward(0, 0.5, 10, 0);
    bandit.reward(1, 0.25, 10, 0);
    expect(bandit.shares(randomStream(1))[0]).toBeCloseTo(8 / (8 + 3), 12);
  });

  it('stays near the prior while rewards are few', () => {
    const shareAfter = (children: number): number => {
      const bandit = new ProbabilityMatching({ ...options, priorRewards: 10 });
      bandit.reward(0, 0.5, children, 0);
      bandit.reward(1, 0, children, 0);
      return bandit.shares(randomStream(1))[0]!;
    };
    expect(shareAfter(2)).toBeCloseTo(0.25, 1);
    expect(shareAfter(20_000)).toBeGreaterThan(0.99);
    // Earned 10 of the 5 expected, and 0 of 5: (20 / 15) against 3 · (10 / 15).
    expect(shareAfter(20)).toBeCloseTo(20 / (20 + 30), 12);
  });

  it('refuses a prior that is none, and snapshots of another one', async () => {
    const bad = (more: object): Promise<string> => errorOf(() => new ProbabilityMatching({ ...options, ...more }));
    expect(await bad({ prior: [1] })).toContain('ProbabilityMatching: prior must have 2 numbers');
    expect(await bad({ prior: [1, 0] })).toContain('prior[1] must be a finite number in [1e-30, 1e+30]; got 0');
    expect(await bad({ priorRewards: -1 })).toContain('priorRewards must be');
    expect(await bad({ exponent: 1.5 })).toContain('exponent must be an integer in [1, 16]; got 1.5');
    const bytes = new ProbabilityMatching(options).snapshot();
    expect(await errorOf(() => new ProbabilityMatching({ ...options, prior: [1, 2] }).restore(bytes))).toContain(
      'prior',
    );
  });

  it('keeps a copy of the prior', () => {
    const prior = [1, 3];
    const bandit = new ProbabilityMatching({ ...options, prior });
    const before = bandit.snapshot();
    prior[0] = 9;
    bandit.restore(before);
    expect([...bandit.shares(randomStream(1))]).toEqual([0.25, 0.75]);
  });
});

it('has finite shares where the weights of a rule would overflow', () => {
  const bandit = new ProbabilityMatching({ arms: 2, halfLife: 0.01, exponent: 16, priorRewards: 0 });
  bandit.reward(0, 1, 100, 0);
  for (let batch = 1; batch < 9; batch++) {
    bandit.reward(1, 1e-9, 1, batch);
    const shares = bandit.shares(randomStream(1));
    expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
    expect(shares[0]! + shares[1]!).toBeCloseTo(1);
  }
});
