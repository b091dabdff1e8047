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

it('illuminates, learns from the archive, fills it again, reaches for targets, draws it', async () => {
  const folder = join(consumer, 'bin-files');
  mkdirSync(folder);
  for (const command of [
    'illuminate --joints 10 --algorithm me-line --evaluations 1000 --out first',
    'encode first/me-line.npy --latent 4 --rounds 1 --epochs 20 --out dde.safetensors',
    'recreate --dde dde.safetensors --evaluations 300 --out again',
    'reach --dde dde.safetensors --evaluations 50 --out arms',
    'plot again/archive.npy',
  ]) {
    expect(await spawnText(bin, command.split(' '), folder)).toMatchObject({ code: 0 });
  }
  for (const file of ['first/report.html', 'again/report.html', 'arms/report.html', 'again/archive.svg']) {
    expect(existsSync(join(folder, file)), file).toBe(true);
  }
});
