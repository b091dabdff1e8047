import { CliError } from '../../src/cli/cli-error.ts';
import { commands } from '../../src/cli/commands.ts';
import { dispatch } from '../../src/cli/dispatch.ts';
import type { Ended } from './spawn-bin.ts';

/**
 * How the bin ends when it refuses its arguments, without a process: what `main.ts` makes of the error, bin.test.ts proves.
 * @throws Error if nothing is refused.
 */
export async function refused(argv: readonly string[]): Promise<Ended> {
  let stdout = '';
  const write = (text: string): void => {
    stdout += text;
  };
  const code = await dispatch(argv, { commands, version: '', stdout: { write } }).catch((error: unknown) => error);
  if (!(code instanceof CliError)) throw new Error(`elites ${argv.join(' ')}: not refused, it ended with ${code}`);
  return { code: code.exitCode, stdout, stderr: `${code.message}\n` };
}
