import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueRange } from '../../../src/plot/index.ts';
import { fractionOf } from '../../../src/plot/svg/value-range.ts';

describe('valueRange', () => {
  it('is finite and ascending whatever it is given, and holds every finite number', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.double())), (lists) => {
        const [low, high] = valueRange(...lists);
        expect(Number.isFinite(low) && Number.isFinite(high) && low < high).toBe(true);
        for (const value of lists.flat().filter(Number.isFinite)) {
          expect(value).toBeGreaterThanOrEqual(low);
          expect(value).toBeLessThanOrEqual(high);
        }
      }),
    );
  });

  it('is the least such range where values differ', () => {
    expect(valueRange([3, Number.NaN, 1], new Float64Array([2, 7]))).toEqual([1, 7]);
  });

  it('widens one value, and makes one up for none', () => {
    expect(valueRange([-0.5, -0.5])).toEqual([-0.55, -0.45]);
    expect(valueRange([0])).toEqual([-1, 1]);
    expect(valueRange()).toEqual([0, 1]);
    expect(valueRange([Number.NaN], [])).toEqual([0, 1]);
  });
});

describe('fractionOf', () => {
  it('goes from 0 to 1, also over a width that overflows', () => {
    const range = [-Number.MAX_VALUE, Number.MAX_VALUE] as const;
    expect(range.map((value) => fractionOf(value, range))).toEqual([0, 1]);
    expect(fractionOf(0, range)).toBe(0.5);
  });
});
