import { describe, expect, it } from 'vitest';
import { Batch } from '../../src/core/index.ts';
import { gradientsAt } from '../../src/domains/index.ts';
import { errorOf } from '../support/error-of.ts';

const genomes = Batch.from([Float64Array.of(1, 2), Float64Array.of(3, 4)]);
const answer = (rows: number[][]) => () => Batch.from(rows.map((row) => Float64Array.from(row)));
const some = { parts: 2, unit: false, signal: undefined };

describe('gradientsAt', () => {
  it('gives the gradients, scaled to length 1 on request; those that are not finite are zeros', () => {
    const given = answer([
      [3, 4, Number.NaN, 1],
      [0, 0, 1e200, 0],
    ]);
    const plain = gradientsAt('here', { gradients: given }, genomes, some) as Batch;
    expect([...plain.data]).toEqual([3, 4, 0, 0, 0, 0, 1e200, 0]);
    const unit = gradientsAt('here', { gradients: given }, genomes, { ...some, unit: true }) as Batch;
    expect([...unit.data]).toEqual([0.6, 0.8, 0, 0, 0, 0, 1, 0]);
  });

  it('passes the signal on', () => {
    const { signal } = new AbortController();
    const seen: unknown[] = [];
    const given = (_: Batch, context?: { readonly signal?: AbortSignal | undefined }) => {
      seen.push(context?.signal);
      return Batch.zeros(2, 4);
    };
    gradientsAt('here', { gradients: given }, genomes, { ...some, signal });
    expect(seen).toEqual([signal]);
  });

  it('takes a promise, and hands out a copy of the genomes', async () => {
    const given = async (own: Batch) => {
      own.data.fill(7);
      return Batch.zeros(2, 4);
    };
    expect((await gradientsAt('here', { gradients: given }, genomes, some)).rows).toBe(2);
    expect([...genomes.data]).toEqual([1, 2, 3, 4]);
  });

  it.each([
    [
      'more rows',
      answer([
        [1, 1, 1, 1],
        [1, 1, 1, 1],
        [1, 1, 1, 1],
      ]),
    ],
    ['fewer rows', answer([[1, 1, 1, 1]])],
    [
      'another width',
      answer([
        [1, 1, 1],
        [1, 1, 1],
      ]),
    ],
    ['no batch', (() => undefined) as never],
  ])('refuses %s', async (_, given) => {
    expect(await errorOf(() => gradientsAt('here', { gradients: given }, genomes, some))).toMatch(
      /^ARGUMENT here: domain.gradients: the answer must have shape \(2, 4\), that is \(rows, parts × genomeDimensions\); got \(/,
    );
  });

  it('names the answer where it is like a batch, and none', async () => {
    const like = () => ({ rows: 2, columns: 4, data: new Float64Array(8) }) as never;
    expect(await errorOf(() => gradientsAt('here', { gradients: like }, genomes, some))).toContain(
      'ARGUMENT here: domain.gradients: gradients must be a Batch',
    );
  });
});
