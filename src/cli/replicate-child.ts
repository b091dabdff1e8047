import { spawn } from 'node:child_process';
import { type ReplicateJob, replicateKey } from '../experiments/index.ts';
import { CliError } from './cli-error.ts';

/** Which child does a job. */
export interface ReplicateChild {
  /** The command that starts it, as messages name it. */
  readonly owner: string;
  /** The hidden command that does one job; it is given `--out` and `--job`. */
  readonly command: string;
  readonly out: string;
  readonly store: { find(job: ReplicateJob): Promise<unknown> };
}

/**
 * Does a job in a child process of this bin, so that several cores work. The signal kills the child.
 * @throws CliError with what the child wrote, if it failed or left no result.
 */
export async function performInChild(
  { owner, command, out, store }: ReplicateChild,
  job: ReplicateJob,
  signal: AbortSignal,
): Promise<void> {
  const argv = [process.argv[1]!, command, '--out', out, '--job', JSON.stringify(job)];
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'pipe'] });
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  signal.addEventListener('abort', kill);
  let said = '';
  child.stderr.on('data', (text) => {
    said = `${said}${text}`.slice(-2000);
  });
  const code = await new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode, killedBy) => resolve(exitCode ?? killedBy));
  }).finally(() => signal.removeEventListener('abort', kill));
  if (code === 0 && (await store.find(job)) !== undefined) return;
  const end = code === 0 ? 'ended and left no result: something ended its process' : `ended with ${code}`;
  throw new CliError(owner, `${replicateKey(job)} ${end}.\n${said}`.trimEnd(), 1);
}
