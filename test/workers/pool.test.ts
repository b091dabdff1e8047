import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { Batch, type Domain } from '../../src/core/index.ts';
import { defineDomain } from '../../src/domains/index.ts';
import { run } from '../../src/run/index.ts';
import { MapElites } from '../../src/search/index.ts';
import { domainContract } from '../../src/testing/index.ts';
import { GaussianMutation } from '../../src/variation/index.ts';
import { type Lane, Pool, type PoolOptions } from '../../src/workers/index.ts';
import { checkLaws } from '../support/check-laws.ts';
import { bowl, bowlArchive } from '../support/domains/bowl.ts';
import { errorOf } from '../support/error-of.ts';
import { evaluateRows } from '../support/evaluate-rows.ts';
import { warningsOf } from '../support/warnings-of.ts';
import { Gates } from '../support/workers/gates.ts';
import { laneTo } from '../support/workers/lane-to.ts';

const pooled = (domain: Domain, options: Partial<PoolOptions> = {}): Pool =>
  new Pool({ domain: bowl, workers: 2, open: () => laneTo(domain), ...options });

/** Genomes of which none is another's; the first gene is the row. */
const batchOf = (rows: number): Batch => Batch.from(Array.from({ length: rows }, (_, i) => [i / 100, 1, 2, 3]));

checkLaws('Pool', domainContract({ make: () => pooled(bowl) }));

describe('Pool', () => {
  it.each(['', 7, null])('has a name that is a text, not %o', async (name) => {
    expect(await errorOf(() => pooled(bowl, { name: name as never }))).toMatch(/^ARGUMENT Pool: name must be a text/);
  });

  it('gives free lanes rows of any call, however slow the rows of another are', async () => {
    const gates = new Gates();
    const pool = pooled(gates.domain, { workers: 3 });
    const slow = evaluateRows(pool, Batch.from([[9.5, 1, 1, 1]]));
    await gates.reach(1);
    const told: number[] = [];
    const calls = Array.from({ length: 8 }, (_, i) =>
      evaluateRows(pool, Batch.from([[i, 1, 1, 1]])).then(() => told.push(i)),
    );
    for (let i = 0; i < 8; i++) {
      await gates.reach(Math.min(3, 9 - i));
      expect(gates.open.has(9.5)).toBe(true);
      gates.open.get(i)!.pass();
    }
    await Promise.all(calls);
    expect(told).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    gates.open.get(9.5)!.pass();
    expect((await slow).told).toEqual(Int32Array.of(1));
    await pool.close();
  });

  it('tells of rows as they come back, each once, and of those alone that it was asked for', async () => {
    const gates = new Gates();
    const pool = pooled(gates.domain, { workers: 1 });
    const genomes = batchOf(12);
    const told: number[][] = [];
    const rows = [1, 3, 5, 7, 9, 11];
    const done = (some: ArrayLike<number>): void => void told.push(Array.from(some));
    const running = pool.evaluateRows(genomes, { rows, done, failed: () => expect.unreachable() });
    for (const [i, pair] of [
      [1, 3],
      [5, 7],
      [9, 11],
    ].entries()) {
      await gates.reach(2);
      expect(told).toHaveLength(i);
      for (const row of pair) gates.open.get(row / 100)!.pass();
    }
    await running;
    expect(told).toEqual([
      [1, 3],
      [5, 7],
      [9, 11],
    ]);
    await pool.close();
  });

  it('evaluates no row again that a domain of single genomes has evaluated beside one that fails', async () => {
    let calls = 0;
    const domain = defineDomain({
      name: 'picky',
      genome: bowl.genome,
      descriptor: bowl.descriptor,
      evaluate(genome) {
        calls++;
        if (Math.round(genome[0]! * 100) % 10 === 7) throw new Error(`bad ${Math.round(genome[0]! * 100)}`);
        return { fitness: genome[0]!, descriptor: genome.subarray(0, 2) };
      },
    });
    const pool = pooled(domain);
    const { told, reasons } = await evaluateRows(pool, batchOf(100));
    expect(calls).toBe(100);
    expect(told).toEqual(new Int32Array(100).fill(1));
    expect(reasons.filter((reason) => reason !== undefined)).toEqual(
      Array.from({ length: 10 }, (_, i) => `bad ${10 * i + 7}`),
    );
    expect(await errorOf(() => pool.evaluate(batchOf(100)))).toBe('undefined bad 7');
    await pool.close();
  });

  it('has run try a row again, as often as it is told, and each time by another worker', async () => {
    const places = new Map<string, number[]>();
    let opened = 0;
    const open = (): Lane => {
      const lane = opened++;
      return laneTo({
        ...bowl,
        evaluate(genomes) {
          for (let i = 0; i < genomes.rows; i++) {
            const key = genomes.row(i).join();
            places.set(key, [...(places.get(key) ?? []), lane]);
            if (genomes.rows > 1 || genomes.row(i)[3]! < 2) throw new Error('not here');
          }
          return bowl.evaluate(genomes);
        },
      });
    };
    const pool = pooled(bowl, { open, timeout: 1e6 });
    const search = new MapElites({
      domain: pool,
      archive: bowlArchive(),
      variation: new GaussianMutation(),
      batchSize: 8,
      seed: 1,
    });
    const { invalid } = await run(search, { evaluations: 40, retries: 3, onEvaluationError: 'invalid' });
    expect(invalid).toBeGreaterThan(0);
    // Alone, and three times more; what has failed was never tried twice in turn in one place.
    const failed = [...places].filter(([key]) => Number(key.split(',')[3]) < 2).map(([, where]) => where.slice(-4));
    expect(failed).toHaveLength(invalid);
    for (const where of failed) {
      expect(where).toHaveLength(4);
      for (let i = 1; i < where.length; i++) expect(where[i]).not.toBe(where[i - 1]);
    }
    await pool.close();
  });

  it('has one listener on a signal, for however many calls, and none when they have ended', async () => {
    const gates = new Gates();
    const pool = pooled(gates.domain, { workers: 2 });
    const { signal } = new AbortController();
    const warnings = await warningsOf(async () => {
      const calls = Array.from({ length: 30 }, (_, i) =>
        evaluateRows(pool, Batch.from([[i / 10, 1, 1, 1]]), { signal }),
      );
      expect(getEventListeners(signal, 'abort')).toHaveLength(1);
      for (let i = 0; i < 30; i++) {
        await gates.reach(Math.min(2, 30 - i));
        [...gates.open.values()][0]!.pass();
      }
      await Promise.all(calls);
    });
    expect([warnings, getEventListeners(signal, 'abort')]).toEqual([[], []]);
    await pool.close();
  });

  it('answers from evaluate with results that are checked when they are told: a changed row is invalid', async () => {
    const pool = pooled(bowl);
    const genomes = batchOf(2);
    const results = await pool.evaluate(genomes);
    (results.fitness as Float64Array)[0] = Number.POSITIVE_INFINITY;
    expect(bowlArchive().add(genomes, results).status[0]).toBe('invalid');
    await pool.close();
  });

  it('stops at the signal as soon with a thousand calls waiting as with one', async () => {
    const gates = new Gates();
    const pool = pooled(gates.domain, { workers: 2, timeout: 1e6 });
    const controller = new AbortController();
    const calls = Array.from({ length: 1000 }, () => evaluateRows(pool, batchOf(32), { signal: controller.signal }));
    await gates.reach(8);
    controller.abort(new Error('enough'));
    for (const { told } of await Promise.all(calls)) expect(told).toEqual(new Int32Array(32));
    const other = evaluateRows(pool, Batch.from([[9, 1, 1, 1]]));
    for (let turn = 0; turn < 1000 && !gates.open.has(9); turn++)
      await new Promise((resolve) => setTimeout(resolve, 1));
    gates.open.get(9)!.pass();
    expect((await other).told).toEqual(Int32Array.of(1));
    await pool.close();
  }, 10_000);

  it('tells no more of a call whose signal is aborted, and goes on with the others', async () => {
    const gates = new Gates();
    const pool = pooled(gates.domain, { workers: 2 });
    const controller = new AbortController();
    const stopped = evaluateRows(pool, batchOf(20), { signal: controller.signal });
    await gates.reach(6);
    controller.abort(new Error('enough'));
    expect((await stopped).told).toEqual(new Int32Array(20));
    gates.open.clear();
    const other = evaluateRows(pool, batchOf(1));
    await gates.reach(1);
    gates.open.get(0)!.pass();
    expect((await other).told).toEqual(Int32Array.of(1));
    const aborted = evaluateRows(pool, batchOf(2), { signal: AbortSignal.abort() });
    expect((await aborted).told).toEqual(new Int32Array(2));
    await pool.close();
  });

  it('keeps all workers busy with single rows of several batches in flight, and ends with the archive of no pool', async () => {
    for (const order of ['asked', 'arrival'] as const) {
      const gates = new Gates();
      const pool = pooled(gates.domain, { workers: 3 });
      const make = (domain: Domain): MapElites =>
        new MapElites({
          domain,
          archive: bowlArchive(),
          variation: new GaussianMutation({ sigma: 0.5 }),
          batchSize: 1,
          seed: 4,
          initial: { evaluations: 8 },
        });
      const search = make(pool);
      const running = run(search, { evaluations: 100, inFlight: 8, order });
      for (let left = 100; left > 0; left--) {
        // With eight out and three under way five wait: a worker that is free has always something to do.
        await gates.reach(Math.min(3, left));
        // Uneven: the oldest of those under way comes last, but for every third.
        const keys = [...gates.open.keys()];
        gates.open.get(keys[left % 3 === 0 ? 0 : keys.length - 1]!)!.pass();
      }
      expect((await running).evaluations).toBe(100);
      await pool.close();
      if (order === 'arrival') continue;
      const alone = make(bowl);
      await run(alone, { evaluations: 100, inFlight: 8 });
      expect([...search.archive]).toEqual([...alone.archive]);
    }
  });
});
