import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';

/**
 * Writes a file whole or not at all, so that a full disk leaves the one that was there, and two processes no mixture: under a
 * name of its own beside the file, NAME.XXXXXXXX.tmp, which is then renamed. Where no file lies but /dev/stdout, say, it is
 * written to.
 * @throws what the file system says.
 */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  if (there !== undefined && !there.isFile()) return writeFile(path, content);
  // A rename would replace a file that is protected.
  if (there !== undefined) await access(path, constants.W_OK);
  const target = await realpath(path).catch(() => path);
  const half = `${target}.${randomUUID().slice(0, 8)}.tmp`;
  try {
    await writeFile(half, content, { flag: 'wx', flush: true });
    await rename(half, target);
  } catch (error) {
    await rm(half, { force: true }).catch(() => undefined);
    throw error;
  }
}
