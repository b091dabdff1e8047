import { spawnSync } from 'node:child_process';
import { expect, it, vi } from 'vitest';
import { Batch } from '../../src/core/index.ts';
import { ThreadPool, ThreadVae } from '../../src/node/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { bowl } from '../support/domains/bowl.ts';
import { errorOf } from '../support/error-of.ts';

/** Where the script of a thread is, as a bundler leaves it. */
let find: (name: string) => URL | undefined;
vi.mock(import('../../src/node/thread-file.ts'), () => ({ threadFile: (name) => find(name) }));

const module = new URL('../support/domains/bowl-module.mjs', import.meta.url);
const genomes = Batch.zeros(3, 4);

/** What a pool and a Vae say. */
async function told(): Promise<string[]> {
  await using pool = new ThreadPool({ domain: bowl, module, workers: 1 });
  await using vae = new ThreadVae({ inputs: 4, latent: 1, threads: 2 });
  const fit = () => vae.fit(genomes, { space: bowl.genome, random: randomStream(1) });
  return [await errorOf(() => pool.evaluate(genomes)), await errorOf(fit)];
}

it('names the script of a thread where a bundler lost it, and what to do', async () => {
  const remedy = 'is missing: a bundler must leave elites out of the bundle, as an external package.';
  for (const folder of ['file:///no/such/folder/', undefined]) {
    find = (name) => (folder === undefined ? undefined : new URL(name, folder));
    expect(await told()).toEqual([
      `STATE ThreadPool: the script of its threads, ${folder ?? ''}thread.js, ${remedy}`,
      `STATE ThreadVae.fit: the script of its threads, ${folder ?? ''}vae-thread.js, ${remedy}`,
    ]);
  }
});

it('names the file that the script of a thread lacks', async () => {
  find = () => new URL('data:text/javascript,import "file:///no-such-chunk.js"');
  const [pool, vae] = await told();
  expect(pool).toMatch(/^ARGUMENT ThreadPool: each worker must run its script; it failed: .*no-such-chunk\.js/);
  expect(vae).toContain('no-such-chunk.js');
});

it('gives threads the loaders of the process, also of a program on the command line', () => {
  const domain = `data:text/javascript,${encodeURIComponent(
    `const space = { dimensions: 1, lower: 0, upper: 1 };
     const evaluate = ({ rows }) => ({ fitness: new Array(rows).fill(loader), descriptors: new Array(rows).fill([1]) });
     export const createDomain = () => ({ genome: space, descriptor: space, evaluate });`,
  )}`;
  const program = `
    import { Batch } from ${JSON.stringify(new URL('../../dist/index.js', import.meta.url))};
    import { ThreadPool } from ${JSON.stringify(new URL('../../dist/node.js', import.meta.url))};
    const space = { dimensions: 1, lower: 0, upper: 1 };
    const module = ${JSON.stringify(domain)};
    const pool = new ThreadPool({ domain: { genome: space, descriptor: space }, module, workers: 1 });
    console.log((await pool.evaluate(Batch.zeros(1, 1))).fitness[0]);
    await pool.close();`;
  // A loader as a thread sees it: what runs before anything else in it.
  const argv = ['--import', 'data:text/javascript,globalThis.loader=7', '--input-type=module', '--eval', program];
  const { stdout, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8', timeout: 15_000 });
  expect([stdout, stderr]).toEqual(['7\n', '']);
});
