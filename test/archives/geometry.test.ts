import { expect, expectTypeOf, it } from 'vitest';
import {
  CategoricalArchive,
  CellArchive,
  CvtArchive,
  DnsArchive,
  GridArchive,
  gridIndex,
  SlidingBoundariesArchive,
  UnstructuredArchive,
} from '../../src/archives/index.ts';
import type { Geometry } from '../../src/core/index.ts';

const unit = { dimensions: 1, lower: 0, upper: 1 };
const domain = { genome: unit, descriptor: unit };

it('the geometry of a class that has one kind of cells has the type of that kind', () => {
  const grid: readonly number[] = new GridArchive({ domain, cells: [3] }).geometry().grid;
  expect(grid).toEqual([3]);
  const centroids: number = new CvtArchive({ domain, centroids: [[0.2], [0.7]] }).geometry().centroids.rows;
  expect(centroids).toBe(2);
  const edges: readonly Float64Array[] = new SlidingBoundariesArchive({ domain, cells: [2] }).geometry().boundaries;
  expect(edges).toEqual([Float64Array.of(0, 0.5, 1)]);
  const { names } = new CategoricalArchive({ domain, categories: [['a', 'b']] }).geometry();
  expectTypeOf(names).toEqualTypeOf<readonly (readonly string[] | undefined)[]>();
  expect(names).toEqual([['a', 'b']]);
  const points: true[] = [
    new UnstructuredArchive({ domain, threshold: 1 }).geometry().points,
    new DnsArchive({ domain, capacity: 3 }).geometry().points,
  ];
  expect(points).toEqual([true, true]);
  const own = new CellArchive({ domain, index: gridIndex({ descriptor: unit, cells: [3] }) });
  expectTypeOf(own.geometry()).toEqualTypeOf<Geometry | undefined>();
  expectTypeOf<GridArchive>().toExtend<CellArchive>();
});
