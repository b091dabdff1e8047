import type { ReplicateJob } from '../../paper/index.ts';
import { durationText } from '../terminal/number-text.ts';
import type { ProgressStream } from '../terminal/progress.ts';

/** Reports the progress of an experiment job by job, with an estimate of the time left. */
export class ReplicateProgress<J extends ReplicateJob> {
  readonly #stream: ProgressStream;
  readonly #weight: (job: J) => number;
  readonly #now: () => number;
  #total = 0;
  #count = 0;
  #done = 0;
  #passed = 0;
  #worked = 0;
  readonly #start: number;

  /**
   * @param weight - About how long a job takes, in any unit.
   * @param now - ms; for tests.
   */
  constructor(stream: ProgressStream, weight: (job: J) => number, now: () => number = () => performance.now()) {
    this.#stream = stream;
    this.#weight = weight;
    this.#now = now;
    this.#start = now();
  }

  /** Adds jobs to the total; may be called again when more are known. */
  expect(jobs: readonly J[]): void {
    this.#count += jobs.length;
    for (const job of jobs) this.#total += this.#weight(job);
  }

  /** Reports a finished job; `ran` is false for one that was finished in an earlier run. */
  finished(job: J, ran: boolean): void {
    const weight = this.#weight(job);
    this.#done++;
    this.#passed += weight;
    if (ran) this.#worked += weight;
    const seconds = (this.#now() - this.#start) / 1000;
    const left = this.#worked === 0 ? Number.NaN : ((this.#total - this.#passed) / this.#worked) * seconds;
    const what = `${job.group} ${job.variant} ${job.replicate}`;
    const end = ran ? `about ${durationText(left)} left` : 'was finished before';
    this.#stream.write(`[${this.#done}/${this.#count}] ${what}  ${end}\n`);
  }
}
