import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { Batch } from '../../src/core/index.ts';
import { ThreadPool } from '../../src/node/index.ts';
import { startThread } from '../../src/node/start-thread.ts';
import { poolThread, vaeThread } from '../../src/node/thread-scripts.ts';
import { bowl } from '../support/domains/bowl.ts';

it('names the script in the stack of an error, and not its text', async () => {
  const worker = startThread("function fails() { throw new Error('no luck'); }\nfails();", 'my-thread.js', {});
  const [error] = (await once(worker, 'error')) as [Error];
  expect(error.stack).toContain('at fails (elites/my-thread.js:1:');
  expect(error.stack).not.toContain('data:');
});

it('has scripts that import nothing but worker_threads, so that no bundler can lose a part', () => {
  for (const script of [poolThread, vaeThread]) {
    // Of every kind: import{a}from"b", import a from"b", import*as a from"b", import"b", import("b"), require("b").
    const found = script.matchAll(/(?:\bimport|require)\b(?:[^"'();]*\bfrom)?\s*\(?\s*"([^"]+)"/g);
    const imports = Array.from(found, ([, name]) => name);
    expect(imports).toEqual(['node:worker_threads']);
  }
});

it('says which module is missing, and not the text of the script that imports it', async () => {
  const missing = new URL('./no-such-module.mjs', import.meta.url);
  await using pool = new ThreadPool({ domain: bowl, module: missing, workers: 1 });
  const error = await pool.evaluate(Batch.zeros(3, 4)).catch((thrown: Error) => thrown as Error & { cause: Error });
  const { message, cause } = error as Error & { cause: Error };
  expect(message).toContain(`no-such-module.mjs' imported from elites/node`);
  expect(`${message} ${cause.stack}`).not.toContain('data:');
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
