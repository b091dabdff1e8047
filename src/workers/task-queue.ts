import type { Request, SliceResults } from './messages.ts';
import type { PoolWorker } from './pool-worker.ts';
import { WaitingTasks } from './waiting-tasks.ts';
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

interface Slot {
  readonly lane: WorkerLane;
  /** What it is doing. */
  task: Waiting | undefined;
}

/** ms that a running evaluation has to stop by itself. */
const GRACE = 200;

/** Gives tasks to workers, in order, as these become free. */
export class TaskQueue {
  readonly #lanes: Slot[] = [];
  readonly #options: LaneOptions;
  readonly #workers: number;
  readonly #waiting = new WaitingTasks<Waiting>();
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
      // A worker that is gone need not be avoided.
      const avoid = this.#lanes.some(({ lane }) => lane.worker === task.avoid) ? task.avoid : undefined;
      this.#waiting.add({ ...task, avoid, resolve, reject });
      this.#schedule();
    });
  }

  /** Withdraws the tasks of a signal that was aborted: those that wait at once, those under way once they stop or are ended. */
  withdraw(signal: AbortSignal): void {
    for (const { reject } of this.#waiting.takeAll((task) => task.signal === signal)) reject(signal.reason);
    for (const { lane, task } of this.#lanes) if (task?.signal === signal) lane.abort(GRACE);
  }

  /** Ends every worker; what is under way, and what comes later, fails for `reason`. */
  async close(reason: Error): Promise<void> {
    this.#closed ??= reason;
    for (const { reject } of this.#waiting.takeAll(() => true)) reject(reason);
    for (const { lane } of this.#lanes) lane.lose(reason.message);
    await Promise.all(this.#lanes.map(({ lane }) => lane.ended()));
  }

  #schedule(): void {
    while (!this.#waiting.empty) {
      const free = this.#lanes.filter(({ task }) => task === undefined);
      if (free.some((slot) => this.#begin(slot))) continue;
      if (this.#lanes.length < this.#workers) {
        this.#lanes.push({ lane: new WorkerLane(this.#options), task: undefined });
      } else if (free.length === this.#lanes.length) {
        // The only worker is the one to be avoided: another takes its place.
        free[0]!.lane.lose('');
      } else {
        return;
      }
    }
  }

  /** Begins the next task that a free worker may do. @returns whether there is one. */
  #begin(slot: Slot): boolean {
    const task = this.#waiting.take(slot.lane.worker);
    if (task !== undefined) void this.#work(slot, task);
    return task !== undefined;
  }

  async #work(slot: Slot, task: Waiting): Promise<void> {
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
