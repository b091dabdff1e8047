import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { show } from '../core/index.ts';
import { CliError } from './cli-error.ts';

/** The file that says which process works in a folder. */
const name = '.elites-lock';

/**
 * Does something while no other process does so in the folder, which must exist. The lock of a process that is dead does not
 * count.
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
      const holder = Number(await readFile(path, 'utf8').catch(() => ''));
      if (isAlive(holder) || attempt === 3) {
        throw new CliError(owner, `${show(folder)} is in use by process ${holder}: one run a folder.`, 1);
      }
      await rm(path, { force: true }).catch(() => undefined);
    }
  }
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
