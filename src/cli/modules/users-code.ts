import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { show } from '../../core/index.ts';
import { CliError } from '../terminal/cli-error.ts';

/**
 * Calls code of a user's module. Errors are reported as errors of the module, with the place in the user's files where they arose.
 * @param path - Path of the module.
 * @param cure - What can be done about errors of this call: a sentence, or ''.
 * @throws CliError with exit code 1.
 */
export async function usersCode<T>(owner: string, path: string, call: () => T | Promise<T>, cure = ''): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof CliError) throw error;
    const text = error instanceof Error ? `${error.name}: ${error.message}` : `it threw ${show(error)}`;
    const fault = `${path}: ${text}${placeOf(error, path)}`;
    throw new CliError(owner, cure === '' ? fault : `${fault.replace(/\.$/, '')}. ${cure}`, 1);
  }
}

/** The folder of this program, and that of another copy of it. */
const program = fileURLToPath(new URL('.', import.meta.url));
const copies = /[\\/]node_modules[\\/]elites[\\/]dist[\\/]/;

/**
 * The innermost place in a file of the user's, else of a package that the user calls, else that of an import in a file that the module
 * imports; '' if there is none.
 */
function placeOf(error: unknown, path: string): string {
  const [stack, message] = error instanceof Error ? [String(error.stack ?? ''), String(error.message)] : ['', ''];
  // A message may have lines that look like frames.
  const lines = stack.slice(stack.includes(message) ? stack.indexOf(message) + message.length : 0).split('\n');
  // Node tells the path without links.
  const module = existsSync(path) ? realpathSync(path) : resolve(path);
  const frames = lines
    .filter((line) => /^\s+at /.test(line))
    .flatMap((line) => {
      const [, where, at] = /(?:\(|at |async )((?:file:|\/|[A-Za-z]:[\\/]).*?)((?::\d+){2})\)?$/.exec(line) ?? [];
      const file = where === undefined ? undefined : fileOf(where);
      return file === undefined || file.startsWith(program) || copies.test(file) ? [] : [{ file, at }];
    });
  const own = frames.find(({ file }) => file === module || !/[\\/]node_modules[\\/]/.test(file)) ?? frames[0];
  if (own !== undefined) return ` (${own.file === module ? path : fromHere(own.file)}${own.at})`;
  // An import of a name that is not there, in a file that the module imports.
  const [, where, line] = /^(file:\S+):(\d+)$/.exec(stack.split('\n', 1)[0]!) ?? [];
  const file = where === undefined ? undefined : fileOf(where);
  return file === undefined ? '' : ` (${file}:${line})`;
}

/** The path of a frame's file; undefined if it has none, such as the text of an `eval`. */
function fileOf(where: string): string | undefined {
  if (where.includes('<anonymous>')) return undefined;
  try {
    return where.startsWith('file:') ? fileURLToPath(where) : where;
  } catch {
    return undefined;
  }
}

/** A path as the user would write it: from the folder that this was called in, unless that leads out of it. */
function fromHere(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith('..') || isAbsolute(path) ? file : path;
}
