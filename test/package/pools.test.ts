import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { expect, inject, it } from 'vitest';
import { browse, noBrowser } from './chromium.ts';
import { runNode } from './spawn-text.ts';

// A search whose genomes are evaluated elsewhere ends with the archive of the search that evaluates by itself.
const consumer = inject('consumer');
const folder = join(consumer, 'pools');
mkdirSync(folder);

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

/** A noisy domain that throws where options.throws is more than a part of the genome; or hangs, or closes its worker. */
write(
  'domain.js',
  `import { defineDomain } from 'elites';
   export const createDomain = ({ throws = 0, hangs = 0, closes = 0 }) => defineDomain({
     name: 'picky',
     genome: { dimensions: 4, lower: 0, upper: 10 },
     descriptor: { dimensions: 2, lower: 0, upper: 10 },
     async evaluate(genome, { seed }) {
       const at = genome[2] % 1;
       if (at < throws) throw new Error('fell over at ' + genome[3]);
       if (at < hangs) for (;;);
       if (at < closes) { self.close(); await new Promise(() => {}); }
       return { fitness: seed / 2 ** 32 - genome.reduce((sum, x) => sum + (x - 5) ** 2, 0), descriptor: genome.subarray(0, 2) };
     },
   });`,
);

/** What is searched, and a digest of every bit of the elites and of why genomes failed; the same text everywhere. */
write(
  'search.js',
  `import { GaussianMutation, GridArchive, MapElites, run } from 'elites';
   import { createDomain } from './domain.js';
   export const options = { throws: 0.1 };
   export async function digest(evaluator) {
     const domain = createDomain(options);
     const archive = new GridArchive({ domain, cells: [10, 10] });
     const search = new MapElites({ domain, archive, variation: new GaussianMutation({ sigma: 1 }), batchSize: 30, seed: 3 });
     const reasons = [];
     const onGeneration = ({ report }) => void reasons.push(...report.reasons);
     await run(search, { evaluations: 600, evaluator, onEvaluationError: 'invalid', onGeneration });
     const elites = [...archive].map(({ cell, fitness, genome }) => [cell, fitness, ...genome]);
     const bytes = new TextEncoder().encode(JSON.stringify([elites, reasons]));
     const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
     const failed = reasons.filter((reason) => reason?.startsWith('fell over at ')).length;
     return [archive.size, failed, Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')].join(' ');
   }`,
);
write('package.json', '{ "type": "module" }');

/** The digest without a pool. */
const alone = (async () => {
  write('alone.js', `import { digest } from './search.js'; console.log(await digest());`);
  return (await runNode('alone.js', folder)).trim();
})();

it('has genomes that fail, and some that do not', async () => {
  const [size, failed] = (await alone).split(' ').map(Number);
  expect(size).toBeGreaterThan(50);
  expect(failed).toBeGreaterThan(20);
});

it('finds the same archive, and the same failures, with two worker threads', async () => {
  write(
    'threads.js',
    `import { ThreadPool } from 'elites/node';
     import { createDomain } from './domain.js';
     import { digest, options } from './search.js';
     const module = new URL('domain.js', import.meta.url);
     const pool = new ThreadPool({ domain: createDomain(options), options, module, workers: 2 });
     console.log(await digest(pool));
     await pool.close();`,
  );
  expect((await runNode('threads.js', folder)).trim()).toBe(await alone);
});

it.skipIf(noBrowser)(`… with two Web Workers, bundled, where genomes may hang and close them${noBrowser}`, async () => {
  write(
    'my-worker.js',
    `import { serveDomain } from 'elites/workers';
     import { createDomain } from './domain.js';
     serveDomain(createDomain);`,
  );
  write(
    'page.js',
    `import { Batch } from 'elites';
     import { WorkerPool } from 'elites/workers';
     import { createDomain } from './domain.js';
     import { digest, options } from './search.js';
     let spawned = 0;
     const spawn = () => (spawned++, new Worker(new URL('./my-worker.js', import.meta.url), { type: 'module' }));
     const makePool = (more) => new WorkerPool({ domain: createDomain({}), spawn, workers: 2, ...more });
     const pool = makePool({ options });
     const answer = [await digest(pool), spawned];
     await pool.close();
     const faulty = makePool({ options: { throws: 0.2, hangs: 0.4, closes: 0.6 }, timeout: 200 });
     const reasons = [];
     await faulty.evaluateRows(Batch.from([0.1, 0.3, 0.5, 0.7].map((at) => [1, 1, at, 1])), {
       seeds: [1, 2, 3, 4],
       done: ([row]) => (reasons[row] = 'none'),
       failed: (row, error) => (reasons[row] = error.message),
     });
     await faulty.close();
     window.done(JSON.stringify([...answer, ...reasons]));`,
  );
  buildSync({
    absWorkingDir: folder,
    entryPoints: ['page.js', 'my-worker.js'],
    bundle: true,
    format: 'esm',
    outdir: 'bundled',
  });
  const page = '<!doctype html><link rel="icon" href="data:,"><script type="module" src="page.js"></script>';
  write('bundled/page.html', page);
  const [found, spawned, ...reasons] = JSON.parse(await browse('pools/bundled/page.html', consumer));
  expect(found).toBe(await alone);
  expect(spawned).toBe(2);
  expect(reasons).toEqual(['fell over at 1', 'no answer within 200 ms', 'no answer within 200 ms', 'none']);
});
