import { expect, it, vi } from 'vitest';
import { MapElites } from '../../src/algorithms/index.ts';
import type { Domain } from '../../src/core/index.ts';
import { ThreadPool } from '../../src/node/index.ts';
import { run } from '../../src/run/index.ts';
import { GaussianMutation } from '../../src/variation/index.ts';
import { bowl, bowlArchive } from '../support/bowl.ts';

// The script of the threads is built: `npm run build`.
vi.mock(import('../../src/node/thread-file.ts'), () => ({
  threadFile: () => new URL('../../dist/thread.js', import.meta.url),
}));

const module = new URL('../support/bowl-module.mjs', import.meta.url);

const make = (domain: Domain = bowl): MapElites =>
  new MapElites({
    domain,
    archive: bowlArchive(),
    variation: new GaussianMutation({ sigma: 0.5 }),
    batchSize: 20,
    seed: 1,
  });

it('evaluates as the domain does in this process, with any number of workers', async () => {
  const alone = make();
  await run(alone, { evaluations: 200 });
  for (const workers of [1, 2, 5]) {
    await using pool = new ThreadPool({ domain: bowl, module, workers });
    const search = make(pool);
    await run(search, { evaluations: 200 });
    expect([...search.archive]).toEqual([...alone.archive]);
  }
});
