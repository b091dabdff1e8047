import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import { Batch, checkResultRows, checkResults } from '../../src/core/index.ts';
import { defineDomain } from '../../src/domains/index.ts';
import { errorOf } from '../support/error-of.ts';

const descriptors = Array.from({ length: 6 }, () => [0.5]);
const told = [1, '3', 3n, null, Number.NaN, true] as number[];
const reasons = [
  undefined,
  "fitness must be a number; got '3'",
  'fitness must be a number; got 3n',
  'fitness must be a number; got null',
  undefined,
  'fitness must be a number; got true',
];

describe('checkResults', () => {
  it('says of each row what its fitness was that is no number', () => {
    const checked = checkResults('O', { fitness: told, descriptors }, 6, 1);
    expect(checked.reasons).toEqual(reasons);
    expect([...checked.fitness]).toEqual([1, NaN, NaN, NaN, NaN, NaN]);
    const batch = Batch.from(descriptors);
    expect(checkResults('O', { fitness: told, descriptors: batch }, 6, 1).reasons).toEqual(reasons);
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
    expect(checkResults('O', given, 3, 2).reasons).toEqual([
      "descriptor 1 must be a number; got 'x'",
      undefined,
      "fitness must be a number; got '3'",
    ]);
    const known = ['late', undefined, 'lost'];
    expect(checkResults('O', { ...given, reasons: known }, 3, 2).reasons).toEqual(known);
  });

  it('gives no reasons where all are numbers', () => {
    expect(checkResults('O', { fitness: [1, NaN], descriptors: [[1], [NaN]] }, 2, 1).reasons).toBeUndefined();
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
    const expected = reasons.map((reason, i) => (i === 4 ? 'fitness must be finite; got NaN' : reason));
    expect(archive.add(genomes, { fitness: told, descriptors }).reasons).toEqual(expected);
  });
});

describe('checkResultRows', () => {
  it('shows the length of a list, and anything else as it is', async () => {
    const message = (fitness: unknown): Promise<string> =>
      errorOf(() => checkResultRows('O', { fitness: fitness as never, descriptors: [[0]] }, 1));
    const rule = 'ARGUMENT O: fitness must have shape (1), that is (rows); got';
    expect(await message([1, 2])).toBe(`${rule} (2).`);
    expect(await message('5')).toBe(`${rule} ('5').`);
    expect(await message(5)).toBe(`${rule} (5).`);
    expect(await message(undefined)).toBe(`${rule} (undefined).`);
    expect(await message({})).toBe(`${rule} (an object).`);
  });
});
