import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { runNode } from './spawn-text.ts';

const folder = join(inject('consumer'), 'same-bits');
mkdirSync(folder);

/** A small DDE-Elites run that prints a digest of every bit of its archive. */
const program = `
async function main({ CvtArchive, DdeElites, planarArm, ringCentroids, run, Vae }, { createHash }) {
  const domain = planarArm({ joints: 20 });
  const search = new DdeElites({
    domain,
    archive: new CvtArchive({ domain, centroids: ringCentroids({ rings: 25 }) }),
    learner: new Vae({ inputs: 20, latent: 10 }),
    batchSize: 100,
    seed: 5,
  });
  await run(search, { evaluations: 3000 });
  const hash = createHash('sha256');
  for (const { cell, fitness, descriptor, genome } of search.archive) {
    hash.update(Float64Array.of(cell, fitness)).update(descriptor).update(genome);
  }
  console.log(search.archive.size, hash.digest('hex'));
}
`;
writeFileSync(join(folder, 'run.mjs'), `${program}await main(await import('elites'), await import('node:crypto'));`);
writeFileSync(join(folder, 'run.cjs'), `${program}main(require('elites'), require('node:crypto'));`);

/**
 * Elites and digest as every engine must find them: CI runs this on several. A change of it changes the numbers that a
 * seed gives, and belongs under Results in CHANGELOG.md.
 */
const recorded = '1104 2f69bc59e16e66f7b2335bf79c3b96849c162d9c246e39aa420777157cac70c2';

it('gives the same archive, bit for bit, in ESM, in CommonJS and again', async () => {
  const runs = await Promise.all(['run.mjs', 'run.cjs', 'run.mjs'].map((file) => runNode(file, folder)));
  expect(runs[0]).toBe(`${recorded}\n`);
  expect(runs[1]).toEqual(runs[0]);
  expect(runs[2]).toEqual(runs[0]);
});
