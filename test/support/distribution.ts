import { expect } from 'vitest';

/** What a sample is drawn from. */
export interface Distribution {
  /** P(X ≤ x). */
  readonly upTo: (x: number) => number;
  /** P(X < x), where it differs (default: as upTo). */
  readonly below?: (x: number) => number;
}

/** √n D of Kolmogorov and Smirnov is above it once in 8,000 samples. */
const FARTHEST = 2.2;
/** Standard errors that a moment may be off. */
const ERRORS = 4.5;

/** P(X ≤ x) of a standard normal, to 1e-7, by the rational approximation of erfc in [Press1992, Section 6.2]. */
export function phi(x: number): number {
  const z = Math.abs(x) / Math.SQRT2;
  const t = 1 / (1 + z / 2);
  const terms = [0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196];
  const polynomial = [...terms, 1.00002368].reduce((sum, c) => sum * t + c, 0);
  const tail = (t * Math.exp(-z * z - 1.26551223 + t * polynomial)) / 2;
  return x > 0 ? 1 - tail : tail;
}

export const normal = (mean: number, deviation: number): Distribution => ({
  upTo: (x) => phi((x - mean) / deviation),
});

export const uniform = (low: number, high: number): Distribution => ({
  upTo: (x) => Math.min(1, Math.max(0, (x - low) / (high - low))),
});

/** A distribution whose values outside [low, high] are set on the nearer bound. */
export const clipped = ({ upTo }: Distribution, low: number, high: number): Distribution => ({
  upTo: (x) => (x >= high ? 1 : x < low ? 0 : upTo(x)),
  below: (x) => (x > high ? 1 : x <= low ? 0 : upTo(x)),
});

/** That a sample may come from a distribution, by Kolmogorov's and Smirnov's test. */
export function expectDistribution(sample: ArrayLike<number>, { upTo, below = upTo }: Distribution): void {
  const sorted = Float64Array.from(sample).sort();
  const n = sorted.length;
  let farthest = 0;
  for (let start = 0; start < n; ) {
    const x = sorted[start]!;
    let end = start + 1;
    while (sorted[end] === x) end++;
    farthest = Math.max(farthest, Math.abs(below(x) - start / n), Math.abs(upTo(x) - end / n));
    start = end;
  }
  expect(farthest * Math.sqrt(n), 'the distance of Kolmogorov and Smirnov, times √n').toBeLessThan(FARTHEST);
}

/** That a sample may come from a normal distribution: its moments, and its shape. */
export function expectNormal(sample: ArrayLike<number>, mean: number, deviation: number): void {
  const n = sample.length;
  const z = Float64Array.from(sample, (x) => (x - mean) / deviation);
  // The first four moments, and their variances.
  for (const [power, expected, variance] of [
    [1, 0, 1],
    [2, 1, 2],
    [3, 0, 15],
    [4, 3, 96],
  ] as const) {
    const moment = z.reduce((sum, x) => sum + x ** power, 0) / n;
    expect(Math.abs(moment - expected), `moment ${power}`).toBeLessThan(ERRORS * Math.sqrt(variance / n));
  }
  expectDistribution(sample, normal(mean, deviation));
}

/** That two samples are not correlated, each of its mean 0 and deviation 1. */
export function expectUncorrelated(a: ArrayLike<number>, b: ArrayLike<number>): void {
  const n = a.length;
  let sum = 0;
  for (let i = 0; i < n; i++) sum += a[i]! * b[i]!;
  expect(Math.abs(sum) / Math.sqrt(n), 'the correlation, times √n').toBeLessThan(ERRORS);
}

/** That counts may come from shares that sum to 1, by the chi-square test. */
export function expectShares(counts: ArrayLike<number>, shares: ArrayLike<number>): void {
  const total = Array.from(counts).reduce((sum, count) => sum + count, 0);
  const freedom = shares.length - 1;
  let chiSquare = 0;
  for (let i = 0; i < shares.length; i++) chiSquare += (counts[i]! - total * shares[i]!) ** 2 / (total * shares[i]!);
  expect(chiSquare, 'chi-square').toBeLessThan(freedom + ERRORS * Math.sqrt(2 * freedom));
}

/** As many equal shares. */
export const equalShares = (count: number): number[] => new Array(count).fill(1 / count);

/** How often each of the integers in [0, count) is among the values. */
export function counted(values: Iterable<number>, count: number): Float64Array {
  const counts = new Float64Array(count);
  for (const value of values) counts[value]!++;
  return counts;
}
