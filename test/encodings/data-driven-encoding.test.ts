import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import { Batch, type Genomes, ListBatch } from '../../src/core/index.ts';
import { planarArm } from '../../src/domains/index.ts';
import { DataDrivenEncoding } from '../../src/encodings/index.ts';
import { decodeSafetensors, encodeSafetensors, type SafetensorsFile } from '../../src/formats/index.ts';
import type { VaeTensors } from '../../src/kernels/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { run } from '../../src/run/index.ts';
import { MapElites } from '../../src/search/index.ts';
import { encodingContract } from '../../src/testing/index.ts';
import { IsoLineMutation } from '../../src/variation/index.ts';
import { checkLaws } from '../support/check-laws.ts';
import { errorOf } from '../support/error-of.ts';
import { fixture, fixtureTensors, goldenGenes, largestDifference } from '../support/golden/golden-vae.ts';
import { noiseAndWeights } from '../support/golden/reference-vae.ts';

const released = (genes: number): Uint8Array => readFileSync(fixture(`released/dde-arm${genes}.safetensors`));
const { weights } = noiseAndWeights(6, 3, 1, 1);
const phenotype = { dimensions: 6, lower: [0, -1, 5, 0, 0, 0], upper: 10 };
const small = (): DataDrivenEncoding => new DataDrivenEncoding({ weights, phenotype, beta: 0.1 });
checkLaws('DataDrivenEncoding', encodingContract({ make: small }));
const latents = Batch.from([
  [0, 0, 0],
  [5, -5, 5],
  [0.1, 2, -3],
]);

describe.each(goldenGenes)("the paper's released encoding of %i joints", (genes) => {
  const encoding = DataDrivenEncoding.fromBytes(released(genes));
  const golden = fixtureTensors(`golden/dde-arm${genes}.safetensors`);
  const batch = (name: string, columns: number): Batch => new Batch(16, columns, Float64Array.from(golden.get(name)!));

  it('decodes as PyTorch does, in a batch and one by one', () => {
    const inputs = batch('latent', encoding.genome.dimensions);
    const decoded = encoding.decode(inputs);
    expect(largestDifference(decoded.data, golden.get('decoded')!)).toBeLessThan(2e-6);
    for (let i = 0; i < 16; i++) expect(encoding.decode(inputs.row(i))).toEqual(decoded.row(i));
  });

  it('encodes and decodes as PyTorch does', () => {
    const reconstruction = encoding.decode(encoding.encode(batch('genome', genes)));
    expect(largestDifference(reconstruction.data, golden.get('reconstruction')!)).toBeLessThan(2e-6);
  });

  it('lives in the boxes of the paper', () => {
    expect(encoding.phenotype).toEqual({ dimensions: genes, lower: -1, upper: 1 });
    expect(encoding.genome).toEqual({ dimensions: genes === 20 ? 10 : 32, lower: -5, upper: 5 });
  });
});

describe('DataDrivenEncoding', () => {
  it('decodes into the box of the phenotypes', () => {
    const unit = new DataDrivenEncoding({ weights, phenotype: { dimensions: 6, lower: -1, upper: 1 } });
    const scaled = small().decode(latents);
    const plain = unit.decode(latents);
    for (let i = 0; i < 18; i++) {
      const low = phenotype.lower[i % 6]!;
      expect(scaled.data[i]).toBeCloseTo(low + ((plain.data[i]! + 1) / 2) * (10 - low), 12);
      expect(scaled.data[i]).toBeGreaterThanOrEqual(low);
      expect(scaled.data[i]).toBeLessThanOrEqual(10);
    }
  });

  it('encodes and decodes what archives and searches give, and single vectors', async () => {
    const domain = planarArm({ joints: 6 });
    const archive = new GridArchive({ domain, cells: [5, 5] });
    const search = new MapElites({ domain, archive, variation: new IsoLineMutation(), seed: 1 });
    await run(search, { evaluations: 100 });
    const encoding = new DataDrivenEncoding({ weights, phenotype: domain.genome });
    const asked = await search.ask();
    const lists = new ListBatch([[...archive.genomes().row(0)]]);
    for (const phenotypes of [archive.genomes(), archive.sample(4, randomStream(1)), asked, lists]) {
      const encoded: Batch = encoding.encode(phenotypes);
      expect(encoded.rows).toBe(phenotypes.rows);
      for (let i = 0; i < phenotypes.rows; i++) {
        const one: Float64Array = encoding.encode(phenotypes.row(i));
        expect(one).toEqual(encoded.row(i));
      }
    }
    // Latents of a search in the latent space are such genomes as well.
    const latents: Genomes<Float64Array> = encoding.encode(archive.genomes());
    expect(encoding.decode(new ListBatch(Array.from({ length: latents.rows }, (_, i) => [...latents.row(i)])))).toEqual(
      encoding.decode(latents),
    );
    // A clone from another thread has lost its methods.
    const clone: Batch = structuredClone(Batch.from([archive.genomes().row(0)]));
    expect(encoding.encode(clone).data).toEqual(latents.row(0));
  });

  it('draws standard normals in its box', () => {
    const random = randomStream(3);
    const drawn = Array.from({ length: 3000 }, () => [...small().sample(random)]).flat();
    expect(drawn.reduce((sum, z) => sum + z, 0) / drawn.length).toBeCloseTo(0, 1);
    expect(drawn.reduce((sum, z) => sum + z * z, 0) / drawn.length).toBeCloseTo(1, 1);
    expect(drawn.every((z) => Math.abs(z) <= 5)).toBe(true);
  });

  it('comes back from its bytes, the same and with the same bytes', () => {
    const bytes = small().toBytes();
    const back = DataDrivenEncoding.fromBytes(bytes);
    expect(back.toBytes()).toEqual(bytes);
    expect(back.phenotype).toEqual({ ...phenotype, upper: 10 });
    expect(back.beta).toBe(0.1);
    expect(back.decode(latents)).toEqual(small().decode(latents));
    for (const [name, data] of Object.entries(weights)) {
      expect(decodeSafetensors(bytes).tensors.get(name)!.data).toEqual(data);
    }
  });

  it('remembers the seed, if it is told', async () => {
    const told = DataDrivenEncoding.fromBytes(small().toBytes({ seed: 2 ** 40 }));
    expect(told.seed).toBe(2 ** 40);
    expect(DataDrivenEncoding.fromBytes(told.toBytes()).seed).toBe(2 ** 40);
    expect(DataDrivenEncoding.fromBytes(told.toBytes({ seed: 3 })).seed).toBe(3);
    expect(DataDrivenEncoding.fromBytes(small().toBytes()).seed).toBeUndefined();
    expect(await errorOf(() => small().toBytes({ seed: 0.5 }))).toMatch(/^ARGUMENT DataDrivenEncoding.toBytes: seed/);
  });

  it('reads files of the first version, whose metadata said less', () => {
    const { tensors, metadata } = decodeSafetensors(small().toBytes());
    const old = new Map([...metadata].filter(([key]) => ['format', 'version', 'beta'].includes(key)));
    const back = DataDrivenEncoding.fromBytes(encodeSafetensors({ tensors, metadata: old }));
    expect(back.toBytes()).toEqual(small().toBytes());
  });

  it('is immutable', () => {
    const mine = Object.fromEntries(Object.entries(weights).map(([name, w]) => [name, w.slice()])) as VaeTensors;
    const encoding = new DataDrivenEncoding({ weights: mine, phenotype });
    const before = encoding.decode(latents);
    mine['fc4.weight'].fill(7);
    expect(encoding.decode(latents)).toEqual(before);
    expect(() => Object.assign(encoding, { beta: 3 })).toThrow(TypeError);
    expect(() => Object.assign(encoding.phenotype, { lower: 3 })).toThrow(TypeError);
    encoding.decode(latents).data.fill(0);
    expect(encoding.decode(latents)).toEqual(before);
  });

  it('decodes an empty batch, and more rows than it takes at a time', () => {
    expect(small().decode(Batch.zeros(0, 3))).toEqual(Batch.zeros(0, 6));
    const many = Batch.zeros(1000, 3);
    many.data.forEach((_, i) => {
      many.data[i] = Math.sin(i);
    });
    expect(small().decode(many).row(999)).toEqual(small().decode(many.row(999)));
  });

  it('refuses latents and phenotypes of another length, and says which', async () => {
    expect(await errorOf(() => small().decode(new Float64Array(4)))).toBe(
      'ARGUMENT DataDrivenEncoding.decode: latents must have shape (1, 3), that is (rows, latentDimensions); got (1, 4 in row 0).',
    );
    expect(await errorOf(() => small().decode(Batch.zeros(2, 4)))).toBe(
      'ARGUMENT DataDrivenEncoding.decode: latents must have shape (2, 3), that is (rows, latentDimensions); got (2, 4).',
    );
    expect(await errorOf(() => small().decode(undefined as unknown as Batch))).toMatch(/^ARGUMENT /);
    expect(await errorOf(() => small().encode(Batch.zeros(2, 4)))).toMatch(/^ARGUMENT .*\(2, 6\).*\(2, 4\)/);
  });

  it('refuses weights and boxes that do not fit', async () => {
    const made = (options: object): Promise<string> =>
      errorOf(() => new DataDrivenEncoding({ weights, phenotype, ...options }));
    expect(await made({ phenotype: { dimensions: 5, lower: 0, upper: 1 } })).toMatch(
      /^ARGUMENT .*phenotype.dimensions/,
    );
    expect(await made({ phenotype: { dimensions: 6, lower: 0, upper: Infinity } })).toMatch(/^ARGUMENT .*finite/);
    expect(await made({ weights: { ...weights, 'fc3.weight': new Float32Array(3) } })).toMatch(
      /^ARGUMENT .*fc3.weight/,
    );
    expect(await made({ weights: {} })).toMatch(/^ARGUMENT /);
    expect(await made({ weights: undefined })).toMatch(/^ARGUMENT /);
    expect(await made({ beta: -1 })).toMatch(/^ARGUMENT .*beta/);
    expect(await made({ colour: 1 })).toMatch(/^ARGUMENT .*colour/);
  });

  type Change = (file: { tensors: Map<string, unknown>; metadata: Map<string, string> }) => void;
  const changes: [string, Change][] = [
    ['another version', ({ metadata }) => metadata.set('version', '2')],
    ['a beta that is no number', ({ metadata }) => metadata.set('beta', 'x')],
    ['other sizes', ({ metadata }) => metadata.set('sizes', '{"inputs":6,"hidden":6,"latent":4}')],
    ['another activation', ({ metadata }) => metadata.set('activation', 'relu, sigmoid')],
    ['another box of latents', ({ metadata }) => metadata.set('latents', '[-3,3]')],
    ['a seed that is no integer', ({ metadata }) => metadata.set('seed', '1.5')],
    ['a missing weight', ({ tensors }) => tensors.delete('fc22.weight')],
    ['a missing bound', ({ tensors }) => tensors.delete('phenotype.lower')],
    [
      'a weight of another shape',
      ({ tensors }) => tensors.set('fc1.weight', { shape: [36], data: new Float32Array(36) }),
    ],
    ['float64 weights', ({ tensors }) => tensors.set('fc1.bias', { shape: [6], data: new Float64Array(6) })],
    ['NaN', ({ tensors }) => tensors.set('fc1.bias', { shape: [6], data: new Float32Array(6).fill(Number.NaN) })],
    [
      'bounds upside down',
      ({ tensors }) => tensors.set('phenotype.lower', { shape: [6], data: new Float64Array(6).fill(99) }),
    ],
    [
      'an infinite bound',
      ({ tensors }) => tensors.set('phenotype.upper', { shape: [6], data: new Float64Array(6).fill(Infinity) }),
    ],
    ['no biases', ({ tensors }) => tensors.set('fc4.bias', { shape: [0], data: new Float32Array(0) })],
  ];
  it.each(changes)('refuses stored bytes with %s', async (_, change) => {
    const file = decodeSafetensors(small().toBytes());
    const changed = { tensors: new Map<string, unknown>(file.tensors), metadata: new Map(file.metadata) };
    change(changed);
    const bytes = encodeSafetensors(changed as SafetensorsFile);
    expect(await errorOf(() => DataDrivenEncoding.fromBytes(bytes))).toMatch(
      /^SNAPSHOT DataDrivenEncoding.fromBytes: bytes must /,
    );
  });

  it('says of which type a weight is that is not float32, whether it can be read or not', async () => {
    const file = decodeSafetensors(small().toBytes());
    const doubles = [...file.tensors].map(
      ([name, { shape, data }]) => [name, { shape, data: Float64Array.from(data) }] as const,
    );
    const read = (bytes: Uint8Array): Promise<string> => errorOf(() => DataDrivenEncoding.fromBytes(bytes));
    expect(await read(encodeSafetensors({ ...file, tensors: new Map(doubles) }))).toMatch(
      / have float32 fc4.bias of one dimension; got 'F64 of shape \(6\)'\.$/,
    );
    // The bytes of as many numbers of half the size.
    const halves = (name: string): Uint8Array => {
      const { shape, data } = file.tensors.get(name)!;
      const bytes = encodeSafetensors({
        ...file,
        tensors: new Map(file.tensors).set(name, { shape, data: new Int16Array(data.length) }),
      });
      const text = new TextDecoder('latin1').decode(bytes).replace('"I16" ', '"BF16"').replace('"I16",', '"F16",');
      return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    };
    expect(await read(halves('fc4.bias'))).toMatch(
      / have float32 fc4.bias of one dimension; got 'F16 of shape \(6\)'\.$/,
    );
    expect(await read(halves('fc3.weight'))).toMatch(
      / have float32 fc3.weight of shape \(\d, \d\); got 'F16 of shape \(\d, \d\)'\.$/,
    );
    expect(await read(halves('phenotype.lower'))).toMatch(
      / have float64 phenotype.lower of shape \(6\); got 'F16 of shape \(6\)'\.$/,
    );
  });

  it('is read from a file with tensors of types that it does not need', () => {
    const file = decodeSafetensors(small().toBytes());
    const tensors = new Map(file.tensors).set('steps', { shape: [2], data: new Int16Array(2) });
    const text = new TextDecoder('latin1').decode(encodeSafetensors({ ...file, tensors })).replace('"I16",', '"F16",');
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    expect(DataDrivenEncoding.fromBytes(bytes).toBytes()).toEqual(small().toBytes());
  });

  it('refuses bytes cut anywhere', async () => {
    const bytes = small().toBytes();
    for (let length = 0; length < bytes.length; length += 37) {
      expect(await errorOf(() => DataDrivenEncoding.fromBytes(bytes.subarray(0, length)))).toMatch(/^SNAPSHOT /);
    }
  });

  it('decodes to the box that its tensors say where metadata are missing, and refuses those of another format', async () => {
    const { tensors } = decodeSafetensors(small().toBytes());
    const read = (metadata: [string, string][], leftOut: readonly string[] = []): DataDrivenEncoding => {
      const kept = new Map([...tensors].filter(([name]) => !leftOut.includes(name)));
      return DataDrivenEncoding.fromBytes(encodeSafetensors({ tensors: kept, metadata: new Map(metadata) }));
    };
    for (const metadata of [[], [['format', 'pt']], [['version', '9']]] as [string, string][][]) {
      expect(read(metadata).decode(latents)).toEqual(small().decode(latents));
      expect(read(metadata).phenotype).toEqual(small().phenotype);
      expect(await errorOf(() => read(metadata, ['phenotype.lower']))).toMatch(
        /^SNAPSHOT .*have float64 phenotype.lower/,
      );
      expect(await errorOf(() => read(metadata, ['phenotype.upper']))).toMatch(
        /^SNAPSHOT .*have float64 phenotype.upper/,
      );
      const bare = read(metadata, ['phenotype.lower', 'phenotype.upper']);
      expect(bare.phenotype).toEqual({ dimensions: 6, lower: -1, upper: 1 });
    }
    for (const format of ['elites.linear-encoding', 'x', '']) {
      expect(await errorOf(() => read([['format', format]]))).toBe(
        `SNAPSHOT DataDrivenEncoding.fromBytes: bytes must be of format elites.data-driven-encoding, 'pt', or none; got '${format}'.`,
      );
    }
  });

  it('decodes latents of any size into the box, and NaN alone to NaN', () => {
    const decoded = small().decode(
      Batch.from([
        [1e300, -1e300, 0],
        [Infinity, -Infinity, 1],
        [Number.NaN, 0, 0],
        [1, 1, 1],
      ]),
    );
    expect(decoded.row(0)).toEqual(small().decode(Float64Array.of(1e6, -1e6, 0)));
    expect(decoded.row(1)).toEqual(small().decode(Float64Array.of(1e6, -1e6, 1)));
    for (const [i, x] of [...decoded.row(0), ...decoded.row(1)].entries()) {
      expect(x).toBeGreaterThanOrEqual(phenotype.lower[i % 6]!);
      expect(x).toBeLessThanOrEqual(10);
    }
    expect(decoded.row(2).every(Number.isNaN)).toBe(true);
    expect(decoded.row(3)).toEqual(small().decode(Float64Array.of(1, 1, 1)));
  });

  it('refuses wrong arguments in the name of the method that got them', async () => {
    const errors = await Promise.all(
      [
        () => new DataDrivenEncoding({ weights: {} as never, phenotype }),
        () => small().decode({} as never),
        () => small().encode(null as never),
        () => small().encode(new Float64Array(7)),
        () => small().encode({ rows: 2 } as never),
        () => small().sample(undefined as never),
      ].map(errorOf),
    );
    expect(errors).toEqual([
      'ARGUMENT DataDrivenEncoding: weights must have float32 fc4.bias of one dimension; got undefined.',
      'ARGUMENT DataDrivenEncoding.decode: latents must have shape (1, 3), that is (rows, latentDimensions); got (1, an object in row 0).',
      'ARGUMENT DataDrivenEncoding.encode: phenotypes must be an object; got null.',
      'ARGUMENT DataDrivenEncoding.encode: phenotypes must have shape (1, 6), that is (rows, phenotypeDimensions); got (1, 7 in row 0).',
      'ARGUMENT DataDrivenEncoding.encode: phenotypes must be a Batch, or have rows and row(); got an object with rows.',
      'ARGUMENT DataDrivenEncoding.sample: random must have fillNormal(); got undefined.',
    ]);
  });
});
