import type { EvaluatedRows, Lane, LaneRequest } from './lane.ts';
import { errorOf, LaneSlot, LoadError, type SlotOptions } from './lane-slot.ts';
import { WaitingTasks } from './waiting-tasks.ts';

/** Genomes to be evaluated by one lane. */
export interface Task {
  /** Made when a lane takes it: what is transferred can be sent only once. */
  readonly make: () => LaneRequest;
  /** ms that the answer may take. */
  readonly limit: number;
  /** The lane that must not do it, because it failed there. */
  readonly avoid?: Lane | undefined;
  /** The signal of the call that the task is part of; {@link LaneQueue.withdraw} takes it. */
  readonly signal: AbortSignal;
}

/** Why a task failed, and where. */
export class TaskError extends Error {
  override readonly cause: Error;
  readonly lane: Lane | undefined;

  /** @param cause - What was thrown. */
  constructor(cause: unknown, lane: Lane | undefined) {
    const error = errorOf(cause);
    super(error.message);
    this.cause = error;
    this.lane = lane;
  }
}

/** What came of a task, and where. */
export interface Performed {
  readonly found: EvaluatedRows;
  readonly lane: Lane;
}

interface Waiting extends Task {
  readonly resolve: (performed: Performed) => void;
  readonly reject: (error: Error) => void;
}

interface Working {
  readonly slot: LaneSlot;
  /** What it is doing. */
  task: Waiting | undefined;
}

/** ms that a running evaluation has to stop by itself, and a lane to close. */
const GRACE = 200;

/** Gives tasks to lanes, in order, as these become free. */
export class LaneQueue {
  readonly #slots: Working[] = [];
  readonly #options: SlotOptions;
  readonly #most: number;
  readonly #waiting = new WaitingTasks<Waiting>();
  #closed: Error | undefined;

  /** @param most - How many lanes at most. */
  constructor(options: SlotOptions, most: number) {
    this.#options = options;
    this.#most = most;
  }

  /** Why it was closed, once it is: no lane is opened any more. */
  get closed(): Error | undefined {
    return this.#closed;
  }

  /**
   * Has a task done.
   * @throws TaskError if the evaluation failed, or its lane is lost; LoadError if no lane can be had; the signal's
   *   reason once it is aborted, when the lane has stopped or was closed; the reason of the close.
   */
  perform(task: Task): Promise<Performed> {
    return new Promise<Performed>((resolve, reject) => {
      task.signal.throwIfAborted();
      if (this.#closed !== undefined) throw this.#closed;
      // A lane that is gone need not be avoided.
      const avoid = this.#slots.some(({ slot }) => slot.lane === task.avoid) ? task.avoid : undefined;
      this.#waiting.add({ ...task, avoid, resolve, reject });
      this.#schedule();
    });
  }

  /** Withdraws the tasks of a signal that was aborted: those that wait at once, those under way once they stop or are ended. */
  withdraw(signal: AbortSignal): void {
    for (const { reject } of this.#waiting.takeCall(signal)) reject(signal.reason);
    for (const { slot, task } of this.#slots) if (task?.signal === signal) slot.abort(GRACE);
  }

  /** Closes every lane, and waits until they are gone, at most {@link GRACE} ms; what is under way, and what comes later, fails for `reason`. */
  async close(reason: Error): Promise<void> {
    this.#closed ??= reason;
    for (const { reject } of this.#waiting.takeAll()) reject(reason);
    for (const { slot } of this.#slots) slot.lose(reason);
    await Promise.all(this.#slots.map(({ slot }) => slot.ended(GRACE)));
  }

  #schedule(): void {
    while (!this.#waiting.empty) {
      const free = this.#slots.filter(({ task }) => task === undefined);
      if (free.some((working) => this.#begin(working))) continue;
      if (this.#slots.length < this.#most) {
        this.#slots.push({ slot: new LaneSlot(this.#options), task: undefined });
      } else if (free.length === this.#slots.length) {
        // The only lane is the one to be avoided: another takes its place.
        free[0]!.slot.lose(new Error('it is to be avoided'));
      } else {
        return;
      }
    }
  }

  /** Begins the next task that a free lane may do. @returns whether there is one. */
  #begin(working: Working): boolean {
    const task = this.#waiting.take(working.slot.lane);
    if (task !== undefined) void this.#work(working, task);
    return task !== undefined;
  }

  async #work(working: Working, task: Waiting): Promise<void> {
    working.task = task;
    let lane: Lane | undefined;
    try {
      const found = await working.slot.evaluate(() => {
        lane = working.slot.lane;
        task.signal.throwIfAborted();
        // It may be closed between the lane's start and this: a lane that is gone never answers.
        if (this.#closed !== undefined) throw this.#closed;
        return task.make();
      }, task.limit);
      task.resolve({ found, lane: lane! });
    } catch (error) {
      if (task.signal.aborted) task.reject(task.signal.reason);
      else if (this.#closed !== undefined) task.reject(this.#closed);
      else task.reject(error instanceof LoadError ? error : new TaskError(error, lane));
    }
    working.task = undefined;
    this.#schedule();
  }
}
