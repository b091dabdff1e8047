import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ringCentroids } from '../../../src/archives/index.ts';
import { NearestCentroid } from '../../../src/archives/indices/nearest-centroid.ts';
import { Batch } from '../../../src/core/index.ts';
import { NearestKernel } from '../../../src/kernels/index.ts';
import { randomStream } from '../../../src/random/index.ts';
import { runs } from '../../support/runs.ts';

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

/** The square of a distance, times 4^1074. */
function exactDistance(a: readonly number[], b: readonly number[]): bigint {
  return a.reduce((sum, x, j) => sum + (integer(x) - integer(b[j]!)) ** 2n, 0n);
}

/** A number, times 2^1074. */
function integer(x: number): bigint {
  const bits = new BigUint64Array(Float64Array.of(Math.abs(x)).buffer)[0]!;
  const [exponent, fraction] = [bits >> 52n, bits & (2n ** 52n - 1n)];
  const size = exponent === 0n ? fraction : (fraction + 2n ** 52n) << (exponent - 1n);
  return x < 0 ? -size : size;
}

const bytesOf = (array: Int32Array): Uint8Array => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

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

  it.each([1, 2, 3, 4, 5, 6, 7, 50, 300])('agrees with brute force in %i dimensions, outside as well', (dimensions) => {
    agree(uniform(300, dimensions, dimensions), uniform(500, dimensions, 50 + dimensions, 3, -1));
  });

  it.each([
    [1, 5],
    [2, 5],
    [3, 5],
    [6, 3],
    [9, 2],
  ])('gives the lowest index in ties on a lattice of %i dimensions and side %i', (dimensions, side) => {
    const lattice = Batch.from(
      Array.from({ length: side ** dimensions }, (_, i) =>
        Array.from({ length: dimensions }, (_, j) => (Math.floor(i / side ** j) * 7) % side),
      ),
    );
    const halves = uniform(400, dimensions, 9, 2 * side + 2, -1);
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

  it('finds a point that by exact arithmetic none is nearer than, whatever the powers of two of coordinates', () => {
    const coordinate = fc
      .tuple(fc.integer({ min: -9, max: 9 }), fc.constantFrom(-1074, -900, -700, -501, -200, 0, 1, 200, 501, 1020))
      .map(([x, exponent]) => x * 2 ** exponent);
    const drawn = fc.integer({ min: 1, max: 8 }).chain((columns) => {
      const row = fc.array(coordinate, { minLength: columns, maxLength: columns });
      return fc.tuple(fc.array(row, { minLength: 1, maxLength: 30 }), fc.array(row, { minLength: 1, maxLength: 9 }));
    });
    fc.assert(
      fc.property(drawn, ([points, queries]) => {
        const nearest = new Int32Array(queries.length);
        new NearestCentroid(Batch.from(points)).find(Batch.from(queries).data, nearest);
        for (const [i, query] of queries.entries()) {
          const distances = points.map((point) => exactDistance(point, query));
          const found = distances[nearest[i]!]!;
          expect(distances.filter((other) => (found - other) << 40n > other)).toEqual([]);
        }
      }),
      { numRuns: runs(300) },
    );
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

  it('agrees with brute force where a point or a query is far from all others, or they lie in clusters', () => {
    for (const columns of [2, 20]) {
      const points = uniform(200, columns, 1);
      for (let i = 0; i < points.data.length; i++) points.data[i]! *= i % 3 === 0 ? 1 : 1e-9;
      points.row(7).fill(1e6);
      const queries = uniform(300, columns, 2);
      for (let i = 0; i < 300; i++) {
        for (let j = 0; j < columns; j++) queries.row(i)[j]! *= [1, 1e-9, 1e6, 1e12, 1e200][i % 5]!;
      }
      agree(points, queries);
    }
  });

  it.each([1, 2, 6, 40])(
    'says that a query of %i dimensions has no nearest point if it is not finite',
    (dimensions) => {
      const points = uniform(40, dimensions, 1);
      const queries = uniform(4, dimensions, 2);
      queries.row(0)[dimensions - 1] = Number.NaN;
      queries.row(2)[0] = Number.NEGATIVE_INFINITY;
      const nearest = new Int32Array(4);
      new NearestCentroid(points).find(queries.data, nearest);
      const [a, b] = [1, 3].map((i) => bruteForce(points, queries.row(i)));
      expect([...nearest]).toEqual([40, a, 40, b]);
    },
  );

  it.each([3, 20])('begins anywhere, in %i dimensions, and says how many queries changed their owner', (dimensions) => {
    // Coordinates are 0 or 1: ties are many.
    const [points, queries] = [uniform(200, dimensions, 1, 2), uniform(600, dimensions, 2, 2)];
    for (const { data } of [points, queries]) for (let i = 0; i < data.length; i++) data[i] = Math.floor(data[i]!);
    const kernel = new NearestKernel(200, dimensions, 600);
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

  it.each([2, 5, 30])('follows points of %i dimensions that move, much and little and not at all', (dimensions) => {
    const [points, queries] = [uniform(90, dimensions, 1), uniform(700, dimensions, 2)];
    // A tie of equal points, and a distance of 0.
    points.row(50).set(points.row(20));
    queries.row(3).set(points.row(4));
    const kernel = new NearestKernel(90, dimensions, 700, true);
    kernel.queries.set(queries.data);
    kernel.owners.fill(90);
    const random = randomStream(3);
    for (const [round, step] of [0, 0.3, 0.1, 0.01, 1e-4, 1e-9, 1e-16, 0, 3, 0.001].entries()) {
      for (let i = 0; i < points.data.length; i++) {
        if ((i * 7 + round) % 3 > 0) points.data[i]! += step * (random.uniform() - 0.5);
      }
      kernel.points.set(points.data);
      kernel.plant();
      kernel.search(700);
      for (let i = 0; i < 700; i++) expect(kernel.owners[i]).toBe(bruteForce(points, queries.row(i)));
    }
  });

  it('follows points for more queries than there are bounds for each eight of them', () => {
    const [points, queries] = [uniform(200, 4, 1), uniform(340_000, 4, 2)];
    const [following, plain] = [true, false].map((follow) => new NearestKernel(200, 4, 340_000, follow));
    for (const step of [0, 0.1, 0.001]) {
      for (let i = 0; i < points.data.length; i++) points.data[i]! += step * Math.sign((i % 3) - 1);
      for (const kernel of [following!, plain!]) {
        kernel.points.set(points.data);
        kernel.queries.set(queries.data);
        kernel.plant();
        kernel.search(340_000);
      }
      expect(Buffer.compare(bytesOf(following!.owners), bytesOf(plain!.owners))).toBe(0);
    }
  });

  it('remembers in 64 MB at most, and 16 bytes a query, however many points and queries there are', () => {
    const bytes = (follow: boolean): number => new NearestKernel(100_000, 10, 1_000_000, follow).queries.byteOffset;
    expect(bytes(true) - bytes(false)).toBeGreaterThan(0);
    expect(bytes(true) - bytes(false)).toBeLessThanOrEqual(2 ** 26 + 16e6);
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
