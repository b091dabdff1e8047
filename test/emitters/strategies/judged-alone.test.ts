import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Annealing, GridArchive } from '../../../src/archives/index.ts';
import { Batch } from '../../../src/core/index.ts';
import { judgedAlone } from '../../../src/emitters/strategies/judged-alone.ts';

const unit = { dimensions: 1, lower: 0, upper: 1 };
const kinds = {
  elitist: (fitnessFloor: number | undefined) =>
    new GridArchive({ domain: { genome: unit, descriptor: unit, fitnessFloor }, cells: [3] }),
  soft: () =>
    new GridArchive({ domain: { genome: unit, descriptor: unit, fitnessFloor: -9 }, cells: [3] }).emptied(
      new Annealing({ learningRate: 0.3, minimum: -9 }),
    ),
};
const row = fc.record({
  fitness: fc.oneof(fc.integer({ min: -8, max: 9 }), fc.constant(Number.NaN)),
  at: fc.constantFrom(0.1, 0.5, 0.9),
});

describe('a generation of which each row is judged alone', () => {
  for (const [name, make] of Object.entries({
    'with a floor': () => kinds.elitist(-9),
    'without a floor': () => kinds.elitist(undefined),
    'with soft thresholds': kinds.soft,
  })) {
    it(`has the report that each row would have alone: ${name}`, () => {
      fc.assert(
        fc.property(fc.array(row, { maxLength: 6 }), fc.array(row, { minLength: 1, maxLength: 8 }), (before, rows) => {
          const batch = (of: typeof rows) => Batch.from(of.map(({ at }) => Float64Array.of(at)));
          const results = (of: typeof rows) => ({
            fitness: of.map(({ fitness }) => fitness),
            descriptors: of.map(({ at }) => [at]),
          });
          const start = () => {
            const archive = make();
            if (before.length > 0) archive.add(batch(before), results(before));
            return archive;
          };
          const archive = start();
          const report = archive.add(batch(rows), results(rows));
          const { fitness } = results(rows);
          const judged = judgedAlone({
            rows: rows.length,
            genomes: batch(rows),
            fitness: Float64Array.from(fitness),
            descriptors: batch(rows),
            report,
            archive,
          });
          for (const [i, one] of rows.entries()) {
            const alone = start().add(batch([one]), results([one]));
            expect(judged.status[i]).toBe(alone.status[0]);
            if (Number.isNaN(alone.improvement[0])) expect(judged.improvement[i]).toBeNaN();
            else expect(judged.improvement[i]).toBeCloseTo(alone.improvement[0]!, 9);
          }
        }),
      );
    });
  }
});
