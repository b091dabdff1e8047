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

  it('is exact in a moment for unequal samples, whichever is the larger', () => {
    const many = Array.from({ length: 400 }, (_, i) => i);
    const start = performance.now();
    expect(mannWhitney(many, [1000])).toEqual({ u: 0, p: 2 / 401 });
    expect(mannWhitney([1000], many)).toEqual({ u: 400, p: 2 / 401 });
    expect(mannWhitney(many.slice(0, 200), [-1, -2])).toEqual({ u: 400, p: 2 / ((202 * 201) / 2) });
    expect(mannWhitney([5, ...many.slice(0, 99)], [5, 5]).p).toBe(mannWhitney([5, 5], [5, ...many.slice(0, 99)]).p);
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it('is 0 where p is below the smallest number', () => {
    const low = Array.from({ length: 3000 }, (_, i) => i);
    expect(
      mannWhitney(
        low,
        low.map((x) => x + 3000),
      ),
    ).toEqual({ u: 0, p: 0 });
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
    expect(quantile([Number.NEGATIVE_INFINITY, 1], 0.5)).toBeNaN();
    expect(quartiles(Int32Array.of(10, 9, 2))).toEqual([5.5, 9, 9.5]);
  });

  it.each([
    [[]],
    [[1, Number.NaN]],
    [[1, null]],
    [['1', 2]],
    [[1n]],
    [new Array(2)],
    ['123'],
    [new Set([1])],
    [undefined],
  ])('refuse what is no list of numbers: %s', async (sample) => {
    const rule = 'sample must be a list of at least one number, none NaN; got';
    expect(await errorOf(() => quantile(sample as never, 0.5))).toContain(`ARGUMENT quantile: ${rule}`);
    expect(await errorOf(() => quartiles(sample as never))).toContain(`ARGUMENT quartiles: ${rule}`);
  });

  it('refuse a share outside [0, 1]', async () => {
    expect(await errorOf(() => quantile([1], 1.1))).toMatch(/^ARGUMENT quantile: share/);
  });
});
