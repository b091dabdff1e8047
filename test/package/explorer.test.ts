import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { CvtArchive, IsoLineMutation, MapElites, planarArm, ringCentroids, run } from '../../src/index.ts';
import { encodeNpy } from '../../src/npy/index.ts';
import { inTab, noBrowser } from './chromium.ts';
import { runNode, spawnText } from './spawn-text.ts';

const consumer = inject('consumer');
const folder = join(consumer, 'explorer');
mkdirSync(folder);

/** Text of a part of the explorer. */
const textOf = (tab: Page, part: string): Promise<string> =>
  tab.locator(`elites-explorer ${part}`).first().textContent() as Promise<string>;
/** Waits until a part of the explorer has a text. */
const until = async (tab: Page, part: string, text: RegExp): Promise<void> =>
  tab.locator(`elites-explorer ${part}`, { hasText: text }).first().waitFor();

it('loads where there is no page, in both module systems', async () => {
  writeFileSync(join(folder, 'load.cjs'), "console.log(typeof require('elites/explorer').defineExplorer);");
  writeFileSync(
    join(folder, 'load.mjs'),
    "import { defineExplorer as d } from 'elites/explorer'; console.log(typeof d);",
  );
  expect(await runNode('load.cjs', folder)).toBe('function\n');
  expect(await runNode('load.mjs', folder)).toBe('function\n');
});

it.skipIf(noBrowser)(`fills while a search runs, and answers pointer and keys, bundled${noBrowser}`, async () => {
  writeFileSync(
    join(folder, 'page.js'),
    `import { CvtArchive, IsoLineMutation, MapElites, planarArm, ringCentroids, run } from 'elites';
     import { defineExplorer, drawPlanarArm, tracePlanarArm } from 'elites/explorer';
     defineExplorer();
     const explorer = document.querySelector('elites-explorer');
     explorer.renderer = drawPlanarArm;
     explorer.trace = tracePlanarArm;
     const domain = planarArm({ joints: 10 });
     const archive = new CvtArchive({ domain, centroids: ringCentroids({ rings: 25 }), lineage: true });
     const search = new MapElites({ domain, archive, variation: new IsoLineMutation({ isoSigma: 0.01, lineSigma: 0.2 }), batchSize: 100, seed: 1 });
     explorer.open(archive);
     explorer.addEventListener('select', ({ detail }) => (window.chosen = detail?.cell));
     run(search, { evaluations: 5000, onGeneration: () => explorer.update(archive) }).then(() => {
       explorer.chart(search.history);
       Object.assign(window, { explorer, archive, size: archive.size });
     });`,
  );
  buildSync({ absWorkingDir: folder, entryPoints: ['page.js'], bundle: true, format: 'iife', outfile: 'bundled.js' });
  const page = '<!doctype html><title>t</title><elites-explorer></elites-explorer><script src="bundled.js"></script>';
  writeFileSync(join(folder, 'page.html'), page);
  await inTab(pathToFileURL(join(folder, 'page.html')).href, async (tab) => {
    const size = await (await tab.waitForFunction('window.size')).jsonValue();
    expect(size).toBeGreaterThan(500);
    await until(tab, '.count', new RegExp(`^${String(size).replace(/(?=...$)/, ',?')} of 1,950 cells$`));
    const map = tab.locator('elites-explorer .map');
    await map.click();
    expect(await tab.evaluate('window.chosen')).toBeGreaterThanOrEqual(0);
    await until(tab, '.read', /^Cell [\d,]+: (?:fitness|empty)/);
    const before = await textOf(tab, '.read');
    await tab.keyboard.press('ArrowRight');
    expect(await textOf(tab, '.read')).not.toBe(before);
    await tab.keyboard.press('b');
    await until(tab, '.read', /^Cell [\d,]+: fitness .*, made by/);
    await tab.keyboard.press('+');
    await tab.keyboard.press('0');
    await tab.keyboard.press('Escape');
    expect(await textOf(tab, '.read')).toBe('No elite chosen.');
    await tab.locator('elites-explorer select').selectOption('operator');
    await until(tab, '.legend', /initial .* %/);
    // Options of open have words that an archive has not.
    await tab.evaluate(
      "explorer.open(archive, { labels: ['right', 'up'], fitnessLabel: 'evenness' }), explorer.update(archive)",
    );
    await map.focus();
    await tab.keyboard.press('b');
    await until(tab, '.read', /^Cell [\d,]+: evenness .*, right: .*; up: .*, made by/);
    // What is taken away loses focus and pointer, which nobody listens to then.
    await tab.keyboard.press('b');
    await tab.evaluate('explorer.select(3)');
    await map.focus();
    await map.hover();
    await tab.evaluate('explorer.close()');
    expect(await tab.evaluate('[window.chosen, explorer.selected]')).toEqual([undefined, undefined]);
    // What is opened and filled is drawn once.
    await tab.emulateMedia({ reducedMotion: 'reduce' });
    const draws = await tab.evaluate(`(async () => {
      const draws = { map: 0, genome: 0 };
      const { putImageData } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.putImageData = function (...given) {
        draws.map++;
        putImageData.apply(this, given);
      };
      explorer.renderer = () => draws.genome++;
      explorer.open(archive);
      explorer.update(archive);
      for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame);
      return draws;
    })()`);
    expect(draws).toEqual({ map: 1, genome: 1 });
    await until(tab, '.count', /cells$/);
  });
});

it.skipIf(noBrowser)(
  `shows what its page changes when it is told of an elite, and goes on past a trace that throws${noBrowser}`,
  async () => {
    writeFileSync(
      join(folder, 'told.js'),
      `import { Batch, GridArchive, planarArm } from 'elites';
     import { defineExplorer } from 'elites/explorer';
     defineExplorer();
     const explorer = document.querySelector('elites-explorer');
     const archive = new GridArchive({ domain: planarArm({ joints: 2 }), cells: [2, 2] });
     const put = (cell) => explorer.update({ cells: [cell], fitness: [cell], genomes: Batch.zeros(1, 2) });
     const frames = async () => { for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame); };
     const decode = (latents) => latents.rows === undefined ? new Float64Array(2) : Batch.zeros(latents.rows, 2);
     const encoding = { genome: { dimensions: 1, lower: -1, upper: 1 }, phenotype: archive.genome, decode };
     Object.assign(window, { explorer, archive, put, frames, encoding });`,
    );
    buildSync({
      absWorkingDir: folder,
      entryPoints: ['told.js'],
      bundle: true,
      format: 'iife',
      outfile: 'told-all.js',
    });
    const page =
      '<!doctype html><title>t</title><elites-explorer></elites-explorer><script src="told-all.js"></script>';
    writeFileSync(join(folder, 'told.html'), page);
    await inTab(pathToFileURL(join(folder, 'told.html')).href, async (tab) => {
      await tab.emulateMedia({ reducedMotion: 'reduce' });
      await tab.evaluate(`(async () => {
        explorer.open(archive);
        put(0);
        explorer.select(0);
        await frames();
        explorer.addEventListener('select', () => put(3), { once: true });
        put(0);
        await frames();
      })()`);
      expect(await textOf(tab, '.count')).toBe('2 of 4 cells');
      const told = await tab.evaluate(`(async () => {
        const told = { errors: new Set(), drawn: 0 };
        addEventListener('error', (event) => { told.errors.add(event.message); event.preventDefault(); });
        const { putImageData } = CanvasRenderingContext2D.prototype;
        CanvasRenderingContext2D.prototype.putImageData = function (...given) { told.drawn++; putImageData.apply(this, given); };
        explorer.trace = () => { throw new Error('no way'); };
        await frames();
        put(1);
        await frames();
        explorer.trace = undefined;
        return { errors: [...told.errors], isDrawn: told.drawn > 0 };
      })()`);
      expect(told).toEqual({ errors: ['Uncaught Error: no way'], isDrawn: true });
      // Sliders are drawn as the archive that is shown.
      const decoded = await tab.evaluate(`(async () => {
        const count = async (drawing) => {
          let drawn = 0;
          explorer.renderer = (context, genome, size, { cell }) => { if (cell < 0) drawn++; };
          explorer.open(archive, drawing);
          explorer.decode(encoding);
          await frames();
          explorer.decode(undefined);
          return drawn > 0;
        };
        return [await count(undefined), await count({}), await count({ trace: undefined })];
      })()`);
      expect(decoded).toEqual([true, true, false]);
      for (const method of ['open', 'openBeside']) {
        const refused = tab.evaluate(`explorer.${method}(archive, { render: 1 })`);
        await expect(refused).rejects.toThrow(
          `ElitesExplorer.${method}: options must have only the keys genome, descriptor, name, outline, range, labels, operators, fitnessLabel, renderer, trace; got 'render'`,
        );
      }
    });
  },
);

it.skipIf(noBrowser)(
  `a report draws the elites of a module with its renderer, which has fields as well${noBrowser}`,
  async () => {
    writeFileSync(
      join(folder, 'own.mjs'),
      `import { defineDomain } from 'elites';
     export const domain = defineDomain({
       name: 'own',
       genome: { dimensions: 3, lower: 0, upper: 1 },
       descriptor: { dimensions: 2, lower: 0, upper: 1 },
       fields: { path: { size: 2 } },
       evaluate: ([a, b, c]) => ({ fitness: c, descriptor: [a, b], path: [b, a] }),
     });
     export const labels = ['left', 'right'];
     export function render(context, genome, size, elite) {
       const { path } = elite.fields;
       globalThis.drawn = [context instanceof CanvasRenderingContext2D, genome.length, size > 0, path.length];
       context.fillStyle = '#123456';
       context.fillRect(0, 0, size, size);
     }`,
    );
    const elites = join(consumer, 'node_modules/.bin/elites');
    const ended = await spawnText(elites, ['illuminate', 'own.mjs', '--evaluations', '500', '--out', 'own'], folder);
    expect(ended, ended.text).toMatchObject({ code: 0 });
    await inTab(pathToFileURL(join(folder, 'own/report.html')).href, async (tab) => {
      await tab.locator('elites-explorer .map').focus();
      await tab.keyboard.press('b');
      await until(tab, '.read', /^Cell [\d,]+: fitness /);
      expect(await tab.evaluate('drawn')).toEqual([true, 3, true, 2]);
      await until(tab, '.card dl', /^left[\d.]+right[\d.]+.*path/);
      const pixel = `[...document.querySelector('elites-explorer').shadowRoot.querySelector('.card canvas').getContext('2d').getImageData(3, 3, 1, 1).data]`;
      expect(await tab.evaluate(pixel)).toEqual([0x12, 0x34, 0x56, 255]);
    });
  },
);

it.skipIf(noBrowser)(`a report opens without a server, with its archives and encoding${noBrowser}`, async () => {
  const elites = join(consumer, 'node_modules/.bin/elites');
  const options = '--joints 8 --evaluations 500 --algorithm dde-elites --algorithm me-line --out report'.split(' ');
  expect(await spawnText(elites, ['illuminate', ...options], folder)).toMatchObject({ code: 0 });
  await inTab(pathToFileURL(join(folder, 'report/report.html')).href, async (tab) => {
    await until(tab, '.count', / of 1,950 cells$/);
    const first = await textOf(tab, '.count');
    expect(await textOf(tab, '.card h3')).toMatch(/^Cell [\d,]+, the fittest$/);
    const decoded = (): Promise<string> =>
      tab.locator('elites-explorer .decoded canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
    const before = await decoded();
    await tab.locator('elites-explorer .latents input').first().fill('1');
    await until(tab, '.latents .result', /^fitness −/);
    await tab.waitForFunction((picture) => {
      const { shadowRoot } = document.querySelector('elites-explorer')!;
      return shadowRoot!.querySelector<HTMLCanvasElement>('.decoded canvas')!.toDataURL() !== picture;
    }, before);
    await tab.locator('elites-explorer canvas.board').first().press('Shift+ArrowUp');
    await until(tab, '.target .result', /^Nearest: \S+ with the encoding, \S+ without\.$/);
    await tab.getByRole('button', { name: 'me-line' }).click();
    await tab.waitForFunction(
      (text) => document.querySelector('elites-explorer')!.shadowRoot!.querySelector('.count')!.textContent !== text,
      first,
    );
    await tab.locator('elites-explorer .map').focus();
    await tab.keyboard.press('b');
    expect(tab.url()).toMatch(/#run=me-line&cell=\d+$/);
    await tab.getByLabel('compared with').selectOption('dde-elites');
    await until(tab, '.count', /^me-line: .* dde-elites: /);
    await tab.getByRole('button', { name: 'Difference' }).click();
    await until(tab, '.legend', /only me-line: \d+.*both: [\d,]+/);
    expect(tab.url()).toMatch(/#run=me-line&beside=dde-elites&view=difference&cell=\d+$/);
    await tab.getByRole('button', { name: 'Side by side' }).click();
    await tab.locator('elites-explorer .map').first().focus();
    await tab.keyboard.press('b');
    await until(tab, '.read', /^me-line: Cell ([\d,]+): fitness .* dde-elites: Cell \1: /);

    const files = tab.locator('elites-explorer input[type=file]');
    await files.setInputFiles(join(folder, 'report/dde-elites.npy'));
    await until(tab, '.told', /^dde-elites.npy: [\d,]+ elites\.$/);
    await until(tab, '.count', /^me-line: .* dde-elites.npy: [\d,]+ of 1,950 cells$/);
    // One more of the same name is another in the list.
    await files.setInputFiles(join(folder, 'report/dde-elites.npy'));
    await until(tab, '.count', /dde-elites.npy \(2\): /);
    await tab.getByLabel('compared with').selectOption({ label: 'dde-elites.npy' });
    await until(tab, '.count', /dde-elites.npy: /);
    await tab.getByLabel('compared with').selectOption({ label: 'dde-elites.npy (2)' });
    await until(tab, '.count', /dde-elites.npy \(2\): /);
    // Genes outside [−1, 1] are no arm: bars, the highest in yellow.
    const bars = (card: number): Promise<boolean> =>
      tab
        .locator('elites-explorer .card canvas')
        .nth(card)
        .evaluate((canvas: HTMLCanvasElement) => {
          const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
          const pixels = new Uint32Array(data.buffer);
          return pixels.filter((pixel) => pixel === 0xff25e7fd).length > 100;
        });
    // An archive of the same domain has the labels of the report.
    const domain = planarArm({ joints: 8 });
    const arms = new CvtArchive({ domain, centroids: ringCentroids({ rings: 25 }) });
    await run(new MapElites({ domain, archive: arms, variation: new IsoLineMutation(), seed: 1 }), {
      evaluations: 500,
    });
    writeFileSync(join(folder, 'arms.safetensors'), arms.toBytes());
    await files.setInputFiles(join(folder, 'arms.safetensors'));
    await until(tab, '.count', /me-line: .* arms.safetensors: /);
    await tab.locator('elites-explorer .map').nth(1).focus();
    await tab.keyboard.press('b');
    await tab.waitForFunction(() => new Promise((resolve) => requestAnimationFrame(() => resolve(true))));
    const facts = await tab.locator('elites-explorer .card').nth(1).textContent();
    expect(facts).toContain('x of the end of the arm');
    const foreign = Float64Array.of(1, 0.5, 0.4, 2, 3, 4, 5, 6, 7, 8, 9);
    writeFileSync(join(folder, 'boats.npy'), encodeNpy({ shape: [1, 11], data: foreign }));
    await files.setInputFiles(join(folder, 'boats.npy'));
    await until(tab, '.count', /me-line: .* boats.npy: 1 of /);
    await tab.locator('elites-explorer .map').nth(1).focus();
    await tab.keyboard.press('b');
    await tab.waitForFunction(() => new Promise((resolve) => requestAnimationFrame(() => resolve(true))));
    expect([await bars(0), await bars(1)]).toEqual([false, true]);
    await tab.getByRole('button', { name: 'boats.npy' }).click();
    await tab.getByLabel('compared with').selectOption('me-line');
    await until(tab, '.count', /boats.npy: .* me-line: /);
    await tab.locator('elites-explorer .map').first().focus();
    await tab.keyboard.press('b');
    await tab.waitForFunction(() => new Promise((resolve) => requestAnimationFrame(() => resolve(true))));
    expect([await bars(0), await bars(1)]).toEqual([true, false]);
    await tab.getByRole('button', { name: 'me-line' }).click();
    await files.setInputFiles(join(folder, 'report/dde.safetensors'));
    await until(tab, '.told', /^dde.safetensors: an encoding of 8 genes in \d+ latents\.$/);
    await files.setInputFiles(join(folder, 'report/report.html'));
    await until(tab, '.told.wrong', /^report.html: file must be an npy, CSV or safetensors file/);
    // What cannot be shown is not told as shown.
    await tab.evaluate(() => {
      const explorer = document.querySelector('elites-explorer') as unknown as { openBeside: () => void };
      explorer.openBeside = () => {
        throw new Error('no room');
      };
    });
    await files.setInputFiles(join(folder, 'report/dde-elites.npy'));
    await until(tab, '.told.wrong', /^no room$/);
    expect(await tab.getByLabel('compared with').locator('option').allTextContents()).not.toContain(
      'dde-elites.npy (3)',
    );
  });
});

it.skipIf(noBrowser)(
  `the live page of a run whose map is too large says so, and keeps its figures at the end${noBrowser}`,
  async () => {
    writeFileSync(
      join(folder, 'large.mjs'),
      `import { defineDomain, GridArchive } from 'elites';
     export const domain = defineDomain({
       name: 'large',
       genome: { dimensions: 2, lower: 0, upper: 1 },
       descriptor: { dimensions: 2, lower: 0, upper: 1 },
       concurrency: 100,
       evaluate: async ([a, b]) => {
         await new Promise((resolve) => setTimeout(resolve, 100));
         return { fitness: a, descriptor: [a, b] };
       },
     });
     export const archive = () => new GridArchive({ domain, cells: [500, 500] });`,
    );
    const options = ['illuminate', 'large.mjs', '--evaluations', '5000', '--out', 'large', '--live'];
    const elites = join(consumer, 'node_modules/.bin/elites');
    const child = spawn(elites, options, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    const [line] = (await once(child.stderr, 'data')) as [Buffer];
    const ended = once(child, 'close');
    await inTab(line.toString().split(' ')[0]!, async (tab) => {
      await tab.locator('#why', { hasText: /250,000 cells, more than a page can show/ }).waitFor();
      await tab.locator('elites-explorer .charts svg').first().waitFor();
      await tab.locator('#end', { hasText: /^Finished: / }).waitFor();
      expect(await tab.locator('#status').textContent()).toMatch(/^5,000 of 5,000 evaluations · coverage .* · mean/);
    });
    expect(await ended).toEqual([0, null]);
  },
);
