import { availableParallelism } from 'node:os';
import { type ReplicateJob, type ReplicateResult, runJobs } from '../../paper/index.ts';
import { performInChild, type ReplicateChild } from './replicate-child.ts';
import type { ReplicateProgress } from './replicate-progress.ts';
import type { ReplicateStore } from './replicate-store.ts';

/** Options of {@link runReplicates}. */
export interface RunReplicatesOptions<R extends ReplicateResult> extends ReplicateChild {
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
  const whole = await runJobs<ReplicateJob>(jobs, {
    lanes: availableParallelism(),
    finished: async (job) => (await store.find(job)) !== undefined,
    execute: (job, stop) => performInChild(options, job, stop),
    onFinished: (job, ran) => progress.finished(job, ran),
    signal,
  });
  return whole ? Promise.all(jobs.map(async (job) => (await store.find(job))!)) : undefined;
}
