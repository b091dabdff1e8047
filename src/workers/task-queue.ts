import type { Request, SliceResults } from './messages.ts';
import type { PoolWorker } from './pool-worker.ts';
import { type LaneOptions, LoadError, WorkerLane } from './worker-lane.ts';

/** Something for a worker to do. */
export interface Task {
  /** Made when a worker takes it: what is transferred can be sent only once. */
  readonly make: () => { request: Request; transfer: object[] };
  /** ms that the answer may take. */
  readonly limit: number;
  /** The worker that must not do it, because it failed there. */
  readonly avoid?: PoolWorker | undefined;
  /** Whose abort withdraws it; see {@link TaskQueue.withdraw}. */
  readonly signal: AbortSignal;
}

/** Why a task failed, and where. */
export class TaskError extends Error {
  override readonly cause: Error;
  readonly worker: PoolWorker | undefined;

  constructor(cause: Error, worker: PoolWorker | undefined) {
    super(cause.message);
    this.cause = cause;
    this.worker = worker;
  }
}

interface Waiting extends Task {
  readonly resolve: (results: SliceResults) => void;
  readonly reject: (error: Error) => void;
}

/** ms that a running evaluation has to stop by itself. */
const GRACE = 200;

/** Gives tasks to workers, in order, as these become free. */
export class TaskQueue {
  readonly #lanes: { readonly lane: WorkerLane; task: Waiting | undefined }[] = [];
  readonly #options: LaneOptions;
  readonly #workers: number;
  #waiting: Waiting[] = [];
  #closed: Error | undefined;

  /** @param workers - How many at most. */
  constructor(options: LaneOptions, workers: number) {
    this.#options = options;
    this.#workers = workers;
  }

  /** Why it was closed, once it is: no worker is started any more. */
  get closed(): Error | undefined {
    return this.#closed;
  }

  /**
   * Has a task done.
   * @throws TaskError if the evaluation failed, or its worker is lost; LoadError if no worker can be had; the signal's
   *   reason once it is aborted, when the worker has stopped or was ended; the reason of the close.
   */
  perform(task: Task): Promise<SliceResults> {
    return new Promise<SliceResults>((resolve, reject) => {
      task.signal.throwIfAborted();
      if (this.#closed !== undefined) throw this.#closed;
      this.#waiting.push({ ...task, resolve, reject });
      this.#schedule();
    });
  }

  /** Withdraws the tasks of a signal that was aborted: those that wait at once, those under way once they stop or are ended. */
  withdraw(signal: AbortSignal): void {
    const withdrawn = this.#waiting.filter((task) => task.signal === signal);
    this.#waiting = this.#waiting.filter((task) => task.signal !== signal);
    for (const { reject } of withdrawn) reject(signal.reason);
    for (const { lane, task } of this.#lanes) if (task?.signal === signal) lane.abort(GRACE);
  }

  /** Ends every worker; what is under way, and what comes later, fails for `reason`. */
  async close(reason: Error): Promise<void> {
    this.#closed ??= reason;
    for (const { reject } of this.#waiting.splice(0)) reject(reason);
    for (const { lane } of this.#lanes) lane.lose(reason.message);
    await Promise.all(this.#lanes.map(({ lane }) => lane.ended()));
  }

  #schedule(): void {
    while (this.#waiting.length > 0) {
      const free = this.#lanes.filter(({ task }) => task === undefined);
      const found = free.flatMap((slot) => {
        const index = this.#waiting.findIndex(({ avoid }) => avoid === undefined || avoid !== slot.lane.worker);
        return index < 0 ? [] : [{ slot, index }];
      })[0];
      if (found !== undefined) {
        void this.#work(found.slot, this.#waiting.splice(found.index, 1)[0]!);
      } else if (this.#lanes.length < this.#workers) {
        this.#lanes.push({ lane: new WorkerLane(this.#options), task: undefined });
      } else if (free.length === this.#lanes.length) {
        // The only worker is the one to be avoided: another takes its place.
        free[0]!.lane.lose('');
      } else {
        return;
      }
    }
  }

  async #work(slot: { readonly lane: WorkerLane; task: Waiting | undefined }, task: Waiting): Promise<void> {
    slot.task = task;
    let worker: PoolWorker | undefined;
    try {
      const answer = await slot.lane.request(() => {
        worker = slot.lane.worker;
        task.signal.throwIfAborted();
        // It may be closed between the worker's start and this: a worker that is gone never answers.
        if (this.#closed !== undefined) throw this.#closed;
        return task.make();
      }, task.limit);
      task.resolve(answer);
    } catch (error) {
      if (task.signal.aborted) task.reject(task.signal.reason);
      else if (this.#closed !== undefined) task.reject(this.#closed);
      else task.reject(error instanceof LoadError ? error : new TaskError(error as Error, worker));
    }
    slot.task = undefined;
    this.#schedule();
  }
}
