import { CallSignals, checkInteger } from '../../core/index.ts';

/** How {@link runJobs} goes about it. */
export interface RunJobsOptions<J> {
  /** How many jobs run at a time, at least 1. */
  readonly lanes: number;
  /** Whether the job was finished before: it is not run again. */
  readonly finished: (job: J) => boolean | Promise<boolean>;
  /** Does a job and keeps its result; the signal asks it to end early, by throwing. */
  readonly execute: (job: J, signal: AbortSignal) => Promise<void>;
  /** Hears of each job that ended, or had been finished before. */
  readonly onFinished?: ((job: J, ran: boolean) => void) | undefined;
  /** Stops: running jobs are asked to end, no other is begun. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs jobs, several at a time, in the order given; those that were finished before are passed over. The first failure asks
 * the others to end and is thrown once they have.
 * @returns whether all are finished: false if the signal stopped it.
 * @throws ARGUMENT if lanes is no integer above 0; what a job throws.
 */
export async function runJobs<J>(jobs: readonly J[], options: RunJobsOptions<J>): Promise<boolean> {
  checkInteger('runJobs', 'lanes', options.lanes, 1);
  const { finished, execute, onFinished, signal } = options;
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
  await Promise.all(Array.from({ length: options.lanes }, guarded));
  signals.release();
  if (error !== undefined) throw error;
  return left === 0;
}
