import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AddReport, type Archive, Batch, ListBatch, type Problem, type Results } from '../../src/core/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { errorOf } from '../support/error-of.ts';

/** A problem small enough that rows often share a cell. */
export const problem: Problem = {
  genome: { dimensions: 3, lower: -1, upper: 1 },
  descriptor: { dimensions: 2, lower: 0, upper: 1 },
  fitnessFloor: -10,
};

interface Row {
  readonly genome: readonly number[];
  readonly fitness: number;
  readonly descriptor: readonly number[];
}

const number = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: -2, max: 6 }) },
  fc.constantFrom(Number.NaN, 1 / 0, -1 / 0),
);
const row: fc.Arbitrary<Row> = fc.record({
  genome: fc.tuple(number, fc.double({ noNaN: true, min: -1, max: 1 }), fc.constant(0)),
  fitness: number,
  descriptor: fc.tuple(number, number).map(([a, b]) => [a / 4, b / 4]),
});
const rows = fc.array(row, { minLength: 1, maxLength: 40 });

const genomesOf = (list: readonly Row[]): Batch => Batch.from(list.map((r) => r.genome));
const resultsOf = (list: readonly Row[]): Results => ({
  fitness: list.map((r) => r.fitness),
  descriptors: list.map((r) => r.descriptor),
});
const finite = (r: Row): boolean => [...r.genome, ...r.descriptor, r.fitness].every(Number.isFinite);

/** The laws of an archive, for any implementation over {@link problem}. */
export function archiveContract(name: string, make: () => Archive): void {
  describe(`${name} as an archive`, () => {
    it('adds a batch as it would add its rows one by one', () => {
      fc.assert(
        fc.property(rows, (list) => {
          const whole = make();
          const single = make();
          const report = whole.add(genomesOf(list), resultsOf(list));
          const reports = list.map((r) => single.add(genomesOf([r]), resultsOf([r])));
          expect([...whole]).toEqual([...single]);
          const joined = <T>(part: (r: AddReport) => Iterable<T>): T[] => reports.flatMap((r) => [...part(r)]);
          expect([...report.status]).toEqual(joined((r) => r.status));
          expect([...report.improvement]).toEqual(joined((r) => r.improvement));
          expect([...report.cell]).toEqual(joined((r) => r.cell));
          expect([...report.reasons]).toEqual(joined((r) => r.reasons));
        }),
      );
    });

    it('keeps the first of the best rows of each cell, and reports each row truly', () => {
      fc.assert(
        fc.property(rows, (list) => {
          const archive = make();
          const report = archive.add(genomesOf(list), resultsOf(list));
          const best = new Map<number, Row>();
          for (const [i, r] of list.entries()) {
            expect(report.status[i] === 'invalid').toBe(!finite(r));
            expect(report.reasons[i] !== undefined).toBe(!finite(r));
            if (!finite(r)) continue;
            const cell = report.cell[i]!;
            const old = best.get(cell);
            const status = old === undefined ? 'new' : r.fitness > old.fitness ? 'improved' : 'rejected';
            expect(report.status[i]).toBe(status);
            expect(report.improvement[i]).toBe(r.fitness - (old?.fitness ?? -10));
            if (status !== 'rejected') best.set(cell, r);
          }
          const counted = [report.new, report.improved, report.rejected, report.invalid];
          expect(counted.reduce((a, b) => a + b)).toBe(list.length);
          expect(archive.size).toBe(best.size);
          for (const elite of archive) {
            const { genome, fitness, descriptor } = best.get(elite.cell)!;
            expect(elite).toEqual({
              cell: elite.cell,
              fitness,
              genome: Float64Array.from(genome),
              descriptor: Float64Array.from(descriptor),
            });
          }
        }),
      );
    });

    it('has metrics that equal a fresh count', () => {
      fc.assert(
        fc.property(rows, (list) => {
          const archive = make();
          archive.add(genomesOf(list), resultsOf(list));
          const fitness = [...archive].map((elite) => elite.fitness);
          const metrics = archive.metrics();
          expect(metrics.size).toBe(fitness.length);
          expect(metrics.coverage).toBe(fitness.length / archive.cells);
          expect(metrics.qdScore).toBeCloseTo(
            fitness.reduce((sum, f) => sum + f + 10, 0),
            9,
          );
          expect(metrics.normalizedQdScore).toBe(metrics.qdScore / archive.cells);
          expect(metrics.maxFitness).toBe(fitness.length === 0 ? Number.NaN : Math.max(...fitness));
          const mean = fitness.reduce((sum, f) => sum + f, 0) / fitness.length;
          if (fitness.length > 0) expect(metrics.meanFitness).toBeCloseTo(mean, 12);
          else expect(metrics.meanFitness).toBeNaN();
        }),
      );
    });

    it('is empty at first, and says so', () => {
      const { size, coverage, qdScore, normalizedQdScore, meanFitness, maxFitness } = make().metrics();
      expect([size, coverage, qdScore, normalizedQdScore, meanFitness, maxFitness]).toEqual([0, 0, 0, 0, NaN, NaN]);
      expect([...make()]).toEqual([]);
      expect(make().genomes().rows).toBe(0);
      expect(() => make().sample(1, randomStream(1))).toThrow();
    });

    it('refuses wrong shapes and is left as it was', async () => {
      const archive = make();
      const genomes = Batch.from([[0, 0, 0]]);
      archive.add(genomes, { fitness: [1], descriptors: [[0.5, 0.5]] });
      const before = [...archive];
      const bad: [string, Batch, Results][] = [
        ['fitness must have shape (1)', genomes, { fitness: [1, 2], descriptors: [[0.5, 0.5]] }],
        ['descriptors must have shape (1, …)', genomes, { fitness: [1], descriptors: [] }],
        ['descriptors must have shape (1, 2)', genomes, { fitness: [1], descriptors: [[1]] }],
        ['descriptors must have shape (1, 2)', genomes, { fitness: [1], descriptors: Batch.zeros(1, 3) }],
        ['reasons must have shape (1)', genomes, { fitness: [1], descriptors: [[1, 1]], reasons: [] }],
        ['genomes must have shape (1, 3)', Batch.zeros(1, 4), { fitness: [1], descriptors: [[1, 1]] }],
        ['fitness must have shape', genomes, undefined as unknown as Results],
      ];
      for (const [rule, rowsOf, results] of bad) {
        const error = await errorOf(() => archive.add(rowsOf, results));
        expect(error).toMatch(/^ARGUMENT /);
        expect(error).toContain(rule);
      }
      expect([...archive]).toEqual(before);
    });

    it('takes what is no number for NaN, not for 0, and keeps the rest of the batch', () => {
      const archive = make();
      const odd = [null, '3', true, [], 1n, Symbol('x'), Object.create(null)] as unknown as number[];
      const genomes = new ListBatch(Array.from({ length: 15 }, (_, i) => [i >= 8 ? odd[i - 8]! : 0, 0, 0])) as never;
      const report = archive.add(genomes, {
        fitness: [1, ...odd, ...new Array(7).fill(1)],
        descriptors: Array.from({ length: 15 }, () => [0.5, 0.5]),
      });
      expect([report.new, report.invalid]).toEqual([1, 14]);
      const descriptors = [null, '3'].map((x) => [0.5, x]) as unknown as number[][];
      expect(archive.add(Batch.zeros(2, 3), { fitness: [9, 9], descriptors }).invalid).toBe(2);
    });

    it('is left as it was by results that fail while they are read', async () => {
      const archive = make();
      const fitness = Object.defineProperty([1, 2], 1, {
        get() {
          throw new Error('gone');
        },
      });
      expect(
        await errorOf(() =>
          archive.add(Batch.zeros(2, 3), {
            fitness,
            descriptors: [
              [0, 0],
              [1, 1],
            ],
          }),
        ),
      ).toContain('gone');
      expect(await errorOf(() => archive.add({ rows: 2 } as never, { fitness: [1], descriptors: [] }))).toContain(
        'have rows and row()',
      );
      expect(
        await errorOf(() =>
          archive.add(Batch.zeros(1, 3), { fitness: [1], descriptors: [[0, 0]], reasons: [5 as never] }),
        ),
      ).toContain('reasons[0] must be a string');
      expect(archive.size).toBe(0);
    });

    it('takes a reason as the word that a row is invalid', () => {
      const archive = make();
      const report = archive.add(Batch.zeros(2, 3), {
        fitness: [1, 2],
        descriptors: Batch.zeros(2, 2),
        reasons: ['lost', undefined],
      });
      expect([...report.status]).toEqual(['invalid', 'new']);
      expect(report.reasons).toEqual(['lost', undefined]);
    });

    it('draws every elite equally often', () => {
      const archive = make();
      const list = [0, 1, 2, 3].map((i) => ({ genome: [i, 0, 0], fitness: i, descriptor: [i / 3, i / 3] }));
      archive.add(genomesOf(list), resultsOf(list));
      const drawn = archive.sample(4000, randomStream(5));
      const counts = new Map<number, number>([...archive].map((elite) => [elite.genome[0]!, 0]));
      for (let i = 0; i < drawn.rows; i++) counts.set(drawn.row(i)[0]!, counts.get(drawn.row(i)[0]!)! + 1);
      const share = 1 / archive.size;
      const deviation = Math.sqrt(4000 * share * (1 - share));
      for (const count of counts.values()) expect(Math.abs(count - 4000 * share)).toBeLessThan(4 * deviation);
    });
  });
}
