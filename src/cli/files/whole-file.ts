import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';

/**
 * Writes a file atomically: to NAME.XXXXXXXX.tmp beside it, which is then renamed. A full disk leaves the old file, and two processes
 * never mix their content. What is not a regular file, such as /dev/stdout, is written to directly.
 * @throws the file system's error.
 */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  if (there !== undefined && !there.isFile()) return writeFile(path, content);
  // A rename would replace even a write-protected file.
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
