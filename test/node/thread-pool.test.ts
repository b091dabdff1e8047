import { getActiveResourcesInfo } from 'node:process';
import { expect, it, vi } from 'vitest';
import { MapElites } from '../../src/algorithms/index.ts';
import { Batch, type Domain, ListBatch, objectSpace } from '../../src/core/index.ts';
import { ThreadPool, type ThreadPoolOptions } from '../../src/node/index.ts';
import { run } from '../../src/run/index.ts';
import { GaussianMutation } from '../../src/variation/index.ts';
import { bowl, bowlArchive } from '../support/bowl.ts';
import { errorOf } from '../support/error-of.ts';

// The script of the threads is built: `npm run build`.
vi.mock(import('../../src/node/thread-file.ts'), () => ({
  threadFile: () => new URL('../../dist/thread.js', import.meta.url),
}));

const module = new URL('../support/bowl-module.mjs', import.meta.url);

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
  const shares = { exits: 0.05, hangs: 0.01 };
  const archives: unknown[] = [];
  for (const workers of [1, 2, 5]) {
    await using pool = pooled({ workers, timeout: 150, options: { faults: shares } });
    const search = make(pool, 30);
    const reasons: (string | undefined)[] = [];
    await run(search, {
      evaluations: 90,
      onEvaluationError: 'invalid',
      onGeneration: ({ report }) => {
        reasons.push(...report.reasons);
      },
    });
    expect(search.evaluations).toBe(90);
    archives.push([reasons, [...search.archive]]);
  }
  const [reasons] = archives[0] as [string[]];
  expect(new Set(reasons)).toEqual(
    new Set([undefined, 'the worker ended with exit code 3', 'no answer within 150 ms']),
  );
  expect(archives[1]).toEqual(archives[0]);
  expect(archives[2]).toEqual(archives[0]);
  expect(getActiveResourcesInfo().filter((name) => name === 'Timeout')).toEqual([]);
});

it.each([
  ['throws', 'the simulator fell over'],
  ['exits', 'the worker ended with exit code 3'],
  ['hangs', 'no answer within 100 ms'],
  ['sleeps', 'no answer within 100 ms'],
  ['allocates', 'the worker ran out of memory'],
  ['throwsLater', 'a callback fell over'],
  ['posts', 'bowl.evaluate: fitness must have shape (1), that is (rows); got (undefined).'],
  ['nothing', 'bowl.evaluate: fitness must have shape (1), that is (rows); got (undefined).'],
  ['text', 'bowl.evaluate: fitness must have shape (1), that is (rows); got (undefined).'],
  ['short', 'bowl.evaluate: fitness must have shape (1), that is (rows); got (0).'],
  ['narrow', 'bowl.evaluate: descriptors must have shape'],
  ['unreadable', 'cannot be read'],
])(
  'survives a domain that %s: the row is invalid, with the reason, or the error reaches the caller',
  async (fault, reason) => {
    const slow = fault === 'allocates';
    const limits = slow ? { resourceLimits: { maxOldGenerationSizeMb: 20 } } : { timeout: 100 };
    await using pool = pooled({ options: { faults: { [fault]: 0.5 } }, ...limits });
    const { fitness, reasons } = await pool.evaluateRows(batch);
    const sound = await bowl.evaluate(batch);
    for (let i = 0; i < batch.rows; i++) {
      if (reasons![i] === undefined) expect(fitness[i]).toBe(sound.fitness[i]);
      else expect([reasons![i], fitness[i]]).toEqual([expect.stringContaining(reason), Number.NaN]);
    }
    const failed = reasons!.filter((one) => one !== undefined).length;
    expect(failed).toBeGreaterThan(0);
    expect(failed).toBeLessThan(batch.rows);
  },
);

it('hands the error of a genome to the caller, with its code, and goes on', async () => {
  await using pool = pooled({ options: { faults: { short: 0.5 } } });
  expect(await errorOf(() => pool.evaluate(batch))).toContain('ARGUMENT bowl.evaluate: fitness must have shape');
  expect((await pool.evaluate(Batch.from([[5, 5, 5, 5.00009]]))).reasons).toEqual([undefined]);
});

it('evaluates a genome again with its seed, as often as it is told, and not in the worker where it failed', async () => {
  for (const workers of [1, 2]) {
    const options = () => ({
      faults: { dislikesThread: 1 },
      visits: new Int32Array(new SharedArrayBuffer(40)),
    });
    const seeds = [7, 8, 9, 1];
    await using pool = pooled({ workers, options: options() });
    expect([...(await pool.evaluate(batch, { seeds })).fitness]).toEqual(seeds);
    await using once = pooled({ workers, options: options(), retries: 0 });
    expect((await once.evaluateRows(batch, { seeds })).reasons).toEqual(new Array(4).fill('the first time'));
  }
});

it('lets an aborted signal reach a running evaluation, and ends one that does not listen', async () => {
  for (const fault of ['sleeps', 'hangs']) {
    await using pool = pooled({ options: { faults: { [fault]: 1 } } });
    const search = make(pool);
    const signal = AbortSignal.timeout(200);
    expect(await run(search, { evaluations: 100, signal })).toMatchObject({ stoppedBy: 'signal', evaluations: 0 });
    const aborted = AbortSignal.abort(new Error('enough'));
    expect(await errorOf(() => pool.evaluate(batch, { signal: aborted }))).toContain('enough');
  }
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
  ['no createDomain', { module: 'data:text/javascript,export const x = 1' }, 'export a function createDomain(options)'],
  ['createDomain throws', { options: { fail: 'throw' } }, 'no licence'],
  ['createDomain exits', { options: { fail: 'exit' } }, 'the worker ended with exit code 4'],
  ['createDomain hangs', { options: { fail: 'hang' }, loadTimeout: 300 }, 'no answer within 300 ms'],
  ['no domain', { options: { fail: 'rubbish' } }, 'be a domain with evaluate(); got 5'],
  [
    'another genome space',
    { options: { spaces: { genome: { dimensions: 5, lower: 0, upper: 10 } } } },
    "its genome space must be that of the pool's domain, a box of 4 dimensions; got a box of 5 dimensions.",
  ],
  [
    'another descriptor space',
    { options: { spaces: { descriptor: { dimensions: 2, lower: 0, upper: 9 } } } },
    "must be that of the pool's domain, a box of 2 dimensions; got a box of 2 dimensions with other bounds.",
  ],
])('says what is wrong at the first load: %s', async (_, options, message) => {
  await using pool = pooled(options);
  const error = await errorOf(() => pool.evaluateRows(batch));
  expect(error).toContain('ARGUMENT ThreadPool: each worker must load its domain; it failed: ');
  expect(error).toContain(message);
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
    module: new URL('../support/words-module.cjs', import.meta.url),
    workers: 2,
  });
  const { fitness } = await pool.evaluate(new ListBatch([new Set(['a', 'bc']), new Set(['d'])]));
  expect([...fitness]).toEqual([3, 1]);
});

it('refuses bad options', async () => {
  const bad = (options: object): Promise<string> => errorOf(async () => pooled(options));
  expect(await bad({ workers: 0 })).toContain('ThreadPool: workers must be an integer in [1, 1024]; got 0');
  expect(await bad({ timeout: 0 })).toContain('timeout must be');
  expect(await bad({ retries: -1 })).toContain('retries must be');
  expect(await bad({ module: './domain.mjs' })).toContain('module must be an absolute URL, such as new URL(');
  expect(await bad({ options: () => 1 })).toContain('options must be what structuredClone can copy; got a function');
  expect(await bad({ size: 3 })).toContain("got 'size'");
});
