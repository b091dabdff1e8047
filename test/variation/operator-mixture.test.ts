import { describe, expect, it } from 'vitest';
import { Batch, type VariationOperator } from '../../src/core/index.ts';
import { Vae } from '../../src/learners/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { operatorContract } from '../../src/testing/index.ts';
import { OperatorMixture, ReconstructiveCrossover } from '../../src/variation/index.ts';
import { checkLaws } from '../support/check-laws.ts';
import { contextFor } from '../support/context-for.ts';
import { errorOf } from '../support/error-of.ts';

const space = { dimensions: 2, lower: -1, upper: 9 };

/** Sets the second gene, so that a child tells who made it, and keeps the first, so that it tells its parent. */
const mark = (value: number): VariationOperator => ({
  vary: (parents) => Batch.from(Array.from({ length: parents.rows }, (_, i) => [parents.row(i)[0]!, value])),
});
const operators = { one: mark(1), two: mark(2), three: mark(3) };

checkLaws(
  'OperatorMixture',
  operatorContract({ space, make: () => new OperatorMixture({ operators, ratios: { one: 1, two: 2 } }) }),
);
checkLaws(
  'ReconstructiveCrossover of the VAE',
  operatorContract({
    space,
    make: () => {
      const learner = new Vae({ inputs: 2, latent: 1, epochs: 1 });
      learner.fit(
        Batch.from([
          [0, 1],
          [2, 3],
        ]),
        { space, random: randomStream(1) },
      );
      return new ReconstructiveCrossover({ learner });
    },
  }),
);

describe('OperatorMixture', () => {
  it('draws the operator of each child by the ratios, and keeps the order of the parents', async () => {
    const parents = Batch.from(Array.from({ length: 8000 }, (_, i) => [i / 1000, 0]));
    const mixture = new OperatorMixture({ operators, ratios: { one: 1, two: 3, three: 0 } });
    const children = (await mixture.vary(parents, contextFor(space))) as Batch;
    const counts = [0, 0, 0, 0];
    const kept = new Float64Array(8000);
    for (let i = 0; i < children.rows; i++) {
      kept[i] = children.row(i)[0]!;
      counts[children.row(i)[1]!] = counts[children.row(i)[1]!]! + 1;
    }
    expect(kept).toEqual(Float64Array.from(kept, (_, i) => i / 1000));
    expect(counts[3]).toBe(0);
    expect(Math.abs(counts[1]! - 2000)).toBeLessThan(160); // 4 standard deviations
  });

  it('gives each operator a context of its own: what one does to it, the next does not see', async () => {
    const parents = Batch.from(Array.from({ length: 100 }, (_, i) => [i / 100, 0]));
    const greedy: VariationOperator = {
      vary(given, context) {
        const { random, archive, space: where } = context;
        for (const key of Object.keys(context)) (context as unknown as Record<string, unknown>)[key] = undefined;
        return operators.two.vary(given, { random, archive, space: where });
      },
    };
    const seen: unknown[] = [];
    const looking: VariationOperator = {
      vary(given, context) {
        seen.push(context.space);
        return operators.three.vary(given, context);
      },
    };
    const mixture = new OperatorMixture({ operators: { greedy, looking }, ratios: { greedy: 1, looking: 1 } });
    await mixture.vary(parents, contextFor(space));
    expect(seen).toEqual([space]);
  });

  it('calls an operator once for its whole share', async () => {
    let calls = 0;
    const counting: VariationOperator = {
      vary(parents) {
        calls++;
        return parents;
      },
    };
    const mixture = new OperatorMixture({ operators: { counting, other: mark(1) }, ratios: { counting: 1, other: 1 } });
    await mixture.vary(Batch.zeros(100, 2), contextFor(space));
    expect(calls).toBe(1);
  });

  it('keeps the children of operators that answer with the same memory each time, one or several', async () => {
    const memory = new Float64Array(2000);
    const shared = (value: number): VariationOperator => ({
      vary(parents) {
        for (let i = 0; i < parents.rows; i++) memory.set([parents.row(i)[0]!, value], 2 * i);
        return new Batch(parents.rows, 2, memory.subarray(0, 2 * parents.rows));
      },
    });
    const parents = Batch.from(Array.from({ length: 1000 }, (_, i) => [i / 1000, 0]));
    for (const ratios of [{ one: 1, two: 2, three: 1 }, { one: 1 }]) {
      const vary = (make: (value: number) => VariationOperator): Promise<unknown> =>
        new OperatorMixture({ operators: { one: make(1), two: make(2), three: make(3) }, ratios }).vary(
          parents,
          contextFor(space),
        );
      const children = await vary(shared);
      expect(children).toEqual(await vary(mark));
      memory.fill(0);
      expect(children).toEqual(await vary(mark));
    }
  });

  it('makes its children in the memory that it is given, which no operator sees that may keep it', async () => {
    const parents = Batch.from(Array.from({ length: 50 }, (_, i) => [i / 50, 0]));
    for (const ratios of [{ one: 1, two: 2 }, { one: 1 }]) {
      const seen: unknown[] = [];
      const watching = (value: number): VariationOperator => ({
        vary(given, context) {
          seen.push(context.into, given === parents);
          return mark(value).vary(given, context);
        },
      });
      const mixture = new OperatorMixture({ operators: { one: watching(1), two: watching(2) }, ratios });
      const into = Batch.zeros(50, 2);
      expect(await mixture.vary(parents, { ...contextFor(space), into })).toBe(into);
      expect(new Set(seen)).toEqual(new Set([undefined, false]));
      expect(await mixture.vary(into, { ...contextFor(space), into })).not.toBe(into);
    }
  });

  it('takes a ratio that is undefined as if it were not there', async () => {
    const ratios = { one: 1, two: undefined, three: 3 };
    const [mixture, without] = [ratios, { one: 1, three: 3 }].map((r) => new OperatorMixture({ operators, ratios: r }));
    const parents = Batch.zeros(50, 2);
    const [children, expected] = [mixture, without].map((m) => m!.vary(parents, contextFor(space)));
    expect(await children).toEqual(await expected);
    expect(mixture!.snapshot()).toEqual(without!.snapshot());
    const nothing = { operators, ratios: { one: undefined } };
    expect(await errorOf(() => new OperatorMixture(nothing))).toContain('ratios must not all be 0');
  });

  it('refuses bad options and operators that lose a row', async () => {
    const make = (ratios: object): Promise<string> =>
      errorOf(() => new OperatorMixture({ operators, ratios } as never));
    expect(await make({ four: 1 })).toBe(
      "ARGUMENT OperatorMixture: ratios must have only the keys one, two, three; got 'four'.",
    );
    expect(await make({ one: -1 })).toContain('ratios.one must be a finite number of at least 0; got -1');
    expect(await make({ one: 0 })).toContain('not all be 0');
    expect(await make({ toString: 1 })).toContain("got 'toString'");
    const loser: VariationOperator = { vary: () => Batch.zeros(0, 2) };
    const mixture = new OperatorMixture({ operators: { loser, one: mark(1) }, ratios: { loser: 1, one: 1 } });
    expect(await errorOf(() => mixture.vary(Batch.zeros(50, 2), contextFor(space)))).toMatch(
      /an operator must answer with \d+ rows; got 0/,
    );
  });
});

describe('ReconstructiveCrossover', () => {
  const learner = (reconstruct: (genomes: Batch) => Batch): never =>
    ({ fit() {}, encoding() {}, reconstruct }) as never;

  it('goes halfway to the reconstruction, and no further than the space', async () => {
    const crossover = new ReconstructiveCrossover({
      learner: learner((g) =>
        Batch.from(
          [
            [5, -1],
            [40, 1],
          ].slice(0, g.rows),
        ),
      ),
    });
    const children = await crossover.vary(
      Batch.from([
        [1, 0],
        [2, 3],
      ]),
      contextFor(space),
    );
    expect([...children.data]).toEqual([3, -0.5, 9, 2]);
  });

  it('leaves what a learner hands out alone', async () => {
    const kept = Batch.from([[5, 5]]);
    await new ReconstructiveCrossover({ learner: learner(() => kept) }).vary(Batch.zeros(1, 2), contextFor(space));
    expect([...kept.data]).toEqual([5, 5]);
  });

  it('refuses a learner that cannot reconstruct, and a reconstruction of another shape', async () => {
    expect(await errorOf(() => new ReconstructiveCrossover({ learner: {} as never }))).toContain(
      'learner must have reconstruct()',
    );
    const crossover = new ReconstructiveCrossover({ learner: learner(() => Batch.zeros(1, 3)) });
    expect(await errorOf(() => crossover.vary(Batch.zeros(1, 2), contextFor(space)))).toContain(
      'must have shape (1, 2)',
    );
  });
});
