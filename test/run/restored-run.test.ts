import { expect, it } from 'vitest';
import { run } from '../../src/run/index.ts';
import { MapElites } from '../../src/search/index.ts';
import { GaussianMutation } from '../../src/variation/index.ts';
import { bowl, bowlArchive } from '../support/domains/bowl.ts';

/** Rows of a batch that is evaluated later end in turn. */
const later = {
  ...bowl,
  evaluate: async (genomes: Parameters<typeof bowl.evaluate>[0]) => {
    await new Promise((resolve) => setTimeout(resolve, 1 + (genomes.rows % 3)));
    return bowl.evaluate(genomes);
  },
};
const make = (): MapElites =>
  new MapElites({ domain: later, archive: bowlArchive(), variation: new GaussianMutation(), batchSize: 6, seed: 1 });

it.each([1, 3])(
  'goes on as the search does that is restored in onGeneration, with %i batches in flight',
  async (inFlight) => {
    const unbroken = make();
    const snapshots: Uint8Array[] = [];
    const options = { evaluations: 150, inFlight };
    await run(unbroken, { ...options, onGeneration: () => void snapshots.push(unbroken.snapshot()) });
    for (const [at, from] of [
      [9, 2],
      [20, 19],
      [24, 22],
    ] as const) {
      const search = make();
      let restored = false;
      const { evaluations } = await run(search, {
        ...options,
        onGeneration({ generation }) {
          if (restored || generation !== at) return;
          restored = true;
          search.restore(snapshots[from]!);
        },
      });
      expect([restored, evaluations, search.pending.length]).toEqual([true, unbroken.evaluations, 0]);
      expect(search.snapshot()).toEqual(unbroken.snapshot());
    }
  },
);
