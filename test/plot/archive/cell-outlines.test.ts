import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ringCentroids } from '../../../src/archives/index.ts';
import { Batch, boxBounds } from '../../../src/core/index.ts';
import { edgeOutlines, voronoiOutlines } from '../../../src/plot/archive/cell-outlines.ts';
import { type Point, type Polygon, signedArea } from '../../../src/plot/archive/polygon.ts';

const box = boxBounds('test', 'box', { dimensions: 2, lower: 0, upper: 1 });
const areaOf = (cells: readonly (Polygon | undefined)[]): number =>
  cells.reduce((sum, cell) => sum + (cell === undefined ? 0 : Math.abs(signedArea(cell))), 0);

/** The unit box, clipped by the half-plane that is nearer to row i than to any other row. */
function clippedByAll(rows: readonly (readonly [number, number])[], i: number): Polygon {
  let cell: Polygon = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ];
  const [x, y] = rows[i]!;
  for (const [otherX, otherY] of rows) {
    const nearer = ([a, b]: Point): number => (a - otherX) ** 2 + (b - otherY) ** 2 - ((a - x) ** 2 + (b - y) ** 2);
    const kept: Point[] = [];
    for (const [j, corner] of cell.entries()) {
      const next = cell[(j + 1) % cell.length]!;
      const [here, there] = [nearer(corner), nearer(next)];
      if (here >= 0) kept.push(corner);
      if (here < 0 === there < 0) continue;
      const share = here / (here - there);
      kept.push([corner[0] + share * (next[0] - corner[0]), corner[1] + share * (next[1] - corner[1])]);
    }
    cell = kept;
  }
  return cell;
}

describe('voronoiOutlines', () => {
  it('tiles the box', () => {
    const { cells } = voronoiOutlines(ringCentroids({ rings: 5 }), box, 'box');
    expect(cells.length).toBe(90);
    expect(areaOf(cells)).toBeCloseTo(1, 9);
  });

  it('tiles a disc around rings, and no wedge reaches into the corners', () => {
    const { cells, extent } = voronoiOutlines(ringCentroids({ rings: 25 }), box, 'hull');
    const radius = 0.5 + 0.5 / 26 / 2;
    expect(areaOf(cells)).toBeCloseTo(Math.PI * radius ** 2, 2);
    const reach = cells.flatMap((cell) => (cell ?? []).map(([x, y]) => Math.hypot(x - 0.5, y - 0.5)));
    expect(Math.max(...reach)).toBeLessThan(0.512);
    expect(extent.x[0]).toBeLessThan(0);
    expect(extent.x[1]).toBeGreaterThan(1);
  });

  const along = (count: number, point: (t: number) => [number, number]): [number, number][] =>
    Array.from({ length: count }, (_, i) => point(i / (count - 1)));
  const lines: Record<string, [number, number][]> = {
    one: [[0.5, 0.5]],
    two: [
      [0.2, 0.5],
      [0.7, 0.5],
    ],
    level: along(50, (t) => [t, 0.5]),
    upright: along(50, (t) => [0.3, t]),
    diagonal: along(50, (t) => [t, t]),
    oblique: along(50, (t) => [t, 0.2 + 0.37 * t]),
    'nearly level': along(50, (t) => [t, 0.5 + 1e-13 * Math.sin(999 * t)]),
    'nearly level, less so': along(50, (t) => [t, 0.5 + 1e-9 * Math.sin(999 * t)]),
    'nearly one point': along(2, (t) => [5e-324 * t, 0.5]),
    'nearly one point, less so': along(2, (t) => [0.5 + 2 ** -53 * t, 0.3]),
    'two columns': along(50, (t) => [Math.round(t * 49) % 2, t]),
    'a dense corner': along(300, (t) => (t < 0.95 ? [1e-6 * t, 1e-6 * Math.sin(9999 * t) ** 2] : [t, 1 - t])),
  };
  it.each(Object.entries(lines))('draws the cell of every centroid: %s', (_, rows) => {
    for (const outline of ['box', 'hull'] as const) {
      const { cells } = voronoiOutlines(Batch.from(rows), box, outline);
      expect(cells.every((cell) => cell !== undefined)).toBe(true);
      if (outline === 'box') expect(areaOf(cells)).toBeCloseTo(1, 9);
    }
  });

  it('draws fifty centroids in a line as fifty strips, up and down from edge to edge', () => {
    const { cells } = voronoiOutlines(Batch.from(lines.level!), box, 'box');
    for (const [i, cell] of cells.entries()) {
      const [left, right] = [Math.max(0, (i - 0.5) / 49), Math.min(1, (i + 0.5) / 49)];
      expect(new Set(cell!.map(([x, y]) => [x.toFixed(9), y.toFixed(9)].join()))).toEqual(
        new Set([left, right].flatMap((x) => [`${x.toFixed(9)},0.000000000`, `${x.toFixed(9)},1.000000000`])),
      );
    }
  });

  it('gives the cell of centroids that coincide to the first', () => {
    const rows = [0.5, 0.2, 0.5, 0.2, 0.8].map((x) => [x, 0.5]);
    const { cells } = voronoiOutlines(Batch.from(rows), box, 'box');
    expect(cells.map((cell) => cell !== undefined)).toEqual([true, true, false, false, true]);
    expect(areaOf(cells)).toBeCloseTo(1, 9);
    expect(areaOf(voronoiOutlines(Batch.from([rows[0]!, rows[0]!]), box, 'hull').cells)).toBeCloseTo(1, 9);
  });

  it('draws the same cells in boxes of any size and place', () => {
    const rows = lines.oblique!.concat([
      [0.9, 0.1],
      [0.1, 0.8],
    ]);
    const expected = voronoiOutlines(Batch.from(rows), box, 'hull').cells.map((cell) => Math.abs(signedArea(cell!)));
    for (const [lower, size] of [
      [0, 1e-300],
      [-1e300, 1e303],
      [0, 1e308],
      [1e6, 1],
      [-3, 1e-6],
    ] as const) {
      const placed = boxBounds('test', 'box', { dimensions: 2, lower, upper: lower + size });
      const { cells } = voronoiOutlines(
        Batch.from(rows.map((row) => row.map((x) => lower + x * size))),
        placed,
        'hull',
      );
      const areas = cells.map((cell) =>
        Math.abs(signedArea(cell!.map(([x, y]) => [(x - lower) / size, (y - lower) / size]))),
      );
      for (const [i, area] of areas.entries()) expect(area).toBeCloseTo(expected[i]!, 8);
    }
  });

  it('cuts a cell out as all bisectors do, one after the other', () => {
    const coordinate = fc.oneof(
      fc.integer({ min: 0, max: 4 }).map((k) => k / 4),
      fc.integer({ min: -2000, max: 12_000 }).map((k) => k / 1e4),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 40 }), (rows) => {
        const { cells } = voronoiOutlines(Batch.from(rows), box, 'box');
        for (const [i, [x, y]] of rows.entries()) {
          const area = Math.abs(signedArea(cells[i] ?? []));
          const twin = rows.findIndex(([a, b]) => a === x && b === y) < i;
          expect(area).toBeCloseTo(twin ? 0 : Math.abs(signedArea(clippedByAll(rows, i))), 9);
        }
        expect(areaOf(cells)).toBeCloseTo(1, 9);
      }),
    );
  });
});

describe('edgeOutlines', () => {
  it('numbers cells as GridArchive does: the last dimension fastest', () => {
    const { cells } = edgeOutlines([Float64Array.of(0, 0.5, 1), Float64Array.of(0, 0.25, 0.5, 0.75, 1)], box);
    expect(cells.length).toBe(8);
    expect(cells[1]![0]).toEqual([0, 0.25]);
    expect(cells[4]![0]).toEqual([0.5, 0]);
    expect(areaOf(cells)).toBeCloseTo(1, 12);
  });
});
