import { describe, expect, it } from 'vitest';
import { Batch } from '../../src/core/index.ts';
import { type OutOfBounds, SparseMutation } from '../../src/variation/index.ts';
import { contextFor } from '../support/context-for.ts';
import { counted, equalShares, expectNormal, expectShares } from '../support/distribution.ts';
import { errorOf } from '../support/error-of.ts';

const ROWS = 20_000;
const wide = { dimensions: 5, lower: -100, upper: 100 };
const children = (options: object, space = wide): Batch =>
  new SparseMutation(options).vary(Batch.zeros(ROWS, space.dimensions), contextFor(space));

/** The genes of each child that were changed, as the bits of a number. */
const changed = (batch: Batch): number[] =>
  Array.from({ length: batch.rows }, (_, i) => batch.row(i).reduce((set, x, j) => set + (x === 0 ? 0 : 2 ** j), 0));
const size = (set: number): number => (set === 0 ? 0 : (set % 2) + size(Math.floor(set / 2)));

describe('SparseMutation', () => {
  it('changes one to most genes, every number as often', () => {
    for (const [options, most] of [
      [{}, 3],
      [{ most: 1 }, 1],
      [{ most: 1000 }, 5],
    ] as const) {
      const sizes = changed(children(options)).map(size);
      expect(Math.min(...sizes)).toBe(1);
      expect(Math.max(...sizes)).toBe(most);
      if (most > 1) {
        expectShares(
          counted(
            sizes.map((n) => n - 1),
            most,
          ),
          equalShares(most),
        );
      }
    }
  });

  it('changes every set of genes of a size as often', () => {
    const sets = changed(children({}));
    for (const [n, different] of [
      [1, 5],
      [2, 10],
      [3, 10],
    ] as const) {
      const found = sets.filter((set) => size(set) === n);
      const possible = [...new Set(found)];
      expect(possible).toHaveLength(different);
      expectShares(
        counted(
          found.map((set) => possible.indexOf(set)),
          different,
        ),
        equalShares(different),
      );
    }
  });

  it('steps by N(0, sigma²), by default 0.05 of the range', () => {
    const steps = (options: object, j: number): Float64Array => {
      const { data } = children(options);
      return data.filter((x, i) => i % 5 === j && x !== 0);
    };
    expectNormal(steps({}, 0), 0, 10);
    expectNormal(steps({ sigma: [1, 2, 3, 4, 5] }, 3), 0, 4);
  });

  it.each(['clip', 'reflect', 'wrap', 'resample'] as OutOfBounds[])('stays inside the space, %s', (outOfBounds) => {
    const space = { dimensions: 5, lower: -1, upper: 0.5 };
    const found = children({ sigma: 1, outOfBounds }, space);
    expect(found.data.every((x) => x >= -1 && x <= 0.5)).toBe(true);
    const onBounds = found.data.filter((x) => x === -1 || x === 0.5).length;
    expect(onBounds > 0).toBe(outOfBounds === 'clip');
  });

  it('refuses bad options', async () => {
    expect(await errorOf(() => new SparseMutation({ most: 0 }))).toContain('SparseMutation: most must be an integer');
    expect(await errorOf(() => new SparseMutation({ sigma: 0 }))).toContain('SparseMutation: sigma must be');
    const open = { dimensions: 1, lower: 0, upper: Number.POSITIVE_INFINITY };
    expect(await errorOf(() => new SparseMutation().check(open))).toContain('sigma must be given');
  });
});
