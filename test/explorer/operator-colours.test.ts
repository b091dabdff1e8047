import { expect, it } from 'vitest';
import { colourCells, packColour } from '../../src/explorer/colours/colouring.ts';
import { EliteStore } from '../../src/explorer/elite-store.ts';
import { archiveSvg, categoriesOf, sharesSvg } from '../../src/plot/index.ts';
import { cellsOf } from '../plot/cells-of.ts';

const makers = ['mutation', 'crossover', ''];
const elites = makers.map((emitter, cell) => {
  const origin = { id: cell, parents: [], emitter, evaluation: cell, seed: 1 };
  return { cell, fitness: cell, descriptor: Float64Array.of((cell + 0.5) / 3), origin };
});
const archive = {
  descriptor: { dimensions: 1, lower: 0, upper: 1 },
  geometry: () => ({ grid: [3] }),
  [Symbol.iterator]: () => elites[Symbol.iterator](),
};

it.each([undefined, ['mutation']])(
  'an operator has one colour in the explorer and in all pictures, listed: %s',
  (listed) => {
    const store = new EliteStore(3);
    const all = { cells: [0, 1, 2], fitness: [0, 1, 2], origins: elites.map(({ origin }) => origin) };
    store.update(all);
    const shown = Array.from(colourCells(store, 'operator', 0, { name: 'fitness', operators: listed }).colours).slice(
      1,
    );
    const category = ({ origin: { emitter } }: (typeof elites)[number]) => emitter || 'initial';
    const drawn = cellsOf(archiveSvg({ archive, category, categories: listed })).sort((a, b) => a.cell - b.cell);
    expect(shown).toEqual(drawn.map(({ colour }) => packColour(colour)));
    const panels = [{ label: 'elites', totals: { mutation: [1], crossover: [1], initial: [1] } }];
    const svg = sharesSvg({ at: [1], panels, x: { label: 'x' }, categories: listed });
    const fills = new Map(
      [...svg.matchAll(/fill="(#\w+)" d="[^"]+"><title>([^<]+)</g)].map(([, fill, name]) => [name, fill!]),
    );
    expect(['mutation', 'crossover', 'initial'].map((name) => packColour(fills.get(name)!))).toEqual(shown);
  },
);

it('grey is the colour of initial, which comes first, and without it of the last of eight', () => {
  const grey = '#7d8590';
  const names = Array.from({ length: 9 }, (_, i) => `operator ${i}`);
  expect(categoriesOf(names).shown.findIndex(({ colour }) => colour === grey)).toBe(7);
  const { shown, indexOf } = categoriesOf(names.slice(0, 3), ['initial', ...names]);
  expect(shown[0]).toEqual({ name: 'initial', colour: grey });
  expect(shown.slice(1, 7)).toEqual(categoriesOf(names).shown.slice(0, 6));
  expect(shown.at(-1)!.name).toBe('other');
  expect(['initial', 'operator 0', 'operator 6', 'operator 8'].map(indexOf)).toEqual([0, 1, 7, 7]);
});
