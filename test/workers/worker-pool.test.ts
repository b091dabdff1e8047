import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { Batch, type Domain } from '../../src/core/index.ts';
import { WorkerPool, type WorkerPoolOptions } from '../../src/workers/index.ts';
import { bowl } from '../support/domains/bowl.ts';
import { errorOf } from '../support/error-of.ts';
import { evaluateRows } from '../support/evaluate-rows.ts';
import { servedWorker } from '../support/workers/served-worker.ts';

const pooled = (domain: Domain, options: Partial<WorkerPoolOptions> = {}): WorkerPool =>
  new WorkerPool({ domain: bowl, workers: 2, spawn: () => servedWorker(() => domain), ...options });

/** Genomes of which none is another's. */
const batchOf = (rows: number): Batch =>
  new Batch(
    rows,
    4,
    Float64Array.from({ length: rows * 4 }, (_, i) => (i % 10_007) / 1000),
  );

/** Evaluates with a bowl that throws at some rows, and counts what is sent to its workers. */
async function counted(
  rows: number,
  bad: (row: number) => boolean,
  options?: Partial<WorkerPoolOptions>,
): Promise<{ requests: number; evaluated: number; failed: number[] }> {
  const genomes = batchOf(rows);
  for (let i = 0; i < rows; i++) if (bad(i)) genomes.row(i)[0] = -1;
  const sound = await bowl.evaluate(genomes);
  let [requests, evaluated] = [0, 0];
  const pool = pooled(
    {
      ...bowl,
      evaluate(slice, context) {
        requests++;
        for (let i = 0; i < slice.rows; i++) {
          evaluated++;
          if (slice.row(i)[0] === -1) throw new Error('a bad row');
        }
        return bowl.evaluate(slice, context);
      },
    },
    options,
  );
  const { fitness, reasons } = await evaluateRows(pool, genomes);
  await pool.close();
  const failed = reasons.flatMap((reason, i) => (reason === undefined ? [] : [i]));
  expect(fitness).toEqual(Float64Array.from(sound.fitness, (value, i) => (bad(i) ? Number.NaN : value)));
  return { requests, evaluated, failed };
}

describe('WorkerPool', () => {
  it('finds one bad row in a batch with requests that grow with the logarithm of its size', async () => {
    const requests: number[] = [];
    for (const rows of [1000, 8000, 64_000]) {
      const found = await counted(rows, (row) => row === 0.7 * rows);
      expect(found.failed).toEqual([0.7 * rows]);
      requests.push(found.requests);
    }
    // Eight slices; of the one that fails eight parts, as often as it takes to come to 16 rows; then these.
    expect(requests).toEqual([8 + 8 + 16, 8 + 8 + 8 + 16, 8 + 8 + 8 + 8 + 16]);
  });

  it('sends little more than the rows where all are bad', async () => {
    const { requests, failed } = await counted(600, () => true);
    expect(failed).toHaveLength(600);
    // Eight slices of 75 rows, eight parts of each, and each row once.
    expect(requests).toBe(8 + 64 + 600);
  });

  it('evaluates a healthy row of a slice of up to 64 once more, alone', async () => {
    const { requests, evaluated } = await counted(64, (row) => row === 63, { workers: 1 });
    expect([requests, evaluated]).toEqual([4 + 16, 64 + 16]);
  });

  it('starts no more workers for a slice in parts than for one row by row, where only one works at a time', async () => {
    let spawned = 0;
    const throwing: Domain = {
      ...bowl,
      evaluate(slice) {
        for (let i = 0; i < slice.rows; i++) if (slice.row(i)[0] === -1) throw new Error('a bad row');
        return bowl.evaluate(slice);
      },
    };
    const spawn = () => {
      spawned++;
      return servedWorker(() => throwing);
    };
    const pool = pooled(throwing, { workers: 1, spawn });
    const genomes = batchOf(8000);
    genomes.row(5000)[0] = -1;
    const { reasons } = await evaluateRows(pool, genomes);
    await pool.close();
    expect([reasons[5000], spawned]).toEqual(['a bad row', 2]);
  });

  it('evaluates what it was given, whatever becomes of it before the last row is sent', async () => {
    const pool = pooled(bowl);
    const seeds = new Uint32Array(100).fill(7);
    const [overwritten, gone] = [batchOf(100), batchOf(100)];
    const running = [pool.evaluate(overwritten, { seeds }), pool.evaluate(gone, { seeds })];
    overwritten.data.fill(0);
    structuredClone([gone.data, seeds], { transfer: [gone.data.buffer as ArrayBuffer, seeds.buffer] });
    const { fitness } = await bowl.evaluate(batchOf(100));
    for (const results of await Promise.all(running)) expect(results.fitness).toEqual(Float64Array.from(fitness));
    await pool.close();
  });

  it('leaves no listener on a signal that a thousand batches are given', async () => {
    const pool = pooled(bowl);
    const { signal } = new AbortController();
    for (let i = 0; i < 1000; i++) await pool.evaluate(batchOf(1), { signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    await pool.close();
  });

  it("tells a worker's script that does not serve a domain from a domain that does not load", async () => {
    const silent = { postMessage: () => undefined, terminate: () => undefined, addEventListener: () => undefined };
    const pool = pooled(bowl, { spawn: () => silent, loadTimeout: 50 });
    expect(await errorOf(() => pool.evaluate(batchOf(1)))).toBe(
      'ARGUMENT WorkerPool: each worker must run its script, which calls serveDomain; it failed: no answer within 50 ms',
    );
    await pool.close();
    const hanging = pooled(bowl, { spawn: () => servedWorker(() => new Promise(() => undefined)), loadTimeout: 500 });
    expect(await errorOf(() => hanging.evaluate(batchOf(1)))).toBe(
      'ARGUMENT WorkerPool: each worker must load its domain; it failed: no answer within 500 ms',
    );
    await hanging.close();
  });
});

it('blames no options that were not given where there is no structuredClone, as in Jest with jsdom', async () => {
  vi.stubGlobal('structuredClone', undefined);
  const error = await errorOf(() => pooled(bowl));
  vi.unstubAllGlobals();
  expect(error).toBe('no error');
});

it.each(['', 7, null])('a WorkerPool has a name that is a text, not %o', async (name) => {
  expect(await errorOf(() => pooled(bowl, { name: name as never }))).toMatch(/^ARGUMENT WorkerPool: name must be a/);
});
