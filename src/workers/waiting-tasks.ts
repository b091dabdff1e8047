import type { Lane } from './lane.ts';

/** What is known of a task that waits. */
interface Waits {
  /** The lane that must not do it. */
  readonly avoid?: Lane | undefined;
  /** The signal of its call. */
  readonly signal: AbortSignal;
}

/** Tasks that wait, in order. By the lane to be avoided: the next task for a lane is found without looking at others. */
export class WaitingTasks<T extends Waits> {
  /** The tasks that avoid a lane, with their numbers. */
  readonly #lists = new Map<Lane | undefined, Map<T, number>>();
  readonly #calls = new Map<AbortSignal, Set<T>>();
  #added = 0;

  get empty(): boolean {
    return this.#calls.size === 0;
  }

  add(task: T): void {
    const { avoid, signal } = task;
    const list = this.#lists.get(avoid) ?? new Map();
    const call = this.#calls.get(signal) ?? new Set();
    this.#lists.set(avoid, list.set(task, this.#added++));
    this.#calls.set(signal, call.add(task));
  }

  /** Takes out the first that does not avoid the lane; undefined is a lane that is still to be opened. */
  take(lane: Lane | undefined): T | undefined {
    let first: readonly [T, number] | undefined;
    for (const [avoid, list] of this.#lists) {
      if (avoid !== undefined && avoid === lane) continue;
      const [next] = list;
      if (first === undefined || next![1] < first[1]) first = next;
    }
    if (first !== undefined) this.#remove(first[0]);
    return first?.[0];
  }

  /** Takes out all of one call, without looking at others. */
  takeCall(signal: AbortSignal): T[] {
    const call = [...(this.#calls.get(signal) ?? [])];
    for (const task of call) this.#remove(task);
    return call;
  }

  /** Takes out all. */
  takeAll(): T[] {
    return [...this.#calls.keys()].flatMap((signal) => this.takeCall(signal));
  }

  #remove(task: T): void {
    const { avoid, signal } = task;
    const [list, call] = [this.#lists.get(avoid)!, this.#calls.get(signal)!];
    list.delete(task);
    call.delete(task);
    if (list.size === 0) this.#lists.delete(avoid);
    if (call.size === 0) this.#calls.delete(signal);
  }
}
