import fc from 'fast-check';
import { SVD } from 'ml-matrix';
import { describe, expect, it } from 'vitest';
import { Batch, type Box, type Genomes, ListBatch, version } from '../../src/core/index.ts';
import { decodeSafetensors, encodeSafetensors } from '../../src/formats/index.ts';
import { LinearEncoding, Pca } from '../../src/pca/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { learnerContract } from '../../src/testing/index.ts';
import { checkLaws } from '../support/check-laws.ts';
import { errorOf } from '../support/error-of.ts';

const box: Box = { dimensions: 5, lower: [-1, 0, 0, -1e-9, 100], upper: [1, 0.01, 1e6, 1e-9, 101] };
checkLaws('Pca', learnerContract({ space: box, make: () => new Pca({ components: 3 }) }));

const unit = (dimensions: number): Box => ({ dimensions, lower: -1, upper: 1 });

/** Rows on a plane of `rank` dimensions, inside [lower, upper], with some noise. */
function plane(rows: number, columns: number, rank: number, noise = 0, seed = 1, lower = -1, upper = 1): Batch {
  const random = randomStream(seed);
  const axes = Array.from({ length: rank * columns }, () => random.normal());
  const batch = Batch.zeros(rows, columns);
  for (let r = 0; r < rows; r++) {
    const latents = Array.from({ length: rank }, (_, k) => random.normal() / (k + 1));
    for (let i = 0; i < columns; i++) {
      const value = latents.reduce((sum, z, k) => sum + z * axes[k * columns + i]!, 0) * 0.05 + noise * random.normal();
      batch.data[r * columns + i] = lower + ((value + 1) / 2) * (upper - lower);
    }
  }
  return batch;
}

const fitted = (genomes: Batch, components: number, space: Box = unit(genomes.columns)): Pca => {
  const pca = new Pca({ components });
  pca.fit(genomes, { space });
  return pca;
};
const largest = (a: Batch, b: Batch): number => Math.max(...a.data.map((x, i) => Math.abs(x - b.data[i]!)));

it('learns the same from rows of any kind as from a batch', () => {
  const batch = plane(9, 4, 2);
  const list = new ListBatch(Array.from({ length: 9 }, (_, i) => Array.from(batch.row(i))));
  const pca = new Pca({ components: 2 });
  pca.fit(list, { space: unit(4) });
  expect(pca.snapshot()).toEqual(fitted(batch, 2).snapshot());
  expect(pca.reconstruct(list)).toEqual(pca.reconstruct(batch));
});

describe.each([
  ['more rows than genes', 60, 8],
  ['more genes than rows', 12, 30],
])('%s', (_, rows, columns) => {
  it('reconstructs what lies on a plane of as many dimensions as components', () => {
    const genomes = plane(rows, columns, 3);
    expect(largest(fitted(genomes, 3).reconstruct(genomes), genomes)).toBeLessThan(1e-12);
    expect(largest(fitted(genomes, 2).reconstruct(genomes), genomes)).toBeGreaterThan(1e-4);
  });

  it('gives latents of mean 0 and variance 1, uncorrelated', () => {
    const genomes = plane(rows, columns, 4, 0.01);
    const latents = fitted(genomes, 3).encoding().encode(genomes);
    for (let k = 0; k < 3; k++) {
      for (let l = 0; l <= k; l++) {
        let product = 0;
        let sum = 0;
        for (let r = 0; r < rows; r++) {
          product += latents.row(r)[k]! * latents.row(r)[l]!;
          sum += latents.row(r)[k]!;
        }
        expect(sum / rows).toBeCloseTo(0, 10);
        expect(product / rows).toBeCloseTo(k === l ? 1 : 0, 10);
      }
    }
  });

  it('has the deviations that a singular value decomposition gives', () => {
    const genomes = plane(rows, columns, 4, 0.02);
    const centred = Array.from({ length: rows }, (_, r) =>
      Array.from(
        genomes.row(r),
        (x, i) => x - genomes.data.filter((_, at) => at % columns === i).reduce((a, b) => a + b) / rows,
      ),
    );
    const { diagonal } = new SVD(centred, { autoTranspose: true });
    const { deviations } = fitted(genomes, 5).encoding();
    for (const [k, deviation] of deviations.entries())
      expect(deviation).toBeCloseTo(diagonal[k]! / Math.sqrt(rows), 10);
  });
});

it('scales with the box: the same latents in other units', () => {
  const narrow = plane(40, 6, 3, 0.01);
  const wide = plane(40, 6, 3, 0.01, 1, -10, 40);
  const a = fitted(narrow, 3).encoding();
  const b = fitted(wide, 3, { dimensions: 6, lower: -10, upper: 40 }).encoding();
  expect(largest(a.encode(narrow), b.encode(wide))).toBeLessThan(1e-9);
  expect(b.phenotype).toEqual({ dimensions: 6, lower: -10, upper: 40 });
  expect(a.genome).toEqual({ dimensions: 3, lower: -5, upper: 5 });
});

it('decodes into the box, one or many alike, whatever the latents', () => {
  const encoding = fitted(plane(50, 6, 3, 0.05), 3).encoding();
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 3, maxLength: 3 }), (latent) => {
      const one = encoding.decode(Float64Array.from(latent));
      expect(one).toEqual(encoding.decode(Batch.from([latent])).data);
      expect(one.every((value) => value >= -1 && value <= 1)).toBe(true);
    }),
  );
  expect(encoding.decode(new Float64Array(3)).length).toBe(6);
});

it('gives latents without effect where there is nothing to learn', () => {
  const encoding = fitted(Batch.from([[0.25, -0.5, 0.75]]), 2).encoding();
  expect([...encoding.deviations]).toEqual([0, 0]);
  expect([...encoding.decode(Float64Array.of(3, -4))]).toEqual([0.25, -0.5, 0.75]);
  expect([...encoding.encode(Batch.from([[0, 0, 0]])).data]).toEqual([0, 0]);
  const two = fitted(
    Batch.from([
      [0, 0.5],
      [0, -0.5],
    ]),
    2,
  );
  expect([...two.encoding().deviations]).toEqual([0.5, 0]);
  expect([...two.encoding().decode(Float64Array.of(1, 9))]).toEqual([0, 0.5]);
});

it('fits afresh each time, and what it gave before stays', () => {
  const first = plane(30, 5, 2, 0.01, 1);
  const pca = fitted(first, 2);
  const before = pca.encoding();
  const bytes = before.toBytes();
  pca.fit(plane(30, 5, 2, 0.01, 2), { space: unit(5) });
  expect(pca.encoding()).not.toBe(before);
  expect(before.toBytes()).toEqual(bytes);
  pca.fit(first, { space: unit(5) });
  expect(pca.encoding().toBytes()).toEqual(bytes);
});

it('samples standard normals, clipped to the box', () => {
  const encoding = fitted(plane(30, 5, 2, 0.01), 2).encoding();
  const random = randomStream(1);
  const expected = [random.normal(), random.normal()];
  expect([...encoding.sample(randomStream(1))]).toEqual(expected);
});

it('writes and reads encodings and snapshots', async () => {
  const genomes = plane(30, 5, 3, 0.01);
  const pca = fitted(genomes, 2);
  const encoding = LinearEncoding.fromBytes(pca.encoding().toBytes());
  expect(encoding.decode(Float64Array.of(1, -1))).toEqual(pca.encoding().decode(Float64Array.of(1, -1)));
  const other = new Pca({ components: 2 });
  other.restore(pca.snapshot());
  expect(other.reconstruct(genomes)).toEqual(pca.reconstruct(genomes));
  expect(other.snapshot()).toEqual(pca.snapshot());
  expect(await errorOf(() => other.fit(genomes, { space: { dimensions: 5, lower: -2, upper: 1 } }))).toMatch(
    /^ARGUMENT /,
  );
  other.restore(new Pca({ components: 2 }).snapshot());
  expect(await errorOf(() => other.encoding())).toBe(
    'STATE Pca.encoding: nothing was learned yet: call fit, or run the search that learns.',
  );
  expect(await errorOf(() => new Pca({ components: 3 }).restore(pca.snapshot()))).toBe(
    'SNAPSHOT Pca.restore: bytes must have components 3; got 2.',
  );
  expect(await errorOf(() => LinearEncoding.fromBytes(pca.snapshot()))).toMatch(/^SNAPSHOT LinearEncoding.fromBytes: /);
  expect(await errorOf(() => other.restore(pca.encoding().toBytes()))).toMatch(/^SNAPSHOT Pca.restore: /);
  const poisoned = pca.encoding().toBytes();
  poisoned.fill(0xff, poisoned.length - 8);
  expect(await errorOf(() => LinearEncoding.fromBytes(poisoned))).toMatch(/^SNAPSHOT LinearEncoding.fromBytes: /);
});

it('refuses what it cannot learn from, and has not changed then', async () => {
  const genomes = plane(30, 5, 3, 0.01);
  const pca = fitted(genomes, 2);
  const before = pca.snapshot();
  const fitTo =
    (batch: Batch, space: Box = unit(5)) =>
    (): void =>
      pca.fit(batch, { space });
  const bad = new Batch(30, 5, genomes.data.slice().fill(Number.NaN, 7, 8));
  const far = Batch.from([
    [0, 0, 0, 0, 1e300],
    [0, 0, 0, 0, 0],
  ]);
  const errors = await Promise.all(
    [
      fitTo(Batch.zeros(0, 5)),
      fitTo(Batch.zeros(3, 4)),
      fitTo(bad),
      fitTo(genomes, unit(6)),
      fitTo(genomes, { dimensions: 5, lower: -1, upper: Number.POSITIVE_INFINITY }),
      () => new Pca({ components: 2 }).fit(genomes, { space: { dimensions: 5, lower: 0, upper: 5e-324 } }),
      () => new Pca({ components: 2 }).fit(far, { space: { dimensions: 5, lower: 0, upper: 1e-10 } }),
      () => new Pca({ components: 6 }).fit(genomes, { space: unit(5) }),
      () => new Pca({ components: 0 }),
      () => new Pca({ components: 2 }).reconstruct(genomes),
      () => pca.encoding().decode(new Float64Array(3)),
      () => pca.encoding().encode(Batch.zeros(1, 4)),
    ].map(errorOf),
  );
  expect(errors).toEqual([
    'ARGUMENT Pca.fit: genomes must have at least one row; got 0.',
    'ARGUMENT Pca.fit: genomes must have shape (3, 5), that is (rows, genomeDimensions); got (3, 4).',
    'ARGUMENT Pca.fit: genomes must be finite; got NaN in row 1, column 2.',
    'ARGUMENT Pca.fit: space must be the space of the first fit, a box of 5 dimensions in [-1, 1]; got a box of 6 dimensions in [-1, 1].',
    'ARGUMENT Pca.fit: space must have finite bounds in dimension 0; got [-1, Infinity].',
    'ARGUMENT Pca.fit: space must be wider than 5e-324 in dimension 0; got [0, 5e-324].',
    'ARGUMENT Pca.fit: genomes must not overflow when scaled to the space; got 1e+300 in row 0, column 4.',
    'ARGUMENT Pca.fit: space.dimensions must be at least 6, the components; got 5.',
    'ARGUMENT Pca: components must be an integer in [1, 4096]; got 0.',
    'STATE Pca.reconstruct: nothing was learned yet: call fit, or run the search that learns.',
    'ARGUMENT LinearEncoding.decode: latents must have shape (1, 2), that is (rows, latentDimensions); got (1, 3 in row 0).',
    'ARGUMENT LinearEncoding.encode: phenotypes must have shape (1, 5), that is (rows, phenotypeDimensions); got (1, 4).',
  ]);
  expect(pca.snapshot()).toEqual(before);
});

const twoOfFive = (): LinearEncoding => fitted(plane(30, 5, 3, 0.01), 2).encoding();

it('refuses a file whose arrays have other shapes, a transposed matrix too', async () => {
  const { tensors, metadata } = decodeSafetensors(twoOfFive().toBytes());
  const { data } = tensors.get('components')!;
  for (const [name, shape, numbers] of [
    ['components', [5, 2], data],
    ['components', [10], data],
    ['mean', [1, 5], tensors.get('mean')!.data],
  ] as const) {
    const changed = new Map(tensors).set(name, { shape, data: numbers });
    const bytes = encodeSafetensors({ tensors: changed, metadata });
    expect(await errorOf(() => LinearEncoding.fromBytes(bytes))).toMatch(
      new RegExp(`^SNAPSHOT LinearEncoding.fromBytes: bytes must have float64 ${name} of shape`),
    );
  }
});

it('says of which type numbers are that are not float64', async () => {
  const { tensors, metadata } = decodeSafetensors(twoOfFive().toBytes());
  for (const name of ['mean', 'deviations', 'components', 'phenotype.upper']) {
    const { shape, data } = tensors.get(name)!;
    const bytes = encodeSafetensors({
      tensors: new Map(tensors).set(name, { shape, data: Float32Array.from(data) }),
      metadata,
    });
    expect(await errorOf(() => LinearEncoding.fromBytes(bytes))).toMatch(
      new RegExp(`have float64 ${name}.*; got 'F32 of shape `),
    );
  }
});

it('says version, sizes, latents and seed in the file of a linear encoding', async () => {
  const { metadata } = decodeSafetensors(twoOfFive().toBytes({ seed: 7 }));
  expect(Object.fromEntries(metadata)).toEqual({
    format: 'elites.linear-encoding',
    version: '1',
    elites: version,
    sizes: '{"inputs":5,"latent":2}',
    latents: '[-5,5]',
    seed: '7',
  });
  const back = LinearEncoding.fromBytes(twoOfFive().toBytes({ seed: 7 }));
  expect(back.seed).toBe(7);
  expect(back.toBytes()).toEqual(twoOfFive().toBytes({ seed: 7 }));
  expect(twoOfFive().seed).toBeUndefined();
  const { tensors } = decodeSafetensors(twoOfFive().toBytes());
  const old = new Map([...metadata].filter(([key]) => key === 'format' || key === 'version'));
  expect(LinearEncoding.fromBytes(encodeSafetensors({ tensors, metadata: old })).toBytes()).toEqual(
    twoOfFive().toBytes(),
  );
  const other = encodeSafetensors({ tensors, metadata: new Map(metadata).set('sizes', '{"inputs":5,"latent":3}') });
  expect(await errorOf(() => LinearEncoding.fromBytes(other))).toMatch(/^SNAPSHOT .* have sizes /);
  expect(await errorOf(() => twoOfFive().toBytes({ seed: 0.5 }))).toMatch(/^ARGUMENT LinearEncoding.toBytes: seed/);
});

it('refuses wrong arguments in the name of the method that got them', async () => {
  const encoding = twoOfFive();
  const errors = await Promise.all(
    [
      () => encoding.encode(null as never),
      () => encoding.encode(new Float64Array(4)),
      () => encoding.decode({} as never),
      () => encoding.sample(undefined as never),
      () => new Pca({ components: 2 }).fit(Batch.zeros(2, 5), undefined as never),
    ].map(errorOf),
  );
  expect(errors).toEqual([
    'ARGUMENT LinearEncoding.encode: phenotypes must be an object; got null.',
    'ARGUMENT LinearEncoding.encode: phenotypes must have shape (1, 5), that is (rows, phenotypeDimensions); got (1, 4 in row 0).',
    'ARGUMENT LinearEncoding.decode: latents must have shape (1, 2), that is (rows, latentDimensions); got (1, an object in row 0).',
    'ARGUMENT LinearEncoding.sample: random must have fillNormal(); got undefined.',
    'ARGUMENT Pca.fit: context must be an object; got undefined.',
  ]);
});

it('encodes and decodes genomes of any container, and single vectors', () => {
  const encoding = twoOfFive();
  const phenotypes = encoding.decode(
    Batch.from([
      [1, 2],
      [0, -1],
    ]),
  );
  const rows: Genomes<ArrayLike<number>> = new ListBatch([[...phenotypes.row(0)], phenotypes.row(1)]);
  const latents: Batch = encoding.encode(phenotypes);
  expect(encoding.encode(rows)).toEqual(latents);
  const one: Float64Array = encoding.encode(rows.row(1));
  expect(one).toEqual(latents.row(1));
  expect(encoding.decode(new ListBatch([[...latents.row(0)]])).data).toEqual(encoding.decode(latents).row(0));
});

it('decodes latents of any size into the box, and NaN alone to NaN', () => {
  const encoding = twoOfFive();
  const decoded = encoding.decode(
    Batch.from([
      [1e300, -Infinity],
      [Number.NaN, 0],
      [1, 1],
    ]),
  );
  expect(decoded.row(0)).toEqual(encoding.decode(Float64Array.of(1e6, -1e6)));
  expect(decoded.row(0).every((x) => x >= -1 && x <= 1)).toBe(true);
  expect(decoded.row(1).every(Number.isNaN)).toBe(true);
  expect(decoded.row(2)).toEqual(encoding.decode(Float64Array.of(1, 1)));
});
