import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import { SlidingWindowUcb } from '../../src/bandits/index.ts';
import { Batch, type Emitter, type Genomes, type Results, type Told } from '../../src/core/index.ts';
import { operatorEmitter } from '../../src/emitters/index.ts';
import { Search, type SearchOptions } from '../../src/search/index.ts';
import { IsoLineMutation } from '../../src/variation/index.ts';
import { bowl, bowlArchive } from '../support/domains/bowl.ts';
import { errorOf } from '../support/error-of.ts';
import { runs } from '../support/runs.ts';

const make = (options: Partial<SearchOptions> = {}): Search =>
  new Search({
    domain: bowl,
    archive: bowlArchive(),
    emitters: { line: operatorEmitter(new IsoLineMutation({ isoSigma: 0.5 })) },
    batchSize: 10,
    initial: { evaluations: 10 },
    seed: 1,
    ...options,
  });

const evaluate = async (genomes: Genomes<Float64Array>): Promise<Results> => bowl.evaluate(genomes);
const some = async (batch: Genomes<Float64Array>, rows: number[]): Promise<Results> =>
  evaluate(Batch.from(rows.map((row) => batch.row(row))));

/** Draws uniformly, and remembers what it heard. */
class Listening implements Emitter {
  readonly told: Told[] = [];
  ask(count: number, { random }: { random: { uniform(): number } }): Batch {
    return Batch.from(
      Array.from({ length: count }, () => Float64Array.from({ length: 4 }, () => 10 * random.uniform())),
    );
  }
  tell(told: Told): void {
    this.told.push(told);
  }
}

describe('Search, with several batches out', () => {
  it('takes rows in any order and in any parts: each is added once, and its emitter hears of it', async () => {
    const parts = fc.array(fc.tuple(fc.nat(2), fc.nat(9), fc.integer({ min: 1, max: 5 })), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(parts, async (list) => {
        const own = new Listening();
        const search = make({ emitters: { own }, initial: { evaluations: 10 } });
        const first = await search.ask();
        await search.tell(first, await evaluate(first));
        const batches = [await search.ask(), await search.ask(), await search.ask()];
        const told = batches.map(() => new Set<number>());
        for (const [which, start, count] of list) {
          const batch = batches[which]!;
          const rows = Array.from({ length: count }, (_, i) => (start + 3 * i) % 10);
          const results = await some(batch, rows);
          if (told[which]!.size === 10 || rows.some((row, i) => told[which]!.has(row) || rows.indexOf(row) < i)) {
            expect(await errorOf(() => search.tell(batch, results, { rows }))).toMatch(/^STATE/);
            continue;
          }
          const before = own.told.length;
          const report = await search.tell(batch, results, { rows });
          expect(report.status).toHaveLength(count);
          for (const row of rows) told[which]!.add(row);
          expect(own.told.slice(before).map((one) => [one.ask, Array.from(one.rows)])).toEqual([[which, rows]]);
          expect(own.told.at(-1)!.genomes.rows).toBe(count);
          expect(own.told.at(-1)!.results.fitness).toEqual(Float64Array.from(results.fitness));
        }
        const all = told.reduce((sum, rows) => sum + rows.size, 10);
        expect(search.evaluations).toBe(all);
        expect(search.pending).toEqual(batches.filter((_, i) => told[i]!.size < 10));
      }),
      { numRuns: runs(60) },
    );
  });

  it('tells the other emitters of their rows if one fails, and then passes its error on', async () => {
    for (const fail of [
      () => Promise.reject(new Error('deaf')),
      () => {
        throw new Error('deaf');
      },
    ]) {
      const [first, deaf, last] = [new Listening(), Object.assign(new Listening(), { tell: fail }), new Listening()];
      const search = make({ emitters: { first, deaf, last }, initial: { evaluations: 10 } });
      const initial = await search.ask();
      await search.tell(initial, await evaluate(initial));
      const batch = await search.ask();
      expect(await errorOf(async () => search.tell(batch, await evaluate(batch)))).toContain('deaf');
      expect([first.told, last.told].map((told) => told.length)).toEqual([1, 1]);
      expect(search.pending).toEqual([]);
    }
  });

  it('refuses elites to be evaluated again where the archive cannot revise', async () => {
    const again: Emitter = {
      ask: (count, { archive, random }) => ({
        genomes: archive.sample(count, random),
        revises: new Float64Array(count),
      }),
    };
    const archive = Object.assign(bowlArchive(), { revise: undefined });
    const search = make({ archive: archive as never, emitters: { again } });
    const initial = await search.ask();
    await search.tell(initial, await evaluate(initial));
    expect(await errorOf(() => search.ask())).toBe(
      'ARGUMENT Search.ask: archive.revise must be a function; got undefined.',
    );
  });

  it('copies the ids of parents that an emitter gives', async () => {
    const parents = Array.from({ length: 10 }, () => [1]);
    const again: Emitter = {
      ask: (count, { archive, random }) => ({ genomes: archive.sample(count, random), parents }),
    };
    const archive = new GridArchive({ domain: bowl, cells: [5, 5], lineage: true });
    const search = make({ archive, emitters: { again } });
    for (const better of [0, 100]) {
      const batch = await search.ask();
      if (better > 0) for (const ids of parents) ids[0] = 7;
      const { fitness, descriptors } = await evaluate(batch);
      await search.tell(batch, { fitness: Array.from(fitness, (value) => value + better), descriptors });
    }
    const origins = [...archive].map(({ origin }) => origin!).filter(({ emitter }) => emitter === 'again');
    expect(new Set(origins.map(({ parents: ids }) => ids.join()))).toEqual(new Set(['1']));
  });

  it('ends in the same archive however a batch is cut', async () => {
    const archives = [];
    for (const cuts of [[10], [1, 2, 3, 4], [5, 5]]) {
      const search = make();
      for (let generation = 0; generation < 8; generation++) {
        const batch = await search.ask();
        let from = 0;
        for (const count of cuts) {
          const rows = Array.from({ length: count }, (_, i) => from + i);
          await search.tell(batch, await some(batch, rows), { rows });
          from += count;
        }
      }
      archives.push([...search.archive]);
    }
    expect(archives[1]).toEqual(archives[0]);
    expect(archives[2]).toEqual(archives[0]);
  });

  it('tells the bandit once for each batch, when the last row is told, with the report of all', async () => {
    const rewards: [number, number][] = [];
    const bandit = {
      arms: 1,
      select: () => 0,
      reward: (arm: number, value: number) => void rewards.push([arm, value]),
    };
    const reports: unknown[] = [];
    const reward = (report: { status: readonly string[]; new: number; improved: number }): number => {
      reports.push([...report.status]);
      return (report.new + report.improved) / report.status.length;
    };
    const search = make({ bandit, reward: reward as never });
    const first = await search.ask();
    await search.tell(first, await evaluate(first));
    const batch = await search.ask();
    const status: string[] = [];
    for (const rows of [
      [9, 3],
      [0, 1, 2],
      [4, 5, 6, 7, 8],
    ]) {
      expect(rewards).toEqual([]);
      const report = await search.tell(batch, await some(batch, rows), { rows });
      for (const [i, row] of rows.entries()) status[row] = report.status[i]!;
    }
    expect(reports).toEqual([status]);
    expect(rewards).toHaveLength(1);
  });

  it('counts arms that are out as tried', async () => {
    const emitters = Object.fromEntries(['a', 'b', 'c'].map((name) => [name, new Listening()]));
    const search = make({ emitters, bandit: new SlidingWindowUcb({ arms: 3 }) });
    const first = await search.ask();
    await search.tell(first, await evaluate(first));
    const batches = await Promise.all([search.ask(), search.ask(), search.ask()]);
    expect(batches.map((batch) => Object.entries(batch.emitters).find(([, rows]) => rows > 0)![0])).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('counts first genomes when they are asked for, and draws more while the archive is empty', async () => {
    const search = make({ initial: { evaluations: 20 } });
    const batches = [await search.ask(), await search.ask(), await search.ask()];
    expect(batches.map(({ emitters }) => emitters.line)).toEqual([0, 0, 0]);
    await search.tell(batches[2]!, await evaluate(batches[2]!));
    expect((await search.ask()).emitters.line).toBe(10);
  });

  it('gives a batch up: its rows are invalid, those that are held as well', async () => {
    const search = make();
    const batch = await search.ask();
    search.hold(batch, await some(batch, [4]), { rows: [4] });
    await search.tell(batch, await some(batch, [1, 2]), { rows: [1, 2] });
    const report = await search.drop(batch);
    expect(report.invalid).toBe(8);
    expect(new Set(report.reasons)).toEqual(new Set(['the batch was dropped']));
    expect([search.evaluations, search.pending.length]).toEqual([10, 0]);
    expect(await errorOf(() => search.drop(batch))).toMatch(/^STATE Search.drop/);
  });

  it('keeps results with their batch until it is told without any', async () => {
    const search = make();
    const batch = await search.ask();
    expect(await errorOf(() => search.tell(batch))).toBe('STATE Search.tell: no results of row 0 were given or held.');
    search.hold(batch, await some(batch, [0, 3]), { rows: [0, 3] });
    expect([...search.missing(batch)]).toEqual([1, 2, 4, 5, 6, 7, 8, 9]);
    expect(await errorOf(() => search.tell(batch))).toContain('row 1');
    await search.tell(batch, undefined, { rows: [3] });
    expect(search.evaluations).toBe(1);
    search.hold(batch, await some(batch, [1, 2, 4, 5, 6, 7, 8, 9]), { rows: [1, 2, 4, 5, 6, 7, 8, 9] });
    await search.tell(batch);
    expect([search.evaluations, search.pending.length]).toEqual([10, 0]);
  });

  it('refuses rows that do not exist or were told, and changes nothing', async () => {
    const search = make();
    const batch = await search.ask();
    const two = await some(batch, [0, 1]);
    const bad = (rows: unknown): Promise<string> => errorOf(() => search.tell(batch, two, { rows: rows as never }));
    expect(await bad([0, 10])).toBe('ARGUMENT Search.tell: rows[1] must be an integer in [0, 9]; got 10.');
    expect(await bad([0, 0])).toBe('STATE Search.tell: row 0 was told before.');
    expect(await bad([0, 1.5])).toContain('rows[1] must be an integer');
    expect(await bad([0])).toContain('fitness must have shape (1)');
    expect(await bad('ab')).toMatch(/^ARGUMENT/);
    expect([search.evaluations, search.archive.size]).toEqual([0, 0]);
  });

  it('says that genomes were transferred of which it gave a view, drops their batch, and goes on', async () => {
    const search = make();
    const batch = (await search.ask({ view: true })) as never as Batch;
    const results = await evaluate(batch);
    structuredClone(batch.data.buffer, { transfer: [batch.data.buffer as ArrayBuffer] });
    expect(await errorOf(() => search.snapshot())).toMatch(/^STATE .* was transferred; drop it.$/);
    expect(await errorOf(() => search.tell(batch, results))).toMatch(
      /^ARGUMENT Search.tell: genomes must keep their memory until/,
    );
    expect([search.evaluations, search.pending.length, search.archive.size]).toEqual([10, 0, 0]);
    const next = await search.ask();
    await search.tell(next, await evaluate(next));
    expect(search.evaluations).toBe(20);
    expect(search.snapshot()).toBeInstanceOf(Uint8Array);
  });

  it('serialises asks: each begins when the one before has ended', async () => {
    let under = 0;
    const slow = {
      async vary(parents: Genomes<Float64Array>) {
        expect(++under).toBe(1);
        await new Promise((resolve) => setTimeout(resolve, 2));
        under--;
        return parents;
      },
    };
    const search = make({ emitters: { slow: operatorEmitter(slow) } });
    const first = await search.ask();
    await search.tell(first, await evaluate(first));
    const batches = await Promise.all([search.ask(), search.ask(), search.ask()]);
    expect(batches.map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it('gives an asynchronous operator the parents of the moment of its ask, whatever is told meanwhile', async () => {
    const seen: number[][] = [];
    let proceed: (() => void) | undefined;
    const late = {
      async vary(parents: Genomes<Float64Array>) {
        await new Promise<void>((resolve) => {
          proceed = resolve;
        });
        seen.push([...(parents.row(0) as Float64Array)]);
        return parents;
      },
    };
    const archive = new GridArchive({ domain: bowl, cells: [1, 1] });
    const search = make({ archive, emitters: { late: operatorEmitter(late) }, initial: { evaluations: 20 } });
    const [one, two] = [await search.ask(), await search.ask()];
    await search.tell(one, await evaluate(one));
    const elite = [...archive.best()!.genome];
    const asking = search.ask();
    while (proceed === undefined) await new Promise((resolve) => setTimeout(resolve));
    const better = Batch.from(Array.from({ length: 10 }, () => [5, 5, 5, 5]));
    await search.tell(two, await evaluate(better));
    proceed();
    await asking;
    expect(seen).toEqual([elite]);
  });
});

describe('Search.add', () => {
  it('adds rows that were evaluated elsewhere to archive and guide, without evaluations or a word to emitters', async () => {
    const own = new Listening();
    const [archive, guide] = [bowlArchive(), bowlArchive()];
    const search = make({ archive, guide, emitters: { own } });
    const genomes = Batch.from([
      [1, 2, 3, 4],
      [5, 5, 5, 5],
      [11, 0, 0, 0],
    ]);
    const report = search.add(genomes, await evaluate(genomes));
    expect(report.status).toEqual(['new', 'new', 'invalid']);
    expect([...guide]).toEqual([...archive]);
    expect(archive.size).toBe(2);
    expect([search.evaluations, own.told.length]).toEqual([0, 0]);
  });

  it('refuses what does not fit, and changes nothing', async () => {
    const search = make();
    const genomes = Batch.from([[1, 2, 3, 4]]);
    const before = search.snapshot();
    const { fitness, descriptors } = await evaluate(genomes);
    expect(await errorOf(() => search.add(genomes, { fitness: [1, 2], descriptors }))).toContain('ARGUMENT Search.add');
    expect(await errorOf(() => search.add({} as never, { fitness, descriptors }))).toContain('ARGUMENT Search.add');
    expect(await errorOf(() => search.add(Batch.from([[1]]), { fitness, descriptors }))).toContain('ARGUMENT');
    expect(search.snapshot()).toEqual(before);
    const other = make({ archive: search.archive as never });
    await other.ask();
    expect(await errorOf(() => search.add(genomes, { fitness, descriptors }))).toContain('STATE Search.add');
  });
});
