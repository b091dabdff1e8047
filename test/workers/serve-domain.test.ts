import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Batch, type Domain, type EvaluationContext } from '../../src/core/index.ts';
import { WorkerPool } from '../../src/workers/index.ts';
import { bowl } from '../support/domains/bowl.ts';
import { warningsOf } from '../support/warnings-of.ts';
import { servedWorker } from '../support/workers/served-worker.ts';

const served = (evaluate: Domain['evaluate']): WorkerPool =>
  new WorkerPool({ domain: bowl, workers: 1, spawn: () => servedWorker(() => ({ ...bowl, evaluate })) });

const genomes = new Batch(
  100,
  4,
  Float64Array.from({ length: 400 }, (_, i) => i / 40),
);

/** Of genomes (rows, 4): the first gene and the seed are the fitness, the next two genes the descriptor. */
const expected = {
  fitness: Float64Array.from({ length: 100 }, (_, i) => i / 10 + 5),
  descriptors: Batch.from(Array.from({ length: 100 }, (_, i) => [(4 * i + 1) / 40, (4 * i + 2) / 40])),
};
const seeds = new Uint32Array(100).fill(5);

/** The results of {@link expected}, written to this memory. */
function write(batch: Batch, context: EvaluationContext, fitness: Float64Array, descriptors: Float64Array): void {
  for (let i = 0; i < batch.rows; i++) {
    const [first, ...genes] = batch.row(i);
    fitness[i] = first! + context.seeds![i]!;
    descriptors.set(genes.slice(0, 2), 2 * i);
  }
}

describe('a domain that a worker serves', () => {
  it('may change and transfer what it is given, also of rows that are evaluated again', async () => {
    let failed = false;
    const pool = served((given, context = {}) => {
      const batch = given as Batch;
      const [fitness, descriptors] = [new Float64Array(batch.rows), Batch.zeros(batch.rows, 2)];
      write(batch, context, fitness, descriptors.data);
      batch.data.fill(-1);
      const { buffer } = context.seeds as Uint32Array;
      structuredClone([batch.data, buffer], { transfer: [batch.data.buffer as ArrayBuffer, buffer as ArrayBuffer] });
      if (failed) return { fitness, descriptors };
      failed = true;
      throw new Error('the first time');
    });
    expect(await pool.evaluate(genomes, { seeds })).toMatchObject(expected);
    expect(genomes.data[399]).toBe(399 / 40);
    expect(seeds.length).toBe(100);
    await pool.close();
  });

  it.each([
    ['its own memory', () => new ArrayBuffer(4096)],
    ['memory that is shared', () => new SharedArrayBuffer(4096)],
    ['memory of WebAssembly, which cannot be handed over', () => new WebAssembly.Memory({ initial: 1 }).buffer],
  ])('may answer with %s, and keep it', async (_, make) => {
    const buffer = make() as ArrayBuffer;
    const pool = served((given, context = {}) => {
      const batch = given as Batch;
      const fitness = new Float64Array(buffer, 0, batch.rows);
      const descriptors = new Float64Array(buffer, 1024, 2 * batch.rows);
      write(batch, context, fitness, descriptors);
      return { fitness, descriptors: new Batch(batch.rows, 2, descriptors) };
    });
    for (let generation = 0; generation < 2; generation++) {
      expect(await pool.evaluate(genomes, { seeds })).toMatchObject(expected);
    }
    await pool.close();
  });

  it('may hand its signal on for each row', async () => {
    const pool = served(async (batch, context = {}) => {
      const rows = Array.from({ length: batch.rows }, (_, i) => batch.row(i));
      await Promise.all(rows.map(() => setTimeout(1, undefined, { signal: context.signal })));
      return bowl.evaluate(batch);
    });
    const { signal } = new AbortController();
    expect(await warningsOf(() => pool.evaluate(Batch.zeros(1000, 4), { signal }))).toEqual([]);
    await pool.close();
  });
});
