import { describe, expect, expectTypeOf, it } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import { Batch, type Encoding, ListBatch } from '../../src/core/index.ts';
import { withEncoding } from '../../src/domains/index.ts';
import { type DataDrivenEncoding, defineEncoding, type VectorEncoding } from '../../src/encodings/index.ts';
import { run } from '../../src/run/index.ts';
import { MapElites } from '../../src/search/index.ts';
import { encodingContract } from '../../src/testing/index.ts';
import { GaussianMutation } from '../../src/variation/index.ts';
import { checkLaws } from '../support/check-laws.ts';
import { bowl } from '../support/domains/bowl.ts';
import { errorOf } from '../support/error-of.ts';

/** Two numbers in [0, 1]: the first two genes of the bowl, and the others. */
const spec = {
  genome: { dimensions: 2, lower: 0, upper: 1 },
  phenotype: bowl.genome as { dimensions: number; lower: number; upper: number },
  decode: ([a = 0, b = 0]: Float64Array) => [10 * a, 10 * a, 10 * b, 10 * b],
  encode: ([a = 0, , b = 0]: Float64Array) => [a / 10, b / 10],
};
const pairs = defineEncoding(spec);

describe('defineEncoding', () => {
  checkLaws('an encoding of functions', encodingContract({ make: () => pairs }));
  checkLaws(
    'an encoding that only decodes, and samples',
    encodingContract({
      make: () =>
        defineEncoding({
          ...spec,
          encode: undefined,
          sample: (random) => Float64Array.of(random.uniform(), random.uniform()),
        }),
    }),
  );

  it('decodes and encodes one vector, a batch, and rows of any container', () => {
    const rows = [
      [0.1, 0.2],
      [0.3, 0.4],
    ];
    const phenotypes = Batch.from([
      [1, 1, 2, 2],
      [3, 3, 4, 4],
    ]);
    expect(pairs.decode(rows[0]!)).toEqual(phenotypes.row(0));
    expect(pairs.decode(Batch.from(rows))).toEqual(phenotypes);
    expect(pairs.decode(new ListBatch(rows))).toEqual(phenotypes);
    expect(pairs.encode([1, 1, 2, 2])).toEqual(Float64Array.of(0.1, 0.2));
    expect(pairs.encode(new ListBatch([phenotypes.row(0)]))).toEqual(Batch.from([[0.1, 0.2]]));
    expectTypeOf(pairs.encode(phenotypes)).toEqualTypeOf<Batch>();
    expectTypeOf<DataDrivenEncoding>().toExtend<VectorEncoding>();
    expectTypeOf<VectorEncoding>().toExtend<Encoding>();
  });

  it('decodes genomes of any size', () => {
    const wide = defineEncoding({
      ...spec,
      genome: { dimensions: 2, lower: 0, upper: 1e9 },
      decode: ([a = 0]) => [a, 0, 0, 0],
    });
    expect(wide.decode([5e8, 0])[0]).toBe(5e8);
  });

  it('gives functions copies, which they may change', () => {
    const greedy = defineEncoding({ ...spec, decode: (genome) => new Float64Array(4).fill(genome.fill(0.5)[0]!) });
    const genomes = Batch.from([[0.1, 0.2]]);
    greedy.decode(genomes);
    expect(genomes.data).toEqual(Float64Array.of(0.1, 0.2));
  });

  it('is searched like any other', async () => {
    const domain = withEncoding(bowl, pairs);
    const archive = new GridArchive({ domain, cells: [10, 10] });
    await run(new MapElites({ domain, archive, variation: new GaussianMutation({ sigma: 0.1 }), seed: 1 }), {
      evaluations: 1000,
    });
    // The first two genes are equal.
    expect(archive.size).toBe(10);
  });

  it.each([
    ['vectors of another length', () => pairs.decode([1]), 'ARGUMENT encoding.decode: genomes must have shape'],
    [
      'vectors to encode of another length',
      () => pairs.encode([1]),
      'ARGUMENT encoding.encode: phenotypes must have shape',
    ],
    [
      'a function that answers with another length',
      () => defineEncoding({ ...spec, decode: () => [1] }).decode([0, 0]),
      'ARGUMENT defineEncoding: decode() must have 4 numbers; got [1]',
    ],
    ['an unknown option', () => defineEncoding({ ...spec, decoder: 1 } as never), 'decoder'],
    ['no function', () => defineEncoding({ ...spec, decode: 1 as never }), 'decode must be a function; got 1.'],
    [
      'a sample that is none',
      () => defineEncoding({ ...spec, sample: 1 as never }),
      'sample must be a function; got 1.',
    ],
    ['no box', () => defineEncoding({ ...spec, genome: 1 as never }), 'ARGUMENT defineEncoding: genome'],
  ])('refuses %s', async (_, call, message) => {
    expect(await errorOf(call)).toContain(message);
  });
});

it('refuses what decode and encode give that is no number', async () => {
  const unit = { dimensions: 1, lower: 0, upper: 1 };
  for (const value of [null, true, '0.5', 5n]) {
    const give = () => [value] as never;
    const encoding = defineEncoding({ genome: unit, phenotype: unit, decode: give, encode: give });
    expect(await errorOf(() => encoding.decode([0]))).toContain('decode() must have 1 numbers; got [');
    expect(await errorOf(() => encoding.encode([0]))).toContain('must have 1 numbers; got [');
  }
});
