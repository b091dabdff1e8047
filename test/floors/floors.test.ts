import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { afterAll, beforeAll, expect, it } from 'vitest';
// @ts-expect-error: plain JavaScript, without types
import configuration, { floors } from '../../.dependency-cruiser.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
let house: string;
let tsConfig: ReturnType<typeof extractTSConfig>;

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'elites-floors-'));
  symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'));
  writeFileSync(
    join(house, 'package.json'),
    '{ "type": "module", "dependencies": { "ml-matrix": "*", "vitest": "*" } }',
  );
  tsConfig = extractTSConfig(join(root, 'tsconfig.json'));
});
afterAll(() => rmSync(house, { recursive: true }));

/** Builds a house of these files and answers with the rules it breaks, each as `rule: from → to`. */
async function violations(files: Record<string, string>): Promise<string[]> {
  rmSync(join(house, 'src'), { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(house, name)), { recursive: true });
    writeFileSync(join(house, name), text);
  }
  const { doNotFollow, tsPreCompilationDeps, enhancedResolveOptions } = configuration.options;
  const options = { doNotFollow, tsPreCompilationDeps, baseDir: house, validate: true, ruleSet: configuration };
  const { output } = await cruise(['src'], options as never, { ...enhancedResolveOptions } as never, { tsConfig });
  return (output as ICruiseResult).summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
}

const core = { 'src/core/index.ts': 'export const one = 1;\nexport type One = 1;\n' };

it('lets a room import from below, through the door', async () => {
  const archives = "import { one } from '../core/index.ts';\nimport './grid.ts';\nexport const two = one;\n";
  const entry = "export { two } from './archives/index.ts';\n";
  const files = { ...core, 'src/archives/index.ts': archives, 'src/archives/grid.ts': 'export const a = 1;\n' };
  expect(await violations({ ...files, 'src/index.ts': entry })).toEqual([]);
});

it('finds an import upward', async () => {
  const found = await violations({
    'src/core/index.ts': "import { run } from '../run/index.ts';\nexport const one = run;\n",
    'src/run/index.ts': 'export const run = 1;\n',
  });
  expect(found).toEqual(['floors/core: src/core/index.ts → src/run/index.ts']);
});

it('finds an import upward of a type alone', async () => {
  const found = await violations({
    'src/core/index.ts': "import type { Run } from '../run/index.ts';\nexport type One = Run;\n",
    'src/run/index.ts': 'export type Run = 1;\n',
  });
  expect(found).toEqual(['floors/core: src/core/index.ts → src/run/index.ts']);
});

it('finds an import sideways', async () => {
  const found = await violations({
    'src/archives/index.ts': "export { b } from '../bandits/index.ts';\n",
    'src/bandits/index.ts': 'export const b = 1;\n',
  });
  expect(found).toEqual(['floors/archives: src/archives/index.ts → src/bandits/index.ts']);
});

it('finds an import past the door, from a room and from the entry', async () => {
  const found = await violations({
    ...core,
    'src/core/batch.ts': 'export const b = 1;\n',
    'src/archives/index.ts': "export { b } from '../core/batch.ts';\n",
    'src/index.ts': "export { b } from './core/batch.ts';\n",
  });
  expect(found.sort()).toEqual([
    'doors/entry: src/index.ts → src/core/batch.ts',
    'doors: src/archives/index.ts → src/core/batch.ts',
  ]);
});

it('finds a room that imports the entry', async () => {
  const found = await violations({
    'src/index.ts': 'export const a = 1;\n',
    'src/run/index.ts': "import '../index.ts';\n",
  });
  expect(found).toContain('floors/run: src/run/index.ts → src/index.ts');
});

it('finds a library outside its owner room', async () => {
  const matrix = "import 'ml-matrix';\n";
  const found = await violations({ 'src/pca/index.ts': matrix, 'src/archives/index.ts': matrix });
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/^owner\/ml-matrix: src\/archives\/index\.ts → /);
});

it('finds a library without an owner', async () => {
  const found = await violations({ 'src/random/index.ts': "import 'vitest';\n" });
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/^owner\/none: src\/random\/index\.ts → /);
});

it('finds a module of Node outside cli and node', async () => {
  const fs = "import 'node:fs';\n";
  const found = await violations({ 'src/node/index.ts': fs, 'src/cli/main.ts': fs, 'src/run/index.ts': fs });
  expect(found).toEqual(['node-rooms: src/run/index.ts → fs']);
});

it('finds a cycle, a bag, a room that is not of the plan, and what does not exist', async () => {
  const found = await violations({
    'src/core/index.ts': "import './a.ts';\nimport './helpers.ts';\nimport './missing.ts';\n",
    'src/core/a.ts': "import './b.ts';\n",
    'src/core/b.ts': "import './a.ts';\n",
    'src/core/helpers.ts': 'export const h = 1;\n',
    'src/services/index.ts': "import '../core/index.ts';\n",
  });
  const names = new Set(found.map((violation) => violation.split(':')[0]));
  expect([...names].sort()).toEqual(['no-cycles', 'no-utils', 'resolvable', 'rooms/unknown']);
});

it('finds an import of what is not a source', async () => {
  const found = await violations({ 'src/core/index.ts': "import '../../test/a.ts';\n", 'test/a.ts': 'export {};\n' });
  expect(found).toEqual(['no-way-out: src/core/index.ts → test/a.ts']);
});

it('has the rooms of src, no more and no less', () => {
  const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(floors.flat().sort()).toEqual(folders.map(({ name }) => name).sort());
});

it.each(['src', 'test', 'examples', 'bench', 'scripts'])('has at most 16 files of code in a folder of %s', (top) => {
  const files = readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.m?ts$|\.mjs$/.test(name),
  );
  const counts = new Map<string, number>();
  for (const name of files) counts.set(dirname(name), (counts.get(dirname(name)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > 16)).toEqual([]);
});

it('is the plan that CONTRIBUTING.md has', () => {
  const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const lines = [...page.matchAll(/^\| (\d+) \| (`.*) \|$/gm)].map(([, floor, rooms]) => [
    Number(floor),
    rooms!.split(' · ').map((room) => /^`([a-z]+)`/.exec(room)?.[1]),
  ]);
  expect(lines.reverse()).toEqual(floors.map((rooms: readonly string[], height: number) => [height + 1, rooms]));
});
