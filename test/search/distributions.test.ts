import { describe, it } from 'vitest';
import { CvtArchive, GridArchive } from '../../src/archives/index.ts';
import { Batch, type Domain, type Genomes, type VariationOperator } from '../../src/core/index.ts';
import { planarArm } from '../../src/domains/index.ts';
import { DdeElites, MapElites } from '../../src/search/index.ts';
import {
  clipped,
  counted,
  equalShares,
  expectDistribution,
  expectShares,
  expectUncorrelated,
  normal,
  uniform,
} from '../support/distribution.ts';
import { bowl, bowlArchive, MeanLearner } from '../support/domains/bowl.ts';

const ROWS = 20_000;

const column = (genomes: Genomes<Float64Array>, j: number): Float64Array =>
  Float64Array.from({ length: genomes.rows }, (_, i) => genomes.row(i)[j]!);

/** A search whose first batch is large. */
function searchOf(domain: Domain): MapElites {
  const archive = new GridArchive({ domain, cells: [4, 4] });
  const variation: VariationOperator = { vary: (parents) => parents };
  return new MapElites({ domain, archive, variation, batchSize: ROWS, seed: 1 });
}

describe('first genomes', () => {
  it('are uniform in their box, each gene independent of the next', async () => {
    const box = { dimensions: 4, lower: [0, -1, 5, -1e3], upper: [10, 1, 5.5, 1e6] };
    const first = await searchOf({ ...bowl, genome: box }).ask();
    const units = box.lower.map((low, j) => {
      expectDistribution(column(first, j), uniform(low, box.upper[j]!));
      return column(first, j).map((x) => ((x - low) / (box.upper[j]! - low) - 0.5) * Math.sqrt(12));
    });
    expectUncorrelated(units[0]!, units[1]!);
    expectUncorrelated(units[3]!.subarray(0, -1), units[0]!.subarray(1));
  });

  it('of the planar arm are standard normals, clipped to [-1, 1]', async () => {
    const first = (await searchOf(planarArm({ joints: 8 })).ask()) as never as Batch;
    expectDistribution(first.data, clipped(normal(0, 1), -1, 1));
    for (const j of [0, 7]) expectDistribution(column(first, j), clipped(normal(0, 1), -1, 1));
  });
});

it('evaluation seeds are uniform in [0, 2³²)', async () => {
  const search = searchOf(bowl);
  const { seeds } = await search.ask();
  expectDistribution(Float64Array.from(seeds), uniform(0, 2 ** 32));
});

it.each([
  ['a grid', new GridArchive({ domain: bowl, cells: [10, 1] })],
  ['a CVT archive', new CvtArchive({ domain: bowl, centroids: Array.from({ length: 10 }, (_, i) => [i, 5]) })],
])('parents are elites of %s, each as often, each independent of the last', async (_, archive) => {
  const genomes = Batch.from(Array.from({ length: 10 }, (_, i) => [i, i, i, i]));
  archive.add(genomes, {
    fitness: new Float64Array(10).fill(-1),
    descriptors: Array.from({ length: 10 }, (_, i) => [i, 5]),
  });
  const variation: VariationOperator = { vary: (parents) => parents };
  const search = new MapElites({ domain: bowl, archive, variation, batchSize: ROWS, seed: 2 });
  const chosen = column(await search.ask(), 0);
  expectShares(counted(chosen, 10), equalShares(10));
  const pairs = chosen.subarray(1).map((x, i) => 10 * x + chosen[i]!);
  expectShares(counted(pairs, 100), equalShares(100));
});

it('a mixture that the bandit chooses shares children out by its ratios', async () => {
  const mark = (value: number): VariationOperator => ({
    vary: (parents) => new Batch(parents.rows, 4, new Float64Array(4 * parents.rows).fill(value)),
  });
  const search = new DdeElites({
    domain: bowl,
    archive: bowlArchive(),
    learner: new MeanLearner(),
    operators: { iso: mark(0), line: mark(1), crossover: mark(2) },
    mixtures: [
      { iso: 3, line: 1, crossover: 1 },
      { iso: 1, line: 0, crossover: 1 },
    ],
    batchSize: ROWS,
    seed: 3,
  });
  // The bandit tries each of them first.
  for (const shares of [undefined, [3 / 5, 1 / 5, 1 / 5], [1 / 2, 1e-300, 1 / 2]]) {
    const genomes = await search.ask();
    if (shares) expectShares(counted(column(genomes, 0), 3), shares);
    await search.tell(genomes, await bowl.evaluate(genomes));
  }
});
