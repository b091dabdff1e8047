import { availableParallelism } from 'node:os';
import { type ReplicateJob, type ReplicateResult, runJobs } from '../../paper/index.ts';
import { performInChild, type ReplicateChild } from './replicate-child.ts';
import type { ReplicateProgress } from './replicate-progress.ts';
import type { ReplicateStore } from './replicate-store.ts';

/** How {@link runReplicates} goes about it. */
export interface RunReplicatesOptions<R extends ReplicateResult> extends ReplicateChild {
  readonly store: ReplicateStore<R>;
  /** Has been told to expect the jobs. */
  readonly progress: ReplicateProgress<R['job']>;
  /** Stops: running jobs are killed. */
  readonly signal: AbortSignal;
}

/**
 * Runs jobs, each in a process, as many at a time as there are cores; what was finished before is read.
 * @returns results in the order of the jobs; undefined if the signal stopped it.
 * @throws CliError for the first job that fails, once the others have ended.
 */
export async function runReplicates<R extends ReplicateResult>(
  jobs: readonly R['job'][],
  options: RunReplicatesOptions<R>,
): Promise<R[] | undefined> {
  const { store, progress, signal } = options;
  await store.clear();
  const whole = await runJobs<ReplicateJob>(jobs, {
    lanes: availableParallelism(),
    finished: async (job) => (await store.find(job)) !== undefined,
    execute: (job, stop) => performInChild(options, job, stop),
    onFinished: (job, ran) => progress.finished(job, ran),
    signal,
  });
  return whole ? Promise.all(jobs.map(async (job) => (await store.find(job))!)) : undefined;
}
