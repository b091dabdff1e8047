import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { expect, inject, it } from 'vitest';
import { browse, noBrowser } from './chromium.ts';
import { runNode } from './spawn-text.ts';

const consumer = inject('consumer');
const folder = join(consumer, 'worker-search');

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

/** More than the page's 20,000: the pause must arrive before the end, also on a busy machine. */
const evaluations = 200_000;

/** Writes the programs of docs/runtimes.md that begin with the name of their file. */
function writePrograms(): void {
  const page = readFileSync(new URL('../../docs/runtimes.md', import.meta.url), 'utf8');
  const programs = [...page.matchAll(/```js\n(\/\/ ([\w-]+\.js).*?)```/gs)];
  expect(programs.map(([, , name]) => name)).toEqual(['search.js', 'search-worker.js', 'page.js']);
  for (const [, program, name] of programs) write(name!, program!.replace('20_000', String(evaluations)));
}

const buttons = ['go', 'pause', 'save', 'load'].map((id) => `<button id="${id}">${id}</button>`).join('');

/** The page of the recipe; its worker stands in `window.worker`. */
const page = `<!doctype html><link rel="icon" href="data:,">${buttons}<elites-explorer></elites-explorer><output></output>
<script>
  const Plain = Worker;
  window.Worker = class extends Plain {
    constructor(...given) { super(...given); window.worker = this; }
  };
</script>
<script type="module" src="page.js"></script>`;

/** Runs a search in one page, saves it half way, and goes on in another one. What comes before: nothing to load, and two commands at once. */
const story = `<!doctype html><link rel="icon" href="data:,"><body><script type="module">
  const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  async function until(holds) { while (!(await holds())) await sleep(10); }
  async function open() {
    const frame = document.body.appendChild(document.createElement('iframe'));
    frame.src = 'page.html';
    await until(() => frame.contentDocument?.querySelector('#load')?.onclick);
    return frame;
  }
  const click = (frame, id) => frame.contentDocument.querySelector('#' + id).click();
  const told = ({ contentWindow: { worker } }, name) =>
    new Promise((resolve) => worker.addEventListener('message', ({ data }) => data[name] && resolve(data[name])));
  const first = await open();
  click(first, 'load');
  const refused = await told(first, 'failed');
  click(first, 'go');
  const before = await told(first, 'evaluations');
  let ended = false;
  told(first, 'done').then(() => { ended = true; });
  click(first, 'save');
  click(first, 'pause');
  const half = await told(first, 'saved');
  await sleep(1000);
  const file = await (await navigator.storage.getDirectory()).getFileHandle('search.safetensors');
  await until(async () => (await file.getFile()).size === half.length);
  first.remove();
  const second = await open();
  click(second, 'load');
  await told(second, 'done');
  click(second, 'save');
  const bytes = await told(second, 'saved');
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  window.done(JSON.stringify({ refused, before, ended, hex }));
</script>`;

it.skipIf(noBrowser)(
  `a search in a worker, saved and continued in another page, ends with the same bits${noBrowser}`,
  async () => {
    mkdirSync(folder);
    writePrograms();
    write('package.json', '{ "type": "module" }');
    write(
      'alone.js',
      `import { createHash } from 'node:crypto';
     import { run } from 'elites';
     import { makeSearch } from './search.js';
     const search = makeSearch();
     await run(search, { evaluations: ${evaluations} });
     console.log(createHash('sha256').update(search.snapshot()).digest('hex'));`,
    );
    buildSync({
      absWorkingDir: folder,
      entryPoints: ['page.js', 'search-worker.js'],
      bundle: true,
      format: 'esm',
      target: 'es2022',
      outdir: 'bundled',
    });
    write('bundled/page.html', page);
    write('bundled/story.html', story);
    const { refused, before, ended, hex } = JSON.parse(await browse('worker-search/bundled/story.html', consumer));
    expect(refused).toContain('MapElites.restore: bytes must have');
    expect(ended).toBe(false);
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(evaluations);
    expect(hex).toBe((await runNode('alone.js', folder)).trim());
  },
);
