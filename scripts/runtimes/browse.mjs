// A page in the browser of this machine.
import { chromium } from 'playwright-core';
import { serveFolder } from './serve-folder.mjs';

/** Opens the index.html of `folder`, and answers with what it hands to `window.done`. @throws Error with what the page throws. */
export async function browse(folder) {
  const { server, address } = await serveFolder(folder);
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const tab = await browser.newPage();
    return await new Promise((resolve, reject) => {
      tab.on('pageerror', reject);
      tab.on('console', (line) => line.type() === 'error' && reject(new Error(line.text())));
      tab
        .exposeFunction('done', resolve)
        .then(() => tab.goto(address))
        .catch(reject);
    });
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}
