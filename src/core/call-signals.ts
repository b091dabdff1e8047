/** `process.getBuiltinModule` (since Node 20.16) gives a module without an import statement, which a browser could not resolve. */
interface WithModules {
  readonly process?: {
    getBuiltinModule?(id: 'node:events'): { setMaxListeners(most: number, target: AbortSignal): void };
  };
}

/**
 * Gives each call its own signal, aborted when `parent` is. Listeners that a call leaves behind stay on its own signal. It follows
 * the parent from the first signal that is read until {@link CallSignals.release}.
 */
export class CallSignals {
  readonly #parent: AbortSignal | undefined;
  /** One for each signal that was read; undefined before the first. */
  #controllers: AbortController[] | undefined;
  #unfollow: (() => void) | undefined;
  #released = false;

  constructor(parent: AbortSignal | undefined) {
    this.#parent = parent;
  }

  /** `more` with a `signal` for one call, made when it is first read; undefined without a parent. */
  context<C extends object>(more: C): C & { readonly signal: AbortSignal | undefined } {
    if (this.#parent === undefined) return { ...more, signal: undefined };
    let signal: AbortSignal | undefined;
    const next = (): AbortSignal => this.#next(this.#parent!);
    return {
      ...more,
      get signal() {
        signal ??= next();
        return signal;
      },
    };
  }

  /** To be called when all calls have ended: their signals no longer follow the parent. */
  release(): void {
    this.#released = true;
    this.#unfollow?.();
  }

  #next(parent: AbortSignal): AbortSignal {
    const controller = new AbortController();
    const { signal } = controller;
    // A call may listen once for each row of its batch.
    allowListeners(signal);
    if (parent.aborted) controller.abort(parent.reason);
    else if (!this.#released) this.#follow(parent, controller);
    return signal;
  }

  #follow(parent: AbortSignal, controller: AbortController): void {
    if (this.#controllers === undefined) {
      const controllers: AbortController[] = [];
      this.#controllers = controllers;
      this.#unfollow = onAbort(parent, () => {
        for (const one of controllers) one.abort(parent.reason);
      });
    }
    this.#controllers.push(controller);
  }
}

/** What follows a signal, and the one listener for all of it. */
interface Followers {
  readonly works: Set<() => void>;
  readonly listener: () => void;
}

const followed = new WeakMap<AbortSignal, Followers>();

/**
 * Does `work` once a signal is aborted; at once if it is. All work on a signal shares one listener, so that Node does not warn of a leak.
 * @param work - Must not throw.
 * @returns takes the work back.
 */
export function onAbort(signal: AbortSignal, work: () => void): () => void {
  if (signal.aborted) {
    work();
    return () => undefined;
  }
  let followers = followed.get(signal);
  if (followers === undefined) {
    const works = new Set<() => void>();
    const listener = (): void => {
      for (const one of works) one();
    };
    followers = { works, listener };
    followed.set(signal, followers);
    signal.addEventListener('abort', listener, { once: true });
  }
  const { works, listener } = followers;
  works.add(work);
  return () => {
    if (!works.delete(work) || works.size > 0) return;
    followed.delete(signal);
    signal.removeEventListener('abort', listener);
  };
}

/** Removes the limit on a signal's listeners: Node warns of a leak at eleven. */
export function allowListeners(signal: AbortSignal): void {
  try {
    (globalThis as WithModules).process?.getBuiltinModule?.('node:events').setMaxListeners(0, signal);
  } catch {
    // A signal of jsdom, which has no limit.
  }
}
