import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { show } from '../../core/index.ts';
import { CliError } from '../terminal/cli-error.ts';
import { writeWhole } from './whole-file.ts';

/**
 * Creates the folder if it is missing, and checks that files can be written there. Called before a long run, not after it.
 * @param argument - The argument that names the folder.
 * @throws CliError with exit code 1 if not.
 */
export async function prepareFolder(owner: string, folder: string, argument: string = '--out'): Promise<void> {
  const probe = join(folder, `.elites-${randomUUID()}`);
  try {
    await makeFolder(resolve(folder));
    await writeFile(probe, '', { flag: 'wx' });
    await rm(probe);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    const rule = `${argument} must be a folder that can be written to`;
    throw new CliError(owner, `${rule}; got ${show(folder)} (${reason}).`, 1);
  }
}

/** Like `mkdir` with `recursive`, which in Node 20 never returns for folders below /proc, for example. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder);
  }
}

/**
 * Checks that a file can be written, and creates its folder. Called before a long run, not after it. An existing file is not changed.
 * @throws CliError with exit code 1 if not.
 */
export async function prepareFile(owner: string, path: string): Promise<void> {
  await prepareFolder(owner, dirname(path));
  const there = await stat(path).catch(() => undefined);
  if (there?.isDirectory()) throw new CliError(owner, `--out must be a file; got ${show(path)}, a folder.`, 1);
}

/** @throws CliError if the file to write is one of the input files, also under another name. */
export async function checkNotInput(owner: string, path: string, inputs: readonly string[]): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  for (const input of inputs) {
    const read = await stat(input).catch(() => undefined);
    if (there === undefined || there.dev !== read?.dev || there.ino !== read.ino) continue;
    throw new CliError(owner, `--out must be another file than those that are read; got ${show(path)}.`);
  }
}

/**
 * Writes a file; its folder is created if it is missing.
 * @throws CliError with exit code 1 if it can't be written.
 */
export async function writeOut(owner: string, path: string, content: string | Uint8Array): Promise<void> {
  try {
    await makeFolder(resolve(dirname(path)));
    await writeWhole(path, content);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new CliError(owner, `--out must be a file that can be written; got ${show(path)} (${reason}).`, 1);
  }
}

/** Whether a name is one that runs give files: letters, digits, dots, _, + and -. `.` and `..` are folders. */
export function isFileName(name: string): boolean {
  return /^[\w.+-]+$/.test(name) && !/^\.\.?$/.test(name);
}

/**
 * Makes the first part of a file name from any text: 1 to 60 ASCII letters, digits, `_`, `+` and `-`; other characters become `_`. It has no
 * dot and does not begin with `-`, so that no file is hidden, read as an option, or a reserved name of Windows such as `CON.x`.
 */
export function asFileName(text: string): string {
  const name = text.replace(/^[.-]+/, '').replace(/[^\w+-]+/g, '_');
  return name.slice(0, 60) || '_';
}

/** Whether the name of a variant or a quantity can be used in file names and CSV. */
export function isName(name: string): boolean {
  return isFileName(name) && name.length <= 100;
}
