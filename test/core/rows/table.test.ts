import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainJson } from '../../../src/core/checks/plain-json.ts';
import { type Schema, Table } from '../../../src/core/rows/table.ts';

const schema: Schema = {
  number: 'number',
  integer: 'integer',
  vector: { size: 3 },
  one: { size: 1 },
  value: plainJson,
};

/** A row as the columns hold it. */
interface Row {
  readonly number: number;
  readonly integer: number;
  readonly vector: Float64Array;
  readonly one: Float64Array;
  readonly value: unknown;
}

const rowOf = (n: number): Row => ({
  number: n / 2,
  integer: n,
  vector: Float64Array.of(n, -n, 0.1),
  one: Float64Array.of(n),
  value: { n },
});

const write = (table: Table, row: number, { number, integer, vector, one, value }: Row): void => {
  (table.data.number as Float64Array)[row] = number;
  (table.data.integer as Int32Array)[row] = integer;
  (table.data.vector as Float64Array).set(vector, 3 * row);
  (table.data.one as Float64Array).set(one, row);
  table.values('value')[row] = value;
};

const read = (table: Table, row: number): Row =>
  Object.fromEntries(Object.keys(schema).map((name) => [name, table.value(name, row)])) as unknown as Row;

const all = (table: Table): Row[] => Array.from({ length: table.rows }, (_, i) => read(table, i));

const tableOf = (rows: readonly Row[]): Table => {
  const table = new Table(schema, rows.length);
  for (const [i, row] of rows.entries()) write(table, i, row);
  return table;
};

const zero: Row = { ...rowOf(0), vector: new Float64Array(3), value: undefined };

describe('Table', () => {
  it('holds what a list of rows would hold, whatever is done to it', () => {
    const at = fc.nat({ max: 99 });
    const step = fc.oneof(
      fc.record({ act: fc.constant('push' as const), n: fc.nat({ max: 1000 }) }),
      fc.record({ act: fc.constant('copy' as const), from: at, to: at }),
      fc.record({ act: fc.constant('resize' as const), rows: at }),
      fc.record({ act: fc.constant('reserve' as const), rows: at }),
      fc.record({
        act: fc.constant('put' as const),
        places: fc.array(fc.integer({ min: -1, max: 99 }), { maxLength: 9 }),
      }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const table = new Table(schema);
        const model: Row[] = [];
        for (const one of steps) {
          if (one.act === 'push') {
            write(table, table.push(), rowOf(one.n));
            model.push(rowOf(one.n));
          } else if (one.act === 'resize') {
            table.resize(one.rows);
            while (model.length < one.rows) model.push(zero);
            model.length = one.rows;
          } else if (one.act === 'reserve') table.reserve(one.rows);
          else if (model.length > 0 && one.act === 'copy') {
            const [from, to] = [one.from % model.length, one.to % model.length];
            table.copy(table, from, to);
            model[to] = model[from]!;
          } else if (model.length > 0 && one.act === 'put') {
            const places = one.places.map((place) => (place < 0 ? -1 : place % model.length));
            const rows = places.map((_, i) => rowOf(2000 + i));
            table.put(Int32Array.from(places), tableOf(rows));
            for (const [i, place] of places.entries()) if (place >= 0) model[place] = rows[i]!;
          }
          expect(table.rows).toBe(model.length);
          expect(table.data.number!.length).toBeGreaterThanOrEqual(table.rows);
        }
        expect(all(table)).toEqual(model);
        expect([...table.numbers('number')]).toEqual(model.map(({ number }) => number));
        expect([...table.integers('integer')]).toEqual(model.map(({ integer }) => integer));
        expect(table.vectors('vector').rows).toBe(model.length);
      }),
    );
  });

  it('gathers rows in any order, as often as asked, in memory of its own', () => {
    const table = tableOf([0, 1, 2].map(rowOf));
    const some = table.gather([2, 0, 2]);
    expect(all(some)).toEqual([2, 0, 2].map(rowOf));
    write(table, 2, rowOf(9));
    expect(all(some)).toEqual([2, 0, 2].map(rowOf));
  });

  it('copies the columns that both tables have, and leaves the others as they are', () => {
    const wide = tableOf([0, 1].map(rowOf));
    const narrow = new Table({ number: 'number', vector: { size: 3 }, own: 'number' }, 2);
    (narrow.data.own as Float64Array).set([7, 8]);
    narrow.put(Int32Array.of(1, 0), wide);
    expect([...narrow.numbers('number')]).toEqual([0.5, 0]);
    expect([...narrow.numbers('own')]).toEqual([7, 8]);
    wide.copy(narrow, 0, 0);
    expect(read(wide, 0)).toEqual({ ...rowOf(0), number: 0.5, vector: rowOf(1).vector });
  });

  it('gives views of columns and copies of single vectors', () => {
    const table = tableOf([0, 1].map(rowOf));
    const [view, copy] = [table.vectors('vector'), table.value('vector', 1) as Float64Array];
    write(table, 1, rowOf(5));
    expect([...view.row(1)]).toEqual([5, -5, 0.1]);
    expect([...copy]).toEqual([1, -1, 0.1]);
  });

  it('has room for no more rows than will ever be', () => {
    const table = new Table({ number: 'number' });
    table.reserve(3, 5);
    expect(table.data.number).toHaveLength(5);
    table.reserve(4, 5);
    expect(table.data.number).toHaveLength(5);
  });
});
