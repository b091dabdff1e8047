import { spawnSync } from 'node:child_process';
import { getActiveResourcesInfo } from 'node:process';
import type { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { Batch, type Domain, ListBatch, objectSpace, type Results } from '../../src/core/index.ts';
import { ThreadPool, type ThreadPoolOptions } from '../../src/node/index.ts';
import { run } from '../../src/run/index.ts';
import { MapElites } from '../../src/search/index.ts';
import { domainContract } from '../../src/testing/index.ts';
import { GaussianMutation } from '../../src/variation/index.ts';
import { checkLaws } from '../support/check-laws.ts';
import { bowl, bowlArchive } from '../support/domains/bowl.ts';
import { errorOf } from '../support/error-of.ts';
import { evaluateRows } from '../support/evaluate-rows.ts';

const module = new URL('../support/domains/bowl-module.mjs', import.meta.url);

const make = (domain: Domain = bowl, batchSize = 20): MapElites =>
  new MapElites({
    domain,
    archive: bowlArchive(),
    variation: new GaussianMutation({ sigma: 0.5 }),
    batchSize,
    seed: 1,
  });

const pooled = (options: Partial<ThreadPoolOptions> = {}): ThreadPool =>
  new ThreadPool({ domain: bowl, module, workers: 2, ...options });

/** Threads that this file started and that live. */
let threads = 0;
const count = (thread: Worker): void => {
  threads++;
  thread.on('exit', () => threads--);
};
beforeAll(() => void process.on('worker', count));
afterAll(() => void process.off('worker', count));
const ofLaws: ThreadPool[] = [];
// Every pool is closed when its test ends: no thread may outlive it.
afterEach(async () => {
  await Promise.all(ofLaws.splice(0).map((pool) => pool.close()));
  // `close` waits 200 ms at most for workers that are still loading.
  await vi.waitFor(() => expect(threads).toBe(0), 10_000);
});

checkLaws(
  'ThreadPool',
  domainContract({
    make: () => {
      ofLaws.push(pooled({ workers: 1 }));
      return ofLaws.at(-1)!;
    },
  }),
);

/** Genomes of which one half of the unit interval meets a fault. */
const batch = Batch.from(Array.from({ length: 4 }, (_, i) => [i, 1, 2.00005 * Number(i > 0), 3]));

it('evaluates as the domain does in this process, with any number of workers, at every seam', async () => {
  const alone = make();
  await run(alone, { evaluations: 200 });
  for (const workers of [1, 2, 5]) {
    await using pool = pooled({ workers });
    const [instead, beside] = [make(pool), make()];
    await Promise.all([run(instead, { evaluations: 200 }), run(beside, { evaluations: 200, evaluator: pool })]);
    expect([...instead.archive]).toEqual([...alone.archive]);
    expect([...beside.archive]).toEqual([...alone.archive]);
  }
});

it('keeps every healthy evaluation once while genomes crash and hang their worker, with 1, 2 and 5 workers', async () => {
  const shares = { exits: 0.05, hangs: 0.03 };
  const found = async (workers: number): Promise<readonly [(string | undefined)[], unknown[]]> => {
    await using pool = pooled({ workers, timeout: 500, options: { faults: shares } });
    const search = make(pool, 30);
    const reasons: (string | undefined)[] = [];
    await run(search, {
      evaluations: 60,
      onEvaluationError: 'invalid',
      onGeneration: ({ report }) => {
        reasons.push(...report.reasons);
      },
    });
    expect(search.evaluations).toBe(60);
    return [reasons, [...search.archive]];
  };
  // At once: a worker that hangs takes no time from the others.
  const archives = await Promise.all([1, 2, 5].map(found));
  expect(new Set(archives[0]![0])).toEqual(
    new Set([undefined, 'the worker ended with exit code 3', 'no answer within 500 ms']),
  );
  expect(archives[1]).toEqual(archives[0]);
  expect(archives[2]).toEqual(archives[0]);
  expect(getActiveResourcesInfo().filter((name) => name === 'Timeout')).toEqual([]);
  expect(threads).toBe(0);
});

it.each([
  ['throws', 'the simulator fell over'],
  ['exits', 'the worker ended with exit code 3'],
  ['spins', 'no answer within 500 ms'],
  ['hangs', 'no answer within 500 ms'],
  ['sleeps', 'no answer within 500 ms'],
  ['allocates', 'the worker ran out of memory'],
  ['throwsLater', 'a callback fell over'],
  ['posts', 'bowl.evaluate: fitness must have shape (1), that is (rows); got (undefined).'],
  ['nothing', 'bowl.evaluate: fitness must have shape (1), that is (rows); got (undefined).'],
  ['text', 'bowl.evaluate: fitness must have shape (1), that is (rows); got (undefined).'],
  ['short', 'bowl.evaluate: fitness must have shape (1), that is (rows); got (0).'],
  ['words', "got '3'"],
  ['bigints', 'got 3n'],
  ['narrow', 'bowl.evaluate: descriptors must have shape'],
  ['unreadable', 'cannot be read'],
])(
  'survives a domain that %s: the row is invalid, with the reason, or the error reaches the caller',
  async (fault, reason) => {
    const slow = fault === 'allocates';
    // A busy machine may keep a sound genome waiting: short only where nothing else ends the evaluation.
    const timeout = ['spins', 'hangs', 'sleeps'].includes(fault) ? 500 : 10_000;
    const limits = slow ? { resourceLimits: { maxOldGenerationSizeMb: 20 } } : { timeout };
    await using pool = pooled({ options: { faults: { [fault]: 0.5 } }, ...limits });
    const { fitness, reasons } = await evaluateRows(pool, batch);
    const sound = await bowl.evaluate(batch);
    for (let i = 0; i < batch.rows; i++) {
      if (reasons[i] === undefined) expect(fitness[i]).toBe(sound.fitness[i]);
      else expect([reasons[i], fitness[i]]).toEqual([expect.stringContaining(reason), Number.NaN]);
    }
    const failed = reasons.filter((one) => one !== undefined).length;
    expect(failed).toBeGreaterThan(0);
    expect(failed).toBeLessThan(batch.rows);
  },
);

it('hands the error of a genome to the caller, with its code, and goes on', async () => {
  await using pool = pooled({ options: { faults: { short: 0.5 } } });
  expect(await errorOf(() => pool.evaluate(batch))).toContain('ARGUMENT bowl.evaluate: fitness must have shape');
  expect((await pool.evaluate(Batch.from([[5, 5, 5, 5.00009]]))).reasons).toBeUndefined();
});

it('has a row tried again, with its seed, by another worker than the one where it failed', async () => {
  for (const workers of [1, 2]) {
    const options = { faults: { dislikesThread: 1 }, visits: new Int32Array(new SharedArrayBuffer(40)) };
    const seeds = [7, 8, 9, 1];
    await using pool = pooled({ workers, options });
    const first = await evaluateRows(pool, batch, { seeds });
    expect(first.reasons).toEqual(new Array(4).fill('the first time'));
    await using other = pooled({ workers, options: { ...options, visits: new Int32Array(new SharedArrayBuffer(40)) } });
    const fitness: number[] = [];
    const again: Promise<void>[] = [];
    await other.evaluateRows(batch, {
      seeds,
      done: () => expect.unreachable(),
      failed(row) {
        const done = (_: unknown, results: Results): void => {
          fitness[row] = results.fitness[0]!;
        };
        const failed = (_: number, error: unknown): void => expect.unreachable(String(error));
        again.push(other.evaluateRows(batch, { rows: [row], seeds, done, failed }));
      },
    });
    await Promise.all(again);
    expect(fitness).toEqual(seeds);
  }
});

it('lets an aborted signal reach a running evaluation, and ends one that does not listen', async () => {
  for (const fault of ['sleeps', 'spins', 'hangs']) {
    await using pool = pooled({ options: { faults: { [fault]: 1 } } });
    const search = make(pool);
    const signal = AbortSignal.timeout(200);
    expect(await run(search, { evaluations: 100, signal })).toMatchObject({ stoppedBy: 'signal', evaluations: 0 });
    const aborted = AbortSignal.abort(new Error('enough'));
    expect(await errorOf(() => pool.evaluate(batch, { signal: aborted }))).toContain('enough');
  }
});

it('gives up no healthy genome of rows that were sent together', async () => {
  const rows = Array.from({ length: 100 }, (_, i) => [i === 40 ? 2 : 2.00005, 1, 2, i % 10]);
  await using pool = pooled({ options: { faults: { throws: 0.25 } } });
  const { reasons, fitness } = await evaluateRows(pool, Batch.from(rows));
  expect(reasons.flatMap((reason, i) => (reason === undefined ? [] : [i, reason]))).toEqual([
    40,
    'the simulator fell over',
  ]);
  expect(fitness.filter(Number.isNaN)).toHaveLength(1);
});

it.each([
  [null, 'resourceLimits must be an object; got null'],
  [{ maxOldSizeMb: 1 }, 'resourceLimits must have only the keys maxOldGenerationSizeMb, '],
  [
    { maxOldGenerationSizeMb: '64' },
    "resourceLimits.maxOldGenerationSizeMb must be a finite number of at least 0; got '64'",
  ],
])('refuses limits that Node would ignore: %o', async (resourceLimits, message) => {
  const error = await errorOf(async () => pooled({ resourceLimits: resourceLimits as never }));
  expect(error).toContain(`ARGUMENT ThreadPool: ${message}`);
});

it('refuses a domain with state, which no snapshot of a search would hold', async () => {
  const stateful = 'must have no state, which would live in the workers, where no snapshot finds it; got';
  const state = { snapshot: () => new Uint8Array(1), restore: () => undefined };
  for (const [more, got] of [
    [{ stateful: true, ...state }, 'stateful: true.'],
    [state, 'snapshot().'],
  ] as const) {
    const message = await errorOf(async () => pooled({ domain: { ...bowl, ...more } as Domain }));
    expect(message).toBe(`ARGUMENT ThreadPool: domain ${stateful} ${got}`);
  }
  await using pool = pooled({ options: { spaces: { stateful: true } } });
  expect(await errorOf(() => pool.evaluate(batch))).toContain(`createDomain: its answer ${stateful}`);
});

it('starts no worker once it is closed, with as few rows as workers', async () => {
  for (const [fault, rows] of [
    ['spins', 1],
    ['hangs', 2],
    ['pauses', 2],
  ] as const) {
    const pool = pooled({ options: { faults: { [fault]: 1 } } });
    const running = errorOf(() => evaluateRows(pool, Batch.zeros(rows, 4)));
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(threads).toBe(rows);
    await pool.close();
    expect(threads).toBe(0);
    expect(await running).toBe('STATE ThreadPool: the pool is closed.');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(threads).toBe(0);
  }
});

it('lets the process end when it is closed during evaluations that hang', () => {
  const program = `
    (async () => {
    const { planarArm, Batch } = await import(${JSON.stringify(new URL('../../dist/index.js', import.meta.url))});
    const { ThreadPool } = await import(${JSON.stringify(new URL('../../dist/node.js', import.meta.url))});
    const { genome, descriptor } = planarArm({ joints: 4 });
    const spaces = { genome, descriptor: { ...descriptor } };
    const options = { faults: { hangs: 1 }, spaces };
    const pool = new ThreadPool({ domain: spaces, module: ${JSON.stringify(module)}, options, workers: 2 });
    const idle = new ThreadPool({ domain: spaces, module: ${JSON.stringify(module)}, options: { spaces }, workers: 1 });
    await idle.evaluate(Batch.zeros(2, 4));
    const running = pool.evaluate(Batch.zeros(2, 4)).catch((error) => console.log(error.code));
    setTimeout(async () => {
      await pool.close();
      console.log('closed');
    }, 150);
    await running;
    })();
  `;
  const argv = ['--eval', program];
  const { stdout, stderr, status } = spawnSync(process.execPath, argv, { encoding: 'utf8', timeout: 10_000 });
  expect({ stdout: stdout.split('\n').sort(), stderr, status }).toEqual({
    stdout: ['', 'STATE', 'closed'],
    stderr: '',
    status: 0,
  });
});

it('says that it is closed, and not that the domain is at fault, when it is closed while workers load', async () => {
  const pool = pooled({ options: { fail: 'hang' } });
  const running = errorOf(() => pool.evaluate(batch));
  await new Promise((resolve) => setTimeout(resolve, 50));
  await pool.close();
  expect(await running).toBe('STATE ThreadPool: the pool is closed.');
});

it('closes with what is under way, and cannot be used again', async () => {
  const pool = pooled({ options: { faults: { hangs: 1 } } });
  const running = errorOf(() => pool.evaluate(batch));
  await new Promise((resolve) => setTimeout(resolve, 100));
  await pool.close();
  await pool.close();
  expect(await running).toBe('STATE ThreadPool: the pool is closed.');
  expect(await errorOf(() => pool.evaluate(batch))).toBe('STATE ThreadPool: the pool is closed.');
});

it.each([
  ['module not found', { module: new URL('./no-such-module.mjs', import.meta.url) }, 'Cannot find module'],
  ['syntax, in which module', { module: 'data:text/javascript,export =' }, 'from data:text/javascript,export =; it'],
  [
    'a language that this thread has no loader for',
    { module: new URL('../fixtures/npy/make.py', import.meta.url) },
    'make.py; this thread has no loader for it: compile it, or see "A domain in TypeScript" in docs/node.md',
  ],
  ['no createDomain', { module: 'data:text/javascript,export const x = 1' }, 'export a function createDomain(options)'],
  ['createDomain throws', { options: { fail: 'throw' } }, 'no licence'],
  ['createDomain exits', { options: { fail: 'exit' } }, 'the worker ended with exit code 4'],
  ['createDomain hangs', { options: { fail: 'hang' }, loadTimeout: 3000 }, 'no answer within 3000 ms'],
  ['no domain', { options: { fail: 'rubbish' } }, 'be a domain with evaluate(); got 5'],
  [
    'another genome space',
    { options: { spaces: { genome: { dimensions: 5, lower: 0, upper: 10 } } } },
    "its genome space must be that of the pool's domain, a box of 4 dimensions in [0, 10]; got a box of 5 dimensions in ",
  ],
  [
    'another descriptor space',
    { options: { spaces: { descriptor: { dimensions: 2, lower: 0, upper: 9 } } } },
    "must be that of the pool's domain, with [0, 10] in dimension 0; got [0, 9].",
  ],
])('says what is wrong at the first load: %s', async (_, options, message) => {
  await using pool = pooled({ workers: 1, ...options });
  const error = await errorOf(() => evaluateRows(pool, batch));
  expect(error).toContain('ARGUMENT ThreadPool: each worker must load its domain from ');
  expect(error).toContain(message);
});

it('waits as long as it takes with limits of Infinity', async () => {
  const unlimited = Number.POSITIVE_INFINITY;
  await using pool = pooled({ timeout: unlimited, loadTimeout: unlimited });
  const timers = vi.spyOn(globalThis, 'setTimeout');
  expect((await pool.evaluate(batch)).fitness).toEqual(Float64Array.from((await bowl.evaluate(batch)).fitness));
  expect(timers).not.toHaveBeenCalled();
  timers.mockRestore();
});

it('sends genomes that are no vectors as their space writes them', async () => {
  const genome = objectSpace<Set<string>>({
    sample: () => new Set(),
    serialize: (set) => [...set].join(' '),
    deserialize: (text) => new Set(text.split(' ')),
  });
  const domain = { genome, descriptor: { dimensions: 1, lower: 0, upper: 10 } };
  await using pool = new ThreadPool({
    domain,
    module: new URL('../support/domains/words-module.cjs', import.meta.url),
    workers: 2,
  });
  const { fitness } = await pool.evaluate(new ListBatch([new Set(['a', 'bc']), new Set(['d'])]));
  expect(Array.from(fitness)).toEqual([3, 1]);
});

it('refuses bad options', async () => {
  const bad = (options: object): Promise<string> => errorOf(async () => pooled(options));
  expect(await bad({ workers: 0 })).toContain('ThreadPool: workers must be an integer in [1, 1024]; got 0');
  expect(await bad({ timeout: 0 })).toContain('timeout must be a number above 0, or Infinity; got 0.');
  expect(await bad({ loadTimeout: '1' })).toContain("loadTimeout must be a number above 0, or Infinity; got '1'.");
  expect(await bad({ module: './domain.mjs' })).toContain('module must be an absolute URL, such as new URL(');
  expect(await bad({ options: () => 1 })).toContain('options must be what structuredClone can copy; got a function');
  expect(await bad({ size: 3 })).toContain("got 'size'");
});
