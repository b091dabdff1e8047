import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
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
  const refused = ['previous', 'good 2', `'${path}': restore: bytes must be good; got 'go'.`];
  for (let i = 0; i < 2; i++) expect(await load(file)).toEqual(refused);
  await rm(path);
  expect(await load(file)).toEqual(['previous', 'good 2', undefined]);
  await writeFile(`${path}.previous`, '');
  expect(await errorOf(() => load(file))).toContain("bytes must be good; got ''");
  await file.remove();
  expect(await readdir(folder)).toEqual([]);
});

it('takes the last complete save after a crash, not what was still being written, in whatever order crashes come', async () => {
  const path = join(folder, 'x');
  const file = new CheckpointFile({ path });
  await writeFile(`${path}.previous`, 'good 1');
  await writeFile(`${path}.0123abcd.new`, 'good 2');
  expect(await load(file)).toEqual(['previous', 'good 1', undefined]);
  await writeFile(`${path}.89ab4567.new`, 'go');
  expect(await load(file)).toEqual(['previous', 'good 1', undefined]);
});

it.each([
  ['damaged', 'bad', ['good 1', 'good 3', 'bad']],
  ['of another configuration', 'other', ['good 1', 'good 3', 'other']],
])(
  'leaves a checkpoint that is %s where it is, and keeps it and the one before when the next is saved',
  async (_, newest, kept) => {
    const path = join(folder, 'x');
    const file = new CheckpointFile({ path });
    await file.save(bytes('good 1'));
    await file.save(bytes('good 2'));
    await writeFile(path, newest);
    expect(await load(file)).toEqual(['previous', 'good 1', expect.any(String)]);
    expect((await readdir(folder)).sort()).toEqual(['x', 'x.previous']);
    expect(await readFile(path, 'utf8')).toBe(newest);
    await file.save(bytes('good 3'));
    const texts = ['x.previous', 'x', 'x.refused'].map((name) => readFile(join(folder, name), 'utf8'));
    expect(await Promise.all(texts)).toEqual(kept);
    await file.save(bytes('good 4'));
    expect(await readFile(`${path}.previous`, 'utf8')).toBe('good 3');
  },
);

it('has any number of writers in a process: each save comes through, and readers meet only whole files', async () => {
  const path = join(folder, 'x');
  const writers = [1, 2, 3].map(() => new CheckpointFile({ path, every: 0 }));
  const text = (i: number, k: number): string => `good ${i} ${k} ${'x'.repeat(50_000)} end`;
  await writers[0]!.save(bytes(text(0, 0)));
  let writing = true;
  const all = Promise.all(
    writers.map(async (file, i) => {
      for (let k = 1; k <= 30; k++) expect(await file.offer(() => bytes(text(i, k)))).toBeUndefined();
    }),
  ).finally(() => {
    writing = false;
  });
  while (writing) {
    const [source, taken, error] = await load(new CheckpointFile({ path }));
    expect([source, error, taken.slice(-4)]).toEqual([expect.stringMatching('newest|previous'), undefined, ' end']);
  }
  await all;
  expect((await load(writers[0]!))[1]).toMatch(/^good \d 30 x+ end$/);
  expect((await readdir(folder)).sort()).toEqual(['x', 'x.previous']);
});

it('deletes what killed writers left beside it ten minutes ago, and neither what is being written nor files of others', async () => {
  const path = join(folder, 'x');
  const old = new Date(Date.now() - 700_000);
  const names = ['x.0123abcd.new', 'x.89ab4567.new', 'y.0123abcd.new', 'x.notes.new'];
  for (const name of names) await writeFile(join(folder, name), '');
  for (const name of names.filter((name) => !name.includes('89ab'))) await utimes(join(folder, name), old, old);
  const file = new CheckpointFile({ path });
  await file.save(bytes('good'));
  expect((await readdir(folder)).sort()).toEqual(['x', 'x.89ab4567.new', 'x.notes.new', 'y.0123abcd.new']);
  await file.remove();
  expect((await readdir(folder)).sort()).toEqual(['x.notes.new', 'y.0123abcd.new']);
});

it('refuses a path where there is no file but a folder or a device, and renames nothing', async () => {
  const path = join(folder, 'results');
  await mkdir(path);
  await writeFile(join(path, 'table.csv'), '1');
  const file = new CheckpointFile({ path, every: 0 });
  const rule = `path must be the name of a file, not of a folder or a device; got '${path}'.`;
  expect(await errorOf(() => file.save(bytes('good')))).toBe(`ARGUMENT CheckpointFile.save: ${rule}`);
  expect((await file.offer(() => bytes('good')))?.message).toBe(`CheckpointFile.save: ${rule}`);
  expect(await errorOf(() => load(file))).toBe(`ARGUMENT CheckpointFile.load: ${rule}`);
  expect(await errorOf(() => file.remove())).toBe(`ARGUMENT CheckpointFile.remove: ${rule}`);
  expect([await readdir(folder), await readdir(path)]).toEqual([['results'], ['table.csv']]);
  if (process.platform === 'win32') return;
  await symlink('/dev/null', join(folder, 'link'));
  const device = new CheckpointFile({ path: join(folder, 'link') });
  expect(await errorOf(() => device.save(bytes('good')))).toContain('ARGUMENT CheckpointFile.save: path must be');
});

it.skipIf(process.platform === 'win32')('replaces the file that a link leads to, and keeps the link', async () => {
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
  await each.offer(() => new Uint8Array(bytes('good 7')).buffer);
  expect(await load(each)).toEqual(['newest', 'good 7', undefined]);
});

it('refuses what is no function, also when it is not time for a checkpoint, and where there is none', async () => {
  const file = new CheckpointFile({ path: join(folder, 'a'), every: Number.POSITIVE_INFINITY });
  expect(await errorOf(() => file.load(undefined as never))).toContain('ARGUMENT CheckpointFile.load: restore must');
  await file.offer(() => bytes('good'));
  const message = 'ARGUMENT CheckpointFile.offer: snapshot must be a function; got [103, 111, 111, 100].';
  expect(await errorOf(() => file.offer(bytes('good') as never))).toBe(message);
});

it('makes one snapshot at a time, whoever does not await an offer', async () => {
  const file = new CheckpointFile({ path: join(folder, 'x'), every: 0 });
  let made = 0;
  const offers = Array.from({ length: 16 }, () => file.offer(() => bytes(`good ${++made}`)));
  expect(await Promise.all(offers)).toEqual(new Array(16).fill(undefined));
  expect(made).toBe(1);
  await file.offer(() => bytes(`good ${++made}`));
  expect(await load(file)).toEqual(['newest', 'good 2', undefined]);
  const late = file.offer(() => bytes('good 3'));
  await file.remove();
  await late;
  expect(await readdir(folder)).toEqual([]);
});

it('writes the bytes as they were when save was called', async () => {
  const file = new CheckpointFile({ path: join(folder, 'x') });
  const given = bytes('good 1');
  const saves = [file.save(given)];
  given.set(bytes('good 2'));
  saves.push(file.save(Buffer.from(given.buffer)));
  given.fill(0);
  await Promise.all(saves);
  expect(await load(file)).toEqual(['newest', 'good 2', undefined]);
  expect(await readFile(`${file.path}.previous`, 'utf8')).toBe('good 1');
  await file.save(runInNewContext('Uint8Array').from(bytes('good 3')));
  expect(await load(file)).toEqual(['newest', 'good 3', undefined]);
  const { buffer }: { buffer: ArrayBuffer } = new Uint8Array(bytes('good 4'));
  await file.save(buffer);
  expect(await load(file)).toEqual(['newest', 'good 4', undefined]);
});

it('tells what went wrong, and leaves the last good file', async () => {
  const path = join(folder, 'x');
  const file = new CheckpointFile({ path, every: 0 });
  await file.save(bytes('good'));
  await mkdir(`${path}.previous`);
  expect((await file.offer(() => bytes('never')))?.message).toContain('path must be the name of a file');
  expect(await readFile(path, 'utf8')).toBe('good');
  expect((await readdir(folder)).sort()).toEqual(['x', 'x.previous']);
});

it('names a folder that does not exist when it loads, before the run, and when it saves', async () => {
  const rule = (method: string, nowhere: string) =>
    `CheckpointFile.${method}: folder of path must be a folder that exists; got '${nowhere}'.`;
  await writeFile(join(folder, 'file'), '');
  const nowheres = ['no', 'file'];
  if (process.platform !== 'win32') {
    await symlink(join(folder, 'gone', 'x'), join(folder, 'link'));
    nowheres.push('gone');
  }
  for (const name of nowheres) {
    const nowhere = join(folder, name);
    const path = name === 'gone' ? join(folder, 'link') : join(nowhere, 'x');
    const file = new CheckpointFile({ path, every: 0 });
    expect(await errorOf(() => load(file))).toBe(`ARGUMENT ${rule('load', nowhere)}`);
    expect(await errorOf(() => file.save(bytes('never')))).toBe(`ARGUMENT ${rule('save', nowhere)}`);
    expect((await file.offer(() => bytes('never')))?.message).toBe(rule('save', nowhere));
    // What is gone already need not be removed.
    const removed = name === 'file' ? await errorOf(() => file.remove()) : await file.remove();
    expect(removed).toBe(name === 'file' ? `ARGUMENT ${rule('remove', nowhere)}` : undefined);
  }
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

it.each(['.previous', '.refused'])(
  'refuses a folder in the place of its file %s, before anything is renamed',
  async (ending) => {
    const folder = await mkdtemp(join(tmpdir(), 'elites-checkpoint-'));
    const path = join(folder, 's');
    await writeFile(path, 'newest');
    await mkdir(`${path}${ending}`);
    const file = new CheckpointFile({ path, every: 0 });
    const message = `path must be the name of a file, not of a folder or a device; got '${path}${ending}'.`;
    expect(await errorOf(() => file.save(Uint8Array.of(1)))).toContain(`ARGUMENT CheckpointFile.save: ${message}`);
    expect(await errorOf(() => file.load(() => undefined))).toContain(`ARGUMENT CheckpointFile.load: ${message}`);
    expect(await errorOf(() => file.remove())).toContain(`ARGUMENT CheckpointFile.remove: ${message}`);
    expect((await readdir(folder)).sort()).toEqual(['s', `s${ending}`]);
    expect(await readFile(path, 'utf8')).toBe('newest');
  },
);

it('saves while another object removes the files', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'elites-checkpoint-')), 's');
  const [one, other] = [new CheckpointFile({ path, every: 0 }), new CheckpointFile({ path, every: 0 })];
  for (let i = 0; i < 50; i++) await Promise.all([one.save(new Uint8Array(20_000)), other.remove()]);
});
