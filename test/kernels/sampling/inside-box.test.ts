import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BoxBounds, firstOutside } from '../../../src/core/index.ts';
import { insideBox, insideInterval } from '../../../src/kernels/index.ts';
import { randomStream } from '../../../src/random/index.ts';

/** A box with bounds of its own in each dimension, and rows inside of it, some on its bounds. */
function boxed(dimensions: number, rows: number, seed: number): { bounds: BoxBounds; data: Float64Array } {
  const random = randomStream(seed);
  const lower = Float64Array.from({ length: dimensions }, () => random.normal());
  const upper = lower.map((low) => low + random.uniform() + 1e-9);
  const data = Float64Array.from({ length: rows * dimensions }, (_, i) => {
    const [low, high] = [lower[i % dimensions]!, upper[i % dimensions]!];
    return [low, high, (low + high) / 2][random.integer(0, 2)]!;
  });
  return { bounds: { dimensions, lower, upper, finite: true }, data };
}

describe('insideBox', () => {
  it('finds one number outside, wherever it stands, and none where there is none', () => {
    const sizes = [
      [1, 1],
      [1, 9000],
      [2, 2500],
      [3, 1365],
      [3, 1366],
      [7, 500],
      [1000, 5],
      [4095, 2],
      [4096, 2],
      [4097, 3],
      [9000, 2],
    ] as const;
    for (const [i, [dimensions, rows]] of sizes.entries()) {
      const { bounds, data } = boxed(dimensions, rows, i + 1);
      expect(insideBox(bounds, data)).toBe(true);
      expect(firstOutside(bounds, data)).toBe(-1);
      const random = randomStream(i);
      for (let attempt = 0; attempt < 60; attempt++) {
        const at = attempt === 0 ? 0 : attempt === 1 ? data.length - 1 : random.integer(0, data.length - 1);
        const [before, low, high] = [data[at]!, bounds.lower[at % dimensions]!, bounds.upper[at % dimensions]!];
        const gap = 1e-15 * Math.abs(high) + 1e-300;
        data[at] = [low - 1e-9, high + Math.max(gap, 1e-12), Number.NaN, 1 / 0, -1 / 0][attempt % 5]!;
        expect(insideBox(bounds, data)).toBe(false);
        expect(firstOutside(bounds, data)).toBe(at);
        data[at] = before;
      }
    }
  });

  it('agrees with a comparison of each number', () => {
    const numbers = fc.array(fc.double({ min: -2, max: 2 }), { maxLength: 60 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), numbers, (dimensions, list) => {
        const data = Float64Array.from(list.slice(0, list.length - (list.length % dimensions)));
        const side = (x: number): Float64Array => new Float64Array(dimensions).fill(x);
        const bounds = { dimensions, lower: side(-1.5), upper: side(1.5), finite: true };
        const expected = data.every((x) => x >= -1.5 && x <= 1.5);
        expect(insideBox(bounds, data)).toBe(expected);
        expect(insideInterval(-1.5, 1.5, data)).toBe(expected);
        expect(firstOutside(bounds, data) < 0).toBe(expected);
      }),
    );
  });
});

describe('insideInterval', () => {
  it('finds one number outside, wherever it stands, and none where there is none', () => {
    for (const length of [1, 2, 3, 5, 4095, 4096, 4097, 10_000]) {
      const data = Float64Array.from({ length }, (_, i) => [-1, 2, 0.5][i % 3]!);
      expect(insideInterval(-1, 2, data)).toBe(true);
      for (let i = 0; i < length; i += Math.max(1, length >> 6)) {
        const before = data[i]!;
        data[i] = [-1 - 1e-15, 2 + 1e-15, Number.NaN, 1 / 0, -1 / 0][i % 5]!;
        expect(insideInterval(-1, 2, data)).toBe(false);
        data[i] = before;
      }
    }
    expect(insideInterval(-1, 2, new Float64Array(0))).toBe(true);
  });
});
