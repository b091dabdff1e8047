// The pictures of a report and its explorer that docs/ shows.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { smallPng } from './small-png.mjs';

/** By name: scheme, width of the screen, and what the address says. */
const shots = {
  'explorer-light': ['light', 1280, 'cell=1000'],
  'explorer-difference': ['dark', 1280, 'run=dde-elites&beside=me-line&view=difference&cell=1000'],
  'explorer-phone-light': ['light', 390, 'cell=1000'],
  'explorer-phone-dark': ['dark', 390, 'cell=1000'],
  report: ['light', 1280, ''],
};

/** @param report - Address of the report of dde-elites and me-line. @param folder - Where the pictures are written. */
export async function takeShots(browser, report, folder) {
  mkdirSync(folder, { recursive: true });
  for (const [name, [colorScheme, width, place]] of Object.entries(shots)) {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme,
      reducedMotion: 'reduce',
    });
    const tab = await context.newPage();
    await tab.goto(`${report}#${place}`);
    await tab.waitForTimeout(2000);
    const clip = name === 'report' ? undefined : await mapAndCard(tab);
    const png = await tab.screenshot({ clip, fullPage: clip !== undefined });
    writeFileSync(join(folder, `${name}.png`), await smallPng(tab, png));
    await context.close();
  }
}

/** The explorer down to where its encoding begins. */
async function mapAndCard(tab) {
  const { x, y, width } = await tab.locator('elites-explorer').boundingBox();
  const latents = await tab.locator('elites-explorer .latents').boundingBox();
  return { x, y, width, height: latents.y - y };
}
