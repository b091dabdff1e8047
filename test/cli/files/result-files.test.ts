import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
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
const write = (...names: string[]) => writeResults(owner, folder, new Map(names.map((name) => [name, name])));
const found = async () => (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();

/** What is said before a run. */
async function said(): Promise<string> {
  let text = '';
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((more) => {
    text += more;
    return true;
  });
  await prepareResults(owner, folder).finally(() => spy.mockRestore());
  return text;
}

describe('results in a folder with those of an earlier run', () => {
  it('replace exactly what that run wrote, and it is said before the run', async () => {
    await writeFile(join(folder, 'notes.txt'), '');
    expect(await said()).toBe('');
    await write('report.html', 'one.svg');
    expect(await said()).toContain('holds results of an earlier run; at its end, this run replaces them.\n');
    await writeResults(owner, folder, new Map([['report.html', '']]), ['two.svg']);
    await writeFile(join(folder, 'two.svg'), '');
    expect(await found()).toEqual(['notes.txt', 'report.html', 'two.svg']);
    await write('report.html');
    expect(await found()).toEqual(['notes.txt', 'report.html']);
  });

  it('remove nothing outside the folder, and no folder, whatever the list says', async () => {
    await writeFile(join(folder, '..', 'elites-outside.txt'), '');
    await mkdir(join(folder, 'replicates'));
    await writeFile(join(folder, '.elites-files'), '../elites-outside.txt\n..\nreplicates\n.hidden\n');
    await write('report.html');
    expect(await found()).toEqual(['replicates', 'report.html']);
    await rm(join(folder, '..', 'elites-outside.txt'));
  });

  it('remove nothing if one of them could not be written; all others are', async () => {
    await write('old');
    await mkdir(join(folder, 'b'));
    await expect(write('a', 'b', 'c')).rejects.toThrow(/^elites test: '.*b' could not be written \(EISDIR\)\.$/);
    expect(await found()).toEqual(['a', 'b', 'c', 'old']);
    await write('a');
    expect(await found()).toEqual(['a', 'b']);
  });
});
