import { expect, it } from 'vitest';
import { checkSource } from '../../src/explorer/explorer-rows.ts';
import { changedRows } from '../../src/explorer/index.ts';
import {
  Batch,
  DeepGridArchive,
  DnsArchive,
  defineDomain,
  GridArchive,
  MultiObjectiveArchive,
  SlidingBoundariesArchive,
  UnstructuredArchive,
} from '../../src/index.ts';

const domain = defineDomain({
  name: 'rows',
  genome: { dimensions: 2, lower: 0, upper: 1 },
  descriptor: { dimensions: 2, lower: 0, upper: 1 },
  fields: { cost: 'number', speed: 'number' },
  evaluate: ([a, b]) => ({ fitness: a!, descriptor: [a!, b!], cost: a!, speed: b! }),
});
const genomes = Batch.from([
  [0.1, 0.1],
  [0.2, 0.1],
  [0.9, 0.9],
]);
const results = {
  fitness: [1, 3, 2],
  descriptors: genomes,
  fields: { cost: [1, 2, 3], speed: [2, 1, 3] },
};

it.each([
  new DeepGridArchive({ domain, cells: [2, 2], depth: 4, seed: 1 }),
  new MultiObjectiveArchive({ domain, cells: [2, 2], objectives: ['cost', 'speed'], reference: [0, 0], front: 4 }),
])('of an archive with several elites in a cell the fittest is shown: %o', (archive) => {
  archive.add(genomes, results);
  checkSource('test', archive);
  const { version, rows } = changedRows(archive, 0);
  expect(version).toBe(0);
  expect(rows.fitness).toEqual(Float64Array.of(3, Number.NaN, Number.NaN, 2));
  expect((rows.genomes as Float64Array[])[0]).toEqual(Float64Array.of(0.2, 0.1));
});

it.each([
  new DnsArchive({ domain, capacity: 4 }),
  new UnstructuredArchive({ domain, threshold: 0.1 }),
  new SlidingBoundariesArchive({ domain, cells: [2, 2] }),
])('an archive whose cells have no place is refused, with what to do: %o', (archive) => {
  archive.add(genomes, results);
  const told = 'can be shown in a grid: new GridArchive({ domain, cells }).add(archive.genomes(), archive.columns())';
  expect(() => checkSource('test', archive)).toThrow(told);
  expect(() => changedRows(archive, 0)).toThrow(told);
  const grid = new GridArchive({ domain, cells: [2, 2] });
  grid.add(archive.genomes(), archive.columns());
  expect(changedRows(grid, 0).rows.fitness).toHaveLength(2);
});

it('an elite that leaves its cell, or the archive, leaves an empty cell', () => {
  const archive = new GridArchive({ domain, cells: [2, 2] });
  archive.add(genomes, results);
  const { version } = changedRows(archive, 0);
  archive.revise([archive.ids()[1]!], {
    fitness: [5],
    descriptors: [[0.1, 0.9]],
    fields: { cost: [1], speed: [1] },
  });
  archive.remove(0);
  const { rows } = changedRows(archive, version);
  const left = Object.fromEntries(Array.from(rows.cells, (cell, i) => [cell, rows.fitness[i]]));
  expect(left).toEqual({ 0: Number.NaN, 1: 5, 3: Number.NaN });
});

it('what is neither rows nor an archive is refused', () => {
  expect(() => checkSource('test', {} as never)).toThrow('test: source.cells must be an object');
  expect(() => checkSource('test', 3 as never)).toThrow('test: source must be an object');
});
