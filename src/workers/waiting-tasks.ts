import type { Lane } from './lane.ts';

/** What is known of a task that waits. */
interface Waits {
  /** The lane that must not do it. */
  readonly avoid?: Lane | undefined;
  /** The signal of its call. */
  readonly signal: AbortSignal;
}

/** The tasks that avoid a lane, with their numbers, in order. */
interface List<T> {
  readonly tasks: Map<T, number>;
  /** One walk through the tasks: a new one would pass all that were taken out, again and again. */
  readonly rest: Iterator<[T, number]>;
  first: [T, number];
}

/** Tasks that wait, in order. By the lane to be avoided: the next task for a lane is found without looking at others. */
export class WaitingTasks<T extends Waits> {
  readonly #lists = new Map<Lane | undefined, List<T>>();
  readonly #calls = new Map<AbortSignal, Set<T>>();
  #added = 0;

  get empty(): boolean {
    return this.#calls.size === 0;
  }

  add(task: T): void {
    const { avoid, signal } = task;
    const list = this.#lists.get(avoid);
    const call = this.#calls.get(signal) ?? new Set();
    const number = this.#added++;
    if (list === undefined) this.#lists.set(avoid, listOf(task, number));
    else list.tasks.set(task, number);
    this.#calls.set(signal, call.add(task));
  }

  /** Takes out the first that does not avoid the lane; undefined is a lane that is still to be opened. */
  take(lane: Lane | undefined): T | undefined {
    let first: readonly [T, number] | undefined;
    for (const [avoid, list] of this.#lists) {
      if (avoid !== undefined && avoid === lane) continue;
      if (first === undefined || list.first[1] < first[1]) first = list.first;
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
    list.tasks.delete(task);
    call.delete(task);
    if (list.tasks.size === 0) this.#lists.delete(avoid);
    else if (list.first[0] === task) list.first = list.rest.next().value;
    if (call.size === 0) this.#calls.delete(signal);
  }
}

function listOf<T>(task: T, number: number): List<T> {
  const tasks = new Map([[task, number]]);
  const rest = tasks.entries();
  return { tasks, rest, first: rest.next().value! };
}
