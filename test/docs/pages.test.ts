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

const folderOf = ({ page, line }: { page: string; line: number }): string => `${page.replaceAll(/\W+/g, '-')}-${line}`;
for (const { page, line, extension, text } of programs) {
  const folder = join(inject('consumer'), folderOf({ page, line }));
  mkdirSync(folder);
  writeFileSync(join(folder, `shown.${extension}`), text);
}

/** Compiles all of them at once, so that our declarations are checked once. */
const compileAll = async (): Promise<void> => {
  const files = programs.filter(({ extension }) => extension === 'mts').map((one) => `${folderOf(one)}/shown.mts`);
  await compileStrictly(files, inject('consumer'));
};
let compiled: Promise<void> | undefined;

it.concurrent.each(programs)('$page, line $line', async ({ page, line, extension }) => {
  if (extension === 'mts') {
    compiled ??= compileAll();
    await compiled;
  }
  await runNode(`shown.${extension.replace('mts', 'mjs')}`, join(inject('consumer'), folderOf({ page, line })));
});

it('shows JavaScript that is strict TypeScript as well', async () => {
  const folder = join(inject('consumer'), 'typed');
  mkdirSync(folder);
  // The module that the command line is shown with has functions whose parameters need types.
  const shown = programs.filter(({ page, extension }) => extension === 'mjs' && page !== 'docs/cli.md');
  const files = shown.map(({ page, line, text }) => {
    const file = `${folderOf({ page, line })}.mts`;
    writeFileSync(join(folder, file), text);
    return file;
  });
  await compileStrictly(files, folder);
});
