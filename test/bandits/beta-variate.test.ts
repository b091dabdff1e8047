import { describe, expect, it } from 'vitest';
import { betaVariate } from '../../src/bandits/beta-variate.ts';
import { randomStream } from '../../src/random/index.ts';
import { counted, expectShares } from '../support/distribution.ts';

describe('betaVariate', () => {
  it('has the distribution of Beta(a, b)', () => {
    const random = randomStream(1);
    const cdfs: [number, number, (x: number) => number][] = [
      [1, 1, (x) => x],
      [2, 1, (x) => x * x],
      [2, 3, (x) => x * x * (6 - 8 * x + 3 * x * x)],
      [1, 7, (x) => 1 - (1 - x) ** 7],
      // The arcsine of the root for halves: Beta(3/2, 3/2) is a semicircle.
      [1.5, 1.5, (x) => (2 * Math.asin(Math.sqrt(x)) + (4 * x - 2) * Math.sqrt(x * (1 - x))) / Math.PI],
    ];
    for (const [a, b, cdf] of cdfs) {
      const tenths = Array.from({ length: 20_000 }, () => Math.min(9, Math.floor(10 * betaVariate(a, b, random))));
      expectShares(
        counted(tenths, 10),
        Array.from({ length: 10 }, (_, i) => cdf((i + 1) / 10) - cdf(i / 10)),
      );
    }
  });

  it('stays in [0, 1] and near its mean for counts of any size', () => {
    const random = randomStream(2);
    for (const [a, b] of [
      [1, 2 ** 52],
      [2 ** 52, 1],
      [1e9, 3e9],
    ] as const) {
      const x = betaVariate(a, b, random);
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(1);
      expect(x).toBeCloseTo(a / (a + b), 3);
    }
  });
});
