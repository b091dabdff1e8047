import { describe, expect, it } from 'vitest';
import { CvtArchive, GridArchive, storedElites, UnstructuredArchive } from '../../src/archives/index.ts';
import { Batch, objectSpace } from '../../src/core/index.ts';
import { encodeSnapshot, text } from '../../src/formats/index.ts';
import { errorOf } from '../support/error-of.ts';

const domain = {
  genome: { dimensions: 3, lower: -1, upper: 1 },
  descriptor: { dimensions: 2, lower: 0, upper: 1 },
  fields: { cost: 'number', path: { size: 2 }, note: 'json' },
} as const;
const genomes = Batch.from([
  [0.1, 0.2, 0.3],
  [-1, 0, 1],
]);
const results = {
  fitness: [1, 2],
  descriptors: [
    [0.1, 0.9],
    [0.6, 0.2],
  ],
  fields: {
    cost: [5, 6],
    path: [
      [1, 2],
      [3, 4],
    ],
    note: [{ a: 1 }, null],
  },
};

describe('storedElites', () => {
  it.each([
    ['a grid', () => new GridArchive({ domain, cells: [4, 4] })],
    ['a grid with lineage', () => new GridArchive({ domain, cells: [4, 4], lineage: true })],
    ['centroids', () => new CvtArchive({ domain, centroids: Batch.from(results.descriptors) })],
    ['no cells', () => new UnstructuredArchive({ domain, neighbours: 1, threshold: 0.01 })],
    ['noise', () => new GridArchive({ domain: { ...domain, noisy: true }, cells: [4, 4] })],
  ])('reads what an archive of %s holds', (_, make) => {
    const archive = make();
    archive.add(genomes, results);
    expect(archive.size).toBe(2);
    const { genomes: read, results: found } = storedElites('x', archive.toBytes());
    const columns = archive.columns();
    expect(read).toEqual(archive.genomes());
    expect(found.fitness).toEqual(columns.fitness);
    expect(found.descriptors).toEqual(columns.descriptors);
    expect(found.fields).toEqual(columns.fields);
  });

  it('refuses damaged bytes, snapshots of other parts, and genomes that are no vectors, in the name of its caller', async () => {
    const bytes = new GridArchive({ domain, cells: [4, 4] }).toBytes();
    bytes[bytes.length - 1]! ^= 1;
    expect(await errorOf(() => storedElites('--archive', bytes))).toMatch(/^SNAPSHOT --archive: .*damaged/);
    const other = encodeSnapshot({ kind: 'Widget', configuration: {}, state: { name: text } }, { name: 'a' });
    expect(await errorOf(() => storedElites('--archive', other))).toBe(
      "SNAPSHOT --archive: bytes must be of an archive; got 'a snapshot of Widget'.",
    );
    const words = { ...domain, genome: objectSpace({ sample: () => 'a' }) };
    const objects = new GridArchive({ domain: words, cells: [4, 4] }).toBytes();
    expect(await errorOf(() => storedElites('--archive', objects))).toMatch(/must hold genomes that are vectors/);
  });
});
