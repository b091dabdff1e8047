import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PointTree } from '../../../src/archives/neighbours/point-tree.ts';
import { finiteBounds } from '../../../src/core/index.ts';
import { randomStream } from '../../../src/random/index.ts';
import { runs } from '../../support/runs.ts';

type Point = readonly number[];

/** All points by squared distance, of equal ones the lowest index first. */
function byScan(points: readonly Point[], query: Point, count: number): { index: number; distance: number }[] {
  const all = points.map((point, index) => ({
    index,
    square: point.reduce((sum, x, j) => sum + (query[j]! - x) ** 2, 0),
  }));
  all.sort((a, b) => a.square - b.square || a.index - b.index);
  return all.slice(0, count).map(({ index, square }) => ({ index, distance: Math.sqrt(square) }));
}

const mean = (list: readonly { distance: number }[]): number =>
  list.length === 0 ? Number.POSITIVE_INFINITY : list.reduce((sum, one) => sum + one.distance, 0) / list.length;

describe('PointTree', () => {
  it('finds the points that a scan finds, bit for bit, in 1 to 6 dimensions, as points are added and moved', () => {
    const drawn = fc.record({
      seed: fc.integer(),
      dimensions: fc.integer({ min: 1, max: 6 }),
      steps: fc.integer({ min: 1, max: 300 }),
      grain: fc.constantFrom(2, 8, 2 ** 30),
      count: fc.integer({ min: 1, max: 20 }),
    });
    fc.assert(
      fc.property(drawn, ({ seed, dimensions, steps, grain, count }) => {
        const random = randomStream(seed);
        const tree = new PointTree(finiteBounds('test', 'box', { dimensions, lower: 0, upper: 1 }));
        const points: Point[] = [];
        const draw = (): Point => Array.from({ length: dimensions }, () => random.integer(0, grain) / grain);
        for (let step = 0; step < steps; step++) {
          const point = draw();
          if (points.length > 0 && random.integer(0, 3) === 0) {
            const index = random.integer(0, points.length - 1);
            points[index] = point;
            tree.move(index, Float64Array.from(point), 0);
          } else {
            points.push(point);
            tree.add(Float64Array.from(point), 0);
          }
          const query = draw();
          tree.nearest(Float64Array.from(query), 0, count);
          const expected = byScan(points, query, count);
          expect(tree.found).toEqual(expected.map(({ index }) => index));
          expect(tree.meanDistance()).toBe(mean(expected));
        }
      }),
      { numRuns: runs(40) },
    );
  });

  it('clips to the box, and finds the same at any scale of it', () => {
    for (const exponent of [-1000, -300, 0, 300, 1000]) {
      const scale = 2 ** exponent;
      const tree = new PointTree(finiteBounds('test', 'box', { dimensions: 2, lower: 0, upper: scale }));
      expect(tree.meanDistance()).toBe(Number.POSITIVE_INFINITY);
      for (let i = 0; i < 40; i++) tree.add(Float64Array.of((i / 64) * scale, 0), 0);
      tree.nearest(Float64Array.of(-5 * scale, -7 * scale), 0, 2);
      expect([tree.found, tree.meanDistance()]).toEqual([[0, 1], scale / 128]);
    }
  });

  it('takes any number of equal points', () => {
    const tree = new PointTree(finiteBounds('test', 'box', { dimensions: 1, lower: 0, upper: 1 }));
    for (let i = 0; i < 500; i++) tree.add(Float64Array.of(0.5), 0);
    tree.nearest(Float64Array.of(0.25), 0, 3);
    expect([tree.found, tree.meanDistance()]).toEqual([[0, 1, 2], 0.25]);
  });
});
