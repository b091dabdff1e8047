import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { type ReplicateResult, replicateKey, runJobs } from '../../paper/index.ts';
import { CliError } from '../terminal/cli-error.ts';
import { nodeFlags } from '../terminal/own-command.ts';
import type { ReplicateProgress } from './replicate-progress.ts';
import type { ReplicateStore } from './replicate-store.ts';

/** Options of {@link runReplicates}. */
export interface RunReplicatesOptions<R extends ReplicateResult> {
  /** The command, as messages name it. */
  readonly owner: string;
  /** The hidden command that does one job; it is given `--out` and `--job`. */
  readonly command: string;
  readonly out: string;
  readonly store: ReplicateStore<R>;
  /** Already expects the jobs. */
  readonly progress: ReplicateProgress<R['job']>;
  /** Stops the run: running jobs are killed. */
  readonly signal: AbortSignal;
}

/**
 * Runs jobs in processes, as many at a time as there are cores. Results of jobs that are finished already are read.
 * @returns results in the order of the jobs; undefined if the signal stopped it.
 * @throws CliError for the first job that fails, after the others have ended.
 */
export async function runReplicates<R extends ReplicateResult>(
  jobs: readonly R['job'][],
  options: RunReplicatesOptions<R>,
): Promise<R[] | undefined> {
  const { store, progress, signal } = options;
  await store.clear();
  const whole = await runJobs<R['job']>(jobs, {
    lanes: availableParallelism(),
    finished: async (job) => (await store.find(job)) !== undefined,
    execute: (job, stop) => performInChild(options, job, stop),
    onFinished: (job, ran) => progress.finished(job, ran),
    signal,
  });
  return whole ? Promise.all(jobs.map(async (job) => (await store.find(job))!)) : undefined;
}

/** File descriptor of the pipe by which a child sees that this process has ended. */
const pipe = 3;
/** How long, in ms, to wait for the remaining output of a child that has ended. */
const patience = 500;

/**
 * Runs a job in a child process of this bin with the same flags for Node. The signal kills the child. If this process ends for any
 * reason, the child ends too.
 * @throws CliError with what the child wrote, if it failed or left no result.
 */
async function performInChild<R extends ReplicateResult>(
  { owner, command, out, store }: RunReplicatesOptions<R>,
  job: R['job'],
  signal: AbortSignal,
): Promise<void> {
  const given = [`--out=${out}`, `--job=${JSON.stringify(job)}`, `--pipe=${pipe}`];
  const argv = [...nodeFlags(), process.argv[1]!, command, ...given];
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  signal.addEventListener('abort', kill);
  let said = '';
  const stderr = child.stderr!;
  stderr.on('data', (text) => {
    said = `${said}${text}`.slice(-2000);
  });
  const closed = new Promise<void>((resolve) => child.on('close', resolve));
  const code = await new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    child.on('error', ({ message }) => reject(new CliError(owner, `a process could not be started: ${message}.`, 1)));
    child.on('exit', (exitCode, killedBy) => resolve(exitCode ?? killedBy));
  }).finally(() => signal.removeEventListener('abort', kill));
  // Programs that the module started may still run, and keep its output open.
  await Promise.race([closed, setTimeout(patience)]);
  stderr.destroy();
  if (code === 0 && (await store.find(job)) !== undefined) return;
  const end = code === 0 ? 'ended and left no result: something ended its process' : `ended with ${code}`;
  throw new CliError(owner, `${replicateKey(job)} ${end}.\n${said}`.trimEnd(), 1);
}
