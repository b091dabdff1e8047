import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../../src/archives/index.ts';
import { Batch, type CheckedResults, checkResults, resultSchema } from '../../../src/core/index.ts';
import { defineDomain } from '../../../src/domains/index.ts';
import { errorOf } from '../../support/error-of.ts';

const descriptors = Array.from({ length: 6 }, () => [0.5]);
const told = [1, '3', 3n, null, Number.NaN, true] as number[];
const reasons = [
  undefined,
  "fitness must be finite; got '3'",
  'fitness must be finite; got 3n',
  'fitness must be finite; got null',
  'fitness must be finite; got NaN',
  'fitness must be finite; got true',
];
const schema = (dimensions: number) => resultSchema({ descriptor: { dimensions, lower: 0, upper: 1 } });

const plain = ({ fitness, descriptors: all }: CheckedResults) => ({ fitness, descriptors: all });

describe('checkResults', () => {
  it('says of each row what its fitness was that is not finite', () => {
    const checked = checkResults('O', { fitness: told, descriptors }, 6, schema(1));
    expect(checked.reasons).toEqual(reasons);
    expect([...checked.fitness]).toEqual([1, NaN, NaN, NaN, NaN, NaN]);
    const batch = Batch.from(descriptors);
    expect(checkResults('O', { fitness: told, descriptors: batch }, 6, schema(1)).reasons).toEqual(reasons);
  });

  it('says so of a descriptor, and keeps the reasons that were given', () => {
    const given = {
      fitness: [1, 2, '3' as never],
      descriptors: [
        [1, 'x'],
        [3, 4],
        [5, 6],
      ] as number[][],
    };
    expect(checkResults('O', given, 3, schema(2)).reasons).toEqual([
      "descriptor 1 must be finite; got 'x'",
      undefined,
      "fitness must be finite; got '3'",
    ]);
    const known = ['late', undefined, 'lost'];
    expect(checkResults('O', { ...given, reasons: known }, 3, schema(2)).reasons).toEqual(known);
  });

  it('gives no reasons where all rows are valid', () => {
    expect(checkResults('O', { fitness: [1, 2], descriptors: [[1], [9]] }, 2, schema(1)).reasons).toBeUndefined();
  });

  it('copies what it reads, and gives back what it has checked before', () => {
    const given = { fitness: Float64Array.of(1), descriptors: Batch.from([[0.5]]) };
    const checked = checkResults('O', given, 1, schema(1));
    given.fitness[0] = 7;
    given.descriptors.data[0] = 7;
    expect([...checked.fitness, ...checked.descriptors.data]).toEqual([1, 0.5]);
    expect(checkResults('O', checked, 1, schema(1))).toBe(checked);
  });

  it('reads anew what was checked for other columns, and misses those that it lacks', async () => {
    const checked = checkResults('O', { fitness: [1, 2], descriptors: [[0.1], [0.2]] }, 2, schema(1));
    expect(await errorOf(() => checkResults('O', checked, 2, schema(2)))).toBe(
      'ARGUMENT O: descriptors must have shape (2, 2), that is (rows, descriptorDimensions); got (2, 1).',
    );
    const fields = { energy: 'number', path: { size: 2 } } as const;
    const wider = resultSchema({ descriptor: { dimensions: 1, lower: 0, upper: 1 }, fields });
    expect(checkResults('O', checked, 2, wider).reasons).toEqual(
      new Array(2).fill('fields.energy must be a number; got undefined'),
    );
    const full = checkResults(
      'O',
      {
        ...plain(checked),
        fields: {
          energy: [1, 2],
          path: [
            [1, 2],
            [3, 4],
          ],
        },
      },
      2,
      wider,
    );
    expect(checkResults('O', full, 2, { ...wider })).toBe(full);
    expect(checkResults('O', full, 2, schema(1))).toBe(full);
  });

  it('takes a row for invalid that lacks a field, or has one of another kind, unless it failed already', () => {
    const fields = { energy: 'number', path: { size: 2 }, note: 'json' } as const;
    const own = resultSchema({ descriptor: { dimensions: 1, lower: 0, upper: 1 }, fields });
    const given = {
      fitness: [1, 2, 3, 4, Number.NaN],
      descriptors: descriptors.slice(0, 5),
      fields: {
        energy: [Number.NaN, '2', 3, 4, undefined],
        path: [[1, 2], [1, 2], [1, 2, 3], [1, 2], undefined],
        note: [null, 1, 2, 1n, undefined],
      },
    };
    const checked = checkResults('O', given as never, 5, own);
    expect(checked.reasons).toEqual([
      undefined,
      "fields.energy must be a number; got '2'",
      'fields.path must have 2 numbers; got [1, 2, 3]',
      'fields.note must be plain JSON; got 1n',
      'fitness must be finite; got NaN',
    ]);
    const { energy, path, note } = checked.fields as { energy: Float64Array; path: Batch; note: unknown[] };
    expect([energy[0], [...path.row(0)], note[0]]).toEqual([Number.NaN, [1, 2], null]);
  });

  it('takes a row for invalid whose vector has a hole', () => {
    const fields = { path: { size: 3 } } as const;
    const own = resultSchema({ descriptor: { dimensions: 1, lower: 0, upper: 1 }, fields });
    const holes = [1, 2, 3];
    delete holes[1];
    const path = [holes, [1, 2, 3]];
    const checked = checkResults('O', { fitness: [1, 2], descriptors: [[0], [holes[1]!]], fields: { path } }, 2, own);
    expect(checked.reasons).toEqual([
      'fields.path must have 3 numbers; got [1, undefined, 3]',
      'descriptor 0 must be finite; got undefined',
    ]);
  });

  it('is what an archive and a domain of single genomes say', () => {
    const box = { dimensions: 1, lower: 0, upper: 1 };
    const genomes = Batch.zeros(6, 1);
    let row = 0;
    const evaluate = () => ({ fitness: told[row++]!, descriptor: [0.5] });
    const domain = defineDomain({ name: 'odd', genome: box, descriptor: box, evaluate });
    const results = domain.evaluate(genomes);
    expect(results).toMatchObject({ reasons });
    const archive = new GridArchive({ domain, cells: [3] });
    expect(archive.add(genomes, { fitness: told, descriptors }).reasons).toEqual(reasons);
  });
});

describe('the shapes of results', () => {
  it('refuses a batch where one value a row is wanted, in number fields as well', async () => {
    const fields = { energy: 'number' } as const;
    const own = resultSchema({ descriptor: { dimensions: 1, lower: 0, upper: 1 }, fields });
    const given = { fitness: [1, 2], descriptors: [[0], [0]], fields: { energy: [1, 2] } };
    const message = (wrong: object): Promise<string> =>
      errorOf(() => checkResults('O', { ...given, ...wrong } as never, 2, own));
    for (const columns of [1, 2]) {
      const batch = Batch.zeros(2, columns);
      const rule = `must have shape (2), that is (rows); got (2, ${columns}).`;
      expect(await message({ fitness: batch })).toBe(`ARGUMENT O: fitness ${rule}`);
      expect(await message({ reasons: batch })).toBe(`ARGUMENT O: reasons ${rule}`);
      expect(await message({ fields: { energy: batch } })).toBe(`ARGUMENT O: fields.energy ${rule}`);
    }
    expect(checkResults('O', given, 2, own).reasons).toBeUndefined();
  });

  it('shows the length of a list, and anything else as it is', async () => {
    const message = (fitness: unknown): Promise<string> =>
      errorOf(() => checkResults('O', { fitness: fitness as never, descriptors: [[0]] }, 1, schema(1)));
    const rule = 'ARGUMENT O: fitness must have shape (1), that is (rows); got';
    expect(await message([1, 2])).toBe(`${rule} (2).`);
    expect(await message('5')).toBe(`${rule} ('5').`);
    expect(await message(5)).toBe(`${rule} (5).`);
    expect(await message(undefined)).toBe(`${rule} (undefined).`);
    expect(await message({})).toBe(`${rule} (an object).`);
  });

  it('names the shape that descriptors and fields must have', async () => {
    const fields = { energy: 'number', path: { size: 3 }, name: 'json' } as const;
    const own = resultSchema({ descriptor: { dimensions: 1, lower: 0, upper: 1 }, fields });
    const message = (wrong: object): Promise<string> =>
      errorOf(() => checkResults('O', { fitness: [1, 2], descriptors: [[0], [0]], ...wrong } as never, 2, own));
    const rule = 'ARGUMENT O: descriptors must have shape (2, 1), that is (rows, descriptorDimensions); got';
    expect(await message({ descriptors: [[0]] })).toBe(`${rule} (1).`);
    expect(await message({ descriptors: Batch.zeros(3, 1) })).toBe(`${rule} (3, 1).`);
    expect(await message({ descriptors: undefined })).toBe(`${rule} (undefined).`);
    expect(await message({ descriptors: 'ab' })).toBe(`${rule} ('ab').`);
    expect(await message({ descriptors: [[0], [0, 0]] })).toBe(`${rule} (2, 2 in row 1).`);
    const field = (name: string, list: unknown): Promise<string> => message({ fields: { [name]: list } });
    const one = 'must have shape (2), that is (rows); got (1).';
    for (const name of ['energy', 'name', 'unknown']) {
      expect(await field(name, [1])).toBe(`ARGUMENT O: fields.${name} ${one}`);
    }
    expect(await field('path', [[1, 2, 3]])).toBe(
      'ARGUMENT O: fields.path must have shape (2, 3), that is (rows, size); got (1).',
    );
    expect(await message({ fields: null })).toMatch(/^ARGUMENT O: fields must be an object; got null/);
  });
});
