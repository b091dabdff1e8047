import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startBrowser } from './chromium.ts';
import { repository, spawnText } from './spawn-text.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder in which the packed tarball is installed, as a user installs it. */
    consumer: string;
    /** Where the browser of the run listens. */
    browser?: string;
  }
}

/** The oldest TypeScript that a consumer may have. */
const oldestTypeScript = '5.4.5';

/** Packs the built package once for a test run, and installs it in an empty folder: with `--install-links` npm does both. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!existsSync(join(repository, 'dist/index.js')))
    throw new Error('There is no dist/index.js: npm run build first.');
  const folder = mkdtempSync(join(tmpdir(), 'elites-package-'));
  const consumer = join(folder, 'consumer');
  mkdirSync(consumer);
  writeFileSync(join(consumer, 'package.json'), '{ "private": true }\n');
  const { devDependencies } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const extras = [`typescript@${oldestTypeScript}`, `@types/node@${devDependencies['@types/node']}`];
  const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  const [browser] = await Promise.all([
    startBrowser(),
    succeed(consumer, ['install', '--install-links', repository, ...extras, ...quietly]),
  ]);
  project.provide('consumer', consumer);
  if (browser !== undefined) project.provide('browser', browser.wsEndpoint());
  return async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  };
}

async function succeed(folder: string, command: string[]): Promise<void> {
  const { code, text } = await spawnText('npm', command, folder);
  if (code !== 0) throw new Error(`npm ${command.join(' ')} failed:\n${text}`);
}
