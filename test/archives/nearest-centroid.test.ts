import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ringCentroids } from '../../src/archives/index.ts';
import { NearestCentroid } from '../../src/archives/nearest-centroid.ts';
import { Batch } from '../../src/core/index.ts';
import { NearestKernel } from '../../src/kernels/index.ts';
import { randomStream } from '../../src/random/index.ts';

function bruteForce(points: Batch, query: Float64Array): number {
  let nearest = 0;
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < points.rows; i++) {
    let distance = 0;
    for (let j = 0; j < points.columns; j++) distance += (query[j]! - points.data[i * points.columns + j]!) ** 2;
    if (distance < best) {
      best = distance;
      nearest = i;
    }
  }
  return nearest;
}

function agree(points: Batch, queries: Batch): void {
  const nearest = new Int32Array(queries.rows);
  new NearestCentroid(points).find(queries.data, nearest);
  expect(nearest).toEqual(Int32Array.from(nearest, (_, i) => bruteForce(points, queries.row(i))));
}

const uniform = (rows: number, columns: number, seed: number, scale = 1, offset = 0): Batch => {
  const random = randomStream(seed);
  return new Batch(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => offset + scale * random.uniform()),
  );
};

describe('NearestCentroid', () => {
  it('agrees with brute force on points and queries of few numbers, where ties are many, at any scale', () => {
    const drawn = fc.integer({ min: 1, max: 6 }).chain((columns) => {
      const rows = (minLength: number): fc.Arbitrary<number[][]> =>
        fc.array(fc.array(fc.integer({ min: -3, max: 3 }), { minLength: columns, maxLength: columns }), {
          minLength,
          maxLength: 60,
        });
      return fc.tuple(rows(1), rows(1), fc.integer({ min: -900, max: 900 }));
    });
    fc.assert(
      fc.property(drawn, ([points, queries, exponent]) => {
        const scaled = (rows: number[][], scale: number): Batch =>
          Batch.from(rows.map((row) => row.map((x) => x * scale)));
        const nearest = new Int32Array(queries.length);
        new NearestCentroid(scaled(points, 2 ** exponent)).find(scaled(queries, 2 ** (exponent - 1)).data, nearest);
        const plain = scaled(queries, 0.5);
        expect([...nearest]).toEqual(queries.map((_, i) => bruteForce(Batch.from(points), plain.row(i))));
      }),
    );
  });

  it.each([1, 2, 3, 4, 5, 6, 300])('agrees with brute force in %i dimensions, outside as well', (dimensions) => {
    agree(uniform(300, dimensions, dimensions), uniform(500, dimensions, 50 + dimensions, 3, -1));
  });

  it.each([1, 2, 3])('gives the lowest index in ties on a lattice of %i dimensions', (dimensions) => {
    const side = 5;
    const lattice = Batch.from(
      Array.from({ length: side ** dimensions }, (_, i) =>
        Array.from({ length: dimensions }, (_, j) => (Math.floor(i / side ** j) * 7) % side),
      ),
    );
    const halves = uniform(400, dimensions, 9, 12, -1);
    agree(
      lattice,
      new Batch(
        halves.rows,
        dimensions,
        halves.data.map((x) => Math.floor(x) / 2),
      ),
    );
  });

  it('agrees with brute force on the rings, at their centre and on their borders', () => {
    const ring = ringCentroids({ rings: 25 });
    agree(ring, uniform(2000, 2, 3));
    agree(ring, ring);
    agree(
      ring,
      Batch.from([
        [0.5, 0.5],
        [0.5, 0],
        [1, 0.5],
      ]),
    );
  });

  it.each([2 ** -1000, 2 ** -550, 2 ** 17, 2 ** 660, 2 ** 1000])('needs no epsilon at scale %d', (scale) => {
    const [points, queries] = [uniform(100, 2, 1), uniform(200, 2, 2)];
    const tree = new NearestCentroid(
      new Batch(
        100,
        2,
        points.data.map((x) => x * scale),
      ),
    );
    const scaled = queries.data.map((x) => x * scale);
    const nearest = new Int32Array(200);
    tree.find(scaled, nearest);
    for (let i = 0; i < 200; i++) expect(nearest[i]).toBe(bruteForce(points, queries.row(i)));
  });

  it('says that a query has no nearest point if it is not finite, and finds those beside it', () => {
    const points = uniform(40, 2, 1);
    const queries = Float64Array.of(0.5, Number.NaN, 0.5, 0.5, Number.POSITIVE_INFINITY, 0.5, 0.1, 0.9);
    const nearest = new Int32Array(4);
    new NearestCentroid(points).find(queries, nearest);
    const [a, b] = [2, 6].map((at) => bruteForce(points, queries.subarray(at, at + 2)));
    expect([...nearest]).toEqual([40, a, 40, b]);
  });

  it('finds the same of many sets of points, in whatever order they are asked', () => {
    const sets = [2, 2, 3, 8, 8, 20].map((dimensions, i) => {
      const points = uniform(30 + 17 * i, dimensions, i + 1);
      return { points, nearest: new NearestCentroid(points), queries: uniform(9, dimensions, i + 50) };
    });
    for (let turn = 0; turn < 30; turn++) {
      const { points, nearest, queries } = sets[(5 * turn + (turn >> 2)) % sets.length]!;
      const found = new Int32Array(9);
      nearest.find(queries.data, found);
      expect([...found]).toEqual(Array.from({ length: 9 }, (_, i) => bruteForce(points, queries.row(i))));
    }
  });

  it('begins anywhere, and says how many points changed their owner', () => {
    const [points, queries] = [uniform(200, 3, 1), uniform(600, 3, 2)];
    const kernel = new NearestKernel(200, 3, 600);
    kernel.points.set(points.data);
    kernel.queries.set(queries.data);
    kernel.plant();
    for (let i = 0; i < 600; i++) kernel.owners[i] = (i * 7) % 201;
    const before = kernel.owners.slice();
    const changes = kernel.search(600);
    for (let i = 0; i < 600; i++) expect(kernel.owners[i]).toBe(bruteForce(points, queries.row(i)));
    expect(changes).toBe(before.filter((owner, i) => owner !== kernel.owners[i]).length);
    expect(kernel.search(600)).toBe(0);
  });

  it('takes points in any order, many of them equal in a coordinate', () => {
    for (const order of [(i: number) => i, (i: number) => -i, (i: number) => i % 3, () => 0]) {
      const points = new Batch(
        3000,
        2,
        Float64Array.from({ length: 6000 }, (_, i) => (i % 2 ? i : order(i >> 1))),
      );
      agree(points, new Batch(50, 2, uniform(50, 2, 5, 6000).data));
    }
  });
});
