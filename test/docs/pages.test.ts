import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { compileStrictly, repository, runNode } from '../package/spawn-text.ts';
import { codeBlocks } from './code-blocks.ts';

// Every program that a page shows runs as it stands against the packed tarball; TypeScript is compiled strictly first.
const docs = readdirSync(join(repository, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`);
const pages = ['README.md', ...docs].filter((name) => name.endsWith('.md') && existsSync(join(repository, name)));
const programs = pages.flatMap((page) =>
  codeBlocks(readFileSync(join(repository, page), 'utf8')).map((program) => ({ page, ...program })),
);

it('finds a program in the README', () => {
  expect(programs.filter(({ page }) => page === 'README.md')).not.toEqual([]);
});

it.concurrent.each(programs)('$page, line $line', async ({ page, line, extension, text }) => {
  const folder = join(inject('consumer'), `${page.replaceAll(/\W+/g, '-')}-${line}`);
  mkdirSync(folder);
  const file = `shown.${extension}`;
  writeFileSync(join(folder, file), text);
  if (extension === 'mts') compileStrictly([file], folder);
  await runNode(file.replace('.mts', '.mjs'), folder);
});

it('shows programs in README.md that are strict TypeScript as well', () => {
  const folder = join(inject('consumer'), 'README-typed');
  mkdirSync(folder);
  const shown = programs.filter(({ page, extension }) => page === 'README.md' && extension === 'mjs');
  const files = shown.map(({ line, text }) => {
    const file = `line-${line}.mts`;
    writeFileSync(join(folder, file), text);
    return file;
  });
  compileStrictly(files, folder, 'typescript', '--noUncheckedIndexedAccess', 'false');
});
