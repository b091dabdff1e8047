import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withFolderLock } from '../../../src/cli/files/folder-lock.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'elites-lock-'));
  path = join(folder, '.elites-lock');
});
afterEach(() => rm(folder, { recursive: true }));

const work = (): Promise<string> => withFolderLock('elites test', folder, () => readFile(path, 'utf8'));

it('is taken over from a process that is dead, and removed in the end', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  for (const text of [`${pid}\n`, '', 'no number', `${process.pid}\n`]) {
    await writeFile(path, text);
    expect(await work()).toBe(`${process.pid}\n`);
    expect(await readdir(folder)).toEqual([]);
  }
});

it('names the file to delete, where the process that lives may be another program', async () => {
  await writeFile(path, '1\n');
  const message = `elites test: '${folder}' is in use by process 1: one run a folder; if that is no run of elites, delete '${path}'.`;
  await expect(work()).rejects.toMatchObject({ message, exitCode: 1 });
  expect(await readFile(path, 'utf8')).toBe('1\n');
});
