#!/usr/bin/env node
import { version } from '../core/index.ts';
import { CliError } from './cli-error.ts';
import { commands } from './commands.ts';
import { dispatch } from './dispatch.ts';

// Whoever reads the output may stop reading, as `| head` does: that is no error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

// The loop has nothing left to do, but the command has not ended: it would pass for a success.
const unsettled = (): void => {
  process.stderr.write('elites: ended while something was still awaited, a promise that never settles.\n');
  process.exit(1);
};
process.once('beforeExit', unsettled);

run()
  .catch((error: unknown) => {
    if (!(error instanceof CliError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = error.exitCode;
  })
  .finally(() => process.off('beforeExit', unsettled));

async function run(): Promise<void> {
  const context = { commands, version, stdout: process.stdout };
  process.exitCode = await dispatch(process.argv.slice(2), context);
}
