import { expect, it, vi } from 'vitest';
import { DdeElites, type Training } from '../../src/algorithms/index.ts';
import { GridArchive } from '../../src/archives/index.ts';
import { Batch, type Learner } from '../../src/core/index.ts';
import { Vae } from '../../src/learners/index.ts';
import { ThreadVae } from '../../src/node/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { errorOf } from '../support/error-of.ts';
import { arm, drive } from '../support/resumable.ts';

// The script of the thread is built: `npm run build`.
vi.mock(import('../../src/node/thread-file.ts'), () => ({
  threadFile: () => new URL('../../dist/thread.js', import.meta.url),
  vaeThreadFile: () => new URL('../../dist/vae-thread.js', import.meta.url),
}));

const options = { inputs: 6, latent: 2 };
const make = (learner: Learner, learning: 'sequential' | 'overlapped', training?: Training): DdeElites =>
  new DdeElites({
    domain: arm,
    archive: new GridArchive({ domain: arm, cells: [7, 6] }),
    learner,
    batchSize: 10,
    seed: 4,
    learning,
    training,
  });
const genomes = Batch.from(Array.from({ length: 30 }, (_, i) => Array.from({ length: 6 }, (_, j) => Math.sin(i + j))));

it.each(['sequential', 'overlapped'] as const)(
  'gives the bits of a Vae, %s, also resumed with one',
  async (learning) => {
    await using learner = new ThreadVae(options);
    const [threaded, alone] = [make(learner, learning), make(new Vae(options), learning)];
    for (const search of [threaded, alone]) await drive(search as never, 6);
    await threaded.learn();
    await alone.learn();
    const bytes = threaded.snapshot();
    expect(bytes).toEqual(alone.snapshot());
    alone.restore(bytes);
    for (const search of [threaded, alone]) await drive(search as never, 5);
    expect(threaded.snapshot()).toEqual(alone.snapshot());
  },
);

it.each([
  ['sequential', { every: 2 }],
  ['overlapped', { every: 2 }],
  ['overlapped', 'adaptive'],
] as const)('goes on from a snapshot at any time as if nothing had been, %s, %o', async (learning, training) => {
  await using first = new ThreadVae(options);
  await using second = new ThreadVae(options);
  const [unbroken, resumed] = [make(first, learning, training), make(second, learning, training)];
  await drive(resumed as never, 4);
  for (const at of ['told', 'learned', 'asked']) {
    await drive(unbroken as never, 2);
    if (at === 'learned') await unbroken.learn();
    if (at === 'asked') await unbroken.ask();
    resumed.restore(unbroken.snapshot());
    expect(resumed.snapshot()).toEqual(unbroken.snapshot());
    for (const search of [unbroken, resumed]) await drive(search as never, 3);
    expect(resumed.snapshot()).toEqual(unbroken.snapshot());
  }
});

it('shows what is in effect until a fit is put in place', async () => {
  await using learner = new ThreadVae(options);
  const random = randomStream(1);
  await learner.fit(genomes, { space: arm.genome, random });
  const [before, state] = [learner.snapshot(), random.getState()];
  const put = await learner.fitAside(genomes, { space: arm.genome, random });
  expect([learner.snapshot(), random.getState()]).toEqual([before, state]);
  put();
  expect(learner.snapshot()).not.toEqual(before);
  expect(random.getState()).not.toEqual(state);
});

it('hands on what Vae.fit refuses, and takes the next fit all the same', async () => {
  await using learner = new ThreadVae(options);
  const random = randomStream(1);
  const bad = new Batch(
    30,
    6,
    genomes.data.map((gene, i) => (i === 8 ? Number.NaN : gene)),
  );
  expect(await errorOf(() => learner.fit(bad, { space: arm.genome, random }))).toBe(
    'ARGUMENT Vae.fit: genomes must be finite; got NaN in row 1, column 2.',
  );
  expect(
    await errorOf(() => learner.fit(genomes, { space: arm.genome, random: { uniform: () => 0 } as never })),
  ).toContain('random must be a RandomStream');
  await learner.fit(genomes, { space: arm.genome, random });
  const [vae, again] = [new Vae(options), randomStream(1)];
  vae.fit(genomes, { space: arm.genome, random: again });
  expect(learner.snapshot()).toEqual(vae.snapshot());
  expect(learner.lastFit).toEqual(vae.lastFit);
});

it('ends a fit that is under way when it is closed', async () => {
  const learner = new ThreadVae(options);
  const fit = errorOf(() => learner.fit(genomes, { space: arm.genome, random: randomStream(1) }));
  await learner.close();
  expect(await fit).toBe('STATE ThreadVae.fit: it was closed.');
  expect(await errorOf(() => learner.fit(genomes, { space: arm.genome, random: randomStream(1) }))).toMatch(/^STATE/);
});
