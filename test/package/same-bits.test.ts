import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { expect, inject, it } from 'vitest';
import { browse, noBrowser } from './chromium.ts';
import { repository, runNode } from './spawn-text.ts';

const consumer = inject('consumer');
const folder = join(consumer, 'same-bits');
mkdirSync(folder);

const given = (name: string): string => readFileSync(join(repository, 'test/programs/same-bits', name), 'utf8');
const program = given('digest.js');

/**
 * Elites and digest as every engine must find them: CI runs this on several. A change of it changes the numbers that a
 * seed gives, and belongs under Results in CHANGELOG.md.
 */
const recorded = given('recorded.txt').trim();

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
