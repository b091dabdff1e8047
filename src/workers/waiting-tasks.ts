import type { Lane } from './lane.ts';

/** What is known of a task that waits. */
interface Waits {
  /** The lane that must not do it. */
  readonly avoid?: Lane | undefined;
  /** The signal of its call. */
  readonly signal: AbortSignal;
}

interface Entry<T> {
  readonly task: T;
  readonly number: number;
  /** Whether it was withdrawn: it stays in its list until it comes to the front. */
  gone: boolean;
}

/** Tasks that avoid the same lane, in order; those before `next` are gone. */
interface List<T> {
  entries: Entry<T>[];
  next: number;
}

/** Tasks that wait, in order. Lists by the lane to be avoided: the next task for a lane is found without looking at others. */
export class WaitingTasks<T extends Waits> {
  readonly #lists = new Map<Lane | undefined, List<T>>();
  readonly #calls = new Map<AbortSignal, Set<Entry<T>>>();
  #added = 0;

  get empty(): boolean {
    return this.#calls.size === 0;
  }

  add(task: T): void {
    const { avoid, signal } = task;
    const entry = { task, number: this.#added++, gone: false };
    const list = this.#lists.get(avoid) ?? { entries: [], next: 0 };
    this.#lists.set(avoid, list);
    list.entries.push(entry);
    const call = this.#calls.get(signal) ?? new Set();
    this.#calls.set(signal, call);
    call.add(entry);
  }

  /** Takes out the first that does not avoid the lane; undefined is a lane that is still to be opened. */
  take(lane: Lane | undefined): T | undefined {
    let first: Entry<T> | undefined;
    let from: Lane | undefined;
    for (const [avoid, list] of this.#lists) {
      if (avoid !== undefined && avoid === lane) continue;
      const entry = this.#firstOf(avoid, list);
      if (entry === undefined || (first !== undefined && entry.number > first.number)) continue;
      first = entry;
      from = avoid;
    }
    if (first === undefined) return undefined;
    this.#shift(from, this.#lists.get(from)!);
    const { signal } = first.task;
    const call = this.#calls.get(signal)!;
    call.delete(first);
    if (call.size === 0) this.#calls.delete(signal);
    return first.task;
  }

  /** Takes out all of one call, without looking at others. */
  takeCall(signal: AbortSignal): T[] {
    const call = [...(this.#calls.get(signal) ?? [])];
    this.#calls.delete(signal);
    for (const entry of call) entry.gone = true;
    if (this.empty) this.#lists.clear();
    return call.map(({ task }) => task);
  }

  /** Takes out all. */
  takeAll(): T[] {
    return [...this.#calls.keys()].flatMap((signal) => this.takeCall(signal));
  }

  /** The first task of a list that was not withdrawn; undefined if there is none, and the list is then deleted. */
  #firstOf(avoid: Lane | undefined, list: List<T>): Entry<T> | undefined {
    while (this.#lists.has(avoid)) {
      const entry = list.entries[list.next]!;
      if (!entry.gone) return entry;
      this.#shift(avoid, list);
    }
    return undefined;
  }

  /** Every task is moved once on average, where Array.shift moves all of them each time. */
  #shift(avoid: Lane | undefined, list: List<T>): void {
    list.next++;
    if (list.next === list.entries.length) this.#lists.delete(avoid);
    if (list.next * 2 <= list.entries.length) return;
    list.entries = list.entries.slice(list.next);
    list.next = 0;
  }
}
