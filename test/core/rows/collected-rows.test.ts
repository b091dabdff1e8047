import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Batch, CollectedRows, type Results, resultSchema } from '../../../src/core/index.ts';

const schema = resultSchema({ descriptor: { dimensions: 1, lower: 0, upper: 1 } });
const resultsOf = (rows: readonly number[]): Results => ({
  fitness: rows.map((row) => row + 0.5),
  descriptors: rows.map((row) => [row]),
});
/** A collector, and what it tells of rows. */
const make = (rows: number, due?: readonly number[]) => {
  const heard: string[] = [];
  const collected = new CollectedRows(
    'O',
    rows,
    schema,
    {
      failed: (row, error) => heard.push(`${row} failed: ${(error as Error).message}`),
      wrong: (row) => heard.push(`${row} is wrong`),
    },
    due,
  );
  return { collected, heard };
};

describe('CollectedRows', () => {
  it('collects the same results from any parts in any order', () => {
    const partsOf = (order: readonly number[]) =>
      fc.array(fc.nat(order.length), { maxLength: 3 }).map((cuts) => {
        const ends = [...cuts.sort((a, b) => a - b), order.length];
        return ends.map((end, i) => order.slice(i === 0 ? 0 : ends[i - 1], end));
      });
    const rows = [...Array(6).keys()];
    const orders = fc.shuffledSubarray(rows, { minLength: 6 }).chain(partsOf);
    fc.assert(
      fc.property(orders, (parts) => {
        const { collected, heard } = make(6);
        for (const part of parts) collected.done(part, resultsOf(part));
        expect(collected.plain(undefined)).toEqual({
          fitness: Float64Array.from(rows, (row) => row + 0.5),
          descriptors: Batch.from(rows.map((row) => [row])),
        });
        expect([collected.left, [...collected.missing()], heard]).toEqual([0, [], []]);
      }),
    );
  });

  it.each<[string, number[][], string]>([
    [
      'has results',
      [
        [0, 1],
        [2, 1],
      ],
      '1 is wrong',
    ],
    ['has results, as all have', [[0, 1, 2], [1]], '1 is wrong'],
    ['is given twice', [[2, 2]], '2 is wrong'],
    ['does not exist', [[3]], '3 is wrong'],
    ['is no row', [[0.5]], '0.5 is wrong'],
    ['is not due', [[1]], '1 is wrong'],
  ])('tells of a row that %s, and takes none of those with it', (why, reports, told) => {
    const { collected, heard } = make(3, why === 'is not due' ? [0, 2] : undefined);
    for (const rows of reports.slice(0, -1)) collected.done(rows, resultsOf(rows));
    const { left } = collected;
    collected.done(reports.at(-1)!, resultsOf(reports.at(-1)!));
    if (why !== 'is given twice') collected.failed(reports.at(-1)!.at(-1)!, new Error('no'));
    expect([new Set(heard), collected.left, collected.failure]).toEqual([new Set([told]), left, undefined]);
  });

  it('leaves rows due that failed or broke their contract, until they are given up', () => {
    const { collected, heard } = make(3);
    collected.failed(0, new Error('no'));
    collected.done([1, 2], { fitness: [1], descriptors: [[1]] });
    expect(heard.map((one) => one.slice(0, 12))).toEqual(['0 failed: no', '1 failed: O:', '2 failed: O:']);
    expect([...collected.missing()]).toEqual([0, 1, 2]);
    collected.giveUp(0, new Error('no'));
    collected.done([1, 2], resultsOf([1, 2]));
    expect([collected.left, collected.results!.reasons]).toEqual([0, ['no', undefined, undefined]]);
    expect(() => collected.plain(undefined)).toThrow('no');
  });
});
