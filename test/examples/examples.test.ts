import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { compileStrictly, repository, runNode } from '../package/spawn-text.ts';

// Each example runs unchanged against the packed tarball; TypeScript is compiled strictly first.
const folder = join(repository, 'examples');
const examples = readdirSync(folder).filter((name) => /\.(?:mjs|cjs|mts|ts)$/.test(name));

/** Installs the optional peer in an example's folder, beside a copy of the package that sees it. */
function installTensorflow(place: string): void {
  cpSync(join(inject('consumer'), 'node_modules/elites'), join(place, 'node_modules/elites'), { recursive: true });
  symlinkSync(join(repository, 'node_modules/@tensorflow'), join(place, 'node_modules/@tensorflow'));
}

it.skipIf(examples.length === 0).each(examples)('%s can be read at a glance', (file) => {
  expect(readFileSync(join(folder, file), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(80);
});

it.skipIf(examples.length === 0).concurrent.each(examples)('%s runs', async (file) => {
  const place = join(inject('consumer'), `example-${file.replaceAll('.', '-')}`);
  mkdirSync(place);
  if (readFileSync(join(folder, file), 'utf8').includes('@tensorflow/tfjs')) installTensorflow(place);
  const copy = file.replace(/\.ts$/, '.mts');
  copyFileSync(join(folder, file), join(place, copy));
  if (copy.endsWith('.mts')) compileStrictly([copy], place);
  await runNode(copy.replace('.mts', '.mjs'), place);
});
