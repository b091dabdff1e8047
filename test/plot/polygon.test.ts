import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clipPolygon, growPolygon, type Point, type Polygon, signedArea } from '../../src/plot/polygon.ts';

const square: Polygon = [
  [0, 0],
  [2, 0],
  [2, 2],
  [0, 2],
];
const point = fc.tuple(fc.double({ min: -3, max: 5, noNaN: true }), fc.double({ min: -3, max: 5, noNaN: true }));

describe('clipPolygon', () => {
  it('keeps what lies inside, whichever way the corners run', () => {
    const shifted = square.map(([x, y]): Point => [x + 1, y + 1]);
    for (const clip of [square, [...square].reverse()])
      expect(Math.abs(signedArea(clipPolygon(shifted, clip)))).toBe(1);
    const far = square.map(([x, y]): Point => [x + 5, y]);
    expect(clipPolygon(far, square)).toEqual([]);
  });

  it('never reaches outside the clip', () => {
    fc.assert(
      fc.property(point, point, point, (a, b, c) => {
        for (const corner of clipPolygon([a, b, c], square).flat()) {
          expect(corner).toBeGreaterThanOrEqual(-1e-9);
          expect(corner).toBeLessThanOrEqual(2 + 1e-9);
        }
      }),
    );
  });
});

describe('growPolygon', () => {
  it('moves every side outwards', () => {
    for (const polygon of [square, [...square].reverse()]) {
      const grown = growPolygon(polygon, 0.5);
      expect(signedArea(grown)).toBeCloseTo(9, 12);
      expect(Math.min(...grown.flat())).toBeCloseTo(-0.5, 12);
    }
  });
});
