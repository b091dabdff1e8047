import { CallSignals } from '../../core/index.ts';

/** Options of {@link runJobs}. */
export interface RunJobsOptions<J> {
  /** How many jobs run at a time, at least 1. */
  readonly lanes: number;
  /** Whether the job is finished already: then it is not run again. */
  readonly finished: (job: J) => boolean | Promise<boolean>;
  /** Runs a job and stores its result. If the signal is aborted, it should throw. */
  readonly execute: (job: J, signal: AbortSignal) => Promise<void>;
  /** Called for each job that ended (`ran`) or was finished already. */
  readonly onFinished?: ((job: J, ran: boolean) => void) | undefined;
  /** Stops the run: running jobs are aborted, no others are started. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs jobs, several at a time, in the order given; those that are finished already are skipped. The first failure aborts
 * the others and is thrown after they have ended.
 * @returns whether all are finished; false if the signal stopped it.
 * @throws what a job throws.
 */
export async function runJobs<J>(jobs: readonly J[], options: RunJobsOptions<J>): Promise<boolean> {
  const { lanes, finished, execute, onFinished, signal } = options;
  const failure = new AbortController();
  const stop = signal === undefined ? failure.signal : AbortSignal.any([signal, failure.signal]);
  const signals = new CallSignals(stop);
  const waiting = jobs.values();
  let left = jobs.length;
  let error: unknown;
  const lane = async (): Promise<void> => {
    while (!stop.aborted) {
      const next = waiting.next();
      if (next.done) return;
      const ran = !(await finished(next.value));
      if (ran && stop.aborted) return;
      if (ran) await execute(next.value, signals.context({}).signal!);
      left--;
      onFinished?.(next.value, ran);
    }
  };
  const guarded = (): Promise<void> =>
    lane().catch((reason: unknown) => {
      if (!stop.aborted) error = reason;
      failure.abort();
    });
  await Promise.all(Array.from({ length: lanes }, guarded));
  signals.release();
  if (error !== undefined) throw error;
  return left === 0;
}
