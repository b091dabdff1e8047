import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { covers, crowding, hypervolume } from '../../../src/archives/keepers/pareto.ts';

/** Number of unit cubes with corners at integers, above the reference 0, that lie below a point. */
function cubes(points: readonly number[][], objectives: number, size: number): number {
  let count = 0;
  for (let i = 0; i < size ** objectives; i++) {
    const upper = Array.from({ length: objectives }, (_, j) => (Math.floor(i / size ** j) % size) + 1);
    if (points.some((point) => covers(point, upper))) count++;
  }
  return count;
}

describe('hypervolume', () => {
  it.each([2, 3, 4])('of %i objectives is the number of cubes that are dominated', (objectives) => {
    const size = 5;
    const point = fc.array(fc.integer({ min: -2, max: size }), { minLength: objectives, maxLength: objectives });
    fc.assert(
      fc.property(fc.array(point, { maxLength: 12 }), (points) => {
        expect(hypervolume(points, new Array(objectives).fill(0))).toBe(cubes(points, objectives, size));
      }),
    );
  });

  it('is that of an example done by hand', () => {
    const points = [
      [3, 1],
      [2, 2],
      [1, 3],
    ];
    expect(hypervolume(points, [0, 0])).toBe(6);
    expect(hypervolume(points, [1, 1])).toBe(1);
    expect(hypervolume([], [0, 0])).toBe(0);
  });
});

describe('crowding', () => {
  it('is the sum of the gaps between neighbours, as shares of the range; infinite at the ends', () => {
    const points = [
      [0, 10],
      [4, 2],
      [1, 8],
      [10, 0],
    ];
    expect([...crowding(points)]).toEqual([
      Number.POSITIVE_INFINITY,
      (10 - 1) / 10 + 8 / 10,
      4 / 10 + (10 - 2) / 10,
      Number.POSITIVE_INFINITY,
    ]);
  });
});
