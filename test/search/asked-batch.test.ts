import { describe, expect, it } from 'vitest';
import { MapElites } from '../../src/search/index.ts';
import { Batch, type Genomes, type Results, type VariationOperator } from '../../src/core/index.ts';
import { GaussianMutation } from '../../src/variation/index.ts';
import { bowl, bowlArchive } from '../support/bowl.ts';
import { transfer } from '../support/transfer.ts';

const make = (variation: VariationOperator = new GaussianMutation({ sigma: 0.5 })): MapElites =>
  new MapElites({ domain: bowl, archive: bowlArchive(), variation, batchSize: 20, seed: 1 });

const evaluate = async (genomes: Genomes<Float64Array>): Promise<Results> => bowl.evaluate(genomes);

/** Asks, evaluates, does something to the batch, and tells, four times. */
async function drive(search: MapElites, spoil: (genomes: Batch, search: MapElites) => unknown): Promise<Uint8Array> {
  for (let generation = 0; generation < 4; generation++) {
    const genomes = (await search.ask()) as Batch;
    const results = await evaluate(genomes);
    await spoil(genomes, search);
    await search.tell(genomes, results);
  }
  return search.snapshot();
}

/** What is done to a batch, or to its seeds, between ask and tell. */
const spoils: Record<string, (genomes: Batch, search: MapElites) => unknown> = {
  'transferred its genes': ({ data }) => transfer(data),
  'transferred its seeds': (_, search) => transfer(search.seeds!),
  'changed its genes': ({ data }) => data.fill(3),
  'changed its seeds': (_, search) => search.seeds!.fill(3),
  'took a snapshot after a transfer': ({ data }, search) => {
    transfer(data);
    search.snapshot();
  },
};

describe('a batch that was asked for', () => {
  it.each(Object.entries(spoils))('belongs to whoever asked: the search is the same if who %s', async (_, spoil) => {
    expect(await drive(make(), spoil)).toEqual(await drive(make(), () => undefined));
  });

  it('is given again with its genes and seeds, whatever was done to it', async () => {
    const [search, twin] = [make(), make()];
    const [given, expected] = [(await search.ask()) as Batch, (await twin.ask()) as Batch];
    const seeds = search.seeds!;
    given.data.fill(3);
    seeds.fill(3);
    expect(await search.ask()).toBe(given);
    expect(given).toEqual(expected);
    transfer(given.data);
    transfer(seeds);
    const again = (await search.ask()) as Batch;
    expect(again).toEqual(expected);
    expect(search.seeds).toEqual(twin.seeds);
    expect(await search.ask()).toBe(again);
    const results = await evaluate(expected);
    await search.tell(again, results);
    await twin.tell(expected, results);
    expect(search.snapshot()).toEqual(twin.snapshot());
  });

  it('was lent, and may still be changed by who asks for it as well', async () => {
    const [search, twin] = [make(), make()];
    const lent = search.ask(undefined, true);
    const early = search.ask();
    expect(await early).toBe(await lent);
    ((await early) as Batch).data.fill(3);
    await search.tell(await early, await evaluate((await twin.ask()) as Batch));
    await twin.tell(await twin.ask(), await evaluate(await twin.ask()));
    const again = (await search.ask(undefined, true)) as Batch;
    const late = (await search.ask()) as Batch;
    expect(late).toBe(again);
    const results = await evaluate(late);
    transfer(late.data);
    await search.tell(late, results);
    await twin.tell(await twin.ask(), results);
    expect(search.snapshot()).toEqual(twin.snapshot());
  });

  it('is the search’s own whatever its operator answers with: its parents, elites, or memory that it uses again', async () => {
    const scratch = bowl.genome.dimensions * 20;
    const memory = new Float64Array(scratch);
    const answers: Record<string, VariationOperator> = {
      parents: { vary: (parents) => parents },
      elites: {
        vary: (parents, { archive }) =>
          new Batch(parents.rows, 4, (archive.genomes() as Batch).data.subarray(0, scratch)),
      },
      scratch: {
        vary(parents) {
          memory.set((parents as Batch).data);
          return new Batch(parents.rows, 4, memory);
        },
      },
    };
    for (const operator of Object.values(answers)) {
      const copied: VariationOperator = {
        async vary(parents, context) {
          const children = (await operator.vary(parents, context)) as Batch;
          return new Batch(children.rows, 4, children.data.slice());
        },
      };
      // The archive has as many elites as a batch has rows: the first genomes lie in cells of their own.
      const [search, other, twin] = [make(operator), make(operator), make(copied)];
      for (const each of [search, other, twin]) {
        const first = await each.ask();
        const descriptors = Array.from({ length: 20 }, (_, i) => [i / 2, i % 10]);
        await each.tell(first, { fitness: new Float64Array(20), descriptors });
      }
      const asked = (await search.ask()) as Batch;
      const before = asked.data.slice();
      // Another search with the same operator, in between.
      await other.ask();
      expect(asked.data).toEqual(before);
      const results = {
        fitness: Float64Array.from({ length: 20 }, (_, i) => 1 + i),
        descriptors: Array.from({ length: 20 }, (_, i) => [(19 - i) / 2, (i * 7) % 10]),
      };
      await search.tell(asked, results);
      await twin.tell(await twin.ask(), results);
      expect(asked.data).toEqual(before);
      expect([...search.archive]).toEqual([...twin.archive]);
      transfer(asked.data);
      expect([...search.archive]).toEqual([...twin.archive]);
    }
  });
});
