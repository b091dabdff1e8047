import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { show } from '../../core/index.ts';
import { CliError } from '../terminal/cli-error.ts';

/**
 * Calls code of a user's module. Errors are reported as errors of the module, with the place in it where they arose.
 * @param path - Path of the module.
 * @throws CliError with exit code 1.
 */
export async function usersCode<T>(owner: string, path: string, call: () => T | Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof CliError) throw error;
    const text = error instanceof Error ? `${error.name}: ${error.message}` : `it threw ${show(error)}`;
    throw new CliError(owner, `${path}: ${text}${placeOf(error, path)}`, 1);
  }
}

/** The innermost place in the module, else that of an import in a file that it imports; '' if there is none. */
function placeOf(error: unknown, path: string): string {
  // Node tells the path without links.
  const module = pathToFileURL(existsSync(path) ? realpathSync(path) : resolve(path)).href;
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : [];
  const frame = lines.find((line) => line.includes(`${module}:`));
  if (frame !== undefined) return ` (${path}${frame.slice(frame.indexOf(module) + module.length).replace(/\)$/, '')})`;
  // An import of a name that is not there, in a file that the module imports.
  const [, file, line] = /^(file:\S+):(\d+)$/.exec(lines[0] ?? '') ?? [];
  return file === undefined ? '' : ` (${fileURLToPath(file)}:${line})`;
}
