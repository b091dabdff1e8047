import { describe, expect, it } from 'vitest';
import { ringCentroids } from '../../src/archives/index.ts';
import { Batch, boxBounds } from '../../src/core/index.ts';
import { gridOutlines, voronoiOutlines } from '../../src/plot/cell-outlines.ts';
import { type Polygon, signedArea } from '../../src/plot/polygon.ts';

const box = boxBounds('test', 'box', { dimensions: 2, lower: 0, upper: 1 });
const areaOf = (cells: readonly (Polygon | undefined)[]): number =>
  cells.reduce((sum, cell) => sum + (cell === undefined ? 0 : Math.abs(signedArea(cell))), 0);

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

  it('draws one centroid, two, and centroids in a line', () => {
    for (const outline of ['box', 'hull'] as const) {
      for (const rows of [
        [[0.5, 0.5]],
        [
          [0.2, 0.5],
          [0.7, 0.5],
        ],
        [
          [0.2, 0.2],
          [0.5, 0.5],
          [0.8, 0.8],
        ],
      ]) {
        expect(areaOf(voronoiOutlines(Batch.from(rows), box, outline).cells)).toBeCloseTo(1, 6);
      }
    }
  });
});

describe('gridOutlines', () => {
  it('numbers cells as GridArchive does: the last dimension fastest', () => {
    const { cells } = gridOutlines([2, 4], box);
    expect(cells.length).toBe(8);
    expect(cells[1]![0]).toEqual([0, 0.25]);
    expect(cells[4]![0]).toEqual([0.5, 0]);
    expect(areaOf(cells)).toBeCloseTo(1, 12);
  });
});
