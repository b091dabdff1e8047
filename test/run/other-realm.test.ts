import { expect, it } from 'vitest';
import { CvtArchive, GridArchive } from '../../src/archives/index.ts';
import { Batch, type Domain, type Genomes, type VariationOperator } from '../../src/core/index.ts';
import { DataDrivenEncoding } from '../../src/encodings/index.ts';
import {
  decodeNpy,
  decodeSnapshot,
  encodeNpy,
  encodeSafetensors,
  encodeSnapshot,
  float64,
} from '../../src/formats/index.ts';
import { Vae } from '../../src/learners/index.ts';
import { ThreadPool } from '../../src/node/index.ts';
import { CmaEs } from '../../src/optimizers/index.ts';
import { LinearEncoding } from '../../src/pca/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { run } from '../../src/run/index.ts';
import { MapElites } from '../../src/search/index.ts';
import { bowl } from '../support/domains/bowl.ts';
import { otherRealm } from '../support/other-realm.ts';

const numbers = (from: ArrayLike<number>): Float64Array => otherRealm.Float64Array.from(from);
const bytesOf = (bytes: Uint8Array): Uint8Array => otherRealm.Uint8Array.from(bytes);
const bufferOf = (bytes: Uint8Array): ArrayBuffer => bytesOf(bytes).buffer as ArrayBuffer;

/** A search of which a domain and an operator answer as `own` makes their arrays; they are given what `own` is given. */
async function snapshotOf(own: (from: ArrayLike<number>) => Float64Array, list: typeof Array): Promise<Uint8Array> {
  const box = { dimensions: 4, lower: own([0, 0, 0, 0]), upper: list.from([10, 10, 10, 10]) };
  const domain: Domain = {
    ...bowl,
    genome: box,
    initialGenome: (random) => own(Array.from({ length: 4 }, () => 10 * random.uniform())),
    async evaluate(genomes: Genomes<Float64Array>) {
      const { fitness, descriptors } = await bowl.evaluate(genomes);
      const rows = Array.from({ length: genomes.rows }, (_, i) => own((descriptors as Batch).row(i)));
      return { fitness: own(fitness), descriptors: list.from(rows) };
    },
  };
  const variation: VariationOperator = {
    vary(parents, { random }) {
      const children = Array.from({ length: parents.rows }, (_, i) =>
        own(parents.row(i).map((x) => x * random.uniform())),
      );
      return new Batch(parents.rows, 4, own(children.flatMap((child) => [...child])));
    },
  };
  const archive = new GridArchive({ domain, cells: list.from([10, 10]) });
  const search = new MapElites({ domain, archive, variation, batchSize: 20, seed: 1 });
  await run(search, { evaluations: 200 });
  expect(archive.size).toBeGreaterThan(5);
  return search.snapshot();
}

it('a search comes out the same with arrays of another realm', async () => {
  const expected = await snapshotOf(Float64Array.from.bind(Float64Array), Array);
  expect(await snapshotOf(numbers, otherRealm.Array)).toEqual(expected);
});

it('what is read takes bytes of another realm, and ArrayBuffers', () => {
  const npy = encodeNpy({ shape: otherRealm.Array.of(2), data: otherRealm.Float32Array.of(1, 2) });
  expect([...decodeNpy(bytesOf(npy)).data]).toEqual([1, 2]);
  expect([...decodeNpy(bufferOf(npy)).data]).toEqual([1, 2]);
  const part = { kind: 'part', configuration: { box: numbers([1, 2, 3]) }, state: { n: float64([2]) } };
  const stored = encodeSnapshot(part, { n: numbers([4, 5]) });
  for (const bytes of [bytesOf(stored), bufferOf(stored)]) {
    const { state } = decodeSnapshot('O', bytes, { ...part, configuration: { box: [1, 2, 3] } });
    expect([...state.n]).toEqual([4, 5]);
  }
  const archive = new GridArchive({ domain: bowl, cells: [3, 3] });
  archive.add(Batch.zeros(1, 4), { fitness: [1], descriptors: [[1, 1]] });
  const twin = new GridArchive({ domain: bowl, cells: [3, 3] });
  twin.restore(bytesOf(archive.snapshot()));
  expect(twin.size).toBe(1);
});

it('encodings are made of arrays of another realm, and read from an ArrayBuffer', () => {
  const vae = new Vae({ inputs: 4, latent: 2, epochs: 1 });
  const genomes = new Batch(2, 4, numbers([1, 2, 3, 4, 5, 6, 7, 8]));
  vae.fit(genomes, { space: bowl.genome, random: randomStream(1) });
  const bytes = vae.encoding().toBytes();
  const latent = [0.5, -0.5];
  const expected = DataDrivenEncoding.fromBytes(bytes).decode(Float64Array.from(latent));
  for (const given of [bytesOf(bytes), bufferOf(bytes)]) {
    expect(DataDrivenEncoding.fromBytes(given).decode(numbers(latent))).toEqual(expected);
  }
  const linear = new LinearEncoding({
    mean: numbers([1, 2]),
    components: new Batch(1, 2, numbers([1, 0])),
    deviations: numbers([0.5]),
    phenotype: { dimensions: 2, lower: 0, upper: 4 },
  });
  expect(LinearEncoding.fromBytes(bufferOf(linear.toBytes())).decode(numbers([1]))).toEqual(Float64Array.of(2, 2));
  expect(linear.deviations).toBeInstanceOf(Float64Array);
});

it('optimizers, archives and streams take arrays of another realm, and numbers in any typed array', () => {
  const options = { sigma: 1, seed: 1 };
  const expected = new CmaEs({ ...options, mean: [1, 2] }).ask();
  for (const mean of [
    numbers([1, 2]),
    otherRealm.Array.of(1, 2),
    Float32Array.of(1, 2),
    otherRealm.Float32Array.of(1, 2),
  ]) {
    expect(new CmaEs({ ...options, mean }).ask()).toEqual(expected);
  }
  const centroids = otherRealm.Array.of(numbers([1, 1]), numbers([2, 3]));
  expect(new CvtArchive({ domain: bowl, centroids }).cells).toBe(2);
  const drawn = numbers([0, 0, 0]);
  randomStream(1).fillNormal(drawn);
  const local = new Float64Array(3);
  randomStream(1).fillNormal(local);
  expect([...drawn]).toEqual([...local]);
  const file = { tensors: new Map([['t', { shape: [1], data: otherRealm.Int8Array.of(1) }]]), metadata: new Map() };
  expect(encodeSafetensors(file).length).toBeGreaterThan(8);
});

it('a pool takes a URL of another realm', async () => {
  // As jsdom's: a class of its own.
  const url = { [Symbol.toStringTag]: 'URL', toString: () => 'file:///domain.mjs' } as unknown as URL;
  const pool = new ThreadPool({ domain: bowl, module: url });
  expect(pool.genome).toBe(bowl.genome);
  await pool.close();
});
