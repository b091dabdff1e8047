import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mannWhitney, quantile, quartiles } from '../../src/statistics/index.ts';
import { errorOf } from '../support/error-of.ts';

interface Case {
  readonly a: number[];
  readonly b: number[];
  readonly u: number;
  readonly p: number;
}

describe('mannWhitney', () => {
  // Made with SciPy 1.10.1: method 'exact' up to 400 pairs, without ties; 'asymptotic' with continuity correction above.
  const cases: Case[] = JSON.parse(readFileSync(new URL('../fixtures/mann-whitney.json', import.meta.url), 'utf8'));
  it.each(cases)('equals SciPy, u = $u', ({ a, b, u, p }) => {
    const found = mannWhitney(a, b);
    expect(found.u).toBe(u);
    expect(found.p / p).toBeCloseTo(1, 10);
  });

  it('counts by hand, with a tie', () => {
    // Midranks 1, 2.5, 2.5, 4. Of the six ways to take two, rank sums are 3.5, 3.5, 5, 5, 6.5, 6.5; {1, 2} has 3.5.
    expect(mannWhitney([1, 2], [2, 3])).toEqual({ u: 0.5, p: 4 / 6 });
    expect(mannWhitney([1], [1]).p).toBe(1);
    expect(mannWhitney(Float64Array.of(1, 2), Float64Array.of(2, 3))).toEqual({ u: 0.5, p: 4 / 6 });
    expect(mannWhitney(new Array(30).fill(1), new Array(30).fill(1)).p).toBe(1);
  });

  it('is the same for both samples, and for any order', () => {
    const sample = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 24 });
    fc.assert(
      fc.property(sample, sample, (a, b) => {
        const [one, other] = [mannWhitney(a, b), mannWhitney(b, a)];
        expect(one.u + other.u).toBe(a.length * b.length);
        expect(one.p).toBeCloseTo(other.p, 12);
        expect(mannWhitney([...a].reverse(), b)).toEqual(one);
        expect(one.p > 0 && one.p <= 1).toBe(true);
      }),
    );
  });

  it('refuses empty samples and NaN', async () => {
    expect(await errorOf(() => mannWhitney([], [1]))).toContain(
      'mannWhitney: a must be a list of at least one finite number',
    );
    expect(await errorOf(() => mannWhitney([1], [NaN]))).toContain('b must be');
  });
});

describe('quartiles', () => {
  it("follow NumPy's default", async () => {
    expect(quartiles([4, 1, 3, 2])).toEqual([1.75, 2.5, 3.25]);
    expect(quartiles([7])).toEqual([7, 7, 7]);
    expect(quantile([1, Number.POSITIVE_INFINITY], 1)).toBe(Number.POSITIVE_INFINITY);
    expect(await errorOf(() => quantile([], 0.5))).toMatch(/^ARGUMENT/);
    expect(await errorOf(() => quantile([1, Number.NaN], 0.5))).toMatch(/^ARGUMENT/);
  });
});
