import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import { Batch, type Emitter, type Genomes, type Results, type Told } from '../../src/core/index.ts';
import { defineDomain } from '../../src/domains/index.ts';
import { operatorEmitter } from '../../src/emitters/index.ts';
import { MapElites, Search, type SearchOptions } from '../../src/search/index.ts';
import { GaussianMutation, IsoLineMutation } from '../../src/variation/index.ts';
import { bowl, bowlArchive } from '../support/domains/bowl.ts';
import { errorOf } from '../support/error-of.ts';

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

describe('Search, its parts', () => {
  it('lets another search have an archive when no batch is out, and not before', async () => {
    const archive = bowlArchive();
    const [one, other] = [make({ archive }), make({ archive, seed: 2 })];
    const batch = await one.ask();
    expect(await errorOf(() => other.ask())).toBe(
      'STATE Search.ask: archive is in use by another search, which has batches out: tell or drop them.',
    );
    await one.tell(batch, await evaluate(batch));
    const next = await other.ask();
    expect(await errorOf(() => one.ask())).toMatch(/^STATE/);
    await other.drop(next);
    await one.ask();
  });

  it('refuses an archive that was made for noise where there is none, and the reverse', async () => {
    const noisy = { ...bowl, noisy: true };
    const archive = new GridArchive({ domain: noisy, cells: [5, 5] });
    const rule = 'ARGUMENT Search: archive.noisy must be';
    expect(await errorOf(() => make({ archive }))).toBe(`${rule} false, as the domain says; got true.`);
    expect(await errorOf(() => make({ domain: noisy }))).toBe(`${rule} true, as the domain says; got false.`);
    expect(make({ domain: noisy, archive }).archive).toBe(archive);
  });

  it('refuses one emitter under two names, and what is no emitter', async () => {
    const own = new Listening();
    const bad = (emitters: object): Promise<string> => errorOf(() => make({ emitters: emitters as never }));
    expect(await bad({ one: own, other: own })).toBe(
      "ARGUMENT Search: emitters.other must be another object than emitters.one, with a strategy, ranker or learner of its own; got 'a part of both'.",
    );
    const shared = { ...own, ask: own.ask, parts: [own] };
    expect(await bad({ one: own, other: shared })).toContain('be another object than emitters.one');
    expect(await bad({})).toContain('emitters must have at least one');
    expect(await bad({ one: {} })).toContain('emitters.one must have ask()');
    expect(await bad({ one: { ask() {}, batchSize: 0 } })).toContain(
      'emitters.one.batchSize must be an integer in [1,',
    );
    for (const share of [0, -1, Number.NaN, '0.5']) {
      expect(await bad({ one: { ask() {}, share }, two: { ask() {} } })).toContain(
        'emitters.one.share must be a finite',
      );
    }
    const half = { ask() {}, share: 0.5 };
    expect(await bad({ one: half, two: { ...half }, three: { ask() {} } })).toBe(
      'ARGUMENT Search: the sum of emitters.share must be below 1; got 1.',
    );
  });

  it('refuses what an emitter gives that fits neither the space nor what was asked for', async () => {
    const first = async (genomes: unknown): Promise<string> => {
      const search = make({ emitters: { own: { ask: () => genomes as never } } });
      const batch = await search.ask();
      await search.tell(batch, await evaluate(batch));
      return errorOf(() => search.ask());
    };
    expect(await first(Batch.zeros(11, 4))).toBe(
      'ARGUMENT Search.ask: emitters.own must give at most 10 rows; got 11.',
    );
    expect(await first(Batch.zeros(10, 3))).toContain('genomes must have shape (10, 4)');
    expect(await first(5)).toBe('ARGUMENT Search.ask: emitters.own must give genomes or a proposal; got 5.');
    expect(await first(Batch.zeros(0, 4))).toBe('STATE Search.ask: no emitter gave a genome.');
  });

  it('asks an emitter that fails again, from the same random numbers, as often as it is told', async () => {
    let failures = 0;
    const own: Emitter = {
      ask(count, context) {
        const genomes = new Listening().ask(count, context);
        if (failures-- > 0) throw new Error('down');
        return genomes;
      },
    };
    const genomes: Float64Array[] = [];
    for (const count of [0, 2, 3]) {
      const search = make({ emitters: { own } });
      const batch = await search.ask();
      await search.tell(batch, await evaluate(batch));
      failures = count;
      if (count === 3) expect(await errorOf(() => search.ask({ retries: 2 }))).toContain('down');
      const asked = await search.ask({ retries: 2 });
      genomes.push((asked as never as Batch).data.slice());
      await search.drop(asked);
    }
    expect(genomes[1]).toEqual(genomes[0]);
    expect(genomes[2]).toEqual(genomes[0]);
    failures = 9;
    const both = make({ emitters: { own, other: new Listening() } });
    const batch = await both.ask();
    await both.tell(batch, await evaluate(batch));
    const some = await both.ask({ onError: 'invalid' });
    expect(some.emitters).toEqual({ own: 0, other: 5 });
    await both.drop(some);
    const alone = make({ emitters: { own } });
    const first = await alone.ask();
    await alone.tell(first, await evaluate(first));
    expect(await errorOf(() => alone.ask({ onError: 'invalid' }))).toBe(
      'STATE Search.ask: no emitter gave a genome; the last one failed: down.',
    );
    await expect(alone.ask({ onError: 'invalid' })).rejects.toMatchObject({ cause: { message: 'down' } });
  });

  it('keeps what emitters learn with apart from what they propose with, and makes up for a lesson that failed', async () => {
    const lessons: number[] = [];
    let failures = 1;
    const learning: Emitter = {
      ask: (count, context) => new Listening().ask(count, context),
      async learn({ random, generations }) {
        const number = random.uniform();
        if (generations === 2 && failures-- > 0) throw new Error('no lesson');
        lessons.push(number);
      },
    };
    const search = make({ emitters: { learning } });
    const step = async (): Promise<void> => {
      const batch = await search.ask();
      await search.tell(batch, await evaluate(batch));
    };
    for (let i = 0; i < 2; i++) await step();
    expect(await errorOf(() => search.learn())).toContain('no lesson');
    await search.learn();
    await search.learn();
    const steady = make({ emitters: { learning } });
    const count = lessons.length;
    for (let i = 0; i < 2; i++) {
      const batch = await steady.ask();
      await steady.tell(batch, await evaluate(batch));
      await steady.learn();
    }
    expect(lessons.slice(count)).toEqual(lessons.slice(0, count));
  });

  it('tells where each elite comes from', async () => {
    const archive = new GridArchive({ domain: bowl, cells: [10, 10], lineage: true });
    const emitters = { line: operatorEmitter(new IsoLineMutation()), iso: operatorEmitter(new GaussianMutation()) };
    const search = make({ archive, emitters });
    const known = new Map<number, Float64Array>();
    const seeds: number[] = [];
    for (let generation = 0; generation < 12; generation++) {
      const batch = await search.ask();
      seeds.push(...batch.seeds);
      await search.tell(batch, await evaluate(batch));
      for (const { origin, genome } of archive) known.set(origin!.id, genome);
    }
    const counts = { line: 0, iso: 0, '': 0 };
    for (const { origin } of archive) {
      const { id, parents, emitter, evaluation, seed } = origin!;
      counts[emitter as 'line']++;
      expect(parents).toHaveLength(emitter === '' ? 0 : emitter === 'line' ? 2 : 1);
      expect(parents.every((parent) => parent < id && known.has(parent))).toBe(true);
      expect(seeds[evaluation]).toBe(seed);
    }
    expect(counts.line > 0 && counts.iso > 0).toBe(true);
  });

  it('records for every elite the emitter whose row entered last, and counts all rows that entered, in any order of telling', async () => {
    const archive = new GridArchive({ domain: bowl, cells: [10, 10], lineage: true });
    const emitters = () => ({ line: operatorEmitter(new IsoLineMutation()), own: new Listening() });
    const search = make({ archive, emitters: emitters(), initial: { evaluations: 20 } });
    const makers = new Map<number, string>();
    const entered: Record<string, number> = { line: 0, own: 0, '': 0 };
    let recorded = {};
    for (let round = 0; round < 30; round++) {
      const batches = [await search.ask(), await search.ask()];
      for (const odd of [1, 0]) {
        for (const batch of [...batches].reverse()) {
          const rows = Array.from({ length: 5 }, (_, i) => 9 - 2 * i - odd);
          const { status, cell } = await search.tell(batch, await some(batch, rows), { rows });
          const { line } = batch.emitters;
          for (const [i, row] of rows.entries()) {
            if (status[i] !== 'new' && status[i] !== 'improved') continue;
            const maker = round === 0 ? '' : row < line! ? 'line' : 'own';
            makers.set(cell[i]!, maker);
            entered[maker]!++;
          }
          if (search.history.evaluations.at(-1) === search.evaluations) recorded = { ...entered };
        }
      }
    }
    expect(Math.min(...Object.values(entered))).toBeGreaterThan(3);
    expect(new Map(Array.from(archive, ({ cell, origin }) => [cell, origin!.emitter]))).toEqual(makers);
    const last = (of: Search): Record<string, number> =>
      Object.fromEntries(Object.entries(of.history.entered).map(([name, counts]) => [name, counts.at(-1)!]));
    expect(last(search)).toEqual(recorded);
    // What was counted is part of the snapshot, also before it is recorded.
    const other = new GridArchive({ domain: bowl, cells: [10, 10], lineage: true });
    const again = make({ archive: other, emitters: emitters(), initial: { evaluations: 20 } });
    again.restore(search.snapshot());
    for (const one of [search, again]) {
      const batch = await one.ask();
      await one.tell(batch, await evaluate(batch));
    }
    expect(again.history).toEqual(search.history);
  });

  it('remembers its course: metrics and shares, at most 1,000 points, and goes on with it', async () => {
    const search = make({
      batchSize: 1,
      initial: { evaluations: 1 },
      emitters: { own: new Listening(), other: new Listening() },
    });
    for (let i = 0; i < 3000; i++) {
      const batch = await search.ask();
      await search.tell(batch, await evaluate(batch));
    }
    const { evaluations, metrics, emitters } = search.history;
    expect(evaluations.length).toBeGreaterThan(100);
    expect(evaluations.length).toBeLessThanOrEqual(1000);
    expect([...evaluations].every((n, i) => i === 0 || n > evaluations[i - 1]!)).toBe(true);
    expect(metrics.coverage.every((value, i) => i === 0 || value >= metrics.coverage[i - 1]!)).toBe(true);
    expect(emitters.own!.at(-1)! + emitters.other!.at(-1)!).toBe(evaluations.at(-1)! - 1);
    const again = make({
      batchSize: 1,
      initial: { evaluations: 1 },
      emitters: { own: new Listening(), other: new Listening() },
    });
    again.restore(search.snapshot());
    expect(again.history).toEqual(search.history);
  });

  it('refuses an emitter without a name, which would be taken for the first genomes', async () => {
    const rule = "ARGUMENT Search: emitters must have names that are not empty; got ['', 'own'].";
    expect(await errorOf(() => make({ emitters: { '': new Listening(), own: new Listening() } }))).toBe(rule);
  });

  it('sums the number columns of its domain', async () => {
    const { evaluate: _, evaluateRows: __, ...rest } = bowl;
    const domain = defineDomain({
      name: 'costly',
      genome: rest.genome,
      descriptor: rest.descriptor,
      fields: { cost: 'number', note: 'json' },
      evaluate: (genome) => ({ fitness: 0, descriptor: [genome[0]!, genome[1]!], cost: 2, note: 'x' }),
    });
    const archive = new GridArchive({ domain, cells: [4, 4] });
    const search = new MapElites({
      domain,
      archive,
      variation: new GaussianMutation(),
      batchSize: 5,
      initial: { evaluations: 5 },
      seed: 1,
    });
    for (let i = 0; i < 3; i++) {
      const batch = await search.ask();
      await search.tell(batch, domain.evaluate(batch));
    }
    expect(search.totals).toEqual({ cost: 30 });
  });
});
