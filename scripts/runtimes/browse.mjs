// A page in the browser of this machine.
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { chromium } from 'playwright-core';

const types = { '.js': 'text/javascript', '.html': 'text/html' };

/** Opens the index.html of `folder`, and answers with what it hands to `window.done`. @throws Error with what the page throws. */
export async function browse(folder) {
  const server = createServer(({ url }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const path = join(folder, normalize(pathname === '/' ? '/index.html' : pathname));
    if (!existsSync(path)) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': types[extname(path)] }).end(readFileSync(path));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const tab = await browser.newPage();
    return await new Promise((resolve, reject) => {
      tab.on('pageerror', reject);
      tab.on('console', (line) => line.type() === 'error' && reject(new Error(line.text())));
      tab
        .exposeFunction('done', resolve)
        .then(() => tab.goto(`http://127.0.0.1:${server.address().port}/`))
        .catch(reject);
    });
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}
