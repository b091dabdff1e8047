import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moduleTexts } from '../../../src/cli/modules/module-texts.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'elites-text-'));
});
afterAll(() => rm(folder, { recursive: true }));

const textOf = async (path: string) => [...(await moduleTexts(path)).values()].join('\n');

it('has the text of a module and of what it imports from files, each once, whatever cannot be read', async () => {
  await mkdir(join(folder, 'deep'));
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  await write('a.js', `export { render } from './deep/b.js'; import "elites"; import './missing.js'; // one`);
  await write('deep/b.js', `export*from"../c.cjs";import '../a.js'; // two`);
  await write('c.cjs', `const { x } = require('./d.cjs'); import('./e.js'); // three`);
  await write('d.cjs', '// four');
  await write('e.js', '// five');
  const words = (await textOf(join(folder, 'a.js'))).match(/(?<=\/\/ )\w+/g);
  expect(words).toEqual(['one', 'two', 'three', 'four', 'five']);
});

it('reads a module with much white space at once', async () => {
  const path = join(folder, 'wide.js');
  await writeFile(path, `/* import${' '.repeat(500_000)}*/ import  (  './deep/b.js'  ) // wide`);
  expect(await textOf(path)).toMatch(/\/\/ wide\n[\s\S]*\/\/ two/);
});

it('follows links, and paths that are written as parts of a URL', async () => {
  await mkdir(join(folder, 'linked'));
  await writeFile(join(folder, 'a #%20.mjs'), '');
  await writeFile(join(folder, 'from.mjs'), `import './a%20%23%2520.mjs?query#hash'; import './%zz%2f.mjs';`);
  await symlink('../from.mjs', join(folder, 'linked', 'link.mjs'));
  const files = [...(await moduleTexts(join(folder, 'linked', 'link.mjs'))).keys()];
  const real = await realpath(folder);
  expect(files).toEqual([join(real, 'from.mjs'), join(real, 'a #%20.mjs')]);
});

it('has the TypeScript that is imported by the name of what is compiled from it, or without an ending', async () => {
  await mkdir(join(folder, 'typed', 'parts'), { recursive: true });
  const write = (name: string, text: string) => writeFile(join(folder, 'typed', name), text);
  await write('a.ts', `import './b.js'; import './c.mjs?x'; import './d'; import './parts'; import './own.js'; // one`);
  await write('b.ts', '// two');
  await write('c.mts', '// three');
  await write('d.tsx', '// four');
  await write('parts/index.ts', '// five');
  await write('own.js', '// six');
  await write('own.ts', '// never');
  const words = (await textOf(join(folder, 'typed', 'a.ts'))).match(/(?<=\/\/ )\w+/g);
  expect(words).toEqual(['one', 'two', 'three', 'four', 'five', 'six']);
});
