import { readFile } from 'node:fs/promises';
import { ElitesError, show } from '../../core/index.ts';
import { CliError } from '../terminal/cli-error.ts';

/**
 * Reads a file that the command line names, and makes something of its bytes.
 * @param argument - What names it, such as ARCHIVE or --dde.
 * @throws CliError with exit code 1 if it can't be read, or its content breaks a rule: the file, and the rule.
 */
export async function readInput<T>(
  owner: string,
  argument: string,
  path: string,
  read: (bytes: Uint8Array) => T,
): Promise<T> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code ?? error.message;
    throw new CliError(owner, `${argument} must be a file that can be read; got ${show(path)} (${reason}).`, 1);
  });
  try {
    return read(new Uint8Array(bytes));
  } catch (error) {
    if (!(error instanceof ElitesError)) throw error;
    throw new CliError(owner, `${path}: ${error.message.replace(/^\S+: /, '')}`, 1);
  }
}
