import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withSafeSquares } from '../../src/linalg/index.ts';

describe('withSafeSquares', () => {
  it('gives a vector of the same direction whose length is a number above 0', () => {
    const vectors = fc.float64Array({ minLength: 1, maxLength: 5, noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(vectors, (vector) => {
        fc.pre(vector.some((x) => x !== 0));
        const safe = withSafeSquares(vector);
        const length = Math.sqrt(safe.reduce((sum, x) => sum + x * x, 0));
        expect(length > 0 && Number.isFinite(length)).toBe(true);
        for (const [k, x] of safe.entries()) expect(x === 0 || Math.sign(x) === Math.sign(vector[k]!)).toBe(true);
      }),
    );
  });

  it('keeps what needs no help, zeros, and what is not finite', () => {
    for (const vector of [
      [3, 4],
      [0, 0],
      [Number.NaN, 1],
      [Number.POSITIVE_INFINITY, 1],
    ]) {
      const given = Float64Array.from(vector);
      expect(withSafeSquares(given)).toBe(given);
    }
    expect([...withSafeSquares(Float64Array.of(2e300, -1e300))]).toEqual([1, -0.5]);
  });
});
