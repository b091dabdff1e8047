import { describe, expect, it } from 'vitest';
import { DescriptorDensity, type DescriptorDensityOptions } from '../../../src/archives/index.ts';
import { Batch } from '../../../src/core/index.ts';
import { errorOf } from '../../support/error-of.ts';

const box = (dimensions: number) => ({ dimensions, lower: 0, upper: 1 });
const make = (options: Partial<DescriptorDensityOptions> = {}): DescriptorDensity =>
  new DescriptorDensity({ descriptor: box(2), bandwidth: 0.1, buffer: 50, seed: 1, ...options });
const column = (values: ArrayLike<number>): Batch => new Batch(values.length, 1, Float64Array.from(values));

describe('DescriptorDensity', () => {
  it('is the mean of Gaussian kernels, normalised in any number of dimensions', () => {
    const density = make();
    expect([...density.logDensity(Batch.from([[0, 0]]))]).toEqual([Number.NEGATIVE_INFINITY]);
    const points = [
      [0.1, 0.2],
      [0.4, 0.4],
      [0.15, 0.3],
    ];
    density.add(Batch.from(points));
    const kernel = ([x, y]: number[]): number =>
      Math.exp(-((x! - 0.2) ** 2 + (y! - 0.3) ** 2) / (2 * 0.1 ** 2)) / (2 * Math.PI * 0.1 ** 2);
    const expected = points.reduce((sum, point) => sum + kernel(point), 0) / 3;
    const [found] = density.logDensity(Batch.from([[0.2, 0.3]]));
    expect(found).toBeCloseTo(Math.log(expected), 12);
  });

  it('integrates to 1', () => {
    const density = make({ descriptor: box(1), bandwidth: 0.05 });
    density.add(column([0.3, 0.5, 0.9]));
    const steps = Float64Array.from({ length: 3001 }, (_, i) => (i - 1000) / 1000);
    const sum = density.logDensity(column(steps)).reduce((total, x) => total + Math.exp(x) / 1000, 0);
    expect(sum).toBeCloseTo(1, 9);
  });

  it('tells which of two places far from everything is farther', () => {
    const density = make({ descriptor: box(1), bandwidth: 1e-3 });
    density.add(column([0]));
    const [near, far] = density.logDensity(column([0.5, 1]));
    expect(near).toBeGreaterThan(far!);
    expect(far).toBeGreaterThan(Number.NEGATIVE_INFINITY);
  });

  it('keeps each descriptor with the same chance, whatever batch it came in', () => {
    const kept = new Float64Array(4);
    for (let seed = 0; seed < 300; seed++) {
      const density = make({ descriptor: box(1), bandwidth: 1e-6, buffer: 20, seed });
      for (let batch = 0; batch < 20; batch++) {
        density.add(column(Float64Array.from({ length: 40 }, (_, i) => (batch * 40 + i) / 800)));
      }
      const known = density.logDensity(column(Float64Array.from({ length: 800 }, (_, i) => i / 800)));
      expect(density.size).toBe(20);
      // By the quarter of its batch that each was in.
      for (const [i, x] of known.entries()) if (x > 0) kept[Math.floor((i % 40) / 10)]!++;
    }
    // 6000 kept; a quarter of them each, with a standard deviation of 34.
    for (const count of kept) expect(Math.abs(count - 1500)).toBeLessThan(5 * 34);
  });

  it('is restored bit for bit, and leaves out what is not finite', () => {
    const [one, other] = [make({ buffer: 5 }), make({ buffer: 5 })];
    const rows = Batch.from(Array.from({ length: 12 }, (_, i) => [i / 12, 1 - i / 12]));
    one.add(rows);
    one.add(Batch.from([[Number.NaN, 0]]));
    other.restore(one.snapshot());
    for (const each of [one, other]) each.add(rows);
    expect(other.snapshot()).toEqual(one.snapshot());
    expect(other.logDensity(rows)).toEqual(one.logDensity(rows));
    expect([...one.logDensity(Batch.from([[Number.NaN, 0]]))]).toEqual([Number.NaN]);
  });

  it('refuses options that break their rules, and bytes of another configuration', async () => {
    expect(await errorOf(() => make({ bandwidth: 0 }))).toContain('ARGUMENT DescriptorDensity: bandwidth must be');
    expect(await errorOf(() => make({ buffer: 0 }))).toContain('buffer must be');
    expect(await errorOf(() => make({ seed: 0.5 }))).toContain('seed');
    expect(await errorOf(() => make().add(column([1])))).toContain('ARGUMENT DescriptorDensity.add');
    expect(await errorOf(() => make().restore(make({ bandwidth: 1 }).snapshot()))).toContain(
      'bytes must have bandwidth 0.1',
    );
  });
});
