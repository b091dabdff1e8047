import { vi } from 'vitest';
import { dispatch } from '../../src/cli/dispatch.ts';
import { CliError } from '../../src/cli/terminal/cli-error.ts';
import type { Ended } from './spawn-bin.ts';

/**
 * Runs a command as the bin does, in this process, which saves its start. What interrupts a command, or crosses another,
 * needs a process: `elites` of spawn-bin.ts. What `main.ts` makes of an error, bin.test.ts proves.
 */
export async function elitesHere(argv: readonly string[]): Promise<Ended> {
  const written = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += text;
      return true;
    }),
  );
  // Vitest's own flags for Node are none of the command's.
  const { execArgv } = process;
  process.execArgv = [];
  try {
    const code = await dispatch(argv);
    return { code, ...written };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { code: error.exitCode, stdout: written.stdout, stderr: `${written.stderr}${error.message}\n` };
  } finally {
    process.execArgv = execArgv;
    for (const spy of spies) spy.mockRestore();
  }
}
