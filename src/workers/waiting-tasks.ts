import type { Lane } from './lane.ts';

/** What avoids a lane, if any. */
interface Avoiding {
  readonly avoid?: Lane | undefined;
}

/** Tasks that avoid the same lane, in order; those before `next` are gone. */
interface List<T> {
  tasks: { readonly task: T; readonly number: number }[];
  next: number;
}

/** Tasks that wait, in order. Lists by the lane to be avoided: the next task for a lane is found without looking at others. */
export class WaitingTasks<T extends Avoiding> {
  readonly #lists = new Map<Lane | undefined, List<T>>();
  #added = 0;

  get empty(): boolean {
    return this.#lists.size === 0;
  }

  add(task: T): void {
    const list = this.#lists.get(task.avoid) ?? { tasks: [], next: 0 };
    this.#lists.set(task.avoid, list);
    list.tasks.push({ task, number: this.#added++ });
  }

  /** Takes out the first that does not avoid the lane; undefined is a lane that is still to be opened. */
  take(lane: Lane | undefined): T | undefined {
    let first: T | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const [avoid, { tasks, next }] of this.#lists) {
      const { task, number } = tasks[next]!;
      if (number >= least || (avoid !== undefined && avoid === lane)) continue;
      first = task;
      least = number;
    }
    if (first !== undefined) this.#shift(first.avoid);
    return first;
  }

  /** Takes out all that `matches`. */
  takeAll(matches: (task: T) => boolean): T[] {
    const taken: T[] = [];
    for (const [avoid, list] of this.#lists) {
      const left: typeof list.tasks = [];
      for (const one of list.tasks.slice(list.next)) {
        if (matches(one.task)) taken.push(one.task);
        else left.push(one);
      }
      if (left.length === 0) this.#lists.delete(avoid);
      else this.#lists.set(avoid, { tasks: left, next: 0 });
    }
    return taken;
  }

  /** Every task is moved once on average, where Array.shift moves all of them each time. */
  #shift(avoid: Lane | undefined): void {
    const list = this.#lists.get(avoid)!;
    list.next++;
    if (list.next === list.tasks.length) this.#lists.delete(avoid);
    if (list.next * 2 <= list.tasks.length) return;
    list.tasks = list.tasks.slice(list.next);
    list.next = 0;
  }
}
