import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatNumber, linearTicks, widenToTicks } from '../../../src/plot/curves/ticks.ts';

const range = fc
  .tuple(fc.double({ min: -1e12, max: 1e12, noNaN: true }), fc.double({ min: 1e-9, max: 1e12, noNaN: true }))
  .map(([low, width]) => [low, low + width] as const)
  .filter(([low, high]) => high - low > 1e-9 * Math.abs(low));

describe('linearTicks', () => {
  it('gives a few ascending numbers inside the range', () => {
    fc.assert(
      fc.property(range, (given) => {
        const { values } = linearTicks(given, 5);
        const slack = 1e-6 * (given[1] - given[0]);
        expect(values.length).toBeGreaterThanOrEqual(2);
        expect(values.length).toBeLessThanOrEqual(10);
        values.forEach((value, i) => {
          expect(value).toBeGreaterThanOrEqual(given[0] - slack);
          expect(value).toBeLessThanOrEqual(given[1] + slack);
          if (i > 0) expect(value).toBeGreaterThan(values[i - 1]!);
        });
      }),
    );
  });

  const written = (low: number, high: number, letters?: number): string[] => {
    const { values, format } = linearTicks([low, high], 5, letters);
    return values.map(format);
  };

  it('reads well', () => {
    expect(written(0, 1)).toEqual(['0.0', '0.2', '0.4', '0.6', '0.8', '1.0']);
    expect(written(0, 100_000)).toEqual(['0', '20,000', '40,000', '60,000', '80,000', '100,000']);
    expect(written(-0.3, 0)).toEqual(['−0.30', '−0.25', '−0.20', '−0.15', '−0.10', '−0.05', '0.00']);
  });

  it('writes numbers of many digits as powers of ten, with as many digits as they need', () => {
    expect(written(0, 1e-7)).toEqual(['0', '2e−8', '4e−8', '6e−8', '8e−8', '1e−7']);
    expect(written(-2e9, 0)).toEqual(['−2e9', '−1.5e9', '−1e9', '−5e8', '0']);
  });

  it('writes numbers longer than asked as powers of ten where that is shorter', () => {
    expect(written(0, 2_000_000, 6)).toEqual(['0', '5e5', '1e6', '1.5e6', '2e6']);
    expect(written(0, 1e-5, 6)).toEqual(['0', '2e−6', '4e−6', '6e−6', '8e−6', '1e−5']);
    expect(written(0, 100_000, 6)).toEqual(['0', '2e4', '4e4', '6e4', '8e4', '1e5']);
    expect(written(0, 10_000, 6)).toEqual(['0', '2,000', '4,000', '6,000', '8,000', '10,000']);
    expect(written(0.50123, 0.50127, 6)).toEqual(['0.50123', '0.50124', '0.50125', '0.50126', '0.50127']);
  });
});

describe('widenToTicks', () => {
  it('reaches to the ticks around', () => {
    expect(widenToTicks([-0.37, -0.01], 5, 1)).toEqual([-0.4, 0]);
    expect(widenToTicks([0, 1], 5, 1)).toEqual([0, 1]);
  });

  it('leaves an end where it is if its tick is too far', () => {
    expect(widenToTicks([1000, 60_000], 5, 0.05)).toEqual([0, 60_000]);
    expect(widenToTicks([5000, 59_000], 5, 0.05)).toEqual([5000, 60_000]);
  });
});

describe('formatNumber', () => {
  it('has no minus before zero, and powers of ten where digits would be many', () => {
    expect(formatNumber(-0.0001, 2)).toBe('0.00');
    expect(formatNumber(-1234.5, 1)).toBe('−1,234.5');
    expect(formatNumber(3e12, 0)).toBe('3.00e+12');
    expect(formatNumber(-2e-9, 9)).toBe('−2.00e−9');
  });
});
