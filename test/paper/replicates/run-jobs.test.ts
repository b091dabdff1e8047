import { describe, expect, it } from 'vitest';
import { runJobs } from '../../../src/paper/index.ts';
import { warningsOf } from '../../support/warnings-of.ts';

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 1));

describe('runJobs', () => {
  it('never runs a finished job again, and goes on where it was stopped', async () => {
    const kept = new Set([2]);
    const executed: number[] = [];
    const stop = new AbortController();
    const execute = async (job: number) => {
      executed.push(job);
      await pause();
      kept.add(job);
      if (executed.length === 2) stop.abort();
    };
    const options = { lanes: 1, finished: (job: number) => kept.has(job), execute };
    expect(await runJobs([1, 2, 3, 4, 5], { ...options, signal: stop.signal })).toBe(false);
    expect(executed).toEqual([1, 3]);
    expect(await runJobs([1, 2, 3, 4, 5], options)).toBe(true);
    expect(executed).toEqual([1, 3, 4, 5]);
  });

  it('runs as many at a time as there are lanes', async () => {
    let [running, most] = [0, 0];
    const execute = async () => {
      most = Math.max(most, ++running);
      await pause();
      running--;
    };
    await runJobs([1, 2, 3, 4, 5, 6], { lanes: 3, finished: () => false, execute });
    expect(most).toBe(3);
  });

  it('throws the first failure, once the others were asked to end and have ended', async () => {
    const ended: string[] = [];
    const execute = async (job: string, signal: AbortSignal) => {
      if (job === 'bad') throw new Error('bad job');
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      ended.push(job);
      throw new Error('ended early');
    };
    const running = runJobs(['slow', 'bad', 'never'], { lanes: 2, finished: () => false, execute });
    await expect(running).rejects.toThrow('bad job');
    expect(ended).toEqual(['slow']);
  });

  it('a stopped job that ends by throwing is no failure', async () => {
    const stop = new AbortController();
    const execute = (_: number, signal: AbortSignal) =>
      new Promise<void>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('killed')));
        stop.abort();
      });
    expect(await runJobs([1, 2], { lanes: 1, finished: () => false, execute, signal: stop.signal })).toBe(false);
  });
  it('lets twenty jobs at a time listen to their signals', async () => {
    const jobs = Array.from({ length: 40 }, (_, i) => i);
    const execute = async (_: number, signal: AbortSignal) => {
      signal.addEventListener('abort', () => undefined);
      await pause();
    };
    expect(await warningsOf(() => runJobs(jobs, { lanes: 20, finished: () => false, execute }))).toEqual([]);
  });
});
