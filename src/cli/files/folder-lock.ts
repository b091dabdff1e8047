import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { show } from '../../core/index.ts';
import { CliError } from '../terminal/cli-error.ts';

/** The lock file; it holds the pid. */
const name = '.elites-lock';

/**
 * Runs `work` with a lock on the folder, which must exist. The lock of a dead process is ignored. It cannot be seen whether a process
 * is alive in another container or on another machine, or whether its pid was reused.
 * @throws CliError with exit code 1 if another process holds the lock, or it cannot be written.
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
      const text = await readFile(path, 'utf8').catch(() => '');
      if (isAlive(Number(text)) || attempt === 5) {
        const cure = `if that is no run of elites, delete ${show(path)}`;
        throw new CliError(owner, `${show(folder)} is in use by process ${text.trim()}: one run a folder; ${cure}.`, 1);
      }
      // An empty file may be in the middle of being written.
      if (text === '' && attempt < 3) await setTimeout(50);
      else await takeAway(path, text);
    }
  }
}

/** Removes the lock of a dead process; if several try, only one succeeds. */
async function takeAway(path: string, text: string): Promise<void> {
  const taken = `${path}.${randomUUID()}`;
  try {
    await rename(path, taken);
    // Another process was faster, and this is its lock.
    if ((await readFile(taken, 'utf8')) !== text) await link(taken, path);
  } catch {
    // The next attempt to lock will fail and say why.
  }
  await rm(taken, { force: true }).catch(() => undefined);
}

/** Whether the pid is of another process that is alive. A lock with our own pid is left over from a process that had it before. */
function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
