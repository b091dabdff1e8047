import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Annealing, CellArchive, CvtArchive, cvtCentroids, GridArchive, gridIndex } from '../../src/archives/index.ts';
import { type Archive, Batch, type Emitter } from '../../src/core/index.ts';
import { sphereProjection } from '../../src/domains/index.ts';
import {
  fitnessRanker,
  GradientStrategyEmitter,
  improvementRanker,
  operatorEmitter,
  RandomDirectionRanker,
  type Ranker,
  StrategyEmitter,
  twoStageImprovementRanker,
} from '../../src/emitters/index.ts';
import { CmaEsStrategy } from '../../src/optimizers/index.ts';
import { run } from '../../src/run/index.ts';
import { Search } from '../../src/search/index.ts';
import { GradientMutation, IsoLineMutation } from '../../src/variation/index.ts';

// Every archive under every emitter: whoever adds one adds a line.

const domain = sphereProjection({ dimensions: 4 });
const mean = new Float64Array(4);
const centroids = cvtCentroids({ cells: 20, descriptor: domain.descriptor, seed: 1, method: 'uniform' });
const index = () => gridIndex({ descriptor: domain.descriptor, cells: [5, 5] });

const archives: Readonly<Record<string, () => Archive>> = {
  grid: () => new GridArchive({ domain, cells: [5, 5] }),
  'grid with lineage': () => new GridArchive({ domain, cells: [5, 5], lineage: true }),
  cvt: () => new CvtArchive({ domain, centroids }),
  annealing: () =>
    new CellArchive({ domain, index: index(), admission: new Annealing({ learningRate: 0.1, minimum: 0 }) }),
};

const strategy = (ranker: () => Ranker) => () =>
  new StrategyEmitter({ strategy: new CmaEsStrategy({ mean, sigma: 0.5, populationSize: 9 }), ranker: ranker() });
const emitters: Readonly<Record<string, () => Emitter>> = {
  'iso+line': () => operatorEmitter(new IsoLineMutation({ isoSigma: 0.3, lineSigma: 0.2 })),
  gradient: () => operatorEmitter(new GradientMutation({ domain, sigma: 0.5 })),
  fitness: strategy(() => fitnessRanker),
  improvement: strategy(() => improvementRanker),
  'two-stage improvement': strategy(() => twoStageImprovementRanker),
  'random direction': strategy(() => new RandomDirectionRanker()),
  'gradient strategy': () =>
    new GradientStrategyEmitter({
      domain,
      strategy: new CmaEsStrategy({ mean: new Float64Array(3), sigma: 1, populationSize: 8 }),
      mean,
    }),
};

describe.each(Object.keys(archives))('A search with the archive %s goes on bit for bit from a snapshot', (archive) => {
  it.each(Object.keys(emitters))('with the emitter %s, in the midst of a batch', async (emitter) => {
    const make = (seed: number): Search =>
      new Search({
        domain,
        archive: archives[archive]!(),
        emitters: { emitter: emitters[emitter]!() },
        batchSize: 9,
        seed,
      });
    const rows = fc.subarray([...Array(9).keys()], { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.nat(1000), rows, fc.integer({ min: 0, max: 250 }), async (seed, some, evaluations) => {
        const [search, other] = [make(seed), make(0)];
        await run(search, { evaluations });
        const batch = await search.ask();
        const told = some.filter((row) => row < batch.rows);
        await search.tell(batch, domain.evaluate(Batch.from(told.map((row) => batch.row(row)))), { rows: told });
        other.restore(search.snapshot());
        for (const one of [search, other]) await run(one, { evaluations: 300 });
        expect(other.snapshot()).toEqual(search.snapshot());
      }),
      { numRuns: 2 },
    );
  });
});
