import type { Worker } from 'node:worker_threads';
import { expect, it, vi } from 'vitest';
import { Batch, randomStream } from '../../src/index.ts';
import { ThreadVae } from '../../src/node/index.ts';

const started: Worker[] = [];
vi.mock('../../src/node/start-thread.ts', async (original) => {
  const { startThread, ...rest } = await original<typeof import('../../src/node/start-thread.ts')>();
  return {
    ...rest,
    startThread: (...given: Parameters<typeof startThread>) => {
      if (started.length === 2) throw new Error('no third thread');
      const worker = startThread(...given);
      started.push(worker);
      return worker;
    },
  };
});

it('ThreadVae ends the threads that started where another cannot', async () => {
  const vae = new ThreadVae({ inputs: 4, latent: 2, threads: 3 });
  const ended: number[] = [];
  const fit = vae.fit(Batch.zeros(40, 4), {
    space: { dimensions: 4, lower: -1, upper: 1 },
    random: randomStream(1),
  });
  for (const worker of started) worker.on('exit', (code) => ended.push(code));
  await expect(fit).rejects.toThrow('no third thread');
  await vi.waitFor(() => expect(ended).toHaveLength(2), 10_000);
});
