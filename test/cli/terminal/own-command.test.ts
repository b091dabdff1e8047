import { mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { asCalled, commandLines, nodeFlags, withNodeFlags } from '../../../src/cli/terminal/own-command.ts';

const { argv, execArgv } = process;
let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'elites own-')));
  await writeFile(join(folder, 'cli.js'), '');
  await symlink('cli.js', join(folder, 'elites'));
  process.argv = [argv[0]!, join(folder, 'elites'), 'compare', 'src/a b.ts', '--json'];
  process.execArgv = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  Object.assign(process, { argv, execArgv });
  await rm(folder, { recursive: true });
});

it('is npx without flags for Node', () => {
  expect(asCalled('elites resume')).toBe('npx elites resume');
  expect(commandLines('elites compare', ['a.js', '--json'])).toBe('npx elites compare \\\n  a.js \\\n  --json');
});

it('has the flags for Node but those of a debugger, and the bin without links, from here if it lies within', () => {
  process.execArgv = ['--import', 'tsx', '--inspect=0', '--env-file=my env'];
  expect(nodeFlags()).toEqual(['--import', 'tsx', '--env-file=my env']);
  const bin = join(folder, 'cli.js');
  expect(asCalled('elites resume')).toBe(`node --import tsx '--env-file=my env' '${bin}' resume`);
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
  expect(asCalled('elites paper')).toBe("node --import tsx '--env-file=my env' cli.js paper");
  expect(commandLines('elites reach', ['--direct'])).toMatch(/^node .* cli\.js reach \\\n {2}--direct$/);
});

it('can have further flags, for the same words', () => {
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
  expect(withNodeFlags(['--import', 'tsx'])).toBe("node --import tsx cli.js compare 'src/a b.ts' --json");
});
