import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Algorithm,
  type AskedBatch,
  Batch,
  type Genomes,
  type Results,
  type VariationOperator,
} from '../../src/core/index.ts';
import { Vae } from '../../src/learners/index.ts';
import { DdeElites, MapElites } from '../../src/search/index.ts';
import { GaussianMutation } from '../../src/variation/index.ts';
import { bowl, bowlArchive } from '../support/domains/bowl.ts';
import { errorOf } from '../support/error-of.ts';
import { runs } from '../support/runs.ts';
import { transfer } from '../support/workers/transfer.ts';

const make = (variation: VariationOperator = new GaussianMutation({ sigma: 0.5 })): MapElites =>
  new MapElites({ domain: bowl, archive: bowlArchive(), variation, batchSize: 20, seed: 1 });

const evaluate = async (genomes: Genomes<Float64Array>): Promise<Results> => bowl.evaluate(genomes);
const dataOf = (batch: Genomes<Float64Array>): Float64Array => (batch as Batch).data;

/** Asks, evaluates, does something to the batch, and tells, four times. */
async function drive(
  search: MapElites,
  spoil: (batch: AskedBatch, search: MapElites) => unknown,
  view?: boolean,
): Promise<Uint8Array> {
  for (let generation = 0; generation < 4; generation++) {
    const batch = await search.ask({ view });
    const results = await evaluate(batch);
    await spoil(batch, search);
    await search.tell(batch, results);
  }
  return search.snapshot();
}

/** What is done to a batch, or to its seeds, between ask and tell. */
const spoils: Record<string, (batch: AskedBatch, search: MapElites) => unknown> = {
  'transferred its genes': (batch) => transfer(dataOf(batch)),
  'transferred its seeds': ({ seeds }) => transfer(seeds),
  'changed its genes': (batch) => dataOf(batch).fill(3),
  'changed its seeds': ({ seeds }) => seeds.fill(3),
  'took a snapshot after a transfer': (batch, search) => {
    transfer(dataOf(batch));
    search.snapshot();
  },
};

describe('a batch that was asked for', () => {
  it.each(Object.entries(spoils))('belongs to whoever asked: the search is the same if who %s', async (_, spoil) => {
    expect(await drive(make(), spoil)).toEqual(await drive(make(), () => undefined));
  });

  it('may be a view for whoever only reads it', async () => {
    expect(await drive(make(), () => undefined, true)).toEqual(await drive(make(), () => undefined));
  });

  it('comes out of a snapshot with its genes and seeds, whatever was done to it', async () => {
    const [search, twin] = [make(), make()];
    const [batch, expected] = [await search.ask(), await twin.ask()];
    dataOf(batch).fill(3);
    batch.seeds.fill(3);
    expect(search.snapshot()).toEqual(twin.snapshot());
    search.restore(twin.snapshot());
    const [again] = search.pending;
    expect([dataOf(again!), again!.seeds]).toEqual([dataOf(expected), expected.seeds]);
    dataOf(again!).fill(4);
    const results = await evaluate(expected);
    await search.tell(again!, results);
    await twin.tell(expected, results);
    expect(search.snapshot()).toEqual(twin.snapshot());
  });

  it('is the search’s own whatever its operator answers with: its parents, elites, or memory that it uses again', async () => {
    const scratch = bowl.genome.dimensions * 20;
    const memory = new Float64Array(scratch);
    const answers: Record<string, VariationOperator> = {
      parents: { vary: (parents) => parents },
      elites: {
        vary: (parents, { archive }) => new Batch(parents.rows, 4, dataOf(archive.genomes()).subarray(0, scratch)),
      },
      scratch: {
        vary(parents) {
          for (let i = 0; i < parents.rows; i++) memory.set(parents.row(i), 4 * i);
          return new Batch(parents.rows, 4, memory);
        },
      },
    };
    for (const operator of Object.values(answers)) {
      const copied: VariationOperator = {
        async vary(parents, context) {
          const children = await operator.vary(parents, context);
          return Batch.from(Array.from({ length: children.rows }, (_, i) => children.row(i)));
        },
      };
      // The archive has as many elites as a batch has rows: the first genomes lie in cells of their own.
      const [search, other, twin] = [make(operator), make(operator), make(copied)];
      for (const each of [search, other, twin]) {
        const first = await each.ask();
        const descriptors = Array.from({ length: 20 }, (_, i) => [i / 2, i % 10]);
        await each.tell(first, { fitness: new Float64Array(20), descriptors });
      }
      const asked = await search.ask({ view: true });
      const before = dataOf(asked).slice();
      // Another search with the same operator, in between.
      await other.ask();
      expect(dataOf(asked)).toEqual(before);
      const results = {
        fitness: Float64Array.from({ length: 20 }, (_, i) => 1 + i),
        descriptors: Array.from({ length: 20 }, (_, i) => [(19 - i) / 2, (i * 7) % 10]),
      };
      await search.tell(asked, results);
      await twin.tell(await twin.ask(), results);
      expect(dataOf(asked)).toEqual(before);
      expect([...search.archive]).toEqual([...twin.archive]);
      transfer(dataOf(asked));
      expect([...search.archive]).toEqual([...twin.archive]);
    }
  });
});

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
