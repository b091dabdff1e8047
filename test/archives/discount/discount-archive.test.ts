import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellCentres } from '../../../src/archives/discount/cell-centres.ts';
import {
  CategoricalArchive,
  CellArchive,
  CvtArchive,
  DeepGridArchive,
  DiscountArchive,
  type DiscountArchiveOptions,
  GridArchive,
} from '../../../src/archives/index.ts';
import { Batch, boxBounds } from '../../../src/core/index.ts';
import { operatorEmitter } from '../../../src/emitters/index.ts';
import { randomStream } from '../../../src/random/index.ts';
import { Search } from '../../../src/search/index.ts';
import { GaussianMutation } from '../../../src/variation/index.ts';
import { errorOf } from '../../support/error-of.ts';
import { forged } from '../../support/forged.ts';

const descriptor = { dimensions: 2, lower: [0, -10], upper: [1, 30] };
const domain = { genome: { dimensions: 1, lower: 0, upper: 1 }, descriptor, fitnessFloor: 10 };
const grid = () => new GridArchive({ domain, cells: [8, 5] });
const thresholds = { minimum: 10, maximum: 20, every: 50, seed: 1 };
const make = (options: Partial<DiscountArchiveOptions> = {}) =>
  new DiscountArchive({ archive: grid(), ...thresholds, ...options });

type Row = readonly [x: number, y: number, fitness: number];
const rowsOf = (rows: readonly Row[]) => ({
  genomes: Batch.zeros(rows.length, 1),
  results: { fitness: rows.map(([, , f]) => f), descriptors: rows.map(([x, y]) => [x, y]) },
});
const add = (to: DiscountArchive, rows: readonly Row[]) => {
  const { genomes, results } = rowsOf(rows);
  return to.add(genomes, results);
};
/** Rows in the lower half of the first dimension, of fitness 20. */
const good = (count: number, seed = 1): Row[] => {
  const random = randomStream(seed);
  return Array.from({ length: count }, () => [0.4 * random.uniform(), 40 * random.uniform() - 10, 20]);
};
/** The thresholds at a place where rows were, and at one where none was. */
const places = (archive: DiscountArchive) =>
  archive.thresholds(
    Batch.from([
      [0.2, 10],
      [0.9, 10],
    ]),
  );

describe('DiscountArchive', () => {
  it('begins with thresholds near the minimum', () => {
    for (const threshold of places(make())) expect(Math.abs(threshold - 10)).toBeLessThan(2);
  });

  it('reports fitness minus threshold, and as new what exceeds it', () => {
    const archive = make();
    const [here, there] = places(archive) as unknown as [number, number];
    const report = add(archive, [
      [0.2, 10, 15],
      [0.9, 10, 15],
      [0.2, 10, here],
    ]);
    expect(report.status).toEqual(['new', 'new', 'rejected']);
    expect([...report.improvement]).toEqual([15 - here, 15 - there, 0]);
    expect([report.new, report.rejected, ...report.cell]).toEqual([2, 1, -1, -1, -1]);
  });

  it('raises thresholds where rows exceed them, not where cells are empty', () => {
    const elites = grid();
    const { genomes, results } = rowsOf(good(500));
    elites.add(genomes, results);
    const archive = make({ archive: elites });
    for (let i = 0; i < 60; i++) add(archive, good(50, i));
    const [here, there] = places(archive) as unknown as [number, number];
    expect(here).toBeGreaterThan(15);
    expect(there).toBeLessThan(12);
  });

  it('lowers no threshold, and leaves it where a row does not exceed it', () => {
    const poor = make({ emptyPoints: 0 });
    const before = places(poor)[0]!;
    for (let i = 0; i < 20; i++)
      add(
        poor,
        good(50, i).map(([x, y]) => [x, y, -1000]),
      );
    expect(Math.abs(places(poor)[0]! - before)).toBeLessThan(1);
  });

  it('moves thresholds by the learning rate', () => {
    const after = [0, 0.05, 0.5].map((learningRate) => {
      const archive = make({ learningRate });
      for (let i = 0; i < 20; i++) add(archive, good(50, i));
      return places(archive)[0]!;
    });
    expect(after[0]).toBeLessThan(11.5);
    expect(after[1]).toBeGreaterThan(after[0]! + 0.5);
    expect(after[2]).toBeGreaterThan(after[1]! + 0.5);
  });

  it('takes the centres of those cells that are empty, of a grid and of centroids', () => {
    const centroids = Array.from({ length: 40 }, (_, i) => [(i % 8) / 8 + 0.0625, Math.floor(i / 8) * 8 - 6]);
    for (const archive of [grid(), new CvtArchive({ domain, centroids })]) {
      // One cell remains empty, in whose place the threshold is held down.
      for (const [x, y] of centroids.slice(0, 39) as [number, number][]) {
        const { genomes, results } = rowsOf([[x, y, 12]]);
        archive.add(genomes, results);
      }
      expect(archive.size).toBe(39);
      const guide = make({ archive, every: 39, learningRate: 1 });
      for (let i = 0; i < 300; i++)
        add(
          guide,
          centroids.slice(0, 39).map(([x, y]) => [x!, y!, 20]),
        );
      const found = guide.thresholds(Batch.from([centroids[39]!, centroids[0]!]));
      expect(found[0]).toBeLessThan(13.5);
      expect(found[1]).toBeGreaterThan(18);
    }
  });

  it('takes the numbers of empty categories', () => {
    const box = { dimensions: 2, lower: 0, upper: [2, 1] };
    const wide = { genome: domain.genome, descriptor: box };
    const archive = new CategoricalArchive({
      domain: wide,
      categories: [
        ['a', 'b', 'c'],
        ['x', 'y'],
      ],
    });
    const centre = cellCentres('x', archive.geometry(), boxBounds('x', 'box', box));
    for (let cell = 0; cell < archive.cells; cell++) expect(archive.cellOf(centre(cell))).toBe(cell);
    expect(Array.from({ length: 6 }, (_, cell) => Array.from(centre(cell)))).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
      [2, 0],
      [2, 1],
    ]);
  });

  it('finds the empty cells of an archive with more elites than cells', () => {
    const cells = new DeepGridArchive({ domain, cells: [2, 1], depth: 5, seed: 1 });
    const { genomes, results } = rowsOf(good(5));
    cells.add(genomes, results);
    expect([cells.size, cells.cells]).toEqual([5, 2]);
    const archive = make({ archive: cells as never, every: 5 });
    expect(add(archive, good(5)).status).toHaveLength(5);
    expect(places(archive).every(Number.isFinite)).toBe(true);
  });

  it('has the same thresholds in a box of any size', () => {
    const fractions = [0, 0.25, 0.5, 0.9375, 1];
    const of = (size: number): number[] => {
      const sized = { genome: domain.genome, descriptor: { dimensions: 1, lower: 0, upper: size } };
      const archive = make({ archive: new GridArchive({ domain: sized, cells: [8] }) });
      return [...archive.thresholds(Batch.from(fractions.map((x) => [x * size])))];
    };
    for (const size of [2 ** -1000, 1.75 * 2 ** 1023]) expect(of(size)).toEqual(of(1));
  });

  it('goes on from a snapshot whose weights overflow, and so does its next snapshot', () => {
    const [archive, other] = [make({ every: 4 }), make({ every: 4 })];
    const bytes = forged(archive.snapshot(), ({ tensors }) => {
      for (const [name, { data }] of tensors) {
        if (name.startsWith('model.weights'))
          (data as Float32Array).set(Array.from(data, (_, i) => (i % 2 ? 1e38 : -1e38)));
      }
    });
    archive.restore(bytes);
    for (let i = 0; i < 3; i++) {
      expect([...add(archive, good(3, i)).improvement].every(Number.isFinite)).toBe(true);
      other.restore(archive.snapshot());
    }
  });

  it('names descriptors in the errors of thresholds', async () => {
    const archive = make();
    expect(await errorOf(() => archive.thresholds([] as never))).toContain(
      'DiscountArchive.thresholds: descriptors must',
    );
    expect(await errorOf(() => archive.thresholds(Batch.zeros(1, 3)))).toContain('descriptors must');
  });

  it('judges a batch as its rows one by one', () => {
    const row = fc.tuple(
      fc.double({ min: -0.5, max: 1.5, noNaN: true }),
      fc.double({ min: -20, max: 40, noNaN: true }),
      fc.oneof(fc.double({ min: 5, max: 25, noNaN: true }), fc.constant(Number.NaN)),
    );
    fc.assert(
      fc.property(fc.array(row, { maxLength: 40 }), (rows) => {
        const [batch, single] = [make({ every: 7 }), make({ every: 7 })];
        const report = add(batch, rows);
        for (const [i, one] of rows.entries()) {
          const alone = add(single, [one]);
          expect([report.status[i], report.improvement[i]]).toEqual([alone.status[0], alone.improvement[0]]);
        }
        expect(batch.snapshot()).toEqual(single.snapshot());
      }),
      { numRuns: 10 },
    );
  });

  it('leaves invalid rows out, but counts them among the rows of a training', () => {
    const [archive, other] = [make({ every: 4 }), make({ every: 4 })];
    const report = add(archive, [
      [0.2, 10, 15],
      [Number.NaN, 10, 15],
      [0.2, 10, Number.POSITIVE_INFINITY],
    ]);
    expect(report.status).toEqual(['new', 'invalid', 'invalid']);
    expect(report.reasons.map((reason) => reason === undefined)).toEqual([true, false, false]);
    const before = places(archive);
    add(archive, [[0.3, 10, 15]]);
    expect(places(archive)).not.toEqual(before);
    for (let i = 0; i < 100; i++) add(archive, [[0.2, Number.NaN, i]]);
    expect(places(archive).every(Number.isFinite)).toBe(true);
    expect(places(other)).toEqual(before);
  });

  it('counts rows below the floor and outside the space, which are judged as the nearest point inside', () => {
    const archive = make();
    const report = add(archive, [
      [1e300, 10, 5],
      [1, 10, 5],
    ]);
    expect([report.belowFloor, report.outsideDescriptor]).toEqual([2, 1]);
    expect(report.improvement[0]).toBe(report.improvement[1]);
  });

  it('undoes a training in which a weight overflows, and goes on', () => {
    const archive = make({ every: 2 });
    const before = places(archive);
    add(archive, [
      [0.2, 10, Number.MAX_VALUE],
      [0.3, 10, 15],
    ]);
    expect(places(archive)).toEqual(before);
    add(archive, good(2));
    expect(places(archive)).not.toEqual(before);
    expect(places(archive).every(Number.isFinite)).toBe(true);
  });

  it('says of elites what its archive says', () => {
    const elites = grid();
    const archive = make({ archive: elites });
    const { genomes, results } = rowsOf(good(20));
    elites.add(genomes, results);
    expect([archive.size, archive.cells]).toEqual([elites.size, 40]);
    expect([...archive]).toEqual([...elites]);
    expect(archive.metrics()).toEqual(elites.metrics());
    expect(archive.genomes()).toEqual(elites.genomes());
    expect(archive.ids()).toEqual(elites.ids());
    expect(archive.elite(1)).toEqual(elites.elite(1));
    expect(archive.geometry()).toEqual(elites.geometry());
    expect([archive.genome, archive.descriptor]).toEqual([elites.genome, elites.descriptor]);
    expect(archive.sample(3, randomStream(1))).toEqual(elites.sample(3, randomStream(1)));
    expect(archive.select(3, randomStream(1))).toEqual(elites.select(3, randomStream(1)));
  });

  it('guides a search whose elites keep their parents', async () => {
    const archive = new GridArchive({ domain, cells: [8, 5], lineage: true });
    const emitters = { e: operatorEmitter(new GaussianMutation()) };
    const search = new Search({ domain, archive, guide: make({ archive }), emitters, batchSize: 10, seed: 1 });
    for (let i = 0; i < 30; i++) {
      const batch = await search.ask();
      await search.tell(batch, rowsOf(good(10, i)).results);
    }
    const parents = [...archive].flatMap(({ origin }) => [...origin!.parents]);
    expect(parents.length).toBeGreaterThan(0);
  });

  it('gives the same bits on all machines', () => {
    const archive = make();
    for (let i = 0; i < 3; i++) add(archive, good(50, i));
    expect([...places(archive)]).toEqual([11.936586499214172, 9.365149661898613]);
  });

  it('goes on from a snapshot bit for bit, also between two trainings', () => {
    const [archive, other] = [make(), make({ seed: 2 })];
    add(archive, good(130));
    add(other, good(20, 5));
    other.restore(archive.snapshot());
    expect(other.snapshot()).toEqual(archive.snapshot());
    expect(add(other, good(100, 3)).improvement).toEqual(add(archive, good(100, 3)).improvement);
    expect(other.snapshot()).toEqual(archive.snapshot());
  });

  it('refuses a snapshot of other options, and is as before', async () => {
    const archive = make();
    const before = archive.snapshot();
    for (const other of [{ learningRate: 0.2 }, { maximum: 21 }, { every: 49 }, { emptyPoints: 3 }]) {
      expect(await errorOf(() => archive.restore(make(other).snapshot()))).toMatch(/^SNAPSHOT DiscountArchive/);
    }
    expect(archive.snapshot()).toEqual(before);
  });

  it('refuses options out of their range, and cells without a place', async () => {
    for (const [options, message] of [
      [{ learningRate: 1.5 }, 'learningRate must'],
      [{ minimum: Number.NaN }, 'minimum must'],
      [{ maximum: 10 }, 'maximum must be above minimum, 10'],
      [{ minimum: -1e308, maximum: 1e308 }, 'maximum must'],
      [{ every: 0 }, 'every must'],
      [{ emptyPoints: -1 }, 'emptyPoints must'],
      [{ seed: 0.5 }, 'seed must'],
      [{ archive: {} as GridArchive }, 'archive must'],
    ] as const) {
      expect(await errorOf(() => make(options))).toContain(`ARGUMENT DiscountArchive: ${message}`);
    }
    const index = { cells: 1, layout: {}, find: () => undefined };
    const placeless = new CellArchive({ domain, index });
    expect(await errorOf(() => make({ archive: placeless }))).toContain('archive must have cells of a grid or of');
  });
});
