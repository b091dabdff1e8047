import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ElitesError } from '../../src/core/index.ts';
import { CheckpointFile } from '../../src/node/index.ts';
import { errorOf } from '../support/error-of.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'elites-checkpoint-'));
});
afterEach(() => rm(folder, { recursive: true }));

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Takes files that begin with good. */
async function load(file: CheckpointFile): Promise<[string, string, string | undefined]> {
  let taken = '';
  const { source, error } = await file.load((found) => {
    const text = new TextDecoder().decode(found);
    if (!text.startsWith('good')) throw new ElitesError('SNAPSHOT', `restore: bytes must be good; got '${text}'.`);
    taken = text;
  });
  return [source, taken, error?.message];
}

it('keeps the newest and the one before, and goes back to it where the newest is missing or damaged', async () => {
  const path = join(folder, 'search.snapshot');
  const file = new CheckpointFile({ path });
  expect(await load(file)).toEqual(['none', '', undefined]);
  await file.save(bytes('good 1'));
  expect(await load(file)).toEqual(['newest', 'good 1', undefined]);
  await Promise.all([file.save(bytes('good 2')), file.save(bytes('good 3'))]);
  expect(await load(file)).toEqual(['newest', 'good 3', undefined]);
  expect((await readdir(folder)).sort()).toEqual(['search.snapshot', 'search.snapshot.previous']);

  await writeFile(path, 'go');
  expect(await load(file)).toEqual(['previous', 'good 2', `'${path}': restore: bytes must be good; got 'go'.`]);
  expect(await load(file)).toEqual(['previous', 'good 2', undefined]);
  await writeFile(`${path}.new`, 'good 4');
  expect(await load(file)).toEqual(['newest', 'good 4', undefined]);
  await rm(path);
  await writeFile(`${path}.previous`, '');
  expect(await errorOf(() => load(file))).toContain("bytes must be good; got ''");
  await file.remove();
  expect(await readdir(folder)).toEqual([]);
});

it('loses no generation more when a crash while writing follows a crash while renaming', async () => {
  const path = join(folder, 'x');
  const file = new CheckpointFile({ path });
  await writeFile(`${path}.previous`, 'good 1');
  await writeFile(`${path}.new`, 'good 2');
  expect(await load(file)).toEqual(['newest', 'good 2', undefined]);
  await writeFile(`${path}.new`, 'go');
  expect(await load(file)).toEqual(['newest', 'good 2', undefined]);
});

it('moved a damaged checkpoint over the good one before it', async () => {
  const path = join(folder, 'x');
  const file = new CheckpointFile({ path });
  await file.save(bytes('good 1'));
  await file.save(bytes('good 2'));
  await writeFile(path, 'bad');
  expect(await load(file)).toEqual(['previous', 'good 1', expect.any(String)]);
  await file.save(bytes('good 3'));
  expect(await readFile(`${path}.previous`, 'utf8')).toBe('good 1');
  expect(await readFile(`${path}.damaged`, 'utf8')).toBe('bad');
});

it.skipIf(process.platform === 'win32')('renamed a link instead of the file that it leads to', async () => {
  await mkdir(join(folder, 'disk'));
  const [path, target] = [join(folder, 'x'), join(folder, 'disk', 'y')];
  await symlink(join('disk', 'y'), path);
  const file = new CheckpointFile({ path });
  for (const text of ['good 1', 'good 2']) await file.save(bytes(text));
  expect(await readlink(path)).toBe(join('disk', 'y'));
  expect([await readFile(target, 'utf8'), await readFile(`${target}.previous`, 'utf8')]).toEqual(['good 2', 'good 1']);
  expect(await load(file)).toEqual(['newest', 'good 2', undefined]);
  expect(await readdir(folder)).toEqual(['disk', 'x']);
});

it('hands on an error that is not about the bytes', async () => {
  const file = new CheckpointFile({ path: join(folder, 'x') });
  await file.save(bytes('good'));
  const restore = (): void => {
    throw new ElitesError('STATE', 'learn is under way');
  };
  expect(await errorOf(async () => file.load(restore))).toBe('STATE learn is under way');
});

it('writes when it is time', async () => {
  const path = join(folder, 'x');
  let made = 0;
  const make = () => bytes(`good ${++made}`);
  const slow = new CheckpointFile({ path, every: 3600 });
  for (let i = 0; i < 5; i++) expect(await slow.offer(make)).toBeUndefined();
  expect(made).toBe(1);
  const each = new CheckpointFile({ path, every: 0 });
  for (let i = 0; i < 5; i++) await each.offer(make);
  expect(await load(each)).toEqual(['newest', 'good 6', undefined]);
});

it('tells what went wrong, and leaves the last good file', async () => {
  const path = join(folder, 'x');
  const file = new CheckpointFile({ path, every: 0 });
  await file.save(bytes('good'));
  await mkdir(`${path}.new`);
  expect((await file.offer(() => bytes('never')))?.message).toContain('EISDIR');
  expect(await load(file)).toEqual(['newest', 'good', undefined]);
  const nowhere = new CheckpointFile({ path: join(folder, 'no', 'folder'), every: 0 });
  expect((await nowhere.offer(() => bytes('never')))?.message).toContain('ENOENT');
});

it.skipIf(process.platform === 'win32')('keeps the last good file when the disk is full, or nearly', async () => {
  // A limit of 8 kB a file stands for the full disk: the write fails midway.
  const program = `
    import { CheckpointFile } from ${JSON.stringify(new URL('../../dist/node.js', import.meta.url))};
    const file = new CheckpointFile({ path: ${JSON.stringify(join(folder, 'x'))}, every: 0 });
    await file.save(new Uint8Array(4000).fill(103));
    for (let i = 0; i < 3; i++) console.log((await file.offer(() => new Uint8Array(100_000)))?.code);
    await file.save(new Uint8Array(5000).fill(104));
  `;
  const command = 'ulimit -f 8; exec "$0" --input-type=module --eval "$1"';
  const { stdout, stderr } = spawnSync('bash', ['-c', command, process.execPath, program], { encoding: 'utf8' });
  expect({ stdout, stderr }).toEqual({ stdout: 'EFBIG\nEFBIG\nEFBIG\n', stderr: '' });
  expect((await readdir(folder)).sort()).toEqual(['x', 'x.previous']);
  expect([...(await readFile(join(folder, 'x')))]).toEqual(new Array(5000).fill(104));
  expect([...(await readFile(join(folder, 'x.previous')))]).toEqual(new Array(4000).fill(103));
});

it('refuses bad options', async () => {
  expect(await errorOf(async () => new CheckpointFile({ path: '' }))).toContain('path must be the name of a file');
  expect(await errorOf(async () => new CheckpointFile({ path: 'x', every: -1 }))).toContain('every must be');
  const file = new CheckpointFile({ path: join(folder, 'x') });
  expect(await errorOf(async () => file.save('x' as never))).toContain('bytes must be a Uint8Array');
});
