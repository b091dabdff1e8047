import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
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

it('README.md has a line for each', () => {
  const rows = [...readFileSync(join(repository, 'README.md'), 'utf8').matchAll(/^\| \[(\S+\.mjs)\]\(examples\//gm)];
  expect(rows.map(([, name]) => name).sort()).toEqual([...examples].sort());
});

// own-loop.mjs runs below.
const others = examples.filter((name) => name !== 'own-loop.mjs');
it.skipIf(examples.length === 0).concurrent.each(others)('%s runs', async (file) => {
  const place = join(inject('consumer'), `example-${file.replaceAll('.', '-')}`);
  mkdirSync(place);
  if (readFileSync(join(folder, file), 'utf8').includes('@tensorflow/tfjs')) installTensorflow(place);
  const copy = file.replace(/\.ts$/, '.mts');
  copyFileSync(join(folder, file), join(place, copy));
  if (copy.endsWith('.mts')) await compileStrictly([copy], place);
  await runNode(copy.replace('.mts', '.mjs'), place);
});

it.concurrent('own-loop.mjs runs and, built of public parts, gives the bits of DdeElites', async () => {
  const place = join(inject('consumer'), 'example-bits');
  mkdirSync(place);
  copyFileSync(join(folder, 'own-loop.mjs'), join(place, 'own-loop.mjs'));
  writeFileSync(join(place, 'same-bits.mjs'), sameBits);
  await runNode('same-bits.mjs', place);
});

const sameBits = `
  import assert from 'node:assert/strict';
  import { CvtArchive, DdeElites, planarArm, ringCentroids, run, Vae } from 'elites';
  import { search as own } from './own-loop.mjs';

  const domain = planarArm({ joints: 20 });
  const search = new DdeElites({
    domain,
    archive: new CvtArchive({ domain, centroids: ringCentroids({ rings: 25 }) }),
    learner: new Vae({ inputs: 20 }),
    seed: 1,
  });
  await run(search, { evaluations: 10_000 });
  assert.equal(own.evaluations, 10_000);
  assert.deepEqual(own.history, search.history);
  assert.ok(Buffer.from(own.archive.toBytes()).equals(search.archive.toBytes()), 'the archives differ');
`;
