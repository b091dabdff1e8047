import { describe, expect, it } from 'vitest';
import { Batch } from '../../src/core/index.ts';
import { Vae } from '../../src/learners/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { operatorContract } from '../../src/testing/index.ts';
import { ReconstructiveCrossover } from '../../src/variation/index.ts';
import { checkLaws } from '../support/check-laws.ts';
import { contextFor } from '../support/context-for.ts';
import { errorOf } from '../support/error-of.ts';

const space = { dimensions: 2, lower: -1, upper: 9 };

checkLaws(
  'ReconstructiveCrossover of the VAE',
  operatorContract({
    space,
    make: () => {
      const learner = new Vae({ inputs: 2, latent: 1, epochs: 1 });
      learner.fit(
        Batch.from([
          [0, 1],
          [2, 3],
        ]),
        { space, random: randomStream(1) },
      );
      return new ReconstructiveCrossover({ learner });
    },
  }),
);

describe('ReconstructiveCrossover', () => {
  const learner = (reconstruct: (genomes: Batch) => Batch): never =>
    ({ fit() {}, encoding() {}, reconstruct }) as never;

  it('goes halfway to the reconstruction, and no further than the space', async () => {
    const crossover = new ReconstructiveCrossover({
      learner: learner((g) =>
        Batch.from(
          [
            [5, -1],
            [40, 1],
          ].slice(0, g.rows),
        ),
      ),
    });
    const children = await crossover.vary(
      Batch.from([
        [1, 0],
        [2, 3],
      ]),
      contextFor(space),
    );
    expect([...children.data]).toEqual([3, -0.5, 9, 2]);
  });

  it('leaves what a learner hands out alone', async () => {
    const kept = Batch.from([[5, 5]]);
    await new ReconstructiveCrossover({ learner: learner(() => kept) }).vary(Batch.zeros(1, 2), contextFor(space));
    expect([...kept.data]).toEqual([5, 5]);
  });

  it('refuses a learner that cannot reconstruct, and a reconstruction of another shape', async () => {
    expect(await errorOf(() => new ReconstructiveCrossover({ learner: {} as never }))).toContain(
      'learner must have reconstruct()',
    );
    const crossover = new ReconstructiveCrossover({ learner: learner(() => Batch.zeros(1, 3)) });
    expect(await errorOf(() => crossover.vary(Batch.zeros(1, 2), contextFor(space)))).toContain(
      'must have shape (1, 2)',
    );
  });
});
