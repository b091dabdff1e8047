import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../../src/archives/index.ts';
import { Batch, ListBatch, objectSpace } from '../../../src/core/index.ts';
import { defineDomain, sphereProjection } from '../../../src/domains/index.ts';
import { run } from '../../../src/run/index.ts';
import {
  cmaMae,
  cmaMe,
  DdeElites,
  Islands,
  type IslandsOptions,
  MapElites,
  type Search,
} from '../../../src/search/index.ts';
import { algorithmContract } from '../../../src/testing/index.ts';
import { defineVariation, GaussianMutation, IsoLineMutation } from '../../../src/variation/index.ts';
import { checkLaws } from '../../support/check-laws.ts';
import { bowl, bowlArchive } from '../../support/domains/bowl.ts';
import { errorOf } from '../../support/error-of.ts';
import { NearestLearner } from '../../support/nearest-learner.ts';

const domain = sphereProjection({ dimensions: 6 });
const grid = () => new GridArchive({ domain, cells: [12, 12] });
const strategies = { domain, sigma: 0.5, emitters: 2, populationSize: 6 };

/** Three islands of different kinds; that of CMA-MAE has a guide. */
const searchesOf = (seed: number): Search[] => [
  new MapElites({
    domain,
    archive: grid(),
    variation: new GaussianMutation({ sigma: 0.5 }),
    batchSize: 10,
    initial: { evaluations: 10 },
    seed,
  }),
  cmaMe({ ...strategies, archive: grid(), seed: seed + 1 }),
  cmaMae({ ...strategies, archive: grid(), seed: seed + 2 }),
];
const make = (options: Partial<IslandsOptions<Float64Array, GridArchive>> = {}, seed = 1) =>
  new Islands({ searches: searchesOf(seed), archive: grid(), every: 2, migrants: 3, seed, ...options });
const tell = async (islands: Islands, batch: Batch) => islands.tell(batch, domain.evaluate(batch));
const turn = async (islands: Islands) => tell(islands, (await islands.ask()) as unknown as Batch);

/** Words, which are no vectors, with columns of their own. */
const words = defineDomain({
  name: 'words',
  genome: objectSpace<string>({ sample: (random) => 'abc'.charAt(random.integer(0, 2)) }),
  descriptor: { dimensions: 1, lower: 0, upper: 10 },
  fitnessFloor: 0,
  fields: { letters: 'number', note: 'json' },
  evaluate: (word) => ({
    fitness: word.charCodeAt(0) % 10,
    descriptor: [word.length],
    letters: word.length,
    note: { word },
  }),
});
const longer = defineVariation(words.genome, (word, { random }) =>
  (word + 'abc'.charAt(random.integer(0, 2))).slice(-9),
);

checkLaws('Islands', algorithmContract({ domain, make: () => make() }));
checkLaws(
  'Islands that learn, with migration after each round',
  algorithmContract({
    domain: bowl,
    make() {
      const common = { domain: bowl, batchSize: 7, initial: { evaluations: 7 } };
      const searches = [1, 2].map(
        (seed) => new DdeElites({ ...common, archive: bowlArchive(), learner: new NearestLearner(), seed }),
      );
      return new Islands({ searches, archive: bowlArchive(), every: 1, migrants: 2, seed: 1 });
    },
  }),
);
checkLaws(
  'Islands of words',
  algorithmContract({
    domain: words,
    make() {
      const archive = () => new GridArchive({ domain: words, cells: [10] });
      const searches = [1, 2].map(
        (seed) =>
          new MapElites({
            domain: words,
            archive: archive(),
            variation: longer,
            batchSize: 3,
            initial: { evaluations: 3 },
            seed,
          }),
      );
      return new Islands({ searches, archive: archive(), every: 1, migrants: 2, seed: 1 });
    },
  }),
);

describe('Islands', () => {
  it('take turns: batch n is of island n modulo their number, and counts from 0', async () => {
    const islands = make();
    for (let i = 0; i < 7; i++) {
      const before = islands.searches.map(({ evaluations }) => evaluations);
      const batch = await islands.ask();
      expect(batch.number).toBe(i);
      await tell(islands, batch as unknown as Batch);
      const changed = islands.searches.flatMap(({ evaluations }, k) => (evaluations > before[k]! ? [k] : []));
      expect(changed).toEqual([i % 3]);
    }
    expect(islands.evaluations).toBe(islands.searches.reduce((sum, { evaluations }) => sum + evaluations, 0));
  });

  it('let elites migrate in a ring with their results, without an evaluation, and no further than to the next', async () => {
    const islands = make({ every: 1, migrants: 4 });
    const before: string[][] = [];
    const genomes = (search: Search): string[] => [...search.archive].map(({ genome }) => genome.join());
    for (let i = 0; i < 3; i++) {
      const batch = (await islands.ask()) as unknown as Batch;
      const results = domain.evaluate(batch);
      if (i < 2) await islands.tell(batch, results);
      else {
        before.push(...islands.searches.slice(0, 2).map(genomes));
        before.push(Array.from({ length: batch.rows }, (_, row) => batch.row(row).join()));
        expect(islands.searches[2]!.archive.size).toBe(0);
        await islands.tell(batch, results);
      }
    }
    const evaluations = islands.evaluations;
    expect(evaluations).toBe(10 + 12 + 12);
    let arrived = 0;
    for (const [i, search] of islands.searches.entries()) {
      const from = before[(i + 2) % 3]!;
      for (const genome of genomes(search)) {
        if (before[i]!.includes(genome)) continue;
        arrived++;
        expect(from).toContain(genome);
      }
      for (const { genome, fitness } of search.archive) {
        expect(domain.evaluate(Batch.from([genome])).fitness[0]).toBe(fitness);
      }
    }
    expect(arrived).toBeGreaterThan(0);
  });

  it('have one archive with the best of all islands', async () => {
    const islands = make();
    await run(islands, { evaluations: 600 });
    const best: number[] = [];
    for (const { archive } of islands.searches) {
      for (const { cell, fitness } of archive) best[cell] = Math.max(fitness, best[cell] ?? Number.NEGATIVE_INFINITY);
    }
    const joint: number[] = [];
    for (const { cell, fitness } of islands.archive) joint[cell] = fitness;
    expect(joint).toEqual(best);
  });

  it('give the next batch of the same island after an ask that failed', async () => {
    let fails = 0;
    const variation = defineVariation(domain.genome, (genome) => {
      if (fails-- > 0) throw new Error('no child');
      return genome.map((x) => x * 0.9);
    });
    const searches = [1, 2].map(
      (seed) => new MapElites({ domain, archive: grid(), variation, batchSize: 5, initial: { evaluations: 5 }, seed }),
    );
    const islands = new Islands({ searches, archive: grid(), seed: 1 });
    for (let i = 0; i < 3; i++) await turn(islands);
    fails = 1;
    await expect(islands.ask()).rejects.toThrow('no child');
    expect((await islands.ask()).number).toBe(3);
  });

  it('queue calls of ask that are made at once', async () => {
    const islands = make();
    const batches = await Promise.all([islands.ask(), islands.ask(), islands.ask(), islands.ask()]);
    expect(batches.map(({ number }) => number)).toEqual([0, 1, 2, 3]);
    expect(islands.pending).toEqual(batches);
  });

  it('take rows in parts and in any order, held and told, into both archives', async () => {
    const [islands, twin] = [make(), make()];
    await turn(twin);
    const batch = (await islands.ask()) as unknown as Batch;
    const rows = [7, 2, 9, 0];
    const part = domain.evaluate(Batch.from(rows.map((row) => batch.row(row))));
    islands.hold(batch, part, { rows });
    expect([...islands.missing(batch)]).toEqual([1, 3, 4, 5, 6, 8]);
    const other = make({}, 9);
    other.restore(islands.snapshot());
    for (const one of [islands, other]) {
      const out = one.pending[0] as unknown as Batch;
      await one.tell(out, undefined, { rows: [9, 7, 0] });
      const rest = [1, 2, 3, 4, 5, 6, 8];
      await one.tell(out, domain.evaluate(Batch.from(rest.map((row) => out.row(row)))), { rows: rest });
      expect(one.pending).toEqual([]);
    }
    expect(other.snapshot()).toEqual(islands.snapshot());
    const cells = (one: Islands) => [...one.archive].map(({ cell, fitness }) => `${cell} ${fitness}`).sort();
    expect(cells(islands)).toEqual(cells(twin));
  });

  it('drop a batch, and go on', async () => {
    const islands = make();
    const report = await islands.drop(await islands.ask());
    expect(report.invalid).toBe(10);
    expect(islands.archive.size).toBe(0);
    await run(islands, { evaluations: 200 });
    expect(islands.archive.size).toBeGreaterThan(5);
  });

  it('are the same in every run with several batches out, and go on from a snapshot with batches out', async () => {
    const [islands, twin, other] = [make(), make(), make({}, 5)];
    for (const one of [islands, twin]) await run(one, { evaluations: 250, inFlight: 4 });
    expect(twin.snapshot()).toEqual(islands.snapshot());
    for (let i = 0; i < 4; i++) await islands.ask();
    other.restore(islands.snapshot());
    expect(other.pending.map(({ number }) => number)).toEqual(islands.pending.map(({ number }) => number));
    for (const one of [islands, other]) await run(one, { evaluations: 500, inFlight: 4 });
    expect(other.snapshot()).toEqual(islands.snapshot());
  });

  it('refuse a snapshot within a tell, also while elites migrate, and are not changed by the refusal', async () => {
    const islands = make();
    const unbroken = make();
    const refused: number[] = [];
    for (const { archive } of [...islands.searches, islands]) {
      const add = archive.add.bind(archive);
      archive.add = (...rows) => {
        expect(() => islands.snapshot()).toThrow(/\(\) is under way/);
        refused.push(rows[0].rows);
        return add(...rows);
      };
    }
    for (const one of [islands, unbroken]) for (let i = 0; i < 6; i++) await turn(one);
    // Three migrants for each island, after the batches.
    expect(refused.slice(-3)).toEqual([3, 3, 3]);
    expect(refused.length).toBeGreaterThan(12);
    expect(islands.snapshot()).toEqual(unbroken.snapshot());
  });

  it('queue an ask from within an ask of theirs, and give each number once, also after a snapshot', async () => {
    const nested: Promise<unknown>[] = [];
    const gaussian = new GaussianMutation({ sigma: 0.5 });
    const vary: GaussianMutation['vary'] = (parents, context) => {
      if (nested.length === 0) nested.push(islands.ask());
      return gaussian.vary(parents, context);
    };
    const island = (seed: number): Search =>
      new MapElites({ domain, archive: grid(), variation: { vary }, batchSize: 3, initial: { evaluations: 3 }, seed });
    const islands = make({ searches: [island(1), island(2)] });
    for (let i = 0; i < 2; i++) await turn(islands);
    await islands.ask();
    await Promise.all(nested);
    await islands.ask();
    const numbers = islands.pending.map(({ number }) => number);
    expect(numbers).toEqual([2, 3, 4]);
    islands.restore(islands.snapshot());
    expect(islands.pending.map(({ number }) => number)).toEqual(numbers);
  });

  it('repeat a run in the order in which results arrived', async () => {
    const [islands, twin] = [make(), make()];
    const slow = {
      evaluate: async (batch: Batch) => {
        await new Promise((resolve) => setTimeout(resolve, (batch.row(0)[0]! * 1000) % 7));
        return domain.evaluate(batch);
      },
    };
    const { order } = await run(islands, { evaluations: 300, inFlight: 3, order: 'arrival', evaluator: slow });
    await run(twin, { evaluations: 300, order: order! });
    expect([...twin.archive]).toEqual([...islands.archive]);
  });

  it('bring to an island what it would not have found', async () => {
    // The second island only copies what it has.
    const copies = defineVariation(domain.genome, (genome) => genome);
    const isolated = (every: number) => {
      const good = new MapElites({
        domain,
        archive: grid(),
        variation: new IsoLineMutation({ isoSigma: 0.3, lineSigma: 0.2 }),
        batchSize: 20,
        initial: { evaluations: 20 },
        seed: 1,
      });
      const idle = new MapElites({
        domain,
        archive: grid(),
        variation: copies,
        batchSize: 20,
        initial: { evaluations: 20 },
        seed: 2,
      });
      return new Islands({ searches: [good, idle], archive: grid(), every, migrants: 5, seed: 1 });
    };
    const [alone, joined] = [isolated(10_000), isolated(2)];
    for (const one of [alone, joined]) await run(one, { evaluations: 1000 });
    const sizes = [alone, joined].map(({ searches }) => searches[1]!.archive.size);
    expect(sizes[1]).toBeGreaterThan(2 * sizes[0]!);
  });

  it('refuse a snapshot of others, and searches that do not fit', async () => {
    const islands = make();
    await turn(islands);
    expect(await errorOf(() => make({ every: 3 }).restore(islands.snapshot()))).toContain('SNAPSHOT Islands.restore');
    const asked = searchesOf(1);
    await asked[1]!.ask();
    const [one, two] = searchesOf(1) as [Search, Search];
    const shared = grid();
    const variation = new GaussianMutation({ sigma: 0.5 });
    const elsewhere = new MapElites({ domain: bowl, archive: bowlArchive(), variation, seed: 1 });
    const wrong: readonly [object, string][] = [
      [{ searches: [one] }, 'searches must be a list of at least 2'],
      [{ searches: [one, {}] }, 'searches[1] must have ask()'],
      [{ searches: asked }, 'searches[1] must be new'],
      [{ searches: [one, one] }, 'searches[1].archive must be its own'],
      [{ archive: two.archive }, 'searches[1].archive must be its own'],
      [{ searches: [one, elsewhere] }, 'searches[1].domain must be that of searches[0]'],
      [{ archive: bowlArchive() }, 'archive.genome must'],
      [{ archive: new GridArchive({ domain, cells: [2, 2], lineage: true }) }, 'archive.lineage must be false'],
      [{ every: 0 }, 'every must'],
      [{ migrants: 0 }, 'migrants must'],
      [{ seed: 0.5 }, 'seed must'],
      [{ islands: 2 }, "got 'islands'"],
    ];
    const searches = [one, two];
    for (const [options, text] of wrong) {
      expect(await errorOf(() => new Islands({ searches, archive: shared, seed: 1, ...options } as never))).toContain(
        text,
      );
    }
    const noisy = { ...domain, noisy: true };
    const of = (seed: number) =>
      new MapElites({ domain: noisy, archive: new GridArchive({ domain: noisy, cells: [2, 2] }), variation, seed });
    const noise = { searches: [of(1), of(2)], archive: new GridArchive({ domain: noisy, cells: [2, 2] }), seed: 1 };
    expect(await errorOf(() => new Islands(noise))).toContain('have no noise');
    expect(await errorOf(() => islands.tell(new ListBatch([]) as never))).toContain('STATE Islands.tell');
  });
});
