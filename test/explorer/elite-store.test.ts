import { describe, expect, it } from 'vitest';
import { colourCells, colourings, shownRange } from '../../src/explorer/colours/colouring.ts';
import { endTexts } from '../../src/explorer/colours/legend.ts';
import { EliteStore } from '../../src/explorer/elite-store.ts';

const origin = (id: number, parents: readonly number[], emitter = 'line') => ({
  id,
  parents,
  emitter,
  evaluation: 10 * id,
  seed: -1,
});

describe('EliteStore', () => {
  it('knows ancestors and children that are still there', () => {
    const store = new EliteStore(5);
    store.update({ cells: [0, 1, 2], fitness: [1, 2, 3], origins: [origin(0, []), origin(1, [0]), origin(2, [1, 9])] });
    expect(store.ancestors(2)).toEqual([
      { from: 1, to: 2 },
      { from: 0, to: 1 },
    ]);
    expect(store.children(0)).toEqual([1]);
    expect(store.parents(2)).toEqual([
      { id: 1, cell: 1 },
      { id: 9, cell: undefined },
    ]);
    store.update({ cells: [1], fitness: [5], origins: [origin(3, [2])] });
    expect(store.ancestors(2)).toEqual([]);
    expect(store.children(0)).toEqual([]);
    expect(store.children(2)).toEqual([1]);
  });

  it('leaves out cells that do not exist, empties those without a finite fitness, and copies', () => {
    const store = new EliteStore(2);
    const data = Float64Array.of(1, 2, 3, 4);
    store.update({ cells: [0, 7, 1], fitness: [1, 2, 3], genomes: { rows: 3, columns: 1, data } });
    data.fill(0);
    expect(store.size).toBe(2);
    expect(store.get(0)?.genome).toEqual(Float64Array.of(1));
    store.update({ cells: [0], fitness: [Number.NaN] });
    expect([store.size, store.get(0), store.best()]).toEqual([1, undefined, 1]);
  });
});

it('an elite of a store has nothing of the one before it in its cell', () => {
  const store = new EliteStore(2);
  const genomes = { rows: 2, columns: 1, data: Float64Array.of(1, 2) };
  const all = { genomes, descriptors: genomes, origins: [origin(0, []), origin(1, [])], fields: { w: [5, 6] } };
  store.update({ cells: [0, 1], fitness: [1, 2], ...all });
  store.update({ cells: [0, 1], fitness: [Number.NaN, 3] });
  for (const cell of [0, 1]) {
    expect([store.number(cell, 'w'), store.evaluation[cell], store.maker(cell)]).toEqual([
      Number.NaN,
      Number.NaN,
      undefined,
    ]);
  }
  expect(store.get(0)).toBeUndefined();
  const nothing = { descriptor: undefined, genome: undefined, origin: undefined, fields: {} };
  expect(store.get(1)).toEqual({ cell: 1, fitness: 3, ...nothing });
});

describe('colours', () => {
  const store = new EliteStore(4);
  store.update({
    cells: [0, 1, 2],
    fitness: [0, 5, 10],
    origins: [origin(0, [], ''), origin(1, []), origin(2, [])],
    fields: { energy: [1, 2, 3], note: ['a', 'b', 'c'] },
  });

  it('are by fitness, operator, evaluation, and columns of numbers', () => {
    expect(colourings(store)).toEqual(['fitness', 'operator', 'evaluation', 'energy']);
    const { colours, key } = colourCells(store, 'fitness', 0xff112233, { name: 'fitness' });
    expect([colours[0], colours[4]]).toEqual([0, 0xff112233]);
    // The first and the last colour of viridis, with red in the lowest byte.
    expect([colours[1], colours[3]]).toEqual([0xff540144, 0xff25e7fd]);
    expect(key).toEqual({ name: 'fitness', range: [0, 10], below: false, above: false });
    expect(colourCells(store, 'operator', 0, { name: '' }).key).toMatchObject({ counts: [1, 2] });
    expect(colourCells(store, 'evaluation', 0, { name: '' }).key).toMatchObject({ name: 'evaluation', range: [0, 20] });
    expect(colourCells(store, 'energy', 0, { name: '' }).key).toMatchObject({ name: 'energy', range: [1, 3] });
  });

  it('have a legend that says which values share the colour of an end', () => {
    const ends = (range: readonly [number, number]) =>
      endTexts(colourCells(store, 'fitness', 0, { name: '', range }).key as Parameters<typeof endTexts>[0]);
    expect(ends([0, 10])).toEqual(['0', '10']);
    expect(ends([2, 10])).toEqual(['2 or lower', '10']);
    expect(ends([-0.5, 7.5])).toEqual(['−0.500', '7.50 or higher']);
  });

  it('are not all one because of a few outliers', () => {
    const values = Float64Array.from({ length: 1000 }, (_, i) => (i < 10 ? -1e9 : i));
    expect(shownRange(values)[0]).toBeGreaterThan(-1);
    expect(shownRange(values)[1]).toBe(999);
    expect(shownRange(Float64Array.of(Number.NaN))).toEqual([0, 1]);
  });

  it('are of all values where all but the lowest few are equal', () => {
    const values = Float64Array.from({ length: 1000 }, (_, i) => (i === 500 ? -0.000275 : 0));
    expect(shownRange(values)).toEqual([-0.000275, 0]);
    expect(shownRange(new Float64Array(10).fill(3))).toEqual([2.7, 3.3]);
  });
});
