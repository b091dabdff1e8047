/** `process.getBuiltinModule` (since Node 20.16) gives a module without an import statement, which a browser could not resolve. */
interface WithModules {
  readonly process?: {
    getBuiltinModule?(id: 'node:events'): { setMaxListeners(most: number, target: AbortSignal): void };
  };
}

/**
 * Gives each call its own signal, aborted when `parent` is. Listeners that a call leaves behind stay on its own signal. The
 * parent has one listener for all calls, from the first signal that is read until {@link CallSignals.release}.
 */
export class CallSignals {
  readonly #parent: AbortSignal | undefined;
  /** One for each signal that was read; undefined before the first. */
  #controllers: AbortController[] | undefined;
  #abort: (() => void) | undefined;
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
    if (this.#abort !== undefined) this.#parent!.removeEventListener('abort', this.#abort);
  }

  #next(parent: AbortSignal): AbortSignal {
    const controller = new AbortController();
    const { signal } = controller;
    // A call may listen once for each row of its batch.
    allowListeners(signal);
    if (parent.aborted) controller.abort(parent.reason);
    else if (!this.#released) this.#follow(controller);
    return signal;
  }

  #follow(controller: AbortController): void {
    if (this.#controllers === undefined) {
      const controllers: AbortController[] = [];
      this.#controllers = controllers;
      this.#abort = () => {
        for (const one of controllers) one.abort(this.#parent!.reason);
      };
      this.#parent!.addEventListener('abort', this.#abort);
    }
    this.#controllers.push(controller);
  }
}

/** Removes the limit on a signal's listeners: Node warns of a leak at eleven. */
export function allowListeners(signal: AbortSignal): void {
  try {
    (globalThis as WithModules).process?.getBuiltinModule?.('node:events').setMaxListeners(0, signal);
  } catch {
    // A signal of jsdom, which has no limit.
  }
}
