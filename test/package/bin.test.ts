import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { repository, spawnText } from './spawn-text.ts';

const consumer = inject('consumer');
const bin = join(consumer, 'node_modules/.bin/elites');

it('is installed, and knows its version', async () => {
  const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { version: string };
  expect(await spawnText(bin, ['--version'], consumer)).toEqual({ code: 0, text: `${version}\n` });
});

it('illuminates, and writes its report where it is told to', async () => {
  const folder = join(consumer, 'bin');
  mkdirSync(folder);
  const what = ['illuminate', '--joints', '20', '--algorithm', 'me-line', '--evaluations', '2000', '--seed', '1'];
  expect(await spawnText(bin, [...what, '--out', 'report'], folder)).toMatchObject({ code: 0 });
  expect(existsSync(join(folder, 'report'))).toBe(true);
});
