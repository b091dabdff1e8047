import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import type { Batch, EmitterContext, Results, Told } from '../../src/core/index.ts';
import { defineDomain } from '../../src/domains/index.ts';
import { run } from '../../src/run/index.ts';
import { Search, type SearchOptions } from '../../src/search/index.ts';
import { askUniform as ask, squareSpace as space } from '../support/domains/square.ts';
import { errorOf } from '../support/error-of.ts';
import { forged } from '../support/forged.ts';

const domain = defineDomain({
  name: 'square',
  genome: space,
  descriptor: space,
  fields: { cost: 'number' },
  evaluate: (genome) => ({ fitness: genome[0]!, descriptor: genome, cost: genome[0]! < 0.2 ? Number.NaN : 1 }),
});
const make = (options: Partial<SearchOptions> = {}): Search =>
  new Search({
    domain,
    archive: new GridArchive({ domain, cells: [10, 10], lineage: true }),
    emitters: { e: { ask } },
    batchSize: 10,
    initial: { evaluations: 10 },
    seed: 1,
    ...options,
  });
const results = (rows: number): Results => ({
  fitness: new Array(rows).fill(1),
  descriptors: new Array(rows).fill([0.5, 0.5]),
  fields: { cost: new Array(rows).fill(1) },
});
const tellAll = async (search: Search): Promise<void> => {
  const batch = await search.ask();
  await search.tell(batch, results(batch.rows));
};

describe('Search', () => {
  it.each(['', 7, null])('has a name that is a text, not %o', async (name) => {
    expect(await errorOf(() => make({ name: name as never }))).toMatch(/^ARGUMENT Search: name must be a text that is/);
  });

  it('takes rows as a list only', async () => {
    const search = make();
    const batch = await search.ask();
    for (const rows of [new Set([0, 1]), {}] as never[]) {
      expect(await errorOf(() => search.tell(batch, results(2), { rows }))).toMatch(
        /^ARGUMENT Search.tell: rows.length/,
      );
      expect(await errorOf(() => search.hold(batch, results(2), { rows }))).toMatch(
        /^ARGUMENT Search.hold: rows.length/,
      );
    }
    expect(search.evaluations).toBe(0);
  });

  it('sums a column over what is a number, so that a budget is reached whatever else there is', async () => {
    const search = make();
    const { stoppedBy } = await run(search, { evaluations: 5000, budget: { field: 'cost', total: 50 } });
    expect([stoppedBy, search.totals.cost! >= 50]).toEqual(['budget', true]);
  });

  it('tells every emitter, also those after one that fails, and throws its error', async () => {
    let told = 0;
    const bad = {
      ask,
      tell() {
        throw new Error('deaf');
      },
    };
    const good = {
      ask,
      tell({ genomes }: Told) {
        told += genomes.rows;
      },
    };
    const search = make({ emitters: { bad, good } });
    await tellAll(search);
    const batch = await search.ask();
    await expect(search.tell(batch, results(10))).rejects.toThrow('deaf');
    expect(told).toBe(5);
  });

  it('adds the rows of all emitters at once, so that an archive that throws has taken none of them', async () => {
    const archive = new GridArchive({ domain, cells: [10, 10] });
    const added: number[] = [];
    let failing = true;
    const add = archive.add.bind(archive);
    archive.add = (genomes, ...rest) => {
      if (genomes.rows === 10 && search.evaluations === 10 && failing) throw new Error('disk full');
      added.push(genomes.rows);
      return add(genomes, ...rest);
    };
    const told: number[][] = [];
    const listening = { ask, tell: ({ rows }: Told) => void told.push([...(rows as Int32Array)]) };
    const search: Search = make({ archive, emitters: { a: { ...listening }, b: { ask }, c: { ...listening } } });
    await tellAll(search);
    const batch = await search.ask();
    await expect(search.tell(batch, results(10))).rejects.toThrow('disk full');
    expect([added, told, search.missing(batch).length]).toEqual([[10], [], 10]);
    failing = false;
    const rows = [9, 0, 5, 8, 1, 2, 3, 4, 6, 7];
    await search.tell(batch, results(10), { rows });
    const { a, c } = batch.emitters as { a: number; c: number };
    const own = [0, 5, 1, 2, 3, 4].filter((row) => row < a);
    const last = [9, 8, 6, 7].filter((row) => row >= 10 - c).map((row) => row - (10 - c));
    expect([added, told]).toEqual([
      [10, 10],
      [own, last],
    ]);
  });

  it('answers asks in the order of the calls', async () => {
    const slow = {
      async ask(count: number, context: EmitterContext): Promise<Batch> {
        await null;
        return ask(count, context);
      },
    };
    const search = make({ emitters: { slow } });
    await tellAll(search);
    const order: string[] = [];
    const again = async (): Promise<void> => {
      for (let i = 0; i < 3; i++) {
        await search.ask();
        order.push(`first ${i}`);
      }
    };
    await Promise.all([again(), search.ask().then(() => order.push('second'))]);
    expect(order.slice(0, 2)).toEqual(['first 0', 'second']);
  });

  it('tells emitters of rows in the order in which the archive took them', async () => {
    const heard: number[] = [];
    const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
    const emitter = {
      ask,
      async tell({ ask: number }: Told): Promise<void> {
        await wait(number === 0 ? 20 : 1);
        heard.push(number);
      },
    };
    const search = make({ emitters: { emitter } });
    await tellAll(search);
    const batches = [await search.ask(), await search.ask()];
    await Promise.all(batches.map((batch) => search.tell(batch, results(10))));
    expect(heard).toEqual([0, 1]);
  });

  it('neither learns nor asks while another search that shares a part has a batch out', async () => {
    let learned = 0;
    const learner = {};
    const emitter = () => ({ ask, parts: [learner], learn: () => void learned++ });
    const [one, other] = [make({ emitters: { e: emitter() } }), make({ emitters: { e: emitter() } })];
    await tellAll(other);
    await tellAll(one);
    await one.ask();
    const before = learned;
    expect(await errorOf(() => other.ask())).toMatch(/^STATE Search.ask/);
    expect(learned).toBe(before);
  });

  it('refuses a snapshot in which rows are held that have no results, or none that are finite', async () => {
    const search = make();
    const batch = await search.ask();
    const forge = (change: (data: Int32Array | Float64Array, name: string) => void): Uint8Array =>
      forged(search.snapshot(), ({ tensors }) => {
        for (const [name, { data }] of tensors) if (/held/.test(name)) change(data as Float64Array, name);
      });
    expect(await errorOf(() => make().restore(forge((data) => data.fill(1))))).toMatch(/^SNAPSHOT Search.restore/);
    search.hold(batch, results(10));
    make().restore(search.snapshot());
    const infinite = forge((data, name) => void (name.endsWith('fitness') && data.fill(Number.POSITIVE_INFINITY)));
    expect(await errorOf(() => make().restore(infinite))).toMatch(/^SNAPSHOT Search.restore/);
  });

  it('refuses parents that are no ids, or not those of each row', async () => {
    for (const parents of [['x'], [[-1]], [[Number.NaN]], 'abcdefghij', [[0]]] as never[]) {
      const search = make({
        emitters: { e: { ask: (count, context) => ({ genomes: ask(count, context), parents }) } },
      });
      await tellAll(search);
      expect(await errorOf(() => search.ask())).toMatch(/^ARGUMENT Search.ask: emitters.e: parents/);
    }
  });
});
