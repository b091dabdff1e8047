import { describe, expect, it } from 'vitest';
import { Batch, type Domain } from '../../src/core/index.ts';
import { run } from '../../src/run/index.ts';
import { MapElites } from '../../src/search/index.ts';
import { GaussianMutation } from '../../src/variation/index.ts';
import { type Lane, type LaneAnswer, type LaneRequest, Pool, type PoolOptions } from '../../src/workers/index.ts';
import { bowl, bowlArchive } from '../support/domains/bowl.ts';
import { errorOf } from '../support/error-of.ts';
import { evaluateRows } from '../support/evaluate-rows.ts';
import { Gates } from '../support/workers/gates.ts';
import { laneTo } from '../support/workers/lane-to.ts';

const pooled = (domain: Domain, options: Partial<PoolOptions> = {}): Pool =>
  new Pool({ domain: bowl, workers: 2, open: () => laneTo(domain), ...options });

/** Genomes of which none is another's; the first gene is the row. */
const batchOf = (rows: number): Batch => Batch.from(Array.from({ length: rows }, (_, i) => [i / 100, 1, 2, 3]));

const searching = (domain: Domain): MapElites =>
  new MapElites({ domain, archive: bowlArchive(), variation: new GaussianMutation(), batchSize: 4, seed: 1 });

describe("a lane of one's own", () => {
  it('is replaced when it is lost, idle or busy, at no cost to a row that it did not evaluate', async () => {
    let opened = 0;
    let closed = 0;
    let lose: ((reason: unknown) => void) | undefined;
    const pool = pooled(bowl, {
      workers: 1,
      open(lost) {
        opened++;
        lose = lost;
        const { ask } = laneTo(bowl);
        return {
          ask: (request, signal) =>
            request.kind === 'evaluate' && (request.genomes.columns.genome as Float64Array).includes(9)
              ? Promise.reject(new Error('the line is dead'))
              : ask(request, signal),
          close: () => closed++,
        };
      },
    });
    expect((await evaluateRows(pool, batchOf(1))).reasons).toEqual([undefined]);
    lose!('the cable was cut');
    expect([opened, closed]).toEqual([1, 1]);
    const { reasons } = await evaluateRows(pool, Batch.from([[9, 1, 1, 1], ...[1, 2, 3].map((x) => [x, 1, 1, 1])]));
    expect(reasons).toEqual(['the line is dead', undefined, undefined, undefined]);
    expect(opened).toBe(closed + 1);
    lose!('late');
    await pool.close();
    expect(opened).toBe(closed);
  });

  it('that is lost while it is opened, or cannot be opened, ends the call with the reason', async () => {
    const message = async (open: PoolOptions['open'], more: Partial<PoolOptions> = {}): Promise<string> => {
      const pool = pooled(bowl, { open, ...more });
      const error = await errorOf(() => pool.evaluate(batchOf(3)));
      await pool.close();
      return error;
    };
    const silent: Lane = { ask: () => new Promise(() => undefined), close: () => undefined };
    const cannot = (): never => {
      throw new TypeError('no such host');
    };
    expect(await message(cannot)).toBe('ARGUMENT Pool: each worker must be started; it failed: no such host');
    const lost = (tell: (reason: unknown) => void): Lane => {
      tell('no route');
      return silent;
    };
    expect(await message(lost)).toBe('ARGUMENT Pool: each worker must tell its problem; it failed: no route');
    expect(await message(() => ({ ...silent, loading: 'wake up' }), { loadTimeout: 20 })).toBe(
      'ARGUMENT Pool: each worker must wake up; it failed: no answer within 20 ms',
    );
    const answering = (answer: unknown): Lane => ({ ask: async () => answer as LaneAnswer, close: () => undefined });
    expect(await message(() => answering(undefined))).toContain('it failed: the worker gave another answer');
    expect(await message(() => answering({ kind: 'failed', error: { message: 'no licence' } }))).toContain(
      'no licence',
    );
  });

  it('must be what open returns: anything else ends the call with an error that names open', async () => {
    for (const answer of [undefined, null, 5, {}, { ask: async () => null }, Promise.resolve(laneTo(bowl))]) {
      const pool = pooled(bowl, { open: () => answer as never });
      const search = searching(pool);
      const rule = /^ARGUMENT Pool: what open returns must have ask\(\) and close\(\); got /;
      expect(await errorOf(() => pool.evaluate(batchOf(3)))).toMatch(rule);
      expect(await errorOf(() => run(search, { evaluations: 20, onEvaluationError: 'invalid' }))).toMatch(rule);
      await pool.close();
    }
  });

  it('is waited for by close of the pool, but no longer than 200 ms', async () => {
    for (const [delay, least, most] of [
      [20, 15, 190],
      [1e6, 190, 2000],
    ]) {
      const close = () => new Promise<void>((resolve) => void setTimeout(resolve, delay).unref());
      const pool = pooled(bowl, { workers: 1, open: () => ({ ...laneTo(bowl), close }) });
      await pool.evaluate(batchOf(1));
      const start = performance.now();
      await pool.close();
      const took = performance.now() - start;
      expect(took).toBeGreaterThan(least!);
      expect(took).toBeLessThan(most!);
    }
  });

  it('gives each row that fails a reason, whatever was thrown', async () => {
    const messages = [undefined, null, 5, '', {}].map((message) => Object.assign(new Error('x'), { message }));
    for (const thrown of [undefined, null, 5, '', Object.create(null), Symbol('x'), ...messages]) {
      const throwing = { ...bowl, evaluateRows: undefined, evaluate: () => Promise.reject(thrown) };
      const rejecting: Lane = {
        ask: (request, signal) =>
          request.kind === 'problem' ? laneTo(bowl).ask(request, signal) : Promise.reject(thrown),
        close: () => undefined,
      };
      for (const lane of [laneTo(throwing as Domain), rejecting]) {
        const pool = pooled(bowl, { open: () => lane });
        const search = searching(pool);
        const { invalid } = await run(search, { evaluations: 4, onEvaluationError: 'invalid' });
        expect([invalid, search.archive.size]).toEqual([4, 0]);
        await pool.close();
      }
    }
  });

  it('that answers with rubbish makes rows fail, and no other call', async () => {
    const { ask } = laneTo(bowl);
    const spoilt: ((answer: LaneAnswer & { kind: 'evaluated' }) => unknown)[] = [
      () => null,
      () => ({ kind: 'evaluated' }),
      (answer) => ({ ...answer, results: { ...answer.results, rows: 2 } }),
      (answer) => ({ ...answer, results: { rows: 1, columns: { fitness: answer.results.columns.fitness } } }),
      (answer) => ({ ...answer, results: { rows: 1, columns: { ...answer.results.columns, descriptor: [1, 2] } } }),
      // The worker must have said that the row is invalid.
      ({ kind, results: { columns } }) => ({
        kind,
        results: { rows: 1, columns: { ...columns, fitness: Float64Array.of(Number.NaN) } },
      }),
      ...[null, 5, 'abc', {}, [null], [{}], [undefined, undefined], []].map((failures) => (answer: LaneAnswer) => ({
        ...answer,
        failures,
      })),
    ];
    for (const spoil of spoilt) {
      const pool = pooled(bowl, {
        open: () => ({
          ask: async (request: LaneRequest, signal: AbortSignal) => {
            const answer = await ask(request, signal);
            const bad = request.kind === 'evaluate' && request.genomes.columns.genome![0] === 9;
            return bad && answer.kind === 'evaluated' ? (spoil(answer) as LaneAnswer) : answer;
          },
          close: () => undefined,
        }),
      });
      const { reasons } = await evaluateRows(
        pool,
        Batch.from([
          [9, 1, 1, 1],
          [1, 1, 1, 1],
        ]),
      );
      expect([typeof reasons[0], reasons[1]]).toEqual(['string', undefined]);
      await pool.close();
    }
  });

  it('is asked for one thing at a time, and hears when the answer is not wanted any more', async () => {
    let [asking, most, aborted] = [0, 0, 0];
    const gates = new Gates();
    const pool = pooled(gates.domain, {
      open() {
        const { ask } = laneTo(gates.domain);
        return {
          async ask(request, signal) {
            most = Math.max(most, ++asking);
            signal.addEventListener('abort', () => aborted++);
            return ask(request, signal).finally(() => asking--);
          },
          close: () => undefined,
        };
      },
      workers: 1,
      timeout: 50,
    });
    const { reasons } = await evaluateRows(pool, batchOf(1));
    expect(reasons).toEqual(['no answer within 50 ms']);
    expect([most, aborted]).toEqual([1, 1]);
    await pool.close();
  });
});
