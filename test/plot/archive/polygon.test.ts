import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  convexHull,
  growPolygon,
  type Point,
  type Polygon,
  polygonClipper,
  signedArea,
} from '../../../src/plot/archive/polygon.ts';

const square: Polygon = [
  [0, 0],
  [2, 0],
  [2, 2],
  [0, 2],
];
const point = fc.tuple(fc.double({ min: -3, max: 5, noNaN: true }), fc.double({ min: -3, max: 5, noNaN: true }));

describe('polygonClipper', () => {
  it('keeps what lies inside, whichever way the corners run', () => {
    const shifted = square.map(([x, y]): Point => [x + 1, y + 1]);
    for (const clip of [square, [...square].reverse()])
      expect(Math.abs(signedArea(polygonClipper(clip)(shifted)))).toBe(1);
    const far = square.map(([x, y]): Point => [x + 5, y]);
    expect(polygonClipper(square)(far)).toEqual([]);
    const small = square.map(([x, y]): Point => [0.8 + x / 4, 0.8 + y / 4]);
    expect(polygonClipper(square)(small)).toBe(small);
  });

  it('never reaches outside the clip', () => {
    fc.assert(
      fc.property(point, point, point, (a, b, c) => {
        for (const corner of polygonClipper(square)([a, b, c]).flat()) {
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

describe('convexHull', () => {
  it('holds every point, turns left at every corner, and has no corner of its own', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 30 }), (points) => {
        const hull = convexHull(points);
        for (const corner of hull) expect(points).toContain(corner);
        for (const [i, [ax, ay]] of hull.entries()) {
          const [bx, by] = hull[(i + 1) % hull.length]!;
          for (const [x, y] of points) expect((bx - ax) * (y - ay) - (by - ay) * (x - ax)).toBeGreaterThan(-1e-9);
        }
      }),
    );
  });

  it('is without corners between the ends of a line', () => {
    const line = [3, 1, 2, 0].map((x): Point => [x, 2 * x]);
    expect(convexHull(line)).toEqual([
      [0, 0],
      [3, 6],
    ]);
    expect(convexHull([...square, [1, 0], [1, 1]])).toEqual(square);
  });
});
