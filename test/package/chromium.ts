import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { type Browser, type BrowserServer, type Page, chromium as playwright } from 'playwright-core';
import { inject } from 'vitest';

/** The browser of this machine, if it has one; CHROMIUM names another. */
const chromium: string | undefined = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path));

/** What a test's name ends with where there is no browser, and it is skipped. */
export const noBrowser: string =
  chromium === undefined ? ', skipped: there is no Chromium here (apt-get install chromium)' : '';

const flags = { executablePath: chromium!, args: ['--no-sandbox'] };

/** Starts the browser that the tests of a run share, if there is one. */
export const startBrowser = async (): Promise<BrowserServer | undefined> =>
  chromium === undefined ? undefined : playwright.launchServer(flags);

/** The browser of this run, or, where the project starts none, one of its own. Closed, it leaves nothing to the next test. */
function openBrowser(): Promise<Browser> {
  const address = inject('browser');
  return address === undefined ? playwright.launch(flags) : playwright.connect(address);
}

const types: Record<string, string> = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.html': 'text/html' };

/** Serves the files of `folder` to `use`, which is given their address. */
async function serve<T>(folder: string, use: (address: string) => Promise<T>): Promise<T> {
  const server = createServer(({ url }, response) => {
    const path = join(folder, normalize(new URL(url!, 'http://localhost').pathname));
    const type = types[extname(path)];
    if (type === undefined || !existsSync(path)) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': type }).end(readFileSync(path));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/**
 * Opens `page` of `folder` in the browser and answers with what it hands to `window.done`.
 * @throws Error with what the page throws, or cannot load.
 */
export async function browse(page: string, folder: string): Promise<string> {
  return serve(folder, async (address) => {
    const browser = await openBrowser();
    try {
      const tab = await browser.newPage();
      const answer = new Promise<string>((resolve, reject) => {
        tab.on('pageerror', reject);
        tab.on('console', (line) => line.type() === 'error' && reject(new Error(`${page}: ${line.text()}`)));
        // Also where the page is done, and closed, before it is loaded.
        tab
          .exposeFunction('done', resolve)
          .then(() => tab.goto(`${address}/${page}`))
          .catch(reject);
      });
      return await answer;
    } finally {
      await browser.close();
    }
  });
}

/**
 * Opens an address in the browser and gives the tab to `use`.
 * @throws Error with what the page throws or prints as an error, also where `use` is content.
 */
export async function inTab<T>(address: string, use: (tab: Page) => Promise<T>): Promise<T> {
  const browser = await openBrowser();
  try {
    const tab = await browser.newPage({ viewport: { width: 1100, height: 900 } });
    const errors: string[] = [];
    tab.on('pageerror', (error) => errors.push(String(error.stack)));
    tab.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
    await tab.goto(address);
    const answer = await use(tab);
    if (errors.length > 0) throw new Error(`${address}: ${errors.join('\n')}`);
    return answer;
  } finally {
    await browser.close();
  }
}
