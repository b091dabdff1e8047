import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, inject, it } from 'vitest';
import { runNode } from './spawn-text.ts';

const folder = join(inject('consumer'), 'bundles');
mkdirSync(folder);
writeFileSync(
  join(folder, 'domain.mjs'),
  "import { planarArm } from 'elites';\nexport const createDomain = () => planarArm({ joints: 4 });\n",
);
writeFileSync(
  join(folder, 'main.js'),
  `import { pathToFileURL } from 'node:url';
   import { planarArm, Batch, randomStream } from 'elites';
   import { ThreadPool, ThreadVae } from 'elites/node';
   async function main() {
     const domain = planarArm({ joints: 4 });
     const learner = new ThreadVae({ inputs: 4, latent: 2, epochs: 1 });
     await learner.fit(Batch.zeros(3, 4), { space: domain.genome, random: randomStream(1) });
     await learner.close();
     const pool = new ThreadPool({ domain, module: pathToFileURL('domain.mjs'), workers: 1 });
     const { fitness } = await pool.evaluate(Batch.zeros(2, 4));
     await pool.close();
     console.log(learner.lastFit.epochs, fitness.length);
   }
   main();`,
);

it.each(['cjs', 'esm'] as const)('a bundle for Node that leaves elites outside has its threads: %s', async (format) => {
  const name = format === 'cjs' ? 'main.cjs' : 'main.mjs';
  const outfile = join(folder, name);
  await build({
    entryPoints: [join(folder, 'main.js')],
    bundle: true,
    platform: 'node',
    packages: 'external',
    format,
    outfile,
  });
  expect((await runNode(name, folder)).trim()).toBe('1 2');
});
