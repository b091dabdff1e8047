import { expect, it } from 'vitest';
import {
  CategoricalArchive,
  CvtArchive,
  DeepGridArchive,
  DnsArchive,
  GridArchive,
  MultiObjectiveArchive,
  SlidingBoundariesArchive,
  UnstructuredArchive,
} from '../../src/archives/index.ts';
import type { Archive, Emitter, FieldKinds } from '../../src/core/index.ts';
import { LearningEmitter, operatorEmitter, RandomDirectionRanker, StrategyEmitter } from '../../src/emitters/index.ts';
import { CmaEsStrategy } from '../../src/optimizers/index.ts';
import { Pca } from '../../src/pca/index.ts';
import { run } from '../../src/run/index.ts';
import { Search } from '../../src/search/index.ts';
import { IsoLineMutation, ReconstructiveCrossover } from '../../src/variation/index.ts';
import { conflict as domain } from '../support/expect-resumed.ts';

const cells = [6, 6];
const archives: Record<string, () => Archive<Float64Array, FieldKinds>> = {
  GridArchive: () => new GridArchive({ domain, cells }) as never,
  CvtArchive: () =>
    new CvtArchive({ domain, centroids: Array.from({ length: 30 }, (_, i) => [i / 30, (i % 7) / 7]) }) as never,
  CategoricalArchive: () =>
    new CategoricalArchive({
      domain,
      categories: [
        ['a', 'b'],
        ['x', 'y'],
      ],
    }) as never,
  SlidingBoundariesArchive: () => new SlidingBoundariesArchive({ domain, cells, frequency: 30, buffer: 50 }) as never,
  UnstructuredArchive: () =>
    new UnstructuredArchive({
      domain,
      threshold: 0.1,
      neighbours: 3,
      localCompetition: true,
      adapt: { every: 20 },
    }) as never,
  DnsArchive: () => new DnsArchive({ domain, capacity: 40 }) as never,
  MultiObjectiveArchive: () =>
    new MultiObjectiveArchive({ domain, cells, objectives: ['near', 'far'], reference: [-1, -1], front: 5 }) as never,
  DeepGridArchive: () => new DeepGridArchive({ domain, cells: [3, 3], depth: 4, seed: 1 }) as never,
};

const strategy = (): CmaEsStrategy =>
  new CmaEsStrategy({ mean: [0.5, 0.5, 0.5], sigma: 0.2, lower: 0, upper: 1, populationSize: 12 });
const emitters: Record<string, () => Emitter> = {
  'an operator': () => operatorEmitter(new IsoLineMutation()),
  'CMA-ES by improvement': () => new StrategyEmitter({ strategy: strategy() }),
  'CMA-ES in a random direction': () =>
    new StrategyEmitter({
      strategy: strategy(),
      ranker: new RandomDirectionRanker(),
      selection: 'mu',
      restart: 'stopped',
    }),
  'a learner': () => {
    const learner = new Pca({ components: 2 });
    return new LearningEmitter({ learner, operator: new ReconstructiveCrossover({ learner }), training: { every: 3 } });
  },
};

const pairs = Object.keys(archives).flatMap((archive) =>
  Object.keys(emitters).map((emitter) => [archive, emitter] as const),
);

it.each(pairs)('%s is filled by %s, and resumed bit for bit', async (archive, emitter) => {
  const search = () =>
    new Search({
      domain,
      archive: archives[archive]!(),
      emitters: { emitter: emitters[emitter]!() },
      batchSize: 12,
      seed: 5,
    });
  const [whole, half, resumed] = [search(), search(), search()];
  await run(whole, { evaluations: 240 });
  await run(half, { evaluations: 120 });
  resumed.restore(half.snapshot());
  await run(resumed, { evaluations: 240 });
  expect(resumed.snapshot()).toEqual(whole.snapshot());
  expect(whole.archive.size).toBeGreaterThan(3);
});
