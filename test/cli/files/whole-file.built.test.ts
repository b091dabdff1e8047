import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { prepareFolder } from '../../../src/cli/files/out-folder.ts';
import { writeWhole } from '../../../src/cli/files/whole-file.ts';
import { bin } from '../spawn-bin.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'elites-whole-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('is one of what its writers wrote, and never a mixture', async () => {
  const path = join(folder, 'x');
  const write = (i: number): Promise<void> => writeWhole(path, String(i).repeat(200_000));
  await Promise.all([1, 2, 3, 4].map(write));
  const text = await readFile(path, 'utf8');
  expect(text).toBe(text[0]!.repeat(200_000));
  expect(await readdir(folder)).toEqual(['x']);
});

it.skipIf(process.platform === 'win32')('is the file that was there, where the new one cannot be written', async () => {
  const path = join(folder, 'x.svg');
  await writeFile(path, 'before');
  const archive = new URL('../../fixtures/released/archive-arm20.npy', import.meta.url).pathname;
  // A limit of 8 kB a file stands for the full disk: the write fails midway.
  const command = 'ulimit -f 8; exec "$0" "$@"';
  const argv = ['-c', command, process.execPath, bin, 'plot', archive, '--out', path];
  const { status, stderr } = spawnSync('bash', argv, { encoding: 'utf8' });
  expect([status, stderr]).toEqual([
    1,
    `elites plot: --out must be a file that can be written; got '${path.length > 60 ? `${path.slice(0, 57)}...` : path}' (EFBIG).\n`,
  ]);
  expect([await readdir(folder), await readFile(path, 'utf8')]).toEqual([['x.svg'], 'before']);
});

it.skipIf(process.platform === 'win32')('stays a link, and a device is written to', async () => {
  await mkdir(join(folder, 'disk'));
  await writeFile(join(folder, 'disk', 'y'), 'before');
  await symlink(join('disk', 'y'), join(folder, 'x'));
  await writeWhole(join(folder, 'x'), 'after');
  expect(await readlink(join(folder, 'x'))).toBe(join('disk', 'y'));
  expect(await readFile(join(folder, 'disk', 'y'), 'utf8')).toBe('after');
  await writeWhole('/dev/null', 'gone');
});

it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('leaves a file that is protected', async () => {
  const path = join(folder, 'x');
  await writeFile(path, 'before');
  await chmod(path, 0o444);
  await expect(writeWhole(path, 'after')).rejects.toMatchObject({ code: 'EACCES' });
  expect(await readFile(path, 'utf8')).toBe('before');
});

it('is tried in a folder by several processes at once', async () => {
  await Promise.all(Array.from({ length: 20 }, () => prepareFolder('elites test', join(folder, 'out'))));
  expect(await readdir(join(folder, 'out'))).toEqual([]);
});
