import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CvtArchive, GridArchive, ringCentroids } from '../../src/archives/index.ts';
import { Batch, objectSpace } from '../../src/core/index.ts';
import { defineDomain, planarArm } from '../../src/domains/index.ts';
import { archiveFromNpy, archiveToNpy, decodeNpy, encodeNpy } from '../../src/npy/index.ts';
import { errorOf } from '../support/error-of.ts';

const bytesOf = (joints: number): Uint8Array =>
  readFileSync(new URL(`../fixtures/released/archive-arm${joints}.npy`, import.meta.url));

describe.each([20, 200])("the authors' released archive of %i joints", (joints) => {
  const domain = planarArm({ joints, fitness: 'standard-deviation' });
  const { genomes, results } = archiveFromNpy(bytesOf(joints), domain);

  it('holds what our arm finds for its genomes', () => {
    const { fitness, descriptors } = domain.evaluate(genomes);
    expect(fitness.every((value, i) => Math.abs(value - results.fitness[i]!) < 1e-6)).toBe(true);
    expect(descriptors.data.every((value, i) => Math.abs(value - results.descriptors.data[i]!) < 1e-6)).toBe(true);
  });

  it('fills an archive, and comes back bit for bit', () => {
    const archive = new CvtArchive({ domain, centroids: ringCentroids({ rings: 25 }) });
    const report = archive.add(genomes, results);
    expect(report.new).toBeGreaterThan(0.99 * genomes.rows);
    expect(report.invalid + report.belowFloor).toBe(0);
    const written = archiveToNpy(archive, domain);
    const again = new CvtArchive({ domain, centroids: ringCentroids({ rings: 25 }) });
    const back = archiveFromNpy(written, domain);
    again.add(back.genomes, back.results);
    expect(Buffer.compare(archiveToNpy(again, domain), written)).toBe(0);
    expect(decodeNpy(written).data.subarray(0, 3)).toEqual(decodeNpy(bytesOf(joints)).data.subarray(0, 3));
  });
});

describe('archives as npy files', () => {
  const problem = {
    genome: { dimensions: 2, lower: 0, upper: 1 },
    descriptor: { dimensions: 1, lower: 0, upper: 1 },
  };
  const elite = {
    cell: 3,
    fitness: -1,
    descriptor: Float64Array.of(0.5),
    genome: Float64Array.of(0.25, 0.75),
    fields: {},
  };

  it('have an elite a row: fitness, descriptor, genome', () => {
    const { shape, data } = decodeNpy(archiveToNpy([elite, elite], problem));
    expect({ shape, data: [...data] }).toEqual({ shape: [2, 4], data: [-1, 0.5, 0.25, 0.75, -1, 0.5, 0.25, 0.75] });
    expect(decodeNpy(archiveToNpy([], problem)).shape).toEqual([0, 4]);
    expect(archiveFromNpy(archiveToNpy([], problem), problem).genomes).toEqual(Batch.zeros(0, 2));
  });

  describe('with fields', () => {
    const domain = defineDomain({
      name: 'walkers',
      ...problem,
      fields: { energy: 'number', path: { size: 3 }, steps: { size: 1 } },
      evaluate: ([a, b]) => ({ fitness: -a!, descriptor: [b!], energy: 7 * a!, path: [a!, b!, -1], steps: [4] }),
    });
    const genomes = Batch.from([
      [0.5, 0.1],
      [0.25, 0.9],
    ]);
    const make = () => new GridArchive({ domain, cells: [4] });

    it('have them behind the genome, in the order in which the domain names them', () => {
      const archive = make();
      archive.add(genomes, domain.evaluate(genomes));
      const { shape, data } = decodeNpy(archiveToNpy(archive, domain));
      expect(shape).toEqual([2, 9]);
      expect([...data]).toEqual([
        ...[-0.5, 0.1, 0.5, 0.1, 3.5, 0.5, 0.1, -1, 4],
        ...[-0.25, 0.9, 0.25, 0.9, 1.75, 0.25, 0.9, -1, 4],
      ]);
    });

    it('come back with them, bit for bit', () => {
      const [archive, again] = [make(), make()];
      archive.add(genomes, domain.evaluate(genomes));
      const back = archiveFromNpy(archiveToNpy(archive, domain), domain);
      expect(back.results.fields!.energy).toEqual(Float64Array.of(3.5, 1.75));
      expect(back.results.fields!.steps).toEqual(Batch.from([[4], [4]]));
      expect(again.add(back.genomes, back.results).new).toBe(2);
      expect([...again]).toEqual([...archive]);
    });

    it('are of the fields that are asked for, and are read without any', async () => {
      const archive = make();
      archive.add(genomes, domain.evaluate(genomes));
      const some = archiveToNpy(archive, { ...problem, fields: { steps: { size: 1 } } });
      expect(decodeNpy(some).shape).toEqual([2, 5]);
      const without = archiveToNpy(archive, problem);
      expect(decodeNpy(without).shape).toEqual([2, 4]);
      const { genomes: read, results } = archiveFromNpy(without, domain);
      expect(results.fields).toBeUndefined();
      expect(make().add(read, results).reasons[0]).toBe('fields.energy must be a number; got undefined');
      expect(await errorOf(() => archiveFromNpy(some, domain))).toBe(
        "SNAPSHOT archiveFromNpy: bytes must have shape (rows, 4), that is (rows, 1 + descriptorDimensions + genomeDimensions), or (rows, 9) with its fields; got '(2, 5)'.",
      );
    });

    it('hold numbers alone: a field of JSON is refused by its name', async () => {
      const noted = { ...problem, fields: { energy: 'number', note: 'json' } } as const;
      for (const refused of [() => archiveToNpy([], noted), () => archiveFromNpy(new Uint8Array(), noted)]) {
        expect(await errorOf(refused)).toMatch(
          /^ARGUMENT .*: domain\.fields\.note must be 'number' or .*; got 'json'\.$/,
        );
      }
    });

    it('are written of elites alone that have them', async () => {
      const full = { ...elite, fields: { energy: 1, path: [1, 2, 3], steps: [1] } };
      const write = (fields: object) => errorOf(() => archiveToNpy([{ ...full, fields: fields as never }], domain));
      expect(await write({ ...full.fields, energy: undefined })).toBe(
        'ARGUMENT archiveToNpy: fields.energy must be given; got undefined.',
      );
      expect(await write({ ...full.fields, path: [1] })).toMatch(/^ARGUMENT .*fields\.path must have shape \(3\)/);
      expect(await write(undefined as never)).toMatch(/^ARGUMENT .*fields\.energy/);
    });
  });

  it('may be float32', () => {
    const bytes = encodeNpy({ shape: [1, 4], data: Float32Array.of(1, 2, 3, 4) });
    const { genomes, results } = archiveFromNpy(bytes, problem);
    expect([results.fitness, results.descriptors.data, genomes.data]).toEqual([
      Float64Array.of(1),
      Float64Array.of(2),
      Float64Array.of(3, 4),
    ]);
  });

  it('are refused if the columns do not fit', async () => {
    const bytes = (shape: number[]) => encodeNpy({ shape, data: new Float64Array(shape.reduce((a, b) => a * b, 1)) });
    const read = (shape: number[]) => errorOf(() => archiveFromNpy(bytes(shape), problem));
    expect(await read([2, 5])).toBe(
      "SNAPSHOT archiveFromNpy: bytes must have shape (rows, 4), that is (rows, 1 + descriptorDimensions + genomeDimensions); got '(2, 5)'.",
    );
    expect(await read([4])).toMatch(/^SNAPSHOT/);
    expect(await read([1, 4, 1])).toMatch(/^SNAPSHOT/);
    const wrong = { ...elite, genome: Float64Array.of(1) };
    expect(await errorOf(() => archiveToNpy([wrong], problem))).toMatch(/^ARGUMENT .*genome must have shape \(2\)/);
    expect(
      await errorOf(() => archiveToNpy([{ ...elite, descriptor: wrong.genome, genome: wrong.genome }], problem)),
    ).toMatch(/^ARGUMENT/);
    const objects = { ...problem, genome: objectSpace({ sample: () => 'a' }) };
    for (const none of [null, {}, 'elite', { ...elite, genome: 'ab' }]) {
      expect(await errorOf(() => archiveToNpy([none as never], problem))).toMatch(
        /^ARGUMENT .*(archive\[0\]|fitness|descriptor|genome) must/,
      );
    }
    expect(await errorOf(() => archiveToNpy([], objects as never))).toMatch(
      /^ARGUMENT .*domain.genome must be a box of vectors: .*archiveToCsv/,
    );
    expect(await errorOf(() => archiveFromNpy(bytesOf(20), undefined as never))).toMatch(/^ARGUMENT .*domain/);
    expect(await errorOf(() => archiveToNpy(undefined as never, problem))).toMatch(/^ARGUMENT .*archive/);
  });
});
