import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CvtArchive, cvtCentroids, GridArchive, UnstructuredArchive } from '../../src/archives/index.ts';
import { SlidingWindowUcb } from '../../src/bandits/index.ts';
import {
  type Algorithm,
  type Archive,
  type AskedBatch,
  Batch,
  type Domain,
  type Genomes,
  ListBatch,
  objectSpace,
  type Results,
  type VariationOperator,
} from '../../src/core/index.ts';
import { defineDomain } from '../../src/domains/index.ts';
import { operatorEmitter, type Training } from '../../src/emitters/index.ts';
import { Vae } from '../../src/learners/index.ts';
import { Pca } from '../../src/pca/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { DdeElites, ddeMixtures, type Initial, MapElites, Search } from '../../src/search/index.ts';
import { defineVariation, GaussianMutation, IsoLineMutation } from '../../src/variation/index.ts';
import { askUniform, square } from '../support/domains/square.ts';
import { arm, Counting, drive } from '../support/resumable.ts';
import { runs } from '../support/runs.ts';

interface Settings {
  readonly algorithm:
    | 'dde-elites'
    | 'dde-elites, overlapped'
    | 'dde-elites, adaptive'
    | 'dde-elites, both'
    | 'dde-elites, every 3'
    | 'dde-elites, overlapped, every 2'
    | 'dde-elites, pca'
    | 'map-elites, line'
    | 'search, mixture'
    | 'map-elites, own'
    | 'words';
  readonly archive: 'grid' | 'cvt';
  readonly batchSize: number;
  readonly window: number;
  readonly initial: 'one batch' | 'some' | 'coverage' | 'given' | 'elites';
  readonly seed: number;
}

const centroids = cvtCentroids({ cells: 40, descriptor: arm.descriptor, seed: 1 });
const alphabet = objectSpace<string>({ sample: (random) => 'ab'.repeat(random.integer(1, 3)) });
const words = defineDomain({
  name: 'words',
  genome: alphabet,
  descriptor: { dimensions: 2, lower: 0, upper: 12 },
  evaluate: (word) => ({ fitness: -word.split('b').length, descriptor: [word.length, word.split('a').length] }),
});
const wordCentroids = cvtCentroids({ cells: 40, descriptor: words.descriptor, seed: 2 });

function makeArchive<G>(domain: Domain<G>, kind: Settings['archive']): Archive<G> {
  if (kind === 'cvt') {
    return domain.descriptor.upper === 1
      ? new CvtArchive({ domain, centroids })
      : new CvtArchive({ domain, centroids: wordCentroids });
  }
  return new GridArchive({ domain, cells: [7, 6] });
}

function initialOf(kind: Settings['initial'], batchSize: number): Initial | undefined {
  if (kind === 'some') return { evaluations: 2 * batchSize + 1 };
  if (kind === 'coverage') return { untilCoverage: 0.4, atMost: 5 * batchSize };
  if (kind === 'given')
    return Batch.from(Array.from({ length: 2 * batchSize - 1 }, (_, i) => new Array(6).fill(i / 50)));
  return undefined;
}

function trainingOf(algorithm: Settings['algorithm']): Training | undefined {
  if (/adaptive|both/.test(algorithm)) return 'adaptive';
  const every = /every (\d)/.exec(algorithm)?.[1];
  return every === undefined ? undefined : { every: Number(every) };
}

async function make(settings: Settings, seed: number = settings.seed): Promise<Algorithm<never>> {
  const { algorithm, batchSize, window } = settings;
  if (algorithm === 'words') {
    const variation = defineVariation(alphabet, async (word, { random }) =>
      random.uniform() < 0.5 && word.length < 12 ? word + 'ab'.charAt(random.integer(0, 1)) : word.slice(1),
    );
    const archive = makeArchive(words, settings.archive);
    return new MapElites({ domain: words, archive, variation, batchSize, seed }) as never;
  }
  const archive = makeArchive(arm, settings.archive);
  if (settings.initial === 'elites') {
    const genomes = Batch.from([new Array(6).fill(0.1), new Array(6).fill(-0.3)]);
    archive.add(genomes, await arm.evaluate(genomes));
  }
  const loop = { domain: arm, archive, batchSize, seed, initial: initialOf(settings.initial, batchSize) };
  const bandit = new SlidingWindowUcb({ arms: 9, window });
  if (algorithm.startsWith('dde-elites') && algorithm !== 'dde-elites, pca') {
    const learning = /overlapped|both/.test(algorithm) ? 'overlapped' : 'sequential';
    return new DdeElites({
      ...loop,
      training: trainingOf(algorithm),
      mixtures: ddeMixtures,
      bandit,
      learning,
      learner: new Vae({ inputs: 6, latent: 2, minibatch: 16, epochs: 2 }),
    }) as never;
  }
  if (algorithm === 'dde-elites, pca') return new DdeElites({ ...loop, learner: new Pca({ components: 2 }) }) as never;
  if (algorithm === 'map-elites, line') return new MapElites({ ...loop, variation: new IsoLineMutation() }) as never;
  if (algorithm === 'map-elites, own') return new MapElites({ ...loop, variation: new Counting() }) as never;
  const operators = { line: new IsoLineMutation(), own: new Counting(), iso: new GaussianMutation() };
  const emitters = Object.fromEntries(
    Object.entries(operators).map(([name, one]) => [name, operatorEmitter(one as VariationOperator)]),
  );
  return new Search({ ...loop, emitters, mixtures: [{ line: 1, own: 1, iso: 2 }] }) as never;
}

const algorithms = [
  'dde-elites',
  'dde-elites, overlapped',
  'dde-elites, adaptive',
  'dde-elites, both',
  'dde-elites, every 3',
  'dde-elites, overlapped, every 2',
  'dde-elites, pca',
  'map-elites, line',
  'search, mixture',
  'map-elites, own',
  'words',
] as const;
const settings = (algorithm: Settings['algorithm']): fc.Arbitrary<Settings> =>
  fc.record({
    algorithm: fc.constant(algorithm),
    archive: fc.constantFrom('grid', 'cvt'),
    batchSize: fc.integer({ min: 1, max: 12 }),
    window: fc.constantFrom(1, 5, 1000),
    initial: fc.constantFrom('one batch', 'some', 'coverage', 'given', 'elites'),
    seed: fc.integer(),
  });
const phase = fc.constantFrom('told', 'learned', 'asked', 'half told', 'held', 'several out');

const rowsOf = (batch: Genomes<never>): unknown[] => Array.from({ length: batch.rows }, (_, i) => batch.row(i));

/** Some results of some rows. */
async function some(search: Algorithm<never>, batch: Genomes<never>, rows: number[]): Promise<Results> {
  const one = new ListBatch(rows.map((row) => batch.row(row)));
  return (search.domain as Domain<never>).evaluate(one as never);
}

/** Asks for batches that stay out, and tells or holds half of the rows of the first. */
async function leaveOut(search: Algorithm<never>, at: string): Promise<void> {
  const first = await search.ask();
  if (at === 'asked') return;
  await search.ask();
  const rows = rowsOf(first)
    .flatMap((_, i) => (i % 2 === 1 ? [i] : []))
    .reverse();
  if (at === 'half told') await search.tell(first, await some(search, first, rows), { rows });
  else if (at === 'held') search.hold!(first, await some(search, first, rows), { rows });
}

/** Tells what is out, the last batch first: what is held as it is. */
async function tellPending(search: Algorithm<never>): Promise<void> {
  for (const batch of [...search.pending!].reverse()) {
    const rows = [...search.missing!(batch)];
    if (rows.length > 0) search.hold!(batch, await some(search, batch, rows), { rows });
    await search.tell(batch);
  }
}

describe.each(algorithms)('%s', (algorithm) => {
  it('goes on from a snapshot at any time as if nothing had been', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        settings(algorithm),
        fc.nat(14),
        phase,
        fc.integer({ min: 1, max: 8 }),
        async (given, before, at, after) => {
          const unbroken = await make(given);
          await drive(unbroken, before);
          if (at === 'learned') await unbroken.learn?.();
          else if (at !== 'told') await leaveOut(unbroken, at);
          const bytes = unbroken.snapshot!();
          const resumed = await make(given, given.seed ^ 1);
          await drive(resumed, 2);
          resumed.restore!(bytes);
          expect(resumed.snapshot!()).toEqual(bytes);
          expect(resumed.evaluations).toBe(unbroken.evaluations);
          const [there, here] = [unbroken.pending!, resumed.pending!] as (readonly AskedBatch<never>[])[];
          expect(here!.map(({ seeds, number, emitters }) => [seeds, number, emitters])).toEqual(
            there!.map(({ seeds, number, emitters }) => [seeds, number, emitters]),
          );
          expect(here!.map(rowsOf)).toEqual(there!.map(rowsOf));
          for (const search of [unbroken, resumed]) {
            await tellPending(search);
            await drive(search, after);
          }
          expect([...resumed.archive]).toEqual([...unbroken.archive]);
          expect(resumed.snapshot!()).toEqual(unbroken.snapshot!());
        },
      ),
      { numRuns: runs(10) },
    );
  });
});

it('goes on from a snapshot as if nothing had been, on a noisy domain whose elites move from cell to cell', async () => {
  const unit = { dimensions: 2, lower: 0, upper: 1 };
  const domain = defineDomain({
    name: 'noisy',
    noisy: true,
    genome: unit,
    descriptor: unit,
    evaluate([x = 0, y = 0], { seed }) {
      const random = randomStream(seed!);
      return { fitness: random.normal() - x, descriptor: [x + 0.2 * random.normal(), y + 0.2 * random.normal()] };
    },
  });
  const noisySearch = (seed: number) =>
    new MapElites({
      domain,
      archive: new GridArchive({ domain, cells: [4, 3] }),
      variation: new IsoLineMutation(),
      batchSize: 16,
      seed,
    });
  const advance = async (search: MapElites, generations: number): Promise<void> => {
    for (let i = 0; i < generations; i++) {
      const batch = await search.ask();
      await search.tell(batch, await domain.evaluate(batch, { seeds: batch.seeds }));
    }
  };
  for (let seed = 1; seed <= 12; seed++) {
    const [unbroken, resumed] = [noisySearch(seed), noisySearch(seed + 1)];
    await advance(unbroken, 10 + seed);
    resumed.restore(unbroken.snapshot());
    for (const search of [unbroken, resumed]) await advance(search, 30);
    expect(resumed.snapshot(), `seed ${seed}`).toEqual(unbroken.snapshot());
  }
});

it('keeps the novelty of rows that were told before the snapshot for the reward of their batch', async () => {
  const novelties: unknown[] = [];
  const make = (): Search =>
    new Search({
      domain: square,
      archive: new UnstructuredArchive({ domain: square, threshold: 0.1, neighbours: 1 }),
      emitters: { one: { ask: askUniform } },
      bandit: {
        arms: 1,
        select: () => 0,
        reward: () => undefined,
        snapshot: () => new Uint8Array(1),
        restore: () => undefined,
      },
      reward: ({ novelty }) => {
        novelties.push([...novelty!]);
        return 1;
      },
      batchSize: 4,
      initial: { evaluations: 4 },
      seed: 1,
    });
  const [unbroken, resumed] = [make(), make()];
  await drive(unbroken as never, 1);
  const batch = await unbroken.ask();
  const results = await square.evaluate(batch);
  const some = (rows: readonly number[]) => ({
    fitness: rows.map((row) => results.fitness[row]!),
    descriptors: rows.map((row) => batch.row(row)),
  });
  await unbroken.tell(batch, some([2, 1]), { rows: [2, 1] });
  resumed.restore(unbroken.snapshot());
  for (const search of [unbroken, resumed]) {
    await search.tell(search.pending[0]!, some([0, 3]), { rows: [0, 3] });
  }
  expect(novelties[0]).toEqual(novelties[1]);
  expect((novelties[0] as number[]).every(Number.isFinite)).toBe(true);
});
