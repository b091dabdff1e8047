import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Algorithm, AskedBatch, Batch } from '../../src/core/index.ts';
import { Vae } from '../../src/learners/index.ts';
import { DdeElites, MapElites } from '../../src/search/index.ts';
import { GaussianMutation } from '../../src/variation/index.ts';
import { bowl, bowlArchive } from '../support/domains/bowl.ts';
import { errorOf } from '../support/error-of.ts';
import { runs } from '../support/runs.ts';

const shared = { domain: bowl, batchSize: 6, seed: 1 } as const;
const loops: [string, () => Algorithm][] = [
  ['MapElites', () => new MapElites({ ...shared, archive: bowlArchive(), variation: new GaussianMutation() })],
  [
    'DdeElites',
    () => new DdeElites({ ...shared, archive: bowlArchive(), learner: new Vae({ inputs: 4, latent: 2, epochs: 1 }) }),
  ],
];
const steps = ['ask', 'tell', 'tell foreign', 'tell too few', 'learn', 'restore', 'tell NaN'] as const;

describe.each(loops)('%s, in whatever order it is called', (_, make) => {
  it('counts what was told, gives no batch twice, and loses no elite', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...steps), { maxLength: 25 }), async (list) => {
        let search = make();
        let [told, score] = [0, 0];
        for (const step of list) {
          const [asked] = search.pending as readonly AskedBatch[];
          const out = search.pending!.length;
          if (step === 'ask') {
            const batch = await search.ask();
            expect(search.pending).toHaveLength(out + 1);
            expect(search.pending!.at(-1)).toBe(batch);
          } else if (step === 'learn') await search.learn?.();
          else if (step === 'restore') {
            const [bytes, before] = [search.snapshot!(), search.pending! as readonly (AskedBatch & Batch)[]];
            search = make();
            search.restore!(bytes);
            expect(search.snapshot!()).toEqual(bytes);
            const after = search.pending as readonly (AskedBatch & Batch)[];
            expect(after.map(({ data, seeds, number }) => [data, seeds, number])).toEqual(
              before.map(({ data, seeds, number }) => [data, seeds, number]),
            );
          } else if (asked === undefined || step === 'tell foreign') {
            const foreign = await make().ask();
            const results = await bowl.evaluate(foreign);
            expect(await errorOf(() => search.tell(foreign, results))).toMatch(/^STATE /);
          } else if (step === 'tell too few') {
            const error = await errorOf(() => search.tell(asked, { fitness: [1], descriptors: [[1, 1]] }));
            expect(error).toMatch(/^ARGUMENT /);
          } else {
            const { fitness, descriptors } = await bowl.evaluate(asked);
            const spoilt =
              step === 'tell NaN' ? Float64Array.from(fitness, (f, i) => (i % 2 === 0 ? Number.NaN : f)) : fitness;
            const report = await search.tell(asked, { fitness: spoilt, descriptors });
            expect(report.invalid).toBe(step === 'tell NaN' ? 3 : 0);
            told += asked.rows;
          }
          expect(search.evaluations).toBe(told);
          const { qdScore } = search.archive.metrics();
          expect(qdScore).toBeGreaterThanOrEqual(score - 1e-9);
          score = qdScore;
        }
      }),
      { numRuns: runs(40) },
    );
  });
});
