import { expect, it } from 'vitest';
import { packColour } from '../../src/explorer/colours/colouring.ts';
import { colourDifference, onlyColours } from '../../src/explorer/colours/difference.ts';
import { EliteStore } from '../../src/explorer/elite-store.ts';
import { fitnessBeside, linkedCell, sameCells } from '../../src/explorer/linked-cells.ts';
import { cellMapOf } from '../../src/explorer/map/map-of-space.ts';

const descriptor = { dimensions: 2, lower: 0, upper: 1 };
const gridOf = (...grid: number[]) => cellMapOf('test', { descriptor, geometry: () => ({ grid }) });
const words = { names: ['a', 'b'] as const, fitnessLabel: 'fitness' };
const none = Number.NaN;

it('of two archives, cells of one alone, and which is fitter in those of both, are coloured and counted', () => {
  const a = Float64Array.of(1, none, 5, 2, none, 3);
  const b = Float64Array.of(none, 1, 3, 4, none, 3);
  const { colours, key } = colourDifference(a, b, 7, words);
  expect(key).toEqual({ ...words, onlyA: 1, onlyB: 1, both: 3, fitterA: 1, fitterB: 1, most: 2, beyond: false });
  expect([...colours]).toEqual([
    0,
    ...onlyColours.map(packColour),
    packColour('#a50026'),
    packColour('#313695'),
    7,
    packColour('#ffffbf'),
  ]);
});

it('a few large differences share the strongest colour, and the legend knows', () => {
  const a = Float64Array.from({ length: 100 }, (_, i) => (i === 0 ? 1000 : 1));
  expect(colourDifference(a, new Float64Array(100), 0, words).key).toMatchObject({ most: 1, beyond: true });
});

it('equal archives have no difference', () => {
  const a = Float64Array.of(1, 2);
  expect(colourDifference(a, a, 0, words).key).toMatchObject({ both: 2, fitterA: 0, fitterB: 0, most: 1 });
});

it('a place of one map is found in the other, whatever the cells', () => {
  const [fine, coarse] = [gridOf(4, 4), gridOf(2, 2)];
  expect([sameCells(fine, gridOf(4, 4)), sameCells(fine, coarse), sameCells(fine, gridOf(2, 8))]).toEqual([
    true,
    false,
    false,
  ]);
  expect(linkedCell(fine, coarse, 15, false)).toBe(3);
  expect(linkedCell(fine, coarse, -1, false)).toBe(-1);
  expect(linkedCell(fine, fine, 9, true)).toBe(9);
});

it('where cells differ, the fittest of those that fall into a cell is compared', () => {
  const store = new EliteStore(16);
  store.update({ cells: [0, 5, 15], fitness: [1, 4, 2] });
  const fine = gridOf(4, 4);
  const beside = fitnessBeside({ cells: gridOf(2, 2) }, { store, placeOf: (cell) => fine.centre(cell) }, false);
  expect(beside).toEqual(Float64Array.of(4, none, none, 2));
});
