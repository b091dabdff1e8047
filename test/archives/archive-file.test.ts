import { describe, expect, it } from 'vitest';
import { CvtArchive, GridArchive } from '../../src/archives/index.ts';
import { Batch, type ElitesError, ListBatch, objectSpace } from '../../src/core/index.ts';
import { decodeSafetensors, encodeSafetensors } from '../../src/formats/index.ts';
import { errorOf } from '../support/error-of.ts';
import { forged, forgeries } from '../support/forged.ts';

const unit = { dimensions: 2, lower: 0, upper: 1 };
const fields = { energy: 'number', path: { size: 2 }, note: 'json' } as const;
const domain = { genome: unit, descriptor: unit, fitnessFloor: 0, fields, noisy: true };
const places = [
  [0.1, 0.2],
  [0.5, 0.6],
  [0.9, 0.4],
];
const results = {
  fitness: [1, 2, 3],
  descriptors: places,
  fields: { energy: [1, 2, 3], path: places, note: ['x', { y: 1 }, [3]] },
};

const grid = new GridArchive({ domain, cells: [3, 3], lineage: true });
grid.add(Batch.from(places), results);
/** With an elite that was evaluated twice, and its challenger. */
const noisy = new GridArchive({ domain, cells: [3, 3] });
noisy.add(Batch.from(places), results);
noisy.revise([0], {
  fitness: [1],
  descriptors: [places[0]!],
  fields: { energy: [1], path: [places[0]!], note: ['x'] },
});
noisy.add(Batch.from(places), { ...results, fitness: [9, 9, 9] });
const cvt = new CvtArchive({ domain, centroids: places });
cvt.add(Batch.from(places), results);
const words = objectSpace<string>({ sample: () => 'a' });
const objects = new GridArchive({ domain: { ...domain, genome: words }, cells: [3, 3] });
objects.add(new ListBatch(['a', 'b', 'c']), results);

type File = [name: string, bytes: Uint8Array, read: (bytes: Uint8Array | ArrayBuffer) => GridArchive | CvtArchive];
const files: File[] = [
  ['a grid', grid.toBytes(), (bytes) => GridArchive.fromBytes(bytes)],
  ['a CVT archive', cvt.toBytes(), (bytes) => CvtArchive.fromBytes(bytes)],
  ['a grid of objects', objects.toBytes(), (bytes) => GridArchive.fromBytes(bytes)],
];

describe('fromBytes', () => {
  it.each(files)('reads any file of %s, or refuses it as a snapshot', (_, bytes, read) => {
    let refused = 0;
    // Every third is enough, and takes a second.
    for (const [name, forgery] of [...forgeries(bytes)].filter((_, i) => i % 3 === 0)) {
      let archive: GridArchive | CvtArchive;
      try {
        archive = read(forgery);
      } catch (error) {
        expect((error as ElitesError).code, `${name}: ${error}`).toBe('SNAPSHOT');
        refused++;
        continue;
      }
      const again = read(archive.toBytes());
      expect([...again], name).toEqual([...archive]);
    }
    expect(refused).toBeGreaterThan(50);
  });

  it('says what bytes are that are no archive, where that is known', async () => {
    const refusal = (bytes: Uint8Array): Promise<string> => errorOf(() => GridArchive.fromBytes(bytes));
    const tensors = new Map();
    const be = 'SNAPSHOT GridArchive.fromBytes: bytes must';
    const encoding = encodeSafetensors({ tensors, metadata: new Map([['format', 'elites.data-driven-encoding']]) });
    expect(await refusal(encoding)).toBe(`${be} have format elites.snapshot; got 'elites.data-driven-encoding'.`);
    const weights = encodeSafetensors({ tensors, metadata: new Map() });
    expect(await refusal(weights)).toBe(`${be} have format elites.snapshot; got undefined.`);
    expect(await refusal(Uint8Array.of(1, 2, 3))).toBe(`${be} have at least 8 bytes; got 3.`);
    expect(await refusal(new Uint8Array(100).fill(32))).toMatch(/must be a safetensors file/);
    // Another program has read it and written it again, with its keys in another order.
    const { metadata, ...rest } = decodeSafetensors(grid.toBytes());
    const again = encodeSafetensors({ ...rest, metadata: new Map([...metadata, ['aside', '']]) });
    expect(await refusal(again)).toContain(`${be} have checksum `);
  });

  it.each(files)('reads %s from an ArrayBuffer, as restore does', (_, bytes, read) => {
    const { buffer }: { buffer: ArrayBuffer } = new Uint8Array(bytes);
    const archive = read(buffer);
    archive.restore(buffer);
    expect(archive.toBytes()).toEqual(bytes);
  });

  it('names a domain that is none, apart from the file', async () => {
    const open = { ...domain, descriptor: { dimensions: 2, lower: 0, upper: Number.POSITIVE_INFINITY } };
    expect(await errorOf(() => GridArchive.fromBytes(grid.toBytes(), { domain: open as never }))).toBe(
      'ARGUMENT GridArchive.fromBytes: domain.descriptor must have finite bounds in dimension 0; got [0, Infinity].',
    );
    const wide = { ...domain, descriptor: { ...unit, dimensions: 3 } };
    expect(await errorOf(() => GridArchive.fromBytes(grid.toBytes(), { domain: wide as never }))).toContain(
      'SNAPSHOT GridArchive.fromBytes: bytes must say what a GridArchive is made of;',
    );
  });

  it('takes origins that a file can hold, and no others', async () => {
    const archive = new GridArchive({ domain, cells: [3, 3], lineage: true });
    const add = (origins: unknown) => errorOf(() => archive.add(Batch.from(places), results, origins as never));
    const origins = { parents: [[], [0], [0, 1]], emitters: ['a', 'b', ''], seeds: [0, 1, 2], evaluations: [3, 4, -1] };
    const wrong: [object | null, string][] = [
      [null, 'origins must be an object'],
      [{ ...origins, parents: [[], [], [-0]] }, 'origins.parents[2] must be a list of ids'],
      [{ ...origins, parents: [[], []] }, 'origins.parents must have 3 rows'],
      [{ ...origins, emitters: ['a', 5, 'b'] }, 'origins.emitters[1] must be a text'],
      [{ ...origins, seeds: [0, 0.5, 1] }, 'origins.seeds[1] must be an integer in [-1, 9007199254740992]'],
      [{ ...origins, evaluations: [0, 1, Number.NaN] }, 'origins.evaluations[2] must be an integer'],
    ];
    for (const [given, text] of wrong) expect(await add(given)).toContain(`ARGUMENT GridArchive.add: ${text}`);
    expect(archive.size).toBe(0);
    expect(await add(origins)).toBe('no error');
    origins.parents[2]!.push(7);
    expect([...GridArchive.fromBytes(archive.toBytes())].map(({ origin }) => origin!.parents)).toEqual([
      [],
      [0],
      [0, 1],
    ]);
  });

  it('refuses elites without a value, with counts or ids that are no integers, or parents that are no list of ids', async () => {
    const put = (name: string, value: unknown) =>
      forged(grid.toBytes(), ({ tensors }) => {
        const data = new TextEncoder().encode(JSON.stringify([value, value, value]));
        tensors.set(name, { shape: [data.length], data });
      });
    const error = (bytes: Uint8Array): Promise<string> => errorOf(() => GridArchive.fromBytes(bytes));
    const rule = 'SNAPSHOT GridArchive.restore: bytes must have values of the right kind in elites.';
    expect(await error(put('elites.fields.note', null))).toBe(`${rule}fields.note; got undefined.`);
    expect(await error(put('elites.parents', '["x"]'))).toContain(`${rule}parents; got`);
    expect(await error(put('elites.parents', '7'))).toContain(`${rule}parents; got 7`);
    expect(await error(put('elites.emitter', '7'))).toContain(`${rule}emitter; got 7`);
    const half = forged(grid.toBytes(), ({ tensors }) => void tensors.get('elites.id')!.data.fill(0.5, 0, 1));
    expect(await error(half)).toContain('must have integers in [0, 9007199254740992] in elites.id; got 0.5');
    const twice = forged(grid.toBytes(), ({ tensors }) => void tensors.get('elites.id')!.data.fill(0));
    expect(await error(twice)).toContain('must have ids of their own');
    for (const name of ['elites.repeats', 'elites.failures', 'challengers.repeats']) {
      const part = forged(noisy.toBytes(), ({ tensors }) => {
        const numbers = tensors.get(name)!.data as Float64Array;
        numbers[0] = numbers[0]! + 0.5;
      });
      expect(await error(part)).toContain(`in ${name}; got `);
    }
    const genome = forged(objects.toBytes(), ({ tensors }) => {
      const data = new TextEncoder().encode('[null,null,null]');
      tensors.set('elites.genome', { shape: [data.length], data });
    });
    expect(await error(genome)).toContain(`${rule}genome; got undefined`);
  });
});

it('a box whose bounds are any array-like objects is stored by its numbers', () => {
  class Vector {
    readonly length = 2;
    readonly 0: number;
    readonly 1: number;
    constructor(a: number, b: number) {
      this[0] = a;
      this[1] = b;
    }
  }
  const [lower, upper] = [new Vector(-1, 0) as never, new Vector(1, 9) as never];
  const archive = (low: never, high: never) =>
    new GridArchive({
      domain: {
        genome: { dimensions: 2, lower: low, upper: high },
        descriptor: { dimensions: 2, lower: low, upper: high },
      },
      cells: [5, 5],
    });
  const plain = archive([-1, 0] as never, [1, 9] as never);
  expect(archive(lower, upper).toBytes()).toEqual(plain.toBytes());
  expect(GridArchive.fromBytes(archive(lower, upper).toBytes()).toBytes()).toEqual(plain.toBytes());
});
