import { centroidIndex, elitist, GridArchive, gridIndex } from '../../src/archives/index.ts';
import {
  ActiveUcb,
  AdaptivePursuit,
  DiscountedUcb,
  ProbabilityMatching,
  ThompsonSampling,
} from '../../src/bandits/index.ts';
import {
  Batch,
  type Box,
  type Domain,
  type FieldKinds,
  objectSpace,
  type VariationOperator,
} from '../../src/core/index.ts';
import { defineDomain } from '../../src/domains/index.ts';
import {
  GradientStrategyEmitter,
  LearningEmitter,
  operatorEmitter,
  RandomDirectionRanker,
  Reevaluation,
  StrategyEmitter,
} from '../../src/emitters/index.ts';
import { CmaEsStrategy } from '../../src/optimizers/index.ts';
import { DdeElites, MapElites } from '../../src/search/index.ts';
import {
  admissionContract,
  algorithmContract,
  archiveContract,
  banditContract,
  domainContract,
  emitterContract,
  evaluatorContract,
  indexContract,
  operatorContract,
} from '../../src/testing/index.ts';
import {
  chainOperators,
  defineVariation,
  GaussianMutation,
  GradientMutation,
  LatentLineMutation,
  PolynomialMutation,
  ReconstructiveCrossover,
  SbxCrossover,
  SparseMutation,
  TwoPointCrossover,
  UniformCrossover,
} from '../../src/variation/index.ts';
import { Pool } from '../../src/workers/index.ts';
import { checkLaws } from '../support/check-laws.ts';
import { bowl, bowlArchive } from '../support/domains/bowl.ts';
import { firstGenes } from '../support/first-genes.ts';
import { NearestLearner } from '../support/nearest-learner.ts';
import { laneTo } from '../support/workers/lane-to.ts';

// The library's parts of the seams whose rooms have no laws of their own for them.

/** A domain with columns of every kind, of genomes that are no vectors. */
const carrying = defineDomain({
  name: 'carrying',
  genome: objectSpace<string>({ sample: (random) => 'abc'.charAt(random.integer(0, 2)).repeat(random.integer(1, 9)) }),
  descriptor: { dimensions: 1, lower: 0, upper: 10 },
  fitnessFloor: 0,
  fields: { energy: 'number', path: { size: 2 }, note: 'json' },
  evaluate: (word) => ({
    fitness: word.length,
    descriptor: [word.charCodeAt(0) % 10],
    energy: word.length / 2,
    path: [word.length, 0],
    note: { word },
  }),
}) as Domain<string, FieldKinds>;
const noisy: Domain<Float64Array, FieldKinds> = defineDomain({
  name: 'noisy bowl',
  genome: bowl.genome,
  descriptor: bowl.descriptor,
  fitnessFloor: -101,
  noisy: true,
  evaluate: (genome, { seed }) => ({
    fitness: -genome.reduce((sum, x) => sum + (x - 5) ** 2, 0) + seed! / 2 ** 32 - 1,
    descriptor: genome.subarray(0, 2),
  }),
});

const square = { dimensions: 2, lower: [0, -1], upper: [1, 3] };
checkLaws(
  'gridIndex',
  indexContract({ descriptor: square, make: () => gridIndex({ descriptor: square, cells: [7, 3] }) }),
);
checkLaws(
  'an index that draws its boundaries',
  indexContract({
    descriptor: square,
    make: () => {
      const boundaries = [Float64Array.of(0, 0.25, 0.5, 0.75, 1), Float64Array.of(-1, 1, 3)];
      return { ...gridIndex({ descriptor: square, cells: [4, 2] }), geometry: () => ({ boundaries }) };
    },
  }),
);
const centroids = Batch.from(Array.from({ length: 40 }, (_, i) => [(i * 0.618) % 1, ((i * 0.414) % 4) - 1]));
checkLaws(
  'centroidIndex',
  indexContract({ descriptor: square, make: () => centroidIndex({ descriptor: square, centroids }) }),
);
checkLaws('elitist', admissionContract({ make: () => elitist }));

checkLaws(
  'an archive with fields and lineage',
  archiveContract({
    problem: carrying,
    make: () => new GridArchive({ domain: carrying, cells: [10], lineage: true }),
  }),
);
checkLaws(
  'an archive of a noisy domain',
  archiveContract({ problem: noisy, make: () => new GridArchive({ domain: noisy, cells: [4, 3], lineage: true }) }),
);

checkLaws('a domain with fields', domainContract({ make: () => carrying }));
checkLaws('a noisy domain', domainContract({ make: () => noisy }));
checkLaws(
  'a pool beside a domain',
  evaluatorContract({
    problem: carrying,
    make: () => new Pool({ domain: carrying, workers: 2, open: () => laneTo(carrying) }),
  }),
);

const box: Box = { dimensions: 5, lower: [-1, 0, 0, -1e-9, 100], upper: [1, 0.01, 1e6, 1e-9, 101] };
const open: Box = {
  dimensions: 3,
  lower: [Number.NEGATIVE_INFINITY, 0, -1],
  upper: [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 1],
};
const operators: Record<string, (space: Box) => VariationOperator> = {
  TwoPointCrossover: () => new TwoPointCrossover(),
  UniformCrossover: () => new UniformCrossover(),
  'UniformCrossover of a rate': () => new UniformCrossover({ rate: 0.2 }),
  SbxCrossover: () => new SbxCrossover({ eta: 1 }),
  SparseMutation: () => new SparseMutation({ sigma: 3 }),
  'SparseMutation, resample': () => new SparseMutation({ most: 9, sigma: 3, outOfBounds: 'resample' }),
  LatentLineMutation: (space) => new LatentLineMutation({ learner: firstGenes(space, 2), isoSigma: 2 }),
  'LatentLineMutation, residual: false': (space) =>
    new LatentLineMutation({ learner: firstGenes(space, 2), residual: false }),
  PolynomialMutation: () => new PolynomialMutation({ eta: 1, rate: 0.5 }),
  chainOperators: () => chainOperators(new TwoPointCrossover(), new SparseMutation({ sigma: 3 })),
};
for (const [name, make] of Object.entries(operators)) {
  for (const space of name === 'PolynomialMutation' ? [box] : [box, open]) {
    const laws = operatorContract({ space, make: () => make(space) });
    checkLaws(`${name} in ${space.dimensions} dimensions`, laws);
  }
}

/** Of the bowl's fitness, and of its descriptor, the first two genes. */
const bowlGradients = (genomes: Batch): Batch => {
  const gradients = Batch.zeros(genomes.rows, 12);
  for (let i = 0; i < genomes.rows; i++) {
    gradients.row(i).set(genomes.row(i).map((x) => -2 * (x - 5)));
    gradients.row(i).set([1], 4);
    gradients.row(i).set([1], 9);
  }
  return gradients;
};
const operatorOfGradients = () => new GradientMutation({ domain: { gradients: bowlGradients }, sigma: 1, unit: true });
checkLaws('GradientMutation', operatorContract({ space: bowl.genome as Box, make: operatorOfGradients }));

const repeat = defineVariation(carrying.genome, (word, { random }) => (word + word).slice(0, random.integer(1, 9)));
checkLaws(
  'operatorEmitter',
  emitterContract({ problem: bowl, make: () => operatorEmitter(new GaussianMutation({ sigma: 0.5 })) }),
);
checkLaws('operatorEmitter of words', emitterContract({ problem: carrying, make: () => operatorEmitter(repeat) }));
checkLaws(
  'LearningEmitter',
  emitterContract({
    problem: bowl,
    make() {
      const learner = new NearestLearner();
      return new LearningEmitter({ operator: new ReconstructiveCrossover({ learner }), learner });
    },
  }),
);
const centre = [5, 5, 5, 5];
checkLaws(
  'StrategyEmitter',
  emitterContract({
    problem: bowl,
    make() {
      const strategy = new CmaEsStrategy({ mean: centre, sigma: 2, lower: 0, upper: 10, populationSize: 4 });
      return new StrategyEmitter({ strategy, ranker: new RandomDirectionRanker(), restart: { every: 2 } });
    },
  }),
);
checkLaws(
  'GradientStrategyEmitter',
  emitterContract({
    problem: bowl,
    make() {
      const strategy = new CmaEsStrategy({ mean: [0, 0, 0], sigma: 2, populationSize: 3 });
      return new GradientStrategyEmitter({ domain: { gradients: bowlGradients }, strategy, mean: centre, adam: true });
    },
  }),
);
checkLaws('Reevaluation', emitterContract({ problem: noisy, make: () => new Reevaluation() }));

for (const arms of [1, 4]) {
  for (const Rule of [ProbabilityMatching, AdaptivePursuit, DiscountedUcb, ThompsonSampling]) {
    checkLaws(`${Rule.name} of ${arms} arms`, banditContract({ make: () => new Rule({ arms }) }));
  }
}
for (const reselect of ['ended', 'all'] as const) {
  const make = () => new ActiveUcb({ arms: 4, active: 2, reselect });
  checkLaws(`ActiveUcb that reselects ${reselect}`, banditContract({ make }));
}

checkLaws(
  'MapElites',
  algorithmContract({
    domain: bowl,
    make: () =>
      new MapElites({ domain: bowl, archive: bowlArchive(), variation: new GaussianMutation(), batchSize: 7, seed: 1 }),
  }),
);
checkLaws(
  'MapElites of words, one at a time',
  algorithmContract({
    domain: carrying,
    make() {
      const archive = new GridArchive({ domain: carrying, cells: [10] });
      return new MapElites({ domain: carrying, archive, variation: repeat, batchSize: 1, seed: 1 });
    },
  }),
);
checkLaws(
  'MapElites of a noisy domain',
  algorithmContract({
    domain: noisy,
    make() {
      const archive = new GridArchive({ domain: noisy, cells: [5, 5] });
      return new MapElites({ domain: noisy, archive, variation: new GaussianMutation(), batchSize: 7, seed: 1 });
    },
  }),
);
checkLaws(
  'DdeElites',
  algorithmContract({
    domain: bowl,
    make() {
      const learner = new NearestLearner();
      return new DdeElites({ domain: bowl, archive: bowlArchive(), learner, batchSize: 7, seed: 1 });
    },
  }),
);
