import { describe, expect, it } from 'vitest';
import { ThompsonSampling } from '../../src/bandits/index.ts';
import { randomStream } from '../../src/random/index.ts';

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
const beta = (a: number, b: number): number => (factorial(a - 1) * factorial(b - 1)) / factorial(a + b - 1);
/** The probability that Beta(c, d) is above Beta(a, b), for integers. */
const above = (a: number, b: number, c: number, d: number): number => {
  let sum = 0;
  for (let i = 0; i < c; i++) sum += beta(a + i, b + d) / ((d + i) * beta(1 + i, d) * beta(a, b));
  return sum;
};

describe('ThompsonSampling', () => {
  it('ends with a random stream that gives NaN', () => {
    const broken = { normal: () => Number.NaN, uniform: () => Number.NaN } as never;
    expect(new ThompsonSampling({ arms: 2, floor: 0 }).shares(broken)).toHaveLength(2);
  });

  it('gives an arm the probability that its mean is the highest', () => {
    expect(above(1, 1, 2, 1)).toBeCloseTo(2 / 3, 12);
    const random = randomStream(1);
    for (const [[first, of], [second, among]] of [
      [
        [3, 10],
        [5, 10],
      ],
      [
        [1, 20],
        [0, 4],
      ],
      [
        [30, 50],
        [24, 40],
      ],
    ] as const) {
      const bandit = new ThompsonSampling({ arms: 2, floor: 0, halfLife: Number.POSITIVE_INFINITY });
      bandit.reward(0, first / of, of, 0);
      bandit.reward(1, second / among, among, 0);
      let share = 0;
      for (let i = 0; i < 400; i++) share += bandit.shares(random)[1]! / 400;
      const expected = above(1 + first, 1 + of - first, 1 + second, 1 + among - second);
      // Four standard errors of 40,000 draws.
      expect(Math.abs(share - expected)).toBeLessThan(4 * Math.sqrt((expected * (1 - expected)) / 40_000));
    }
  });
});
