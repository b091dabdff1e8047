import { describe, expect, it } from 'vitest';
import { cvtCentroids } from '../../../src/archives/index.ts';
import { NearestCentroid } from '../../../src/archives/indices/nearest-centroid.ts';
import type { Batch } from '../../../src/core/index.ts';
import { randomStream } from '../../../src/random/index.ts';
import { errorOf } from '../../support/error-of.ts';

const descriptor = { dimensions: 2, lower: [-3, 10], upper: [5, 11] };

/** Number of uniform samples that fall to each centroid. */
function shares(centroids: Batch, samples: number): number[] {
  const random = randomStream(77);
  const counts = new Array<number>(centroids.rows).fill(0);
  const points = new Float64Array(2 * samples);
  for (let i = 0; i < points.length; i += 2) {
    points[i] = -3 + 8 * random.uniform();
    points[i + 1] = 10 + random.uniform();
  }
  const nearest = new Int32Array(samples);
  new NearestCentroid(centroids).find(points, nearest);
  for (const cell of nearest) counts[cell]!++;
  return counts;
}

const deviation = (counts: number[]): number => {
  const mean = counts.reduce((a, b) => a + b) / counts.length;
  return Math.sqrt(counts.reduce((sum, c) => sum + (c - mean) ** 2, 0) / counts.length) / mean;
};

describe('cvtCentroids', () => {
  it.each(['lloyd', 'sobol', 'uniform'] as const)(
    'fills the box by %s with distinct cells, the same for a seed',
    (method) => {
      const centroids = cvtCentroids({ cells: 300, descriptor, seed: 4, method });
      expect([centroids.rows, centroids.columns]).toEqual([300, 2]);
      for (let i = 0; i < 300; i++) {
        const [a, b] = centroids.row(i);
        expect(a! >= -3 && a! <= 5 && b! >= 10 && b! <= 11).toBe(true);
      }
      expect(new Set(Array.from({ length: 300 }, (_, i) => centroids.row(i).join())).size).toBe(300);
      expect(cvtCentroids({ cells: 300, descriptor, seed: 4, method }).data).toEqual(centroids.data);
      expect(cvtCentroids({ cells: 300, descriptor, seed: 5, method }).data).not.toEqual(centroids.data);
    },
  );

  it('gives cells of nearly equal size, in the order lloyd, sobol, uniform', () => {
    const [lloyd, sobol, uniform] = (['lloyd', 'sobol', 'uniform'] as const).map((method) =>
      deviation(
        shares(cvtCentroids({ cells: 200, descriptor: { ...descriptor, lower: [-3, 10] }, seed: 1, method }), 100_000),
      ),
    );
    expect(lloyd).toBeLessThan(0.25);
    expect(sobol).toBeLessThan(0.45);
    expect(uniform).toBeGreaterThan(sobol!);
  });

  it('leaves no cell empty where samples are few', () => {
    const box = { dimensions: 3, lower: 0, upper: 1 };
    const centroids = cvtCentroids({ cells: 400, descriptor: box, seed: 2, samples: 400 });
    expect(new Set(Array.from({ length: 400 }, (_, i) => centroids.row(i).join())).size).toBe(400);
    expect(
      cvtCentroids({ cells: 1, descriptor: box, seed: 2, samples: 5000 }).data.every((x) => Math.abs(x - 0.5) < 0.03),
    ).toBe(true);
  });

  it("begins Sobol's sequence as published, up to the digits flipped by the seed", () => {
    const { data } = cvtCentroids({
      cells: 4,
      descriptor: { dimensions: 3, lower: 0, upper: 1 },
      seed: 1,
      method: 'sobol',
    });
    const digits = Array.from(data, (x) => Math.floor(x * 2 ** 32));
    const flipped = (i: number): number[] => [0, 1, 2].map((j) => ((digits[i * 3 + j]! ^ digits[j]!) >>> 0) / 2 ** 32);
    // The first points of the unscrambled sequence: (0, 0, 0), (1/2, 1/2, 1/2), (3/4, 1/4, 1/4), (1/4, 3/4, 3/4).
    expect([0, 1, 2, 3].map(flipped)).toEqual([
      [0, 0, 0],
      [0.5, 0.5, 0.5],
      [0.75, 0.25, 0.25],
      [0.25, 0.75, 0.75],
    ]);
  });

  it('stays finite in the largest boxes, and refuses one without room for so many', async () => {
    const make = (upper: number): Batch =>
      cvtCentroids({ cells: 20, descriptor: { dimensions: 1, lower: 0, upper }, seed: 1, samples: 500 });
    expect(make(1e308).data.every((x) => x >= 0 && x <= 1e308)).toBe(true);
    expect(await errorOf(() => make(5e-324))).toContain('must have room for 20 distinct centroids');
  });

  it.each(['lloyd', 'uniform'] as const)('has distinct centroids inside of any box, by %s', (method) => {
    for (const upper of [
      [1e-320, 1e-320],
      [1, 1e-200],
      [1e-70, 1e70],
      [1e308, 1e-320],
      [1e200, 1e200],
    ]) {
      const box = { dimensions: 2, lower: 0, upper };
      const { data } = cvtCentroids({ cells: 20, descriptor: box, seed: 1, samples: 500, method });
      expect(data.every((x, i) => x >= 0 && x <= upper[i % 2]!)).toBe(true);
      expect(new Set(Array.from({ length: 20 }, (_, i) => data.slice(2 * i, 2 * i + 2).join())).size).toBe(20);
    }
  });

  it('refuses bad options', async () => {
    const make = (options: object): Promise<string> =>
      errorOf(() => cvtCentroids({ cells: 10, descriptor, seed: 1, ...options }));
    expect(await make({ cells: 0 })).toContain('cells must be an integer');
    for (const method of ['lloyd', 'sobol', 'uniform']) {
      expect(await make({ cells: 2e9, method })).toContain(
        'cells must be an integer in [1, 1073741823]; got 2000000000',
      );
    }
    const wide = { dimensions: 2 ** 24, lower: 0, upper: 1 };
    expect(await make({ cells: 128, descriptor: wide })).toContain('cells must be an integer in [1, 127]; got 128');
    expect(await make({ samples: 9 })).toContain('samples must be an integer in [10,');
    expect(await make({ method: 'kmeans' })).toContain(
      "method must be one of 'lloyd', 'sobol', 'uniform'; got 'kmeans'",
    );
    expect(await make({ seed: 0.5 })).toContain('seed');
    expect(await make({ descriptor: { dimensions: 1, lower: 0, upper: 1 / 0 } })).toContain('finite');
    expect(await make({ method: 'sobol', descriptor: { dimensions: 7, lower: 0, upper: 1 } })).toContain(
      "for 'sobol' must be an integer in [1, 6]; got 7",
    );
  });
});
