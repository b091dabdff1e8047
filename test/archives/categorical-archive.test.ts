import { describe, expect, it } from 'vitest';
import { CategoricalArchive, GridArchive } from '../../src/archives/index.ts';
import { Batch } from '../../src/core/index.ts';
import { archiveContract } from '../../src/testing/index.ts';
import { checkLaws } from '../support/check-laws.ts';
import { problem } from '../support/domains/small-problem.ts';
import { errorOf } from '../support/error-of.ts';

const domain = { ...problem, descriptor: { dimensions: 2, lower: 0, upper: [1, 2] } };
const categories = [
  ['a', 'b'],
  ['x', 'y', 'z'],
];
const make = (): CategoricalArchive => new CategoricalArchive({ domain, categories });

checkLaws('CategoricalArchive', archiveContract({ problem: domain, make }));

/** A dimension of names and one of numbers. */
const mixedDomain = { ...problem, descriptor: { dimensions: 2, lower: [0, 0.5], upper: [1, 32.5] } };
const mixed = (categories: readonly (readonly string[] | number)[] = [['a', 'b'], 16]): CategoricalArchive =>
  new CategoricalArchive({ domain: mixedDomain, categories });

checkLaws('CategoricalArchive with numbers', archiveContract({ problem: mixedDomain, make: () => mixed() }));

describe('CategoricalArchive', () => {
  it('has a cell for each combination, named by its categories', () => {
    const archive = make();
    expect(archive.cells).toBe(6);
    expect(archive.cellOf(archive.codesOf(['b', 'x']))).toBe(3);
    const names = Array.from({ length: 6 }, (_, cell) => archive.namesOf(cell).join(''));
    expect(names).toEqual(['ax', 'ay', 'az', 'bx', 'by', 'bz']);
    expect(archive.geometry()).toEqual({ grid: [2, 3], names: categories });
  });

  it('takes the nearest category, and the first or last one outside', () => {
    const archive = make();
    const cells = [-9, -0.4, 0.49, 0.5, 1.4, 1.6, 9].map((code) => archive.cellOf([0, code]) % 3);
    expect(cells).toEqual([0, 0, 0, 1, 1, 2, 2]);
  });

  it('reads its own file, with the names', () => {
    const archive = make();
    archive.add(Batch.zeros(2, 3), {
      fitness: [1, 2],
      descriptors: [
        [0, 1],
        [1, 2],
      ],
    });
    const read = CategoricalArchive.fromBytes(archive.toBytes());
    expect(read.categories).toEqual(categories);
    expect([...read]).toEqual([...archive]);
    expect(read.toBytes()).toEqual(archive.toBytes());
    const other = new CategoricalArchive({ domain, categories: [['a', 'c'], categories[1]!] });
    expect(() => other.restore(archive.toBytes())).toThrow('bytes must have categories.0.1 c; got ');
  });

  it('divides a dimension of numbers as a grid does, beside one of names', () => {
    const archive = mixed();
    expect(archive.cells).toBe(32);
    expect(archive.geometry()).toEqual({ grid: [2, 16], names: [['a', 'b'], undefined] });
    const grid = new GridArchive({ domain: mixedDomain, cells: [1, 16] });
    for (const number of [-9, 0.5, 2.499, 2.5, 17, 32.5, 99]) {
      expect(archive.cellOf([0, number])).toBe(grid.cellOf([0, number]));
      expect(archive.cellOf([0.5, number])).toBe(16 + grid.cellOf([0, number]));
    }
    expect(archive.namesOf(17)).toEqual(['b', 3.5]);
    expect(archive.codesOf(['b', 4.4])).toEqual([1, 4.4]);
    for (let cell = 0; cell < 32; cell++) expect(archive.cellOf(archive.codesOf(archive.namesOf(cell)))).toBe(cell);
  });

  it('reads its own file and snapshot, with names and numbers', () => {
    const archive = mixed();
    archive.add(Batch.zeros(2, 3), {
      fitness: [1, 2],
      descriptors: [
        [0, 1],
        [1, 30],
      ],
    });
    const read = CategoricalArchive.fromBytes(archive.toBytes());
    expect(read.categories).toEqual([['a', 'b'], 16]);
    expect([...read]).toEqual([...archive]);
    expect(read.toBytes()).toEqual(archive.toBytes());
    const again = mixed();
    again.restore(archive.snapshot());
    expect([...again]).toEqual([...archive]);
    const other = mixed([['a', 'b'], 8]);
    expect(() => other.restore(archive.toBytes())).toThrow('bytes must have categories.1 8; got 16');
  });

  it('refuses numbers of cells that are none, and names where there are numbers', async () => {
    for (const number of [0, 1.5, Number.NaN]) {
      const given = { domain, categories: [['a', 'b'], number] };
      expect(await errorOf(() => new CategoricalArchive(given))).toContain(
        'CategoricalArchive: categories[1] must be an',
      );
    }
    expect(await errorOf(() => mixed().codesOf(['a', 'b']))).toContain('codesOf: names[1] must be');
    expect(await errorOf(() => mixed().codesOf([0, 1]))).toContain('names[0] must be one of a, b; got 0');
  });

  it('refuses categories that are no lists of names, or do not fit the descriptor', async () => {
    const error = (given: unknown): Promise<string> =>
      errorOf(() => new CategoricalArchive({ domain, categories: given as never }));
    expect(await error([['a']])).toContain('ARGUMENT CategoricalArchive: categories must have 2 lists');
    expect(await error([['a', 'a'], ['x']])).toContain(
      'categories[0] must be a number of cells, or a list of texts, no two equal',
    );
    expect(await error([[], ['x']])).toContain('categories[0] must be');
    expect(await error([['a', 'b', 'c'], ['x']])).toBe(
      'ARGUMENT CategoricalArchive: domain.descriptor must contain [0, 2], the numbers of its categories, in dimension 0; got [0, 1].',
    );
    expect(await errorOf(() => make().codesOf(['a', 'w']))).toContain('names[1] must be one of x, y, z; got');
    expect(await errorOf(() => make().namesOf(6))).toContain('cell must be an integer in [0, 5]; got 6');
  });

  it('refuses a box with whole numbers that have no name', async () => {
    const wide = { ...domain, descriptor: { dimensions: 2, lower: 0, upper: [2, 2] } };
    expect(await errorOf(() => new CategoricalArchive({ domain: wide, categories }))).toContain(
      'CategoricalArchive: categories[0] must have a name for each whole number in [0, 2]',
    );
    const text = ['ab', categories[1]!] as never;
    expect(await errorOf(() => new CategoricalArchive({ domain, categories: text }))).toContain(
      'categories[0] must be a number of cells, or a list of texts',
    );
  });
});
