import { describe, expect, it } from 'vitest';
import { CvtArchive, GridArchive, ringCentroids } from '../../src/archives/index.ts';
import { SlidingWindowUcb } from '../../src/bandits/index.ts';
import { Batch, type Stateful } from '../../src/core/index.ts';
import { Vae } from '../../src/learners/index.ts';
import { CmaEs, type CmaEsOptions, SepCmaEs } from '../../src/optimizers/index.ts';
import { Pca } from '../../src/pca/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { DdeElites, ddeMixtures, MapElites } from '../../src/search/index.ts';
import { GaussianMutation } from '../../src/variation/index.ts';
import { errorOf } from '../support/error-of.ts';
import { type Forged, forged, forgePart, forgeries } from '../support/forged.ts';
import { arm, drive } from '../support/resumable.ts';

/** A part, and how it goes on: a few steps, of which a refusal to take one that is documented is no fault. */
interface Subject {
  readonly make: () => Stateful;
  readonly goOn: (part: never) => unknown;
  /** Every so many of its forgeries are tried. */
  readonly every: number;
}
const subject = <T extends Stateful>(make: () => T, goOn: (part: T) => unknown, every = 1): Subject => {
  return { make, goOn, every };
};

const grid = (): GridArchive => new GridArchive({ domain: arm, cells: [5, 5] });
const genomes = (rows: number): Batch => {
  const random = randomStream(rows);
  return new Batch(
    rows,
    6,
    new Float64Array(6 * rows).map(() => 2 * random.uniform() - 1),
  );
};
const fill = (archive: GridArchive | CvtArchive): void => {
  const batch = genomes(20);
  archive.add(batch, arm.evaluate(batch) as never);
  archive.sample(3, randomStream(1));
};
const search = (): MapElites =>
  new MapElites({
    domain: arm,
    archive: grid(),
    variation: new GaussianMutation(),
    batchSize: 10,
    initial: { evaluations: 10 },
    seed: 1,
  });
const dde = (learning: 'sequential' | 'overlapped') => (): DdeElites =>
  new DdeElites({
    domain: arm,
    archive: grid(),
    learner: new Vae({ inputs: 6, latent: 2, epochs: 2 }),
    mixtures: ddeMixtures,
    training: { every: 1 },
    bandit: new SlidingWindowUcb({ arms: 9, window: 5 }),
    batchSize: 10,
    initial: { evaluations: 10 },
    seed: 1,
    learning,
  });
const asked = async (loop: MapElites | DdeElites): Promise<void> => {
  await drive(loop as never, 3);
  await loop.ask();
};
const strategy =
  (make: typeof CmaEs | typeof SepCmaEs, options: Partial<CmaEsOptions> = {}) =>
  (): CmaEs | SepCmaEs =>
    new make({ mean: [1, 2, 3], sigma: 0.5, lower: 0, upper: 4, seed: 1, ...options } as CmaEsOptions);
const minimise = async (es: CmaEs | SepCmaEs): Promise<void> => {
  for (let i = 0; i < 4; i++) {
    const batch = es.ask();
    const costs = Array.from({ length: batch.rows }, (_, k) => batch.row(k)[0]! ** 2 + k * 1e-3);
    // Numbers that would overflow are refused, and nothing has changed then.
    const error = await errorOf(() => es.tell(batch, costs));
    if (error !== 'no error') expect(error).toMatch(/^NUMERICAL/);
    es.stopReasons();
  }
  es.ask();
};

const subjects: Record<string, Subject> = {
  RandomStream: subject(
    () => randomStream(1),
    (stream) => [stream.normal(), stream.uniform()],
  ),
  SlidingWindowUcb: subject(
    () => new SlidingWindowUcb({ arms: 3, window: 5 }),
    (bandit) => {
      for (let i = 0; i < 7; i++) bandit.reward(bandit.select(), i / 8);
    },
  ),
  GridArchive: subject(grid, fill),
  CvtArchive: subject(() => new CvtArchive({ domain: arm, centroids: ringCentroids({ rings: 2 }) }), fill),
  Vae: subject(
    () => new Vae({ inputs: 6, latent: 2, epochs: 2 }),
    async (vae) => {
      // One that has learned in another box takes genomes of that one alone.
      const error = await errorOf(() => vae.fit(genomes(70), { space: arm.genome, random: randomStream(1) }));
      if (error !== 'no error') expect(error).toMatch(/be the space of the first fit/);
      vae.reconstruct(genomes(3));
    },
  ),
  Pca: subject(
    () => new Pca({ components: 2 }),
    (pca) => pca.fit(genomes(9), { space: arm.genome }),
  ),
  MapElites: subject(search, asked, 5),
  'DdeElites, sequential': subject(dde('sequential'), asked, 7),
  'DdeElites, overlapped': subject(dde('overlapped'), asked, 7),
  CmaEs: subject(strategy(CmaEs), minimise),
  'CmaEs that decomposes rarely': subject(strategy(CmaEs, { eigenInterval: 3 }), minimise),
  'CmaEs with restarts': subject(strategy(CmaEs, { restarts: { count: 2 }, tolx: 10 }), minimise),
  SepCmaEs: subject(strategy(SepCmaEs), minimise),
};

describe.each(Object.entries(subjects))('%s', (_, { make, goOn, every }) => {
  it('refuses a forged snapshot and is as it was, or goes on to one that is taken', async () => {
    const part = make();
    await goOn(part as never);
    const bytes = part.snapshot();
    const fresh = make();
    await goOn(fresh as never);
    const counts = { refused: 0, taken: 0 };
    // `npm run fuzz` tries the others.
    for (const [name, forgery] of forgeries(bytes, 8 * every + 1)) {
      const before = fresh.snapshot();
      const error = await errorOf(() => fresh.restore(forgery));
      if (error !== 'no error') {
        expect([name, error]).toEqual([name, expect.stringMatching(/^SNAPSHOT /)]);
        expect(fresh.snapshot()).toEqual(before);
        counts.refused++;
        continue;
      }
      counts.taken++;
      const twin = make();
      expect([name, await errorOf(() => twin.restore(fresh.snapshot()))]).toEqual([name, 'no error']);
      expect(twin.snapshot()).toEqual(fresh.snapshot());
      expect([name, await errorOf(() => goOn(fresh as never))]).toEqual([name, 'no error']);
      expect([name, await errorOf(() => twin.restore(fresh.snapshot()))]).toEqual([name, 'no error']);
    }
    expect(counts.refused).toBeGreaterThan(0);
  });
});

type Change = (content: Forged) => void;
const inPart =
  (names: readonly string[], change: Change): Change =>
  (content) => {
    const [name, ...rest] = names;
    if (name === undefined) change(content);
    else forgePart(content, `parts.${name}`, inPart(rest, change));
  };
const state =
  (name: string, value: unknown): Change =>
  (content) => {
    content.state[name] = value;
  };
const numbers =
  (name: string, change: (data: Float64Array) => unknown): Change =>
  (content) =>
    void change(content.tensors.get(name)!.data as Float64Array);
const learner = ['emitters.crossover', 'learner'];

/** What no run comes to, and parts that each would take by itself. */
const impossible: Record<string, [name: keyof typeof subjects, change: Change]> = {
  'more evaluations than can be counted': ['MapElites', state('counts.evaluations', 2 ** 53 - 1)],
  'more rewards than can be counted': ['SlidingWindowUcb', state('told', 2 ** 53 - 1)],
  'more generations since a fit than can be counted': [
    'DdeElites, sequential',
    inPart(['emitters.crossover'], state('fitted.generations', 2 ** 53 - 1)),
  ],
  'a learner that has not learned, though a fit was made': [
    'DdeElites, sequential',
    inPart(learner, (content) => {
      content.state = { 'fitted?': false };
      content.tensors.clear();
    }),
  ],
  'a learner of another box': [
    'DdeElites, overlapped',
    inPart(
      learner,
      numbers('fitted.upper', (upper) => upper.fill(2)),
    ),
  ],
  'a second moment below 0': ['Vae', numbers('fitted.second.fc1.bias', (data) => (data[0] = -1))],
  'more epochs than a fit has': ['Vae', state('fitted.epochs', 3)],
  'a C of negative variances': ['CmaEs', numbers('run.covariance', (c) => c.set(c.map((x) => -x)))],
  'a C that is not symmetric': ['CmaEs', numbers('run.covariance', (c) => (c[1] = 0.1))],
  'a C that is not positive definite': ['CmaEs', numbers('run.covariance', (c) => (c[3] = 1e3))],
  'a C of other vectors': ['CmaEs', numbers('run.vectors', (b) => b.fill(0).set([1, 0, 0, 0, 1, 0, 0, 0, 1]))],
  'vectors that are not at right angles': ['CmaEs that decomposes rarely', numbers('run.vectors', (b) => (b[0] = 1.9))],
  'deviations that do not ascend': ['CmaEs', numbers('run.deviations', (d) => d.reverse())],
  'a decomposition that is overdue': ['CmaEs that decomposes rarely', numbers('run.counters', (c) => (c[0] = 3))],
  'a cost of -Infinity': ['SepCmaEs', numbers('bestCost', (cost) => (cost[0] = Number.NEGATIVE_INFINITY))],
  'rows of an emitter that are not whole': ['MapElites', numbers('shares', (rows) => (rows[0]! += 0.5))],
  'rows that entered, and are not whole': ['MapElites', numbers('entered', (rows) => (rows[0]! += 0.5))],
  'more rows that entered than emitters gave': ['MapElites', state('counts.entered', 999)],
  'a point of the history between two evaluations': [
    'MapElites',
    numbers('history.evaluations', (evaluations) => (evaluations[0]! += 0.5)),
  ],
  'candidates farther away than any is drawn': ['SepCmaEs', numbers('asked', (drawn) => (drawn[0] = 1e300))],
};

describe('restore refuses', () => {
  it.each(Object.entries(impossible))('%s', async (_, [name, change]) => {
    const { make, goOn } = subjects[name]!;
    const [part, other] = [make(), make()];
    await goOn(part as never);
    await goOn(other as never);
    const bytes = part.snapshot();
    other.restore(forged(bytes, () => undefined));
    expect(other.snapshot()).toEqual(bytes);
    await goOn(other as never);
    const before = other.snapshot();
    expect(await errorOf(() => other.restore(forged(bytes, change)))).toMatch(/^SNAPSHOT /);
    expect(other.snapshot()).toEqual(before);
  });
});
