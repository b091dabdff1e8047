import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { expect, inject, it } from 'vitest';
import { browse, noBrowser } from './chromium.ts';
import { runNode } from './spawn-text.ts';

const consumer = inject('consumer');
const folder = join(consumer, 'same-bits');
mkdirSync(folder);

/** A DDE-Elites run that answers with its elites and a digest of every bit of them; the same text everywhere. */
const program = `
async function digest({ CvtArchive, DdeElites, planarArm, ringCentroids, run, Vae }) {
  const domain = planarArm({ joints: 20 });
  const search = new DdeElites({
    domain,
    archive: new CvtArchive({ domain, centroids: ringCentroids({ rings: 25 }) }),
    learner: new Vae({ inputs: 20, latent: 10 }),
    batchSize: 100,
    seed: 5,
  });
  await run(search, { evaluations: 5000 });
  const numbers = [];
  for (const { cell, fitness, descriptor, genome } of search.archive) {
    numbers.push(cell, fitness, ...descriptor, ...genome);
  }
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', Float64Array.from(numbers)));
  return search.archive.size + ' ' + Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
`;

/**
 * Elites and digest as every engine must find them: CI runs this on several. A change of it changes the numbers that a
 * seed gives, and belongs under Results in CHANGELOG.md.
 */
const recorded = '1417 f8a9b5592ee939d520a0ac8ca2bceb0bb74637fcb5a932e44980d8fc66d78b94';

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

it('gives the recorded archive, bit for bit, as an ES module', async () => {
  write('run.mjs', `${program}console.log(await digest(await import('elites')));`);
  expect(await runNode('run.mjs', folder)).toBe(`${recorded}\n`);
});

it('… in CommonJS', async () => {
  write('run.cjs', `${program}digest(require('elites')).then(console.log);`);
  expect(await runNode('run.cjs', folder)).toBe(`${recorded}\n`);
});

it('… in a worker thread', async () => {
  write('thread.mjs', `${program}console.log(await digest(await import('elites')));`);
  const start = "import { Worker } from 'node:worker_threads'; new Worker(new URL('thread.mjs', import.meta.url));";
  write('start.mjs', start);
  expect(await runNode('start.mjs', folder)).toBe(`${recorded}\n`);
});

it.skipIf(noBrowser)(`… in a browser's page, unbundled${noBrowser}`, async () => {
  write(
    'page.html',
    `<!doctype html><link rel="icon" href="data:,">
     <script type="module">${program}window.done(await digest(await import('/node_modules/elites/dist/index.js')));</script>`,
  );
  expect(await browse('same-bits/page.html', consumer)).toBe(recorded);
});

it.skipIf(noBrowser)(`… in a browser's worker, bundled${noBrowser}`, async () => {
  write('worker.mjs', `import * as elites from 'elites';${program}digest(elites).then(postMessage);`);
  buildSync({ absWorkingDir: folder, entryPoints: ['worker.mjs'], bundle: true, format: 'esm', outfile: 'bundle.js' });
  write(
    'worker.html',
    `<!doctype html><link rel="icon" href="data:,">
     <script type="module">
       const worker = new Worker('bundle.js', { type: 'module' });
       worker.onmessage = ({ data }) => window.done(data);
       worker.onerror = ({ message }) => console.error('worker', message);
     </script>`,
  );
  expect(await browse('same-bits/worker.html', consumer)).toBe(recorded);
});
