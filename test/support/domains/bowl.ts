import { GridArchive } from '../../../src/archives/index.ts';
import {
  Batch,
  type Domain,
  type Encoding,
  type EvaluationContext,
  type Genomes,
  type Learner,
} from '../../../src/core/index.ts';
import { defineDomain } from '../../../src/domains/index.ts';
import { MapElites } from '../../../src/search/index.ts';
import { GaussianMutation } from '../../../src/variation/index.ts';

/** A domain that is solved at once: a bowl with the first two genes as descriptor. */
export const bowl: Domain = defineDomain({
  name: 'bowl',
  genome: { dimensions: 4, lower: 0, upper: 10 },
  descriptor: { dimensions: 2, lower: 0, upper: 10 },
  fitnessFloor: -100,
  evaluate: (genome) => ({
    fitness: -genome.reduce((sum, x) => sum + (x - 5) ** 2, 0),
    descriptor: genome.subarray(0, 2),
  }),
});

/** An archive for {@link bowl}. */
export const bowlArchive = (): GridArchive => new GridArchive({ domain: bowl, cells: [10, 10] });

/** MAP-Elites on the bowl, with batches of 20. */
export const bowlSearch = (domain: Domain = bowl): MapElites =>
  new MapElites({
    domain,
    archive: bowlArchive(),
    variation: new GaussianMutation({ sigma: 0.5 }),
    batchSize: 20,
    initial: { evaluations: 20 },
    seed: 1,
  });

/** The bowl; `evaluate` goes through `spy` first. */
export const spiedBowl = (
  spy: (genomes: Genomes<Float64Array>, context?: EvaluationContext) => void | Promise<void>,
): Domain => ({
  ...bowl,
  async evaluate(genomes, context) {
    await spy(genomes, context);
    return bowl.evaluate(genomes, context);
  },
});

/** A learner that remembers the mean of the elites, counts its fits, and draws one number for each. */
export class MeanLearner implements Learner {
  fits = 0;
  rows = 0;
  mean: Float64Array = new Float64Array(4);

  async fit(genomes: Batch, { random }: { random: { uniform(): number } }): Promise<void> {
    await Promise.resolve();
    random.uniform();
    this.fits++;
    this.rows = genomes.rows;
    this.mean = this.mean.map((_, j) => mean(genomes, j));
  }

  reconstruct(genomes: Batch): Batch {
    return Batch.from(Array.from({ length: genomes.rows }, () => this.mean));
  }

  encoding(): Encoding {
    const origin = this.mean;
    const one = (latent: Float64Array): Float64Array => latent.map((x, j) => Math.min(10, Math.max(0, x + origin[j]!)));
    return {
      genome: { dimensions: 4, lower: -5, upper: 5 },
      phenotype: bowl.genome,
      decode: ((latents: Float64Array | Batch) =>
        latents instanceof Float64Array
          ? one(latents)
          : Batch.from(Array.from({ length: latents.rows }, (_, i) => one(latents.row(i))))) as Encoding['decode'],
    };
  }
}

function mean(genomes: Genomes<Float64Array>, j: number): number {
  let sum = 0;
  for (let i = 0; i < genomes.rows; i++) sum += genomes.row(i)[j]!;
  return sum / genomes.rows;
}
