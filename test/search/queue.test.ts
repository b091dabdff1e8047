import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import type { AskedBatch, Bandit, Batch, Emitter } from '../../src/core/index.ts';
import { Queue } from '../../src/search/queue.ts';
import { alike as results } from '../support/domains/failing-revise.ts';
import { askUniform as ask, square as domain, squareSearch as make } from '../support/domains/square.ts';
import { errorOf } from '../support/error-of.ts';

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('Queue', () => {
  it('runs work at once if there is none, and answers as it does', () => {
    const queue = new Queue();
    expect(queue.run(() => 1)).toBe(1);
    expect(() => queue.run(() => JSON.parse('{'))).toThrow(SyntaxError);
    expect(queue.isBusy).toBe(false);
  });

  it('runs asynchronous work one after the other, also after a failure', async () => {
    const queue = new Queue();
    const log: string[] = [];
    const work = (name: string) => async () => {
      log.push(name);
      await later(2);
      log.push(`${name} ends`);
      if (name === 'a') throw new Error('failed');
    };
    const all = await Promise.allSettled(['a', 'b', 'c'].map((name) => queue.run(work(name))));
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(log).toEqual(['a', 'a ends', 'b', 'b ends', 'c', 'c ends']);
    expect(queue.isBusy).toBe(false);
  });

  it('queues work that is asked for from within work', async () => {
    const queue = new Queue();
    const log: string[] = [];
    const outer = queue.run(() => {
      void queue.run(() => later(5).then(() => log.push('inner ends')));
      return later(1).then(() => log.push('outer ends'));
    });
    const next = queue.run(() => void log.push('next'));
    await outer;
    expect(queue.isBusy).toBe(true);
    await next;
    expect(log).toEqual(['outer ends', 'inner ends', 'next']);
  });
});

describe.each(['reward', 'metrics', 'learn'] as const)('an ask from within an ask, by %s', (place) => {
  it('is queued: emitters are asked one at a time, and no genome is given twice', async () => {
    const asks: number[] = [];
    let nested: Promise<AskedBatch> | undefined;
    let active = false;
    const again = (): void => {
      if (active) nested ??= search.ask();
    };
    const learn = (): void => {
      nested ??= search.ask();
    };
    const e: Emitter = {
      ask(count, context) {
        asks.push(context.ask);
        const children = ask(count, context);
        const [out] = search.pending;
        active = out !== undefined;
        if (out !== undefined) void search.tell(out, results(4));
        active = false;
        if (asks.length === 2 && place === 'metrics') throw new Error('down');
        return children;
      },
      ...(place === 'learn' && { learn }),
    };
    const archive = new GridArchive({ domain, cells: [10, 10] });
    const { metrics } = archive;
    if (place === 'metrics') archive.metrics = () => [again(), metrics.call(archive)][1] as never;
    const bandit: Bandit = { arms: 1, select: () => 0, reward: again };
    const search = make({ archive, emitters: { e }, ...(place === 'reward' && { bandit }) });
    const first = await search.ask();
    await search.tell(first, results(4));
    const batches: (AskedBatch & Batch)[] = [];
    for (let i = 0; i < 4; i++) {
      const batch = await search.ask().catch(() => undefined);
      if (batch !== undefined) batches.push(batch as AskedBatch & Batch);
    }
    batches.push((await nested!) as AskedBatch & Batch);
    const genomes = batches.map(({ data }) => data.join());
    expect(new Set(genomes).size).toBe(genomes.length);
    expect(new Set(batches.map(({ number }) => number)).size).toBe(batches.length);
    // An ask that failed is repeated with its number.
    expect(asks).toEqual(place === 'metrics' ? [0, 1, 1, 2, 3] : [0, 1, 2, 3, 4]);
  });
});

it('tells emitters of batches in the order in which the archive took them, also of one that an emitter tells', async () => {
  const heard: string[] = [];
  let nested: Promise<unknown> | undefined;
  const emitter = (name: string): Emitter => ({
    ask,
    tell(told) {
      heard.push(`${name}${told.ask}`);
      nested ??= search.tell(search.pending[0]!, results(4));
    },
  });
  const search = make({ emitters: { a: emitter('a'), b: emitter('b') } });
  await search.tell(await search.ask(), results(4));
  const [first] = [await search.ask(), await search.ask()];
  await search.tell(first, results(4));
  await nested;
  expect(heard).toEqual(['a0', 'b0', 'a1', 'b1']);
});

it('refuses a tell by a bandit that is being rewarded', async () => {
  const refused: Promise<string>[] = [];
  const reward = (): void => {
    const [out] = search.pending;
    if (out !== undefined) refused.push(errorOf(() => search.tell(out, results(4))));
  };
  const search = make({ bandit: { arms: 1, select: () => 0, reward } });
  await search.tell(await search.ask(), results(4));
  const [first, second] = [await search.ask(), await search.ask()];
  await search.tell(first, results(4));
  expect(await Promise.all(refused)).toEqual(['STATE Search.tell: tell() is under way.']);
  await search.tell(second, results(4));
});
