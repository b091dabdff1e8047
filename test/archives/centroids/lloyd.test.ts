import { expect, it } from 'vitest';
import { lloyd } from '../../../src/archives/centroids/lloyd.ts';
import { Batch } from '../../../src/core/index.ts';
import { randomStream } from '../../../src/random/index.ts';

const squaredDistance = (a: Float64Array, b: Float64Array): number =>
  a.reduce((sum, x, j) => sum + (x - b[j]!) ** 2, 0);

/** k-means as it is defined: all distances, all sums, in order. */
function defined(samples: Batch, count: number, iterations: number): Batch {
  const centroids = new Batch(count, samples.columns, samples.data.slice(0, count * samples.columns));
  const rows = Array.from({ length: samples.rows }, (_, i) => samples.row(i));
  let owner: number[] = [];
  for (let iteration = 0; iteration < iterations; iteration++) {
    const distances = rows.map((row) =>
      Array.from({ length: count }, (_, k) => squaredDistance(row, centroids.row(k))),
    );
    const nearest = distances.map((list) => list.indexOf(Math.min(...list)));
    if (nearest.every((k, i) => k === owner[i])) break;
    owner = nearest;
    const counts = Array.from({ length: count }, (_, k) => owner.filter((other) => other === k).length);
    for (const [k, size] of counts.entries()) {
      if (size > 0) continue;
      const gaps = rows.map((_, i) => (counts[owner[i]!]! > 1 ? distances[i]![owner[i]!]! : -1));
      const far = gaps.indexOf(Math.max(...gaps));
      counts[owner[far]!]!--;
      owner[far] = k;
      counts[k] = 1;
    }
    for (let k = 0; k < count; k++) {
      const sum = new Float64Array(samples.columns);
      for (const [i, row] of rows.entries())
        if (owner[i] === k) for (let j = 0; j < sum.length; j++) sum[j]! += row[j]!;
      centroids.row(k).set(sum.map((x) => x / counts[k]!));
    }
  }
  return centroids;
}

it.each([1, 2, 3, 5, 12, 40])('gives the bits of k-means as it is defined, in %i dimensions', (dimensions) => {
  const random = randomStream(dimensions);
  for (const [samples, count] of [
    [300, 7],
    [500, 60],
    [90, 60],
  ] as const) {
    for (const iterations of [1, 3, 100]) {
      const data = Float64Array.from({ length: samples * dimensions }, () => random.uniform() ** 3);
      const batch = new Batch(samples, dimensions, data);
      expect(lloyd(batch, count, iterations).data).toEqual(defined(batch, count, iterations).data);
    }
  }
});

it('gives a centroid that lost all samples to a sample far from its own', () => {
  // The second starts where the first is.
  const samples = Batch.from([
    [0, 0],
    [0, 0],
    [1, 0],
    [9, 0],
    [9, 1],
  ]);
  expect(lloyd(samples, 2, 50).data).toEqual(defined(samples, 2, 50).data);
  for (const columns of [2, 8]) {
    const random = randomStream(columns);
    const data = Float64Array.from({ length: 200 * columns }, () => random.integer(0, 2));
    const batch = new Batch(200, columns, data);
    expect(lloyd(batch, 40, 30).data).toEqual(defined(batch, 40, 30).data);
  }
});
