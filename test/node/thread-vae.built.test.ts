import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterAll, expect, it, onTestFinished } from 'vitest';

import { GridArchive } from '../../src/archives/index.ts';
import { Batch, type Learner, ListBatch } from '../../src/core/index.ts';
import type { Training } from '../../src/emitters/index.ts';
import { Vae } from '../../src/learners/index.ts';
import { ThreadVae } from '../../src/node/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { DdeElites } from '../../src/search/index.ts';
import { learnerContract } from '../../src/testing/index.ts';
import { checkLaws } from '../support/check-laws.ts';
import { errorOf } from '../support/error-of.ts';
import { arm, drive } from '../support/resumable.ts';

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

it('hands on what Vae.fit refuses, and takes the next fit all the same, of rows of any kind', async () => {
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
  ).toContain('random must have uniform() and integer() and fillNormal()');
  const list = new ListBatch(Array.from({ length: 30 }, (_, i) => Array.from(genomes.row(i))));
  await learner.fit(list, { space: arm.genome, random });
  const [vae, again] = [new Vae(options), randomStream(1)];
  vae.fit(genomes, { space: arm.genome, random: again });
  expect(learner.snapshot()).toEqual(vae.snapshot());
  expect(learner.reconstruct(list)).toEqual(vae.reconstruct(genomes));
  expect(learner.lastFit).toEqual(vae.lastFit);
});

const laws: ThreadVae[] = [];
afterAll(() => Promise.all(laws.map((learner) => learner.close())));
checkLaws(
  'ThreadVae with two threads',
  learnerContract({
    space: { dimensions: 5, lower: -1, upper: 2 },
    make: () => {
      const learner = new ThreadVae({ inputs: 5, latent: 2, epochs: 2, threads: 2 });
      laws.push(learner);
      return learner;
    },
  }),
);

/** Genomes `(rows, inputs)` in [-1, 1]. */
const drawn = (rows: number, inputs: number): Batch => {
  const random = randomStream(rows);
  return new Batch(
    rows,
    inputs,
    Float64Array.from({ length: rows * inputs }, () => 2 * random.uniform() - 1),
  );
};

it.each([
  [20, 10, 2],
  [200, 32, 2],
  [1, 1, 2],
  [13, 9, 2],
  [301, 5, 3],
  [40, 20, 5],
])(
  'has the bits of one thread after several fits: %i inputs, %i latents, %i threads',
  async (inputs, latent, threads) => {
    const settings = { inputs, latent, epochs: 3, minibatch: 30 };
    const context = () => ({ space: { dimensions: inputs, lower: -1, upper: 1 }, random: randomStream(2) });
    await using learner = new ThreadVae({ ...settings, threads });
    const [alone, shared, own] = [new Vae(settings), context(), context()];
    // Minibatches of 30 and 11, of 7, and of 30 alone.
    for (const rows of [71, 7, 60]) {
      await learner.fit(drawn(rows, inputs), shared);
      alone.fit(drawn(rows, inputs), own);
      expect(learner.snapshot()).toEqual(alone.snapshot());
      expect(learner.lastFit).toEqual(alone.lastFit);
      expect(shared.random.getState()).toEqual(own.random.getState());
    }
  },
);

it('takes another space after a restore, as a Vae does', async () => {
  const fresh = new Vae(options).snapshot();
  await using learner = new ThreadVae({ ...options, threads: 2 });
  const alone = new Vae(options);
  for (const bound of [1, 4]) {
    const space = { dimensions: 6, lower: -bound, upper: bound };
    await learner.fit(drawn(40, 6), { space, random: randomStream(1) });
    alone.fit(drawn(40, 6), { space, random: randomStream(1) });
    expect(learner.snapshot()).toEqual(alone.snapshot());
    for (const each of [learner, alone]) each.restore(fresh);
  }
});

/** Threads that are started during a test, in order; the one that leads comes first. */
function startedThreads(): Worker[] {
  const workers: Worker[] = [];
  const add = (worker: Worker): void => void workers.push(worker);
  process.on('worker', add);
  onTestFinished(() => void process.off('worker', add));
  return workers;
}

it.each([0, 1])('tells of the loss of thread %i during a fit, and fits anew', async (lost) => {
  const workers = startedThreads();
  const settings = { ...options, epochs: 100 };
  await using learner = new ThreadVae({ ...settings, threads: 2 });
  const random = randomStream(1);
  const teach = (rows: number) => learner.fit(drawn(rows, 6), { space: arm.genome, random });
  await teach(10);
  const first = workers.slice();
  const [before, state] = [learner.snapshot(), random.getState()];
  // It takes seconds, were it not for the loss.
  const broken = errorOf(() => teach(100_000));
  await first[lost]!.terminate();
  expect(await broken).toContain('ThreadVae.fit: the thread ended with exit code 1.');
  expect([learner.snapshot(), random.getState()]).toEqual([before, state]);
  if (first[1 - lost]!.threadId !== -1) await once(first[1 - lost]!, 'exit');
  await teach(30);
  expect(workers.length).toBe(4);
  const [alone, again] = [new Vae(settings), randomStream(1)];
  for (const rows of [10, 30]) alone.fit(drawn(rows, 6), { space: arm.genome, random: again });
  expect(learner.snapshot()).toEqual(alone.snapshot());
});

it('does not keep the process alive, also of a program on the command line', () => {
  const program = `
    import { Batch, randomStream } from ${JSON.stringify(new URL('../../dist/index.js', import.meta.url))};
    import { ThreadVae } from ${JSON.stringify(new URL('../../dist/node.js', import.meta.url))};
    const learner = new ThreadVae({ inputs: 3, latent: 2, threads: 2 });
    const space = { dimensions: 3, lower: 0, upper: 1 };
    await learner.fit(Batch.zeros(10, 3), { space, random: randomStream(1) });
    console.log(learner.lastFit.epochs);`;
  const file = join(mkdtempSync(join(tmpdir(), 'thread-vae-')), 'program.mjs');
  writeFileSync(file, program);
  for (const command of [[file], ['--input-type=module', '-e', program]]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', timeout: 15_000 });
    expect([status, stdout, stderr]).toEqual([0, '5\n', '']);
  }
});

it.each([0, 1.5, 65, '2'])('refuses %o threads', async (threads) => {
  expect(await errorOf(() => new ThreadVae({ ...options, threads: threads as number }))).toContain(
    'ARGUMENT ThreadVae: threads must be an integer in [1, 64]; got',
  );
});

it('refuses a β of the context, no context and a stream that cannot be posted, and takes the next fit all the same', async () => {
  await using learner = new ThreadVae(options);
  const context = { space: arm.genome, random: randomStream(1) };
  const withBeta = { ...context, beta: () => 1 };
  expect(await errorOf(() => learner.fit(genomes, withBeta))).toContain('ARGUMENT ThreadVae.fit: context.beta');
  expect(await errorOf(() => learner.fit(genomes, undefined as never))).toContain('ARGUMENT ThreadVae.fit: context');
  const unclonable = { getState: () => () => 1, uniform: () => 0, integer: () => 0, fillNormal: () => undefined };
  expect(await errorOf(() => learner.fit(genomes, { ...context, random: unclonable as never }))).toContain('cloned');
  await learner.fit(genomes, context);
});

it('gives the bytes of a Vae after a fit that diverged', async () => {
  const wild = { ...options, learningRate: 1e30 };
  await using learner = new ThreadVae(wild);
  const alone = new Vae(wild);
  await learner.fit(genomes, { space: arm.genome, random: randomStream(1) });
  alone.fit(genomes, { space: arm.genome, random: randomStream(1) });
  expect(alone.lastFit?.diverged).toBe(true);
  expect(learner.snapshot()).toEqual(alone.snapshot());
});

it('refuses options it does not know', async () => {
  expect(await errorOf(() => new ThreadVae({ ...options, thread: 2 } as never))).toContain(
    'ARGUMENT ThreadVae: options must have only the keys inputs, latent, hidden, beta, epochs, minibatch, learningRate, threads',
  );
});

it('keeps the place where an error was thrown', async () => {
  await using learner = new ThreadVae(options);
  const fit = learner.fit(genomes, { space: { dimensions: 7, lower: 0, upper: 1 }, random: randomStream(1) });
  expect((await fit.catch((error: Error) => error.stack)) as string).toMatch(/at Vae\.fit .*elites\/vae-thread\.js/);
});

it.each([1, 2])('ends a fit that is under way when it is closed, %i threads', async (threads) => {
  const learner = new ThreadVae({ ...options, threads });
  const fit = errorOf(() => learner.fit(genomes, { space: arm.genome, random: randomStream(1) }));
  await learner.close();
  expect(await fit).toBe('STATE ThreadVae.fit: it was closed.');
  expect(await errorOf(() => learner.fit(genomes, { space: arm.genome, random: randomStream(1) }))).toMatch(/^STATE/);
});

it('is normalized as a Vae; a fit aside that was begun before undoes it', async () => {
  await using learner = new ThreadVae(options);
  const [plain, normalized] = [new Vae(options), new Vae(options)];
  const space = { dimensions: 6, lower: -1, upper: 1 };
  await learner.fit(genomes, { space, random: randomStream(1) });
  for (const vae of [plain, normalized]) vae.fit(genomes, { space, random: randomStream(1) });
  const put = await learner.fitAside(genomes, { space, random: randomStream(2) });
  learner.normalize(genomes);
  normalized.normalize(genomes);
  expect(learner.snapshot()).toEqual(normalized.snapshot());
  put();
  plain.fit(genomes, { space, random: randomStream(2) });
  expect(learner.snapshot()).toEqual(plain.snapshot());
});
