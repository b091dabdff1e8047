import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { show } from '../core/index.ts';
import { CliError } from './cli-error.ts';

/** The file that says which process works in a folder. */
const name = '.elites-lock';

/**
 * Does something while no other process does so in the folder, which must exist. The lock of a process that is dead does not
 * count; whether one lives in another container or on another machine is not to be seen, nor whether the number is now another's.
 * @throws CliError with exit code 1 if another process has the folder, or the lock cannot be written.
 */
export async function withFolderLock<T>(owner: string, folder: string, work: () => Promise<T>): Promise<T> {
  const path = join(folder, name);
  await lock(owner, folder, path);
  try {
    return await work();
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}

async function lock(owner: string, folder: string, path: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await writeFile(path, `${process.pid}\n`, { flag: 'wx' });
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EEXIST') throw new CliError(owner, `${show(path)} could not be written (${code ?? error}).`, 1);
      const text = await readLock(owner, path);
      if (isAlive(Number(text)) || attempt === 5) {
        const cure = `if that is no run of elites, delete ${show(path)}`;
        throw new CliError(owner, `${show(folder)} is in use by process ${text.trim()}: one run a folder; ${cure}.`, 1);
      }
      // Empty, it may just be made.
      if (text === '' && attempt < 3) await setTimeout(50);
      else await takeAway(path, text);
    }
  }
}

/** What a lock says; '' if it is gone. @throws CliError with exit code 1 if what lies there is no lock. */
async function readLock(owner: string, path: string): Promise<string> {
  try {
    const text = await readFile(path, 'utf8');
    if (/^\d*\n?$/.test(text)) return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
  }
  throw new CliError(owner, `${show(path)} is no lock of elites: move it away, or give another folder.`, 1);
}

/** Takes the lock of a dead process away; of several that try, one does. */
async function takeAway(path: string, text: string): Promise<void> {
  const taken = `${path}.${randomUUID()}`;
  try {
    await rename(path, taken);
    // Another process was faster, and this is its lock.
    if ((await readFile(taken, 'utf8')) !== text) await link(taken, path);
  } catch {
    // The next attempt to lock finds out.
  }
  await rm(taken, { force: true }).catch(() => undefined);
}

/** Whether it is another process, and lives. This one has no lock yet: its number was another's before. */
function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
