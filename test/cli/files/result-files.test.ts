import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { prepareResults, writeResults } from '../../../src/cli/files/result-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'elites-results-'));
});
afterEach(() => rm(folder, { recursive: true }));

const owner = 'elites test';
const contents = (...names: string[]) => new Map(names.map((name) => [name, name]));
const write = (...names: string[]) => writeResults({ owner, folder, files: contents(...names) });
const found = async () => (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();

/** What is said before a run. */
async function said(by: string = owner): Promise<string> {
  let text = '';
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((more) => {
    text += more;
    return true;
  });
  await prepareResults(by, folder).finally(() => spy.mockRestore());
  return text;
}

describe('results in a folder with those of an earlier run', () => {
  it('replace exactly what that run wrote, and it is said before the run', async () => {
    await writeFile(join(folder, 'notes.txt'), '');
    expect(await said()).toBe('');
    await write('report.html', 'one.svg');
    expect(await said()).toContain('holds results of an earlier run; at its end, this run replaces them.\n');
    await writeResults({ owner, folder, files: contents('report.html'), others: ['two.svg'] });
    await writeFile(join(folder, 'two.svg'), '');
    expect(await found()).toEqual(['notes.txt', 'report.html', 'two.svg']);
    await write('report.html');
    expect(await found()).toEqual(['notes.txt', 'report.html']);
  });

  it('remove nothing outside the folder, and no folder, whatever the list says', async () => {
    await writeFile(join(folder, '..', 'elites-outside.txt'), '');
    await mkdir(join(folder, 'replicates'));
    const names = ['../elites-outside.txt', join(folder, 'replicates'), '..', 'replicates', '.hidden'];
    await writeFile(join(folder, '.elites-files'), names.map((name) => `${owner}: ${name}\n`).join(''));
    await write('report.html');
    expect(await found()).toEqual(['replicates', 'report.html']);
    await rm(join(folder, '..', 'elites-outside.txt'));
  });

  it.each(['+a', '-a', '.a', '..a', 'a'])('are removed where a variant is called %s', async (variant) => {
    await write('report.html', `${variant}.npy`);
    await write('report.html');
    expect((await readdir(folder)).sort()).toEqual(['.elites-files', 'report.html']);
  });

  it('remove nothing if one of them could not be written; all others are', async () => {
    await write('old');
    await mkdir(join(folder, 'b'));
    await expect(write('a', 'b', 'c')).rejects.toThrow(/^elites test: '.*b' could not be written \(EISDIR\)\.$/);
    expect(await found()).toEqual(['a', 'b', 'c', 'old']);
    await write('a');
    expect(await found()).toEqual(['a', 'b']);
  });

  it('keep those of other commands, which may be what this one reads', async () => {
    await write('dde.safetensors', 'report.html');
    const other = { owner: 'elites other', folder };
    expect(await said(other.owner)).toContain('holds results of elites test; at its end, this run replaces those that');
    await writeResults({ ...other, files: contents('report.html', 'archive.npy') });
    expect(await found()).toEqual(['archive.npy', 'dde.safetensors', 'report.html']);
    await write('new');
    expect(await found()).toEqual(['archive.npy', 'new', 'report.html']);
    await writeResults({ ...other, files: contents() });
    expect(await found()).toEqual(['new']);
  });

  it('remove nothing if the run was stopped; the next one that ends does', async () => {
    await write('old', 'both');
    await writeResults({ owner, folder, files: contents('both', 'new'), stopped: true });
    expect(await found()).toEqual(['both', 'new', 'old']);
    await write('both');
    expect(await found()).toEqual(['both']);
  });

  it('keep a file whose name differs in case alone, since it may be the same', async () => {
    await write('A.npy');
    await write('a.npy');
    expect(await found()).toEqual(['A.npy', 'a.npy']);
  });

  it('do not depend on a list that is no plain file of a sensible size', async () => {
    const list = join(folder, '.elites-files');
    await symlink('/dev/zero', list);
    expect(await said()).toBe('');
    await writeFile(join(folder, 'kept'), '');
    await rm(list);
    await writeFile(list, `${owner}: kept\n`.repeat(100_000));
    await write('a');
    expect(await found()).toEqual(['a', 'kept']);
    await rm(list);
    await mkdir(list);
    await expect(write('b')).rejects.toThrow(/\.elites-files' could not be written/);
    expect(await found()).toEqual(['a', 'b', 'kept']);
  });
});
