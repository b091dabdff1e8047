import { describe, expect, it } from 'vitest';
import { CategoricalArchive } from '../../src/archives/index.ts';
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

  it('refuses categories that are no lists of names, or do not fit the descriptor', async () => {
    const error = (given: unknown): Promise<string> =>
      errorOf(() => new CategoricalArchive({ domain, categories: given as never }));
    expect(await error([['a']])).toContain('ARGUMENT CategoricalArchive: categories must have 2 lists');
    expect(await error([['a', 'a'], ['x']])).toContain(
      'categories[0] must be a list of at least one text, no two equal',
    );
    expect(await error([[], ['x']])).toContain('categories[0] must be');
    expect(await error([['a', 'b', 'c'], ['x']])).toBe(
      'ARGUMENT CategoricalArchive: domain.descriptor must contain [0, 2], the numbers of its categories, in dimension 0; got [0, 1].',
    );
    expect(await errorOf(() => make().codesOf(['a', 'w']))).toContain('names[1] must be one of x, y, z; got');
    expect(await errorOf(() => make().namesOf(6))).toContain('cell must be an integer in [0, 5]; got 6');
  });
});
