import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Batch, type Box, boxBounds } from '../../src/core/index.ts';
import type { CellMap } from '../../src/explorer/map/cell-map.ts';
import { cellMapOf } from '../../src/explorer/map/map-of-space.ts';
import { neighbourOf } from '../../src/explorer/map/neighbour.ts';
import { CategoricalArchive, CvtArchive, GridArchive } from '../../src/index.ts';
import { runs } from '../support/runs.ts';

const owner = 'test';
// Coarse, so that rounding decides nothing.
const number = fc.integer({ min: 0, max: 997 }).map((value) => value / 997);
const point = fc.tuple(number, number);
const unit = (dimensions: number): Box => ({ dimensions, lower: 0, upper: 1 });
const whole = { left: 0, right: 1, bottom: 0, top: 1, width: 40, height: 30 };

/** What `fill` must write: the cell at the middle of each pixel. */
function pixelByPixel(map: CellMap, { left, right, bottom, top, width, height }: typeof whole): number[] {
  return Array.from({ length: width * height }, (_, at) => {
    const [i, j] = [at % width, Math.floor(at / width)];
    return map.cellAt(left + ((right - left) * (i + 0.5)) / width, top - ((top - bottom) * (j + 0.5)) / height) + 1;
  });
}

function filled(map: CellMap, window: typeof whole): number[] {
  const into = new Int32Array(window.width * window.height).fill(-7);
  map.fill(window, into);
  return [...into];
}

describe('the map of centroids', () => {
  const centroids = fc.array(point, { minLength: 1, maxLength: 60 }).map((points) => Batch.from(points));

  it('has at each point the nearest centroid, the first of equal ones', () => {
    const law = fc.property(centroids, fc.array(point, { maxLength: 20 }), (batch, points) => {
      const map = cellMapOf(owner, { descriptor: unit(2), geometry: () => ({ centroids: batch }) });
      for (const [x, y] of points) {
        const distances = Array.from({ length: batch.rows }, (_, i) => {
          const [dx, dy] = [batch.row(i)[0]! - x, batch.row(i)[1]! - y];
          return dx * dx + dy * dy;
        });
        expect(map.cellAt(x, y)).toBe(distances.indexOf(Math.min(...distances)));
      }
    });
    fc.assert(law, { numRuns: runs(60) });
  });

  it('fills each pixel with the cell at its middle, at any magnification, up to the hull', () => {
    const law = fc.property(centroids, fc.constantFrom('box', 'hull'), point, (batch, outline, [x, y]) => {
      const map = cellMapOf(owner, { descriptor: unit(2), geometry: () => ({ centroids: batch }), outline });
      const near = { ...whole, left: x - 0.1, right: x + 0.1, bottom: y - 0.1, top: y + 0.1 };
      for (const window of [whole, near]) {
        const [found, wanted] = [filled(map, window), pixelByPixel(map, window)];
        // A pixel on the hull itself may be rounded to either side.
        const apart = found.filter((cell, i) => cell !== wanted[i] && cell !== 0 && wanted[i] !== 0);
        expect(apart).toEqual([]);
        expect(found.filter((cell, i) => cell !== wanted[i]).length).toBeLessThanOrEqual(2);
      }
    });
    fc.assert(law, { numRuns: runs(30) });
  });
});

describe('the map of a grid', () => {
  const grids = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 });

  it('has a place for each cell, in any number of dimensions, and fills pixels with it', () => {
    const law = fc.property(grids, (grid) => {
      const map = cellMapOf(owner, { descriptor: unit(grid.length), geometry: () => ({ grid }) });
      expect(map.cells).toBe(grid.reduce((product, count) => product * count, 1));
      for (let cell = 0; cell < map.cells; cell++) expect(map.cellAt(...map.centre(cell))).toBe(cell);
      expect(filled(map, whole)).toEqual(pixelByPixel(map, whole));
      expect(map.cellAt(-0.1, 0.5)).toBe(-1);
    });
    fc.assert(law, { numRuns: runs(60) });
  });

  it('has in two dimensions the cells of a GridArchive', () => {
    const archive = new GridArchive({ domain: { genome: unit(1), descriptor: unit(2) }, cells: [5, 3] });
    const map = cellMapOf(owner, archive);
    for (const [x, y] of [
      [0, 0],
      [0.3, 0.9],
      [1, 1],
      [0.59, 0.4],
    ] as const) {
      expect(map.cellAt(x, y)).toBe(archive.cellOf([x, y]));
    }
  });

  it('keys lead from a cell to those beside it, and stay at the edge', () => {
    const map = cellMapOf(owner, { descriptor: unit(2), geometry: () => ({ grid: [3, 2] }) });
    expect(neighbourOf(map, 0, 1, 0)).toBe(2);
    expect(neighbourOf(map, 0, 0, 1)).toBe(1);
    expect(neighbourOf(map, 0, -1, 0)).toBe(0);
  });
});

it('there is no map without cells, or without bounds', () => {
  expect(() => cellMapOf(owner, { descriptor: unit(2) })).toThrow(
    'test: space must have cells that are a grid or have centroids',
  );
  const descriptor = { dimensions: 1, lower: 0, upper: Number.POSITIVE_INFINITY };
  expect(() => cellMapOf(owner, { descriptor, geometry: () => ({ grid: [2] }) })).toThrow('test: descriptor');
  expect(boxBounds(owner, 'x', unit(1)).finite).toBe(true);
});

it('a category lies around its number, so that its elites are in the middle of their cell', () => {
  const domain = { genome: unit(1), descriptor: { dimensions: 2, lower: 0, upper: [1, 2] } };
  const archive = new CategoricalArchive({
    domain,
    categories: [
      ['oak', 'birch'],
      ['small', 'medium', 'large'],
    ],
  });
  const map = cellMapOf(owner, archive);
  for (let cell = 0; cell < archive.cells; cell++) expect(archive.cellOf([...map.centre(cell)])).toBe(cell);
  expect(map.centre(archive.cellOf([1, 2]))).toEqual([1, 2]);
});

it('centroids of three dimensions are at their first two', () => {
  const domain = { genome: unit(1), descriptor: unit(3) };
  const archive = new CvtArchive({
    domain,
    centroids: Batch.from([
      [0.2, 0.3, 0.9],
      [0.8, 0.6, 0.1],
    ]),
  });
  const map = cellMapOf(owner, archive);
  expect([map.cells, map.centre(1), map.cellAt(0.8, 0.6)]).toEqual([2, [0.8, 0.6], 1]);
});
