import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { spawnText } from './spawn-text.ts';

// What elites init writes, in a folder below the one in which the packed tarball, TypeScript and Node's types are installed.
const consumer = inject('consumer');
const bin = join(consumer, 'node_modules/.bin/elites');

it.concurrent.each([
  ['TypeScript', [], 'build/domain.js'],
  ['JavaScript', ['--javascript'], 'domain.js'],
])('a new project of %s passes its test, fills its archive and draws it', async (language, flags, module) => {
  const folder = join(consumer, `start-${language}`);
  expect(await spawnText(bin, ['init', folder, ...flags], consumer)).toMatchObject({ code: 0 });
  const test = await spawnText('npm', ['test'], folder);
  expect(test, test.text).toMatchObject({ code: 0 });
  const start = await spawnText('npm', ['start'], folder);
  expect(start, start.text).toMatchObject({ code: 0, text: expect.stringMatching(/100000 evaluations, \d{3} kinds/) });
  for (const file of ['archive.svg', 'rides.svg']) expect(existsSync(join(folder, file)), file).toBe(true);
  const illuminate = ['illuminate', module, '--evaluations', '1000', '--out', 'report'];
  expect(await spawnText(bin, illuminate, folder)).toMatchObject({ code: 0 });
});

it('elites illuminate says what to do with a domain of TypeScript, where Node reads none', async () => {
  const folder = join(consumer, 'start-uncompiled');
  await spawnText(bin, ['init', folder], consumer);
  const { text } = await spawnText(bin, ['illuminate', 'domain.ts', '--evaluations', '100'], folder);
  expect(text).toMatch(
    /^elites illuminate: domain\.ts: Node cannot read this TypeScript by itself: call node --import tsx |report\.html/,
  );
});
