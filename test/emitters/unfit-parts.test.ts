import { describe, expect, it } from 'vitest';
import {
  CellArchive,
  centroidIndex,
  correctedMetrics,
  DescriptorDensity,
  GridArchive,
  gridIndex,
} from '../../src/archives/index.ts';
import { Batch, objectSpace } from '../../src/core/index.ts';
import { defineDomain, planarArm, sphereProjection } from '../../src/domains/index.ts';
import { DensityRanker, GradientStrategyEmitter, StrategyEmitter } from '../../src/emitters/index.ts';
import { CmaEsStrategy } from '../../src/optimizers/index.ts';
import { cmaMae, cmaMe, MapElites, Search } from '../../src/search/index.ts';
import { GradientMutation, IsoLineMutation } from '../../src/variation/index.ts';
import { errorOf } from '../support/error-of.ts';

const unit = (dimensions: number) => ({ dimensions, lower: 0, upper: 1 });
const arm = planarArm({ joints: 5 });
const grid = () => new GridArchive({ domain: arm, cells: [5, 5] });
const other = sphereProjection({ dimensions: 4 });
const words = defineDomain({
  name: 'words',
  genome: objectSpace({ sample: () => 'a' }),
  descriptor: unit(2),
  evaluate: () => ({ fitness: 1, descriptor: [0, 0] }),
});
const cell = (index: ConstructorParameters<typeof CellArchive>[0]['index']) =>
  new CellArchive({ domain: { genome: unit(2), descriptor: unit(2) }, index });
const strategy = (mean: number[]) => new CmaEsStrategy({ mean, sigma: 0.1 });
const searchOf = (emitter: StrategyEmitter | GradientStrategyEmitter) =>
  new Search({ domain: arm, archive: grid(), emitters: { e: emitter }, initial: { evaluations: 0 }, seed: 1 });

describe('parts that do not fit', () => {
  it.each<[string, () => unknown, string]>([
    [
      'an index of other descriptors',
      () => cell(gridIndex({ descriptor: unit(3), cells: [2, 2, 2] })),
      'ARGUMENT CellArchive: index must be for 2 descriptors, as the domain has; got 3.',
    ],
    [
      'centroids of other descriptors',
      () => cell(centroidIndex({ descriptor: unit(1), centroids: [[0.1], [0.9]] })),
      'ARGUMENT CellArchive: index must be for 2 descriptors, as the domain has; got 1.',
    ],
    [
      'an archive with fields that the domain lacks',
      () => {
        const { genome, descriptor } = arm;
        const archive = new GridArchive({ domain: { genome, descriptor, fields: { cost: 'number' } }, cells: [5, 5] });
        return new MapElites({ domain: arm, archive: archive as never, variation: new IsoLineMutation(), seed: 1 });
      },
      "ARGUMENT MapElites: archive.fields.cost must be a field of the domain, of the same kind; got 'number'.",
    ],
    [
      'a domain of other genomes, for corrected metrics',
      () => correctedMetrics({ archive: grid(), domain: planarArm({ joints: 4 }), seed: 1 }),
      'ARGUMENT correctedMetrics: domain.genome must be the genome space of the archive; got',
    ],
    [
      'a density of other descriptors',
      () => {
        const density = new DescriptorDensity({ descriptor: unit(3), bandwidth: 0.1, seed: 1 });
        return cmaMe({
          domain: arm,
          archive: grid(),
          sigma: 0.1,
          seed: 1,
          ranker: () => new DensityRanker({ density }),
        });
      },
      "ARGUMENT DensityRanker: density.dimensions must be 2, as those of the archive's descriptors; got 3.",
    ],
    [
      'gradients of other genomes',
      () => {
        const variation = new GradientMutation({ domain: other, sigma: 1 });
        return new MapElites({ domain: arm, archive: grid(), variation, seed: 1 });
      },
      'ARGUMENT GradientMutation: domain.genome must be the genome space of the search; got',
    ],
    [
      'gradients for genomes that are no vectors',
      () => {
        const archive = new GridArchive({ domain: words, cells: [5, 5] });
        const variation = new GradientMutation({ domain: other, sigma: 1 }) as never;
        return new MapElites({ domain: words, archive, variation, seed: 1 });
      },
      'ARGUMENT GradientMutation: space must be a box of vectors; got',
    ],
    [
      'a gradient strategy of other genomes',
      () =>
        searchOf(
          new GradientStrategyEmitter({
            domain: other,
            strategy: strategy([0, 0, 0]),
            mean: [0, 0, 0, 0, 0],
            stepSize: 1,
          }),
        ),
      'ARGUMENT GradientStrategyEmitter: domain.genome must be the genome space of the search; got',
    ],
    [
      'a strategy that starts outside the space',
      () => searchOf(new StrategyEmitter({ strategy: strategy([0, 0, 50, 0, 0]) })),
      'ARGUMENT StrategyEmitter: strategy.mean[2] must lie in the genome space; got 50.',
    ],
    [
      'a mean of another length',
      () => cmaMe({ domain: arm, archive: grid(), sigma: 0.1, mean: [0, 0], seed: 1 }),
      'ARGUMENT cmaMe: mean must have 5 numbers; got [0, 0].',
    ],
    [
      'a mean of texts',
      () =>
        cmaMae({ domain: arm, archive: grid(), sigma: 0.1, minimum: -1, mean: ['0', 0, 0, 0, 0] as never, seed: 1 }),
      'ARGUMENT cmaMae: mean must have 5 numbers; got',
    ],
  ])('are refused before an evaluation: %s', async (_, make, message) => {
    expect(await errorOf(async () => make())).toContain(message);
  });

  it('are not an archive without fields, nor genes at the bounds', () => {
    const { genome, descriptor } = arm;
    const evaluate = () => ({ fitness: 1, descriptor: [0, 0], cost: 1 });
    const domain = defineDomain({ name: 'costly', genome, descriptor, fields: { cost: 'number' }, evaluate });
    expect(
      () => new MapElites({ domain, archive: grid() as never, variation: new IsoLineMutation(), seed: 1 }),
    ).not.toThrow();
    expect(() => searchOf(new StrategyEmitter({ strategy: strategy([1, -1, 0, 0, 0]) }))).not.toThrow();
    expect(
      cell(gridIndex({ descriptor: unit(2), cells: [2, 2] })).add(Batch.zeros(1, 2), {
        fitness: [1],
        descriptors: [[0.9, 0.9]],
      }).cell[0],
    ).toBe(3);
  });
});
