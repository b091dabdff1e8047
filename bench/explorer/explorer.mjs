/**
 * `npm run bench:explorer`: the explorer in Chromium: frames a second, tasks of the main thread over 50 ms, first paint from localhost, and
 * the time from a click to the frame that shows its elite; 1,950 cells that a worker fills, and 100,000 of which 5,000 change a second.
 * Options: `--seconds N` (60), `--chromium FILE` (/usr/bin/chromium).
 */
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { chromium } from 'playwright-core';
import { median } from '../measure.mjs';
import { optionsWith } from '../options.mjs';

const options = optionsWith({ seconds: '60', chromium: '/usr/bin/chromium' });
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const clicks = 20;

const scripts = new Map();
for (const name of ['small-page.js', 'large-page.js', 'small-worker.js', 'large-worker.js']) {
  const { outputFiles } = buildSync({
    entryPoints: [here(name)],
    bundle: true,
    minify: true,
    format: 'iife',
    write: false,
    logLevel: 'error',
  });
  scripts.set(`/${name}`, outputFiles[0].text);
}
const page = (script) =>
  `<!doctype html><title>explorer</title><elites-explorer></elites-explorer><script src="${script}"></script>`;
const server = createServer(({ url }, response) => {
  const script = scripts.get(url);
  const [type, text] = script === undefined ? ['text/html', page(`${url.slice(1)}.js`)] : ['text/javascript', script];
  response.writeHead(200, { 'content-type': type }).end(text);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch({ executablePath: options.chromium, args: ['--no-sandbox'] });

/** Counts frames, long tasks and how long each click takes to be shown, from before the page's own scripts. */
function watch() {
  const seen = { frames: 0, tasks: [], clicks: [], errors: 0 };
  window.seen = seen;
  const frame = () => {
    seen.frames++;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.tasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'click') seen.clicks.push(duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
}

async function measure(name) {
  const tab = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  tab.on('pageerror', (error) => {
    throw error;
  });
  await tab.addInitScript(watch);
  await tab.goto(`http://127.0.0.1:${server.address().port}/${name}-page`);
  const painted = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
  const paint = await (await tab.waitForFunction(painted)).jsonValue();
  const map = await tab.locator('elites-explorer .map').boundingBox();
  const before = await tab.evaluate(() => ({ frames: window.seen.frames, at: performance.now() }));
  for (let i = 0; i < clicks; i++) {
    await tab.waitForTimeout((1000 * Number(options.seconds)) / clicks);
    await tab.mouse.click(map.x + map.width * (0.35 + 0.015 * i), map.y + map.height * 0.5);
  }
  const after = await tab.evaluate(() => ({ ...window.seen, at: performance.now() }));
  await tab.close();
  return {
    name,
    frames: (1000 * (after.frames - before.frames)) / (after.at - before.at),
    tasks: after.tasks.length,
    longest: Math.max(0, ...after.tasks),
    click: after.clicks.length === 0 ? 16 : median(after.clicks),
    slowestClick: Math.max(16, ...after.clicks),
    paint,
  };
}

console.log('| page | frames/s | tasks over 50 ms | longest, ms | click, ms | slowest click, ms | first paint, ms |');
console.log('| --- | --- | --- | --- | --- | --- | --- |');
for (const name of ['small', 'large']) {
  const { frames, tasks, longest, click, slowestClick, paint } = await measure(name);
  const numbers = [frames.toFixed(1), tasks, ...[longest, click, slowestClick, paint].map(Math.round)];
  console.log(`| ${[name, ...numbers].join(' | ')} |`);
}
await browser.close();
server.close();
