import { readFile } from 'node:fs/promises';
import { ElitesError, show } from '../../core/index.ts';
import { CliError, withoutOwner } from '../terminal/cli-error.ts';

type Parser<T> = (bytes: Uint8Array) => T;

/**
 * Reads and parses a file named on the command line.
 * @param argument - The argument that names the file, such as ARCHIVE or --dde.
 * @throws CliError with exit code 1 if it can't be read, or its content breaks a rule; the message names both.
 */
export async function readInput<T>(owner: string, argument: string, path: string, read: Parser<T>): Promise<T> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code ?? error.message;
    throw new CliError(owner, `${argument} must be a file that can be read; got ${show(path)} (${reason}).`, 1);
  });
  try {
    return read(new Uint8Array(bytes));
  } catch (error) {
    if (!(error instanceof ElitesError)) throw error;
    throw new CliError(owner, `${path}: ${withoutOwner(error)}`, 1);
  }
}
