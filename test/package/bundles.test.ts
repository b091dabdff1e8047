import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, inject, it, onTestFinished } from 'vitest';
import { repository, runNode } from './spawn-text.ts';

const folder = join(inject('consumer'), 'bundles');
const given = (name: string): string => readFileSync(join(repository, 'test/programs/same-bits', name), 'utf8');

mkdirSync(folder);
writeFileSync(
  join(folder, 'domain.js'),
  "import { planarArm } from 'elites';\nexport const createDomain = () => planarArm({ joints: 20 });\n",
);
writeFileSync(
  join(folder, 'main.js'),
  `import { join } from 'node:path';
   import { pathToFileURL } from 'node:url';
   import * as elites from 'elites';
   import { ThreadPool, ThreadVae } from 'elites/node';
   import { createDomain } from './domain.js';
   ${given('digest.js')}
   async function main() {
     const module = import.meta.url
       ? new URL('./domain.mjs', import.meta.url)
       : pathToFileURL(join(__dirname, 'domain.cjs'));
     const evaluator = new ThreadPool({ domain: createDomain(), module, workers: 2 });
     const learner = new ThreadVae({ inputs: 20, latent: 10 });
     console.log(await digest(elites, { evaluator, learner }));
     await Promise.all([evaluator.close(), learner.close()]);
   }
   main();`,
);

it.each(['cjs', 'esm'] as const)('a bundle for Node has its threads, and finds the same bits: %s', async (format) => {
  // Where no package can be found: all that is needed is in the bundle.
  const outdir = mkdtempSync(join(tmpdir(), 'elites-bundle-'));
  onTestFinished(() => rmSync(outdir, { recursive: true }));
  const extension = format === 'cjs' ? '.cjs' : '.mjs';
  await build({
    absWorkingDir: folder,
    entryPoints: ['main.js', 'domain.js'],
    outdir,
    outExtension: { '.js': extension },
    bundle: true,
    minify: true,
    platform: 'node',
    format,
    logOverride: { 'empty-import-meta': 'silent' },
  });
  expect(await runNode(`main${extension}`, outdir)).toBe(given('recorded.txt'));
});
