#!/usr/bin/env node
import { ElitesError } from '../core/index.ts';
import { dispatch } from './dispatch.ts';
import { CliError } from './terminal/cli-error.ts';

// A reader such as `| head` may close stdout early: that is not an error. Any other failure of stdout is reported at the end, after
// files were written. Failures of stderr are ignored.
let lost: NodeJS.ErrnoException | undefined;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') lost ??= error;
});
process.stderr.on('error', () => undefined);

// Without this, a process that ends before its command would look like a success.
let ended = false;
process.once('beforeExit', () => {
  ended = true;
  process.stderr.write('elites: ended while something was still awaited, a promise that never settles.\n');
  process.exit(1);
});
process.on('uncaughtExceptionMonitor', () => {
  ended = true;
});
process.on('exit', (code) => {
  // 130: the second ctrl-c.
  if (ended || code === 130) return;
  process.stderr.write(`elites: something called process.exit(${code}) before the command was done.\n`);
  process.exitCode = 1;
});

void run();

/** Runs the command and exits, even if a user's module left a timer or a server open. */
async function run(): Promise<never> {
  let code: number;
  try {
    code = await dispatch(process.argv.slice(2));
  } catch (error) {
    code = exitCodeOf(error);
    process.stderr.write(`${(error as Error).message}\n`);
  }
  await flushed(process.stdout);
  if (lost !== undefined) {
    process.stderr.write(`elites: stdout could not be written (${lost.code}).\n`);
    code ||= 1;
  }
  await flushed(process.stderr);
  ended = true;
  process.exit(code);
}

/** The exit code for an error that is reported in one line. STATE: the machine lacks something, such as memory. @throws any other error: a bug. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CliError) return error.exitCode;
  if (error instanceof ElitesError && error.code === 'STATE') return 1;
  throw error;
}

/** Resolves when everything was written, or cannot be. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()));
}
