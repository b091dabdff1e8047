import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import { Batch, objectSpace, type Problem } from '../../src/core/index.ts';
import { defineDomain } from '../../src/domains/index.ts';
import { operatorEmitter, Reevaluation } from '../../src/emitters/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { run } from '../../src/run/index.ts';
import { MapElites, Search } from '../../src/search/index.ts';
import { defineVariation, GaussianMutation } from '../../src/variation/index.ts';
import { errorOf } from '../support/error-of.ts';

const unit = { dimensions: 1, lower: 0, upper: 1 };
const domain = defineDomain({
  name: 'noisy line',
  genome: unit,
  descriptor: unit,
  fitnessFloor: -9,
  noisy: true,
  evaluate: ([x = 0], { seed }) => ({ fitness: (seed! % 1000) / 1000, descriptor: [x] }),
});
const make = (problem: Problem = domain, cells = 10): MapElites =>
  new MapElites({
    domain: problem,
    archive: new GridArchive({ domain: problem, cells: [cells] }),
    variation: new GaussianMutation({ sigma: 0.05 }),
    batchSize: 8,
    initial: { evaluations: 8 },
    seed: 1,
  });
const results = (rows: number) => ({ fitness: new Array(rows).fill(0), descriptors: new Array(rows).fill([0.5]) });

describe('Reevaluation', () => {
  it('has a snapshot that can be read after any number of asks', () => {
    const archive = new GridArchive({ domain, cells: [10] });
    const search = { random: randomStream(1), archive, space: unit, retries: 0, onError: 'throw' } as const;
    archive.add(Batch.from([[0.5]]), { fitness: [1], descriptors: [[0.5]] });
    const [emitter, other] = [new Reevaluation(), new Reevaluation()];
    emitter.ask(1, { ...search, ask: 2 ** 52 + 1 });
    other.restore(emitter.snapshot());
    expect(other.snapshot()).toEqual(emitter.snapshot());
  });

  it('gets half of each batch of MAP-Elites on a noisy domain, and nothing of any other', async () => {
    const shares = { variation: 0, reevaluation: 0 };
    const search = make();
    await run(search, {
      evaluations: 800,
      onGeneration({ emitters }) {
        shares.variation += emitters.variation!;
        shares.reevaluation += emitters.reevaluation!;
      },
    });
    // The first batch is of no emitter. An archive of few elites has fewer to evaluate again than are wanted.
    expect(shares.variation).toBeGreaterThanOrEqual(396);
    expect(shares.variation + shares.reevaluation).toBe(792);
    const repeats = [...search.archive].map((elite) => elite.repeats!.evaluations);
    expect(Math.min(...repeats)).toBeGreaterThan(10);
    expect((await make({ ...domain, noisy: false }).ask()).emitters).toEqual({ variation: 0 });
  });

  it('gives elites of a batch that was not made because another emitter failed again', async () => {
    const archive = new GridArchive({ domain, cells: [10] });
    archive.add({ rows: 1, row: () => Float64Array.of(0.5) }, results(1));
    let fails = true;
    const other = {
      ask() {
        if (fails) throw new Error('no');
        return { rows: 1, row: () => Float64Array.of(0.1) };
      },
    };
    const search = new Search({
      domain,
      archive,
      emitters: { again: new Reevaluation(), other },
      batchSize: 2,
      initial: { evaluations: 2 },
      seed: 1,
    });
    await expect(search.ask()).rejects.toThrow('no');
    fails = false;
    expect((await search.ask()).emitters).toEqual({ again: 1, other: 1 });
  });

  it('gives no elite a second time while it is out, and gives it again once it was told or dropped', async () => {
    const archive = new GridArchive({ domain, cells: [10] });
    const places = [0.05, 0.15, 0.25].map((x) => [x]);
    archive.add({ rows: 3, row: (i) => Float64Array.from(places[i]!) }, { fitness: [1, 2, 3], descriptors: places });
    const search = new Search({
      domain,
      archive,
      emitters: { again: new Reevaluation() },
      batchSize: 2,
      initial: { evaluations: 2 },
      seed: 1,
    });
    const first = await search.ask();
    expect([first.row(0)[0], first.row(1)[0]]).toEqual([0.05, 0.15]);
    const second = await search.ask();
    expect([second.rows, second.row(0)[0]]).toEqual([1, 0.25]);
    expect(await errorOf(() => search.ask())).toMatch(/^STATE Search.ask/);
    const other = new Search({
      domain,
      archive: new GridArchive({ domain, cells: [10] }),
      emitters: { again: new Reevaluation() },
      batchSize: 2,
      initial: { evaluations: 2 },
      seed: 2,
    });
    other.restore(search.snapshot());
    expect(await errorOf(() => other.ask())).toMatch(/^STATE Search.ask/);

    await search.tell(second, results(1));
    await search.drop(first);
    const third = await search.ask();
    expect([third.row(0)[0], third.row(1)[0]]).toEqual([0.05, 0.15]);
    expect(archive.get(3)?.repeats?.evaluations).toBe(2);
  });

  it('leaves a batch to another emitter where all elites are out', async () => {
    const archive = new GridArchive({ domain, cells: [2] });
    const variation = new GaussianMutation({ sigma: 0.05 });
    const search = new MapElites({ domain, archive, variation, batchSize: 1, initial: { evaluations: 4 }, seed: 1 });
    const outcome = await run(search, { evaluations: 300, inFlight: 8 });
    expect(outcome.evaluations).toBe(300);
    expect(archive.best()!.repeats!.evaluations).toBeGreaterThan(1);
  });

  it('has objects evaluated again, in a search whose types follow from the domain', async () => {
    const words = defineDomain({
      name: 'words',
      genome: objectSpace<{ word: string }>({ sample: () => ({ word: 'a' }) }),
      noisy: true,
      descriptor: { dimensions: 1, lower: 0, upper: 9 },
      evaluate: ({ word }) => ({ fitness: 0, descriptor: [word.length] }),
    });
    const longer = operatorEmitter(defineVariation(words.genome, ({ word }) => ({ word: `${word}a` })));
    const emitters = { longer, again: new Reevaluation() };
    const archive = new GridArchive({ domain: words, cells: [9] });
    await run(new Search({ domain: words, archive, emitters, seed: 1 }), { evaluations: 400 });
    expect(archive.best()!.repeats!.evaluations).toBeGreaterThan(1);
  });

  it('refuses an archive that cannot say which elites are uncertain', async () => {
    const archive = new GridArchive({ domain, cells: [10] });
    const plain = {
      size: 1,
      cells: 1,
      add: archive.add.bind(archive),
      sample: archive.sample.bind(archive),
      genomes: archive.genomes.bind(archive),
      metrics: archive.metrics.bind(archive),
      [Symbol.iterator]: archive[Symbol.iterator].bind(archive),
    };
    archive.add({ rows: 1, row: () => Float64Array.of(0.5) }, results(1));
    const search = new Search({ domain, archive: plain, emitters: { again: new Reevaluation() }, seed: 1 });
    expect(await errorOf(() => search.ask())).toContain(
      'ARGUMENT Reevaluation.ask: archive.uncertain must be a function',
    );
  });
});
