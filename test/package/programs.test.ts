import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject, it } from 'vitest';
import { compileStrictly, repository, runNode } from './spawn-text.ts';

// What a user writes, each program in an empty folder below the one in which the packed tarball is installed.
const consumer = inject('consumer');
const programs = join(repository, 'test/programs');

function emptyFolder(name: string): string {
  const folder = join(consumer, name);
  mkdirSync(folder);
  return folder;
}

const alone = [
  '01-own-domain.mjs',
  '02-ask-tell.mjs',
  '05-resume.mjs',
  '06-require.cjs',
  '07-own-genomes.mjs',
  '09-steady-state.mjs',
  '10-elites-carry.mjs',
  '11-own-emitter.mjs',
];
it.concurrent.each(alone)('%s', async (file) => {
  const folder = emptyFolder(file.slice(0, 2));
  copyFileSync(join(programs, file), join(folder, file));
  await runNode(file, folder);
});

it.concurrent('03-dde-elites.mjs, and 04-embed-dde.mjs, which reads the file that 03 writes', async () => {
  const folder = emptyFolder('03');
  for (const file of ['03-dde-elites.mjs', '04-embed-dde.mjs']) {
    copyFileSync(join(programs, file), join(folder, file));
    await runNode(file, folder);
  }
});

it.concurrent('08-typed.mts, compiled strictly', async () => {
  const folder = emptyFolder('08');
  copyFileSync(join(programs, '08-typed.mts'), join(folder, '08-typed.mts'));
  // With Node's types, without a browser's, which elites/workers has to bear as well.
  writeFileSync(
    join(folder, 'workers.mts'),
    "import { WorkerPool } from 'elites/workers';\nexport const pool = WorkerPool;\n",
  );
  await compileStrictly(['08-typed.mts', 'workers.mts'], folder);
  await runNode('08-typed.mjs', folder);
});
