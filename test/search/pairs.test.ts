import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  Annealing,
  CategoricalArchive,
  CellArchive,
  CvtArchive,
  cvtCentroids,
  DeepGridArchive,
  DiscountArchive,
  DnsArchive,
  GridArchive,
  gridIndex,
  MultiObjectiveArchive,
  SlidingBoundariesArchive,
  UnstructuredArchive,
} from '../../src/archives/index.ts';
import { type Archive, Batch, type Emitter, type FieldKinds } from '../../src/core/index.ts';
import {
  fitnessRanker,
  GradientStrategyEmitter,
  improvementRanker,
  LearningEmitter,
  operatorEmitter,
  RandomDirectionRanker,
  StrategyEmitter,
  type StrategyEmitterOptions,
  twoStageImprovementRanker,
} from '../../src/emitters/index.ts';
import { CmaEsStrategy, LmMaEsStrategy, OpenAiEsStrategy, SepCmaEsStrategy } from '../../src/optimizers/index.ts';
import { Pca } from '../../src/pca/index.ts';
import { run } from '../../src/run/index.ts';
import { Search } from '../../src/search/index.ts';
import { GradientMutation, IsoLineMutation, ReconstructiveCrossover } from '../../src/variation/index.ts';
import { conflict } from '../support/expect-resumed.ts';

// Every archive under every emitter: whoever makes one adds it here.

const domain = {
  ...conflict,
  gradients({ rows, columns, data }: Batch): Batch {
    const found = Batch.zeros(rows, 9);
    for (let i = 0; i < rows; i++) {
      const [x, y, z] = data.subarray(i * columns) as unknown as [number, number, number];
      found.row(i).set([2 * (z - x), 2 * (z - y), 2 * (x + y - 2 * z), 1, 0, 0, 0, 1, 0]);
    }
    return found;
  },
};
const { descriptor } = domain;
const cells = [6, 6];
const centroids = cvtCentroids({ cells: 30, descriptor, seed: 1, method: 'uniform' });
const categories = [
  ['a', 'b'],
  ['x', 'y'],
];
const objectives = ['near', 'far'] as const;
const soft = { learningRate: 0.1, minimum: -4 };
const far = { threshold: 0.1, neighbours: 3, localCompetition: true, adapt: { every: 20 } };

const archives: Readonly<Record<string, () => unknown>> = {
  GridArchive: () => new GridArchive({ domain, cells }),
  'GridArchive with lineage': () => new GridArchive({ domain, cells, lineage: true }),
  CvtArchive: () => new CvtArchive({ domain, centroids }),
  Annealing: () => new CellArchive({ domain, index: gridIndex({ descriptor, cells }), admission: new Annealing(soft) }),
  CategoricalArchive: () => new CategoricalArchive({ domain, categories }),
  SlidingBoundariesArchive: () => new SlidingBoundariesArchive({ domain, cells, frequency: 30, buffer: 50 }),
  UnstructuredArchive: () => new UnstructuredArchive({ domain, ...far }),
  DnsArchive: () => new DnsArchive({ domain, capacity: 40 }),
  MultiObjectiveArchive: () => new MultiObjectiveArchive({ domain, cells, objectives, reference: [-1, -1], front: 5 }),
  DeepGridArchive: () => new DeepGridArchive({ domain, cells: [3, 3], depth: 4, seed: 1 }),
};

/** Archives that judge rows for another one. */
const guides: Readonly<Record<string, (archive: never) => Archive<Float64Array, FieldKinds>>> = {
  DiscountArchive: (archive) => new DiscountArchive({ archive, every: 10, minimum: -4, maximum: 0, seed: 1 }),
};

const start = { mean: [0.5, 0.5, 0.5], sigma: 0.2, lower: 0, upper: 1, populationSize: 10 };
const ranked = (options: Omit<StrategyEmitterOptions, 'strategy'>) =>
  new StrategyEmitter({ strategy: new CmaEsStrategy(start), ...options });
const emitters: Readonly<Record<string, () => Emitter>> = {
  IsoLineMutation: () => operatorEmitter(new IsoLineMutation()),
  GradientMutation: () => operatorEmitter(new GradientMutation({ domain, sigma: 0.1 })),
  LearningEmitter() {
    const learner = new Pca({ components: 2 });
    return new LearningEmitter({ learner, operator: new ReconstructiveCrossover({ learner }), training: { every: 3 } });
  },
  twoStageImprovementRanker: () => ranked({ ranker: twoStageImprovementRanker }),
  improvementRanker: () => ranked({ ranker: improvementRanker, selection: 'mu', restart: 'stopped' }),
  RandomDirectionRanker: () => ranked({ ranker: new RandomDirectionRanker() }),
  fitnessRanker: () => ranked({ ranker: fitnessRanker, restart: { every: 3 } }),
  SepCmaEsStrategy: () => new StrategyEmitter({ strategy: new SepCmaEsStrategy(start) }),
  LmMaEsStrategy: () => new StrategyEmitter({ strategy: new LmMaEsStrategy(start) }),
  OpenAiEsStrategy: () => new StrategyEmitter({ strategy: new OpenAiEsStrategy(start) }),
  GradientStrategyEmitter() {
    const strategy = new CmaEsStrategy({ mean: new Float64Array(3), sigma: 0.2, populationSize: 9 });
    return new GradientStrategyEmitter({ domain, strategy, mean: start.mean });
  },
};

/** When the snapshot is taken, which rows of the batch were told by then, and a seed. */
const moments = fc.tuple(
  fc.integer({ min: 0, max: 250 }),
  fc.subarray([...Array(10).keys()], { minLength: 1, maxLength: 9 }),
  fc.nat(1000),
);

describe.each([...Object.keys(archives), ...Object.keys(guides)])(
  'A search with %s goes on bit for bit from a snapshot',
  (archive) => {
    it.each(Object.keys(emitters))('and %s, in the midst of a batch', async (emitter) => {
      const make = (seed: number): Search => {
        const own = (archives[archive] ?? archives.GridArchive!)() as Archive<Float64Array, FieldKinds>;
        return new Search({
          domain,
          archive: own,
          guide: guides[archive]?.(own as never),
          emitters: { emitter: emitters[emitter]!() },
          batchSize: 10,
          seed,
        });
      };
      await fc.assert(
        fc.asyncProperty(moments, async ([evaluations, rows, seed]) => {
          const [search, other] = [make(seed), make(0)];
          await run(search, { evaluations });
          const batch = await search.ask();
          const some = Batch.from(rows.map((row) => batch.row(row)));
          await search.tell(batch, await domain.evaluate(some), { rows });
          other.restore(search.snapshot());
          for (const one of [search, other]) await run(one, { evaluations: evaluations + 60 });
          expect(other.snapshot()).toEqual(search.snapshot());
          expect(search.archive.size).toBeGreaterThan(1);
        }),
        { numRuns: 1 },
      );
    });
  },
);
