import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asBatch, Batch, type Genomes, isBatch, ListBatch } from '../../../src/core/index.ts';
import { errorOf } from '../../support/error-of.ts';

const number = fc.double({ noDefaultInfinity: false });
/** Rows of one length. */
const matrix = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 5 }))
  .chain(([rows, columns]) =>
    fc.array(fc.array(number, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
  );
const argument = (text: string) =>
  expect.objectContaining({ code: 'ARGUMENT', message: expect.stringContaining(text) });

describe('Batch', () => {
  it('holds the rows it was made from, row-major', () => {
    fc.assert(
      fc.property(matrix, (rows) => {
        const batch = Batch.from(rows);
        expect([batch.rows, batch.columns]).toEqual([rows.length, rows[0]?.length]);
        expect([...batch.data]).toEqual(rows.flat());
        for (let i = 0; i < rows.length; i++) expect([...batch.row(i)]).toEqual(rows[i]);
      }),
    );
  });

  it('copies in from, and is a view in the constructor', () => {
    const list = [[1, 2]];
    const copied = Batch.from(list);
    list[0]![0] = 9;
    expect(copied.row(0)[0]).toBe(1);
    const data = Float64Array.of(1, 2, 3, 4);
    const view = new Batch(2, 2, data);
    data[2] = 9;
    expect([...view.row(1)]).toEqual([9, 4]);
  });

  it('gives live rows', () => {
    const batch = Batch.zeros(3, 2);
    batch.row(1)[0] = 5;
    expect([...batch.data]).toEqual([0, 0, 5, 0, 0, 0]);
  });

  it('may have no rows, or no columns', () => {
    expect(Batch.from([])).toMatchObject({ rows: 0, columns: 0 });
    expect(Batch.from([[], []])).toMatchObject({ rows: 2, columns: 0 });
    expect(Batch.zeros(0, 7)).toMatchObject({ rows: 0, columns: 7 });
    expect(Batch.zeros(2, 0).row(1)).toHaveLength(0);
  });

  it('takes typed rows', () => {
    expect([...Batch.from([Float32Array.of(0.5, 1), [2, 3]]).data]).toEqual([0.5, 1, 2, 3]);
  });

  it.each([-1, 3, 0.5, Number.NaN, '0'])('has no row %o', (i) => {
    expect(() => Batch.zeros(3, 2).row(i as number)).toThrow(argument('Batch.row: i must be an integer in [0, 2]'));
  });

  it.each([
    [[[1, 2], [3]], 'Batch.from: rows[1] must have 2 numbers; got [3].'],
    [[[1], null], 'got null'],
    [[[1], 'x'], "got 'x'"],
    [['x'], "got 'x'"],
  ])('refuses %o', (rows, message) => {
    expect(() => Batch.from(rows as number[][])).toThrow(argument(message));
  });

  it.each([undefined, null, 3, {}])('refuses %o in place of rows', (rows) => {
    expect(() => Batch.from(rows as unknown as number[][])).toThrow(argument('Batch'));
  });

  it.each([
    [-1, 2],
    [1.5, 2],
    [2, Number.NaN],
    [2 ** 16, 2 ** 16],
    ['2', 2],
  ])('has no size (%o, %o)', (rows, columns) => {
    expect(() => Batch.zeros(rows as number, columns)).toThrow(argument('must be an integer in [0, 2147483647]'));
  });

  it('refuses data of another length or type', () => {
    expect(() => new Batch(2, 2, new Float64Array(3))).toThrow(
      argument('Batch: data must be a Float64Array of 4 numbers; got [0, 0, 0].'),
    );
    expect(() => new Batch(1, 1, [1] as unknown as Float64Array)).toThrow(argument('must be a Float64Array'));
  });
});

describe('ListBatch', () => {
  it('gives the very objects, in order', () => {
    const list = [{ a: 1 }, { a: 2 }];
    const batch = new ListBatch(list);
    expect(batch.rows).toBe(2);
    expect(batch.row(1)).toBe(list[1]);
    expect(() => batch.row(2)).toThrow(argument('ListBatch.row: i must be an integer in [0, 1]; got 2.'));
  });
});

describe('asBatch', () => {
  it('gives a Batch back and copies anything else', () => {
    fc.assert(
      fc.property(matrix, (rows) => {
        const columns = rows[0]!.length;
        const batch = Batch.from(rows);
        expect(asBatch('O', batch, columns)).toBe(batch);
        const copy = asBatch('O', new ListBatch(rows), columns);
        expect(copy).toEqual(batch);
        expect(isBatch(copy)).toBe(true);
      }),
    );
  });

  it('knows a batch of the other module system by its shape', () => {
    const foreign = { rows: 1, columns: 2, data: Float64Array.of(1, 2), row: () => Float64Array.of(1, 2) };
    expect(isBatch(foreign)).toBe(true);
    expect(asBatch('O', foreign, 2)).toBe(foreign);
    expect(isBatch({ ...foreign, rows: 2 })).toBe(false);
    expect(isBatch(new ListBatch([[1, 2]]))).toBe(false);
  });

  it('tells shapes in the name of its caller', () => {
    const shape = 'O.add: genomes must have shape (1, 3), that is (rows, genomeDimensions); got (1, 2';
    expect(() => asBatch('O.add', Batch.zeros(1, 2), 3)).toThrow(argument(`${shape}).`));
    expect(() => asBatch('O.add', new ListBatch([[1, 2]]), 3)).toThrow(argument(`${shape} in row 0).`));
    const hollow: Genomes<number[]> = { rows: 1, row: () => undefined as unknown as number[] };
    expect(() => asBatch('O.add', hollow, 3)).toThrow(argument('got (1, undefined in row 0)'));
  });
});

it('Batch.from refuses what is no number, and takes NaN', async () => {
  for (const value of ['0.5', null, true, 5n, undefined]) {
    expect(
      await errorOf(() =>
        Batch.from([
          [1, 2],
          [1, value as never],
        ]),
      ),
    ).toContain('Batch.from: rows[1] must have 2 numbers; got [1, ');
  }
  expect(await errorOf(() => Batch.from([new BigInt64Array(2) as never]))).toContain(
    'Batch.from: rows[0] must have 2 numbers',
  );
  expect([...Batch.from([[Number.NaN, Number.POSITIVE_INFINITY]]).data]).toEqual([
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ]);
});
