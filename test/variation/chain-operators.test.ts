import { describe, expect, it } from 'vitest';
import { Batch, type Genomes, ListBatch, objectSpace, type VariationOperator } from '../../src/core/index.ts';
import { chainOperators, GaussianMutation, IsoLineMutation, TwoPointCrossover } from '../../src/variation/index.ts';
import { contextFor } from '../support/context-for.ts';
import { errorOf } from '../support/error-of.ts';

const space = { dimensions: 4, lower: -5, upper: 5 };
/** Adds `step` to every gene. */
const shift = (step: number): VariationOperator => ({
  vary: (parents) =>
    Batch.from(Array.from({ length: parents.rows }, (_, i) => [...parents.row(i)].map((x) => x + step))),
});
const words = (vary: (word: string, i: number) => string | undefined): VariationOperator<string> => ({
  vary: (parents) => new ListBatch(Array.from({ length: parents.rows }, (_, i) => vary(parents.row(i), i) as string)),
});

describe('chainOperators', () => {
  it('varies the children of the operator before, with the same stream', async () => {
    const parents = Batch.from([[1, 2, 3, 4]]);
    expect([...(await chainOperators(shift(1), shift(10)).vary(parents, contextFor(space))).row(0)]).toEqual([
      12, 13, 14, 15,
    ]);
    const [chained, apart] = [contextFor(space), contextFor(space)];
    for (const { archive } of [chained, apart]) archive.add(parents, { fitness: [1], descriptors: [[0]] });
    const [first, second] = [new IsoLineMutation(), new GaussianMutation({ sigma: 0.1 })];
    const expected = second.vary(first.vary(parents, apart), apart);
    expect(await chainOperators(first, second).vary(parents, chained)).toEqual(expected);
    expect(chained.random.getState!()).toEqual(apart.random.getState!());
  });

  it('waits for operators that answer with a promise', async () => {
    const slow: VariationOperator = { vary: async (parents, context) => shift(1).vary(parents, context) };
    const children = chainOperators(slow, shift(2)).vary(Batch.from([[0]]), contextFor({ ...space, dimensions: 1 }));
    expect(children).toBeInstanceOf(Promise);
    expect([...(await children).row(0)]).toEqual([3]);
  });

  it('leaves rows without a child as they are, and says which row of the whole batch failed', async () => {
    const failures: unknown[] = [];
    const context = {
      ...contextFor(space),
      space: objectSpace({ sample: () => '' }),
      failed: (row: number, error: unknown) => void failures.push([row, error]),
    };
    const even = words((word, i) => (i % 2 === 0 ? word.toUpperCase() : undefined));
    const failing: VariationOperator<string> = {
      vary(parents, { failed }) {
        failed!(1, 'lost');
        return words((word, i) => (i === 1 ? undefined : `${word}!`)).vary(parents, context as never);
      },
    };
    const given = new ListBatch(['a', 'b', 'c', 'd', 'e']);
    const listed = ({ rows, row }: Genomes<string>, of: Genomes<string>) =>
      Array.from({ length: rows }, (_, i) => row.call(of, i));
    const children = await chainOperators(even, failing).vary(given, context as never);
    expect(listed(children, children)).toEqual(['A!', undefined, undefined, undefined, 'E!']);
    expect(failures).toEqual([[2, 'lost']]);
    const none = await chainOperators(
      words(() => undefined),
      failing,
    ).vary(given, context as never);
    expect(listed(none, none)).toEqual(new Array(5).fill(undefined));
    expect(failures).toHaveLength(1);
  });

  it('has the state of its parts, and refuses that of another chain', async () => {
    const counter = (count = 0) => ({
      vary: (parents: Genomes<Float64Array>) => parents,
      snapshot: () => Uint8Array.of(count),
      restore(bytes: Uint8Array) {
        count = bytes[0]!;
      },
    });
    const [three, zero] = [chainOperators(shift(0), counter(3)), chainOperators(shift(0), counter())];
    zero.restore(three.snapshot());
    expect(zero.snapshot()).toEqual(three.snapshot());
    expect(await errorOf(() => chainOperators(counter(), shift(0)).restore(three.snapshot()))).toMatch(
      /^SNAPSHOT chainOperators\.restore/,
    );
    expect(await errorOf(() => zero.restore(Uint8Array.of(1)))).toMatch(/^SNAPSHOT chainOperators\.restore/);
    const lost = { ...counter(), restore: undefined };
    expect(await errorOf(() => chainOperators(shift(0), lost as never).snapshot())).toContain(
      'STATE chainOperators.snapshot: 1 has no',
    );
  });

  it('refuses what is no chain, and answers of another shape', async () => {
    expect(await errorOf(() => chainOperators(shift(1)))).toBe(
      'ARGUMENT chainOperators: operators must be at least two; got 1.',
    );
    expect(await errorOf(() => chainOperators(shift(1), {} as never))).toContain('operators[1] must have vary()');
    const short: VariationOperator = { vary: () => Batch.zeros(1, 4) };
    expect(await errorOf(() => chainOperators(short, shift(1)).vary(Batch.zeros(2, 4), contextFor(space)))).toContain(
      'chainOperators.vary: operators[0] must answer with 2 rows; got 1',
    );
    const holes: VariationOperator = { vary: () => new ListBatch([new Float64Array(4), undefined as never]) };
    const two: VariationOperator = { vary: () => Batch.zeros(2, 4) };
    expect(await errorOf(() => chainOperators(holes, two).vary(Batch.zeros(2, 4), contextFor(space)))).toContain(
      'chainOperators.vary: operators[1] must answer with 1 rows; got 2',
    );
    const later = { ...two, check: () => Promise.reject(new Error('no')) as never };
    expect(await errorOf(() => chainOperators(two, later).check?.(space))).toContain(
      'operators[1].check() must be synchronous',
    );
    expect(() =>
      chainOperators(new TwoPointCrossover(), new IsoLineMutation({ isoSigma: [1, 2] })).check?.(space),
    ).toThrow('isoSigma');
  });
});
