import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import { SlidingWindowUcb } from '../../src/bandits/index.ts';
import type { Evaluator, Genomes, Results, RowsContext } from '../../src/core/index.ts';
import { type OrderRecord, type RunOptions, run } from '../../src/run/index.ts';
import { Search, type SearchOptions } from '../../src/search/index.ts';
import { failingRevise } from '../support/domains/failing-revise.ts';
import { askUniform, square as domain } from '../support/domains/square.ts';
import { errorOf } from '../support/error-of.ts';

// What users' own parts do wrong, or do late: the run says so, and keeps what was evaluated.

const uniform = () => ({ ask: askUniform });
const make = (options: Partial<SearchOptions> = {}): Search =>
  new Search({
    domain,
    archive: new GridArchive({ domain: options.domain ?? domain, cells: [10, 10] }),
    emitters: { e: uniform() },
    batchSize: 10,
    initial: { evaluations: 10 },
    seed: 1,
    ...options,
  });
const resultsOf = (
  genomes: Genomes<Float64Array>,
  rows: readonly number[] = [...Array(genomes.rows).keys()],
): Results => ({
  fitness: rows.map((row) => genomes.row(row)[0]!),
  descriptors: rows.map((row) => genomes.row(row)),
});
/** An evaluator of rows. */
const byRows = (evaluateRows: (genomes: Genomes<Float64Array>, context: RowsContext) => void): Evaluator => ({
  evaluate: (genomes) => resultsOf(genomes),
  evaluateRows,
});

describe('run', () => {
  it('throws the error of a reward, and keeps the batches that were evaluated', async () => {
    let evaluated = 0;
    const search = make({
      bandit: new SlidingWindowUcb({ arms: 1 }),
      reward() {
        throw new Error('no reward');
      },
    });
    const evaluator = {
      async evaluate(genomes: Genomes<Float64Array>) {
        evaluated += genomes.rows;
        return resultsOf(genomes);
      },
    };
    expect(await errorOf(() => run(search, { evaluations: 90, inFlight: 4, evaluator }))).toContain('no reward');
    const missing = search.pending.reduce((sum, batch) => sum + search.missing(batch).length, 0);
    expect(search.evaluations + 10 * search.pending.length - missing).toBe(evaluated);
  });

  it.each<[string, Evaluator]>([
    ['forgets a row', byRows((genomes, { done }) => done([0, 1], resultsOf(genomes, [0, 1])))],
    [
      'reports after it has ended',
      byRows((genomes, { done }) => void setTimeout(() => done([0], resultsOf(genomes, [0])))),
    ],
    [
      'reports a row twice',
      byRows((genomes, { done }) => {
        done([...Array(10).keys()], resultsOf(genomes));
        done([0], resultsOf(genomes, [0]));
      }),
    ],
    ['reports a row that does not exist', byRows((genomes, { done }) => done([99], resultsOf(genomes, [0])))],
  ])('refuses an evaluator of rows that %s', async (_, evaluator) => {
    const error = await errorOf(() => run(make(), { evaluations: 40, evaluator }));
    expect(error).toMatch(/^ARGUMENT run: evaluator.evaluateRows must report/);
  });

  it('refuses a record that is none, and one of another search', async () => {
    const runBy = (order: unknown, inFlight?: number): Promise<string> =>
      errorOf(() => run(make(), { evaluations: 40, order: order as OrderRecord, inFlight }));
    for (const order of [null, {}, { inFlight: 1, asked: 3 }, { inFlight: 1, asked: 3, applied: [0, 0] }]) {
      expect(await runBy(order, 2)).toMatch(/^ARGUMENT run: order/);
    }
    expect(await runBy({ inFlight: 1, asked: 4, applied: [2, 0, 1, 3] })).toMatch(/^STATE run: order does not fit/);
  });

  it('refuses an until that answers neither true nor false', async () => {
    const until = (async () => true) as unknown as RunOptions['until'];
    expect(await errorOf(() => run(make(), { evaluations: 40, until }))).toMatch(/^ARGUMENT run: until/);
  });

  it('throws an error of onGeneration after an abort too', async () => {
    const stop = new AbortController();
    const onGeneration = (): void => {
      stop.abort();
      throw new Error('disk full');
    };
    expect(await errorOf(() => run(make(), { evaluations: 40, signal: stop.signal, onGeneration }))).toContain(
      'disk full',
    );
  });

  it('tries a row that fails synchronously any number of times', async () => {
    const failing = { ...domain, evaluate: undefined, evaluateRows: undefined };
    const evaluator = byRows((_, { rows, failed }) => {
      for (const row of Array.from(rows ?? [...Array(10).keys()])) failed(row, new Error('no'));
    });
    const search = make({ domain: failing as never });
    const { invalid } = await run(search, { evaluations: 10, retries: 3000, onEvaluationError: 'invalid', evaluator });
    expect(invalid).toBe(10);
  });

  it('leaves no listeners of evaluations that have ended, synchronous ones too', async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const add = AbortSignal.prototype.addEventListener;
    const remove = AbortSignal.prototype.removeEventListener;
    AbortSignal.prototype.addEventListener = function (this: AbortSignal, ...args: Parameters<typeof add>) {
      listeners++;
      add.apply(this, args);
    } as typeof add;
    AbortSignal.prototype.removeEventListener = function (this: AbortSignal, ...args: Parameters<typeof remove>) {
      listeners--;
      remove.apply(this, args);
    } as typeof remove;
    try {
      const evaluator: Evaluator = {
        evaluate(genomes, context) {
          expect(context?.signal?.aborted).toBe(false);
          return resultsOf(genomes);
        },
      };
      await run(make(), { evaluations: 500, signal, evaluator });
    } finally {
      AbortSignal.prototype.addEventListener = add;
      AbortSignal.prototype.removeEventListener = remove;
    }
    expect(listeners).toBeLessThan(5);
  });

  it('lets timers have their turn while it asks for many batches', async () => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 1);
    const evaluator: Evaluator = {
      evaluate(genomes) {
        for (const end = performance.now() + 5; performance.now() < end; );
        return resultsOf(genomes);
      },
    };
    await run(make({ batchSize: 1, initial: { evaluations: 1 } }), { evaluations: 40, inFlight: 40, evaluator });
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(4);
  });

  it('gives a snapshot what was evaluated and waits for its turn', async () => {
    let calls = 0;
    const evaluator = {
      async evaluate(genomes: Genomes<Float64Array>) {
        calls += genomes.rows;
        return resultsOf(genomes);
      },
    };
    const search = make({ batchSize: 1, initial: { evaluations: 1 } });
    let saved: { bytes: Uint8Array; calls: number; told: number } | undefined;
    const onGeneration = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve));
      saved ??= { bytes: search.snapshot(), calls, told: search.evaluations };
    };
    await run(search, { evaluations: 30, inFlight: 8, evaluator, onGeneration });
    const resumed = make({ batchSize: 1, initial: { evaluations: 1 } });
    resumed.restore(saved!.bytes);
    const missing = resumed.pending.reduce((sum, batch) => sum + resumed.missing(batch).length, 0);
    expect(saved!.told + resumed.pending.length - missing).toBe(saved!.calls);
  });
});

it('holds the rows that a failed tell did not take: the next run goes on with them', async () => {
  const { search, state } = failingRevise();
  await expect(run(search, { evaluations: 12 })).rejects.toThrow('full');
  expect([search.evaluations, search.pending.length]).toEqual([6, 1]);
  state.fails = false;
  expect([...search.missing(search.pending[0]!)]).toEqual([]);
  expect((await run(search, { evaluations: 12 })).evaluations).toBe(12);
});

it.each([1, 3])(
  'ends with the error of an evaluation that fails after its last row, with %i in flight',
  async (inFlight) => {
    const search = make();
    const evaluator: Evaluator = {
      evaluate: () => Promise.reject(new Error('not used')),
      async evaluateRows(genomes: Genomes<Float64Array>, { done }: RowsContext) {
        const rows = Array.from({ length: genomes.rows }, (_, i) => i);
        done(rows, await domain.evaluate(genomes));
        await new Promise((resolve) => setTimeout(resolve, 2));
        if (search.evaluations > 40) throw new Error('connection lost');
      },
    } as never;
    await expect(run(search, { evaluations: 100, inFlight, evaluator })).rejects.toThrow('connection lost');
    expect((await run(search, { evaluations: 100 })).evaluations).toBe(100);
  },
);
