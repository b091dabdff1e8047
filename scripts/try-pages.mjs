// `npm run try:pages`: every page of the site and a report, in Chromium, light and dark, 1280 and 390 pixels wide: what axe-core finds wrong,
// errors of the console, and pages wider than the screen. Of the API one page of each kind, or all with `--api`. `--shots FOLDER` writes
// the pictures of the report that docs/ shows. Takes some minutes.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import axe from 'axe-core';
import { chromium } from 'playwright-core';
import { takeShots } from './pages/shots.mjs';
import { serveFolder } from './runtimes/serve-folder.mjs';

const { values: options } = parseArgs({
  options: {
    api: { type: 'boolean', default: false },
    shots: { type: 'string' },
    chromium: { type: 'string', default: '/usr/bin/chromium' },
  },
});
const repository = fileURLToPath(new URL('..', import.meta.url));
const site = join(repository, 'site/dist');
const scratch = mkdtempSync(join(tmpdir(), 'elites-pages-'));

function sitePages() {
  const pages = readdirSync(site, { recursive: true }).filter((name) => name.endsWith('.html'));
  const ofApi = pages.filter((name) => name.startsWith('api/'));
  const kinds = new Map(ofApi.map((name) => [name.split('/').slice(0, -1).join(), name]));
  return [...pages.filter((name) => !name.startsWith('api/')), ...(options.api ? ofApi : kinds.values())];
}

const { server, address: at } = await serveFolder(site);

const arms = '--joints 20 --evaluations 20000 --algorithm dde-elites --algorithm me-line --seed 1 --out report'.split(
  ' ',
);
execFileSync(process.execPath, [join(repository, 'dist/cli.js'), 'illuminate', ...arms], { cwd: scratch });
const report = pathToFileURL(join(scratch, 'report/report.html')).href;

const browser = await chromium.launch({ executablePath: options.chromium, args: ['--no-sandbox'] });
if (options.shots !== undefined) await takeShots(browser, report, options.shots);
let wrong = 0;

function say(page, where, text) {
  wrong++;
  console.log(`${page} (${where}): ${text}`);
}

/** What is wrong with a page in a tab of this size and scheme. */
async function look(tab, page, where) {
  const wide = await tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (wide > 0) say(page, where, `wider than the screen by ${wide} pixels`);
  await tab.evaluate(axe.source);
  const { violations } = await tab.evaluate(() => window.axe.run(document));
  for (const { id, nodes } of violations) {
    const { target, any, all, none } = nodes[0];
    const why = [...any, ...all, ...none][0]?.message ?? '';
    say(page, where, `${id}: ${nodes.length} times, first ${target.join(' ')}. ${why}`);
  }
}

const pages = [...sitePages().map((name) => [name, at + name]), ['report.html', report]];
for (const colorScheme of ['light', 'dark']) {
  for (const width of [1280, 390]) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    for (const [name, address] of pages) {
      const where = `${colorScheme}, ${width}`;
      const tab = await context.newPage();
      tab.on('pageerror', (error) => say(name, where, error.stack));
      tab.on('console', (line) => line.type() === 'error' && say(name, where, line.text()));
      await tab.goto(address);
      const shown = name === 'index.html' || name === 'report.html';
      await tab.waitForTimeout(shown ? 5000 : 200);
      await look(tab, name, where);
      await tab.close();
    }
    await context.close();
  }
}
await browser.close();
server.close();
rmSync(scratch, { recursive: true });
console.log(
  `${pages.length} pages, light and dark, 1280 and 390 pixels: ${wrong === 0 ? 'nothing wrong' : `${wrong} faults`}`,
);
process.exitCode = wrong === 0 ? 0 : 1;
