import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { compileStrictly, repository, runNode } from './spawn-text.ts';

const consumer = inject('consumer');
const folder = join(consumer, 'module-systems');
mkdirSync(folder);

/** Uses a value and a type of each entry that plain users have. */
const typed = `
import { type Archive, Batch, GridArchive, planarArm } from 'elites';
import { archiveSvg } from 'elites/plot';

const domain = planarArm({ joints: 3 });
const archive = new GridArchive({ domain, cells: [4, 4] });
const known: Archive = archive;
archive.add(Batch.zeros(1, 3), { fitness: [0], descriptors: [[0.5, 0.5]] });
const svg: string = archiveSvg({ archive });
if (known.size !== 1 || !svg.startsWith('<svg')) throw new Error('an elite is missing');
`;

it('compiles and runs as .mts and .cts with the oldest TypeScript we promise', async () => {
  writeFileSync(join(folder, 'typed.mts'), typed);
  writeFileSync(join(folder, 'typed.cts'), typed);
  const compiler = join(consumer, 'node_modules/typescript');
  // In a browser's types without Node's; test/programs is compiled in Node's without a browser's.
  const browser = ['--lib', 'es2022,dom', '--typeRoots', 'none'];
  await compileStrictly(['typed.mts', 'typed.cts'], folder, compiler, ...browser);
  expect(await runNode('typed.mjs', folder)).toBe('');
  expect(await runNode('typed.cjs', folder)).toBe('');
});

it('shares classes between the entries of one module system', async () => {
  writeFileSync(
    join(folder, 'share.cjs'),
    `const { ElitesError } = require('elites');
     try { require('elites/plot').archiveSvg(3); } catch (error) { process.exit(error instanceof ElitesError ? 0 : 1); }
     process.exit(2);`,
  );
  writeFileSync(
    join(folder, 'share.mjs'),
    `import { ElitesError } from 'elites';
     import { archiveSvg } from 'elites/plot';
     try { archiveSvg(3); } catch (error) { process.exit(error instanceof ElitesError ? 0 : 1); }
     process.exit(2);`,
  );
  expect(await runNode('share.cjs', folder)).toBe('');
  expect(await runNode('share.mjs', folder)).toBe('');
});

it('names classes and functions as they are imported', async () => {
  const odd = "Object.entries(elites).filter(([name, value]) => typeof value === 'function' && value.name !== name)";
  const print = `console.log(JSON.stringify(${odd}.map(([name]) => name)));`;
  writeFileSync(join(folder, 'names.cjs'), `const elites = require('elites'); ${print}`);
  writeFileSync(join(folder, 'names.mjs'), `import * as elites from 'elites'; ${print}`);
  expect((await runNode('names.cjs', folder)).trim()).toBe('[]');
  expect((await runNode('names.mjs', folder)).trim()).toBe('[]');
});

it('carries what it should and nothing else', () => {
  const files = readdirSync(join(consumer, 'node_modules/elites'));
  expect(files.sort()).toEqual([
    'CHANGELOG.md',
    'CITATION.cff',
    'LICENSE',
    'NOTICE',
    'README.md',
    'dist',
    'docs',
    'examples',
    'package.json',
  ]);
});

it('was packed without dist from a fresh clone: packing builds, and installing runs nothing', () => {
  const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(scripts.prepack).toBe('npm run build');
  for (const name of ['preinstall', 'install', 'postinstall', 'prepare']) expect(scripts).not.toHaveProperty(name);
});

it('installs its one dependency with its own, and nothing else', () => {
  const packages = readdirSync(join(consumer, 'node_modules')).filter((name) => !name.startsWith('.'));
  const matrix = ['is-any-array', 'ml-array-max', 'ml-array-min', 'ml-array-rescale', 'ml-matrix'];
  expect(packages.sort()).toEqual(['elites', ...matrix, '@types', 'typescript', 'undici-types'].sort());
});
