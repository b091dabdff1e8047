import { describe, expect, it } from 'vitest';
import { Annealing, CellArchive, gridIndex } from '../../../src/archives/index.ts';
import { Batch } from '../../../src/core/index.ts';
import { errorOf } from '../../support/error-of.ts';

const unit = { dimensions: 1, lower: 0, upper: 1 };
const problem = { genome: unit, descriptor: unit, fitnessFloor: -10 };
const archive = (learningRate: number, minimum = 0): CellArchive =>
  new CellArchive({
    domain: problem,
    index: gridIndex({ descriptor: unit, cells: [2] }),
    admission: new Annealing({ learningRate, minimum }),
  });
/** Adds rows to cell 0, one for each fitness. */
const add = (to: CellArchive, ...fitness: number[]) =>
  to.add(Batch.from(fitness.map((_, i) => Float64Array.of(i / 10))), {
    fitness,
    descriptors: fitness.map(() => [0.1]),
  });

describe('Annealing', () => {
  it('moves a threshold to (1 − α) t + α f, and lets in what exceeds it, also if it is worse than the elite', () => {
    const soft = archive(0.1);
    const report = add(soft, 10, 2, 1, 5);
    // Thresholds: 0, 1, 1.1, 1.1, 1.49.
    expect(report.status).toEqual(['new', 'improved', 'rejected', 'improved']);
    expect([...report.improvement].map((x) => Math.round(x * 1e9) / 1e9)).toEqual([10, 1, -0.1, 3.9]);
    expect(soft.get(0)!.fitness).toBe(5);
  });

  it('refuses rows at or below the minimum in an empty cell', () => {
    expect(add(archive(0.5), 0, -1).status).toEqual(['rejected', 'rejected']);
  });

  it('gives the same in one batch as row by row, also with a learning rate of 1', () => {
    for (const learningRate of [0, 0.01, 1]) {
      const [batch, single] = [archive(learningRate), archive(learningRate)];
      const fitness = [1, 5, 3, 6];
      const report = add(batch, ...fitness);
      expect(report.status).toEqual(fitness.map((f) => add(single, f).status[0]));
      expect(batch.get(0)!.fitness).toBe(single.get(0)!.fitness);
    }
    const whole = archive(1);
    expect(add(whole, 1, 5, 3).status).toEqual(['new', 'improved', 'rejected']);
  });

  it('goes on from a snapshot of its archive, and refuses one of other options', async () => {
    const [one, other] = [archive(0.1), archive(0.1)];
    add(one, 10, 2);
    other.restore(one.snapshot());
    expect(other.snapshot()).toEqual(one.snapshot());
    expect(add(other, 1.05, 1.15).status).toEqual(add(one, 1.05, 1.15).status);
    expect(await errorOf(() => archive(0.2).restore(one.snapshot()))).toMatch(/^SNAPSHOT Annealing/);
  });

  it('refuses options out of their range', async () => {
    expect(await errorOf(() => archive(1.5))).toContain('Annealing: learningRate must');
    expect(await errorOf(() => archive(0.5, Number.NaN))).toContain('Annealing: minimum must');
  });
});
