import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../../src/archives/index.ts';
import { Batch } from '../../../src/core/index.ts';
import { GradientStrategyEmitter, type GradientStrategyEmitterOptions } from '../../../src/emitters/index.ts';
import { CmaEsStrategy } from '../../../src/optimizers/index.ts';
import { Search } from '../../../src/search/index.ts';
import { bowl } from '../../support/domains/bowl.ts';

/** Fitness along gene 2, descriptors along genes 0 and 1. */
const AXES = [0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0];

const searchOf = (
  gradients: (genomes: Batch) => Batch,
  options: Partial<GradientStrategyEmitterOptions> = {},
  domain: typeof bowl = bowl,
) => {
  const emitter = new GradientStrategyEmitter({
    domain: { gradients },
    strategy: new CmaEsStrategy({ mean: [0, 0, 0], sigma: 1, populationSize: 5 }),
    mean: [5, 5, 5, 5],
    ...options,
  });
  const archive = new GridArchive({ domain, cells: [4, 4] });
  const parts = { domain, archive, emitters: { emitter }, batchSize: 6, initial: { evaluations: 0 }, seed: 1 };
  const search = new Search(parts);
  const turn = async (): Promise<Batch> => {
    const batch = await search.ask();
    await search.tell(batch, bowl.evaluate(batch as never) as never);
    return batch as unknown as Batch;
  };
  return { search, emitter, archive, turn };
};
const constant = (numbers: readonly number[]) => () => new Batch(1, 12, Float64Array.from(numbers));

describe('GradientStrategyEmitter', () => {
  it('learns the same from rows that are told at once in another order', async () => {
    const [asked, turned] = [searchOf(constant(AXES)), searchOf(constant(AXES))];
    for (const [one, rows] of [
      [asked, [0, 1, 2, 3, 4, 5]],
      [turned, [1, 3, 4, 0, 2, 5]],
    ] as const) {
      const batch = await one.search.ask();
      const fitness = [-9, -1, -2, -3, -4, -5];
      await one.search.tell(
        batch,
        // A cell for each row: what the archive does with one does not depend on the others.
        {
          fitness: rows.map((row) => fitness[row]!),
          descriptors: rows.map((row) => [(row % 4) * 2.5, row > 3 ? 5 : 0]),
        },
        { rows },
      );
    }
    expect([...(await turned.search.ask()).row(0)]).toEqual([...(await asked.search.ask()).row(0)]);
  });

  it.each([1e200, 1e-200, 5e-324, Number.MAX_VALUE])(
    'scales gradients to length 1 at any magnitude: %s',
    async (size) => {
      const plain = await searchOf(constant(AXES)).turn();
      const scaled = await searchOf(constant(AXES.map((x) => x * size))).turn();
      expect([...scaled.data]).toEqual([...plain.data]);
    },
  );

  it('follows the other gradients where one is not finite', async () => {
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const { turn, archive } = searchOf(constant(AXES.map((x, k) => (k === 3 ? bad : x))));
      const batch = await turn();
      for (let i = 1; i < 6; i++) {
        expect(batch.row(i)[0]).not.toBe(5);
        expect(batch.row(i)[2]).toBe(5);
      }
      expect(archive.size).toBeGreaterThan(0);
    }
  });

  it('begins anew where no gradient leads on, also if it may only stop', async () => {
    for (const dead of [0, Number.NaN]) {
      const { turn, emitter } = searchOf(constant(AXES.map(() => dead)), { restart: 'stopped' });
      for (let i = 0; i < 3; i++) await turn();
      expect(emitter.restarts).toBe(2);
    }
  });

  it('asks for gradients within the space, however long its steps are', async () => {
    for (const options of [{ stepSize: 40 }, { stepSize: 100, adam: true }]) {
      const points: number[] = [];
      const { turn } = searchOf((genomes) => {
        points.push(...genomes.data);
        return constant(AXES)();
      }, options);
      for (let i = 0; i < 10; i++) await turn();
      expect(Math.min(...points)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...points)).toBeLessThanOrEqual(10);
    }
  });

  it('begins anew when its search point overflows, and can be written and read then', async () => {
    const open = { dimensions: 4, lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY };
    const unbounded = { ...bowl, genome: open } as typeof bowl;
    const options = { stepSize: 1e308, restart: 'stopped' } as const;
    const { search, emitter, turn } = searchOf(constant(AXES.map((x) => x * 1e3)), options, unbounded);
    for (let i = 0; i < 6; i++) await turn();
    expect(emitter.restarts).toBeGreaterThan(0);
    searchOf(constant(AXES), options, unbounded).search.restore(search.snapshot());
  });
});
