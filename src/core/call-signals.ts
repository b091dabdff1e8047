/** How Node gives a module without an import, which a browser could not resolve; since Node 20.16. */
interface WithModules {
  readonly process?: {
    getBuiltinModule?(id: 'node:events'): { setMaxListeners(most: number, target: AbortSignal): void };
  };
}

/**
 * Gives each call a signal of its own, which is aborted when `parent` is. What a call leaves listening is left on its own signal;
 * the parent has one listener for all calls, from the first signal that is read until {@link CallSignals.release}.
 */
export class CallSignals {
  readonly #parent: AbortSignal | undefined;
  readonly #controllers: AbortController[] = [];
  readonly #abort = (): void => {
    for (const controller of this.#controllers) controller.abort(this.#parent!.reason);
  };
  #released = false;

  constructor(parent: AbortSignal | undefined) {
    this.#parent = parent;
  }

  /** What a call is given: `more`, and its signal, made when it is first read; undefined without a parent. */
  context<C extends object>(more: C): C & { readonly signal: AbortSignal | undefined } {
    if (this.#parent === undefined) return { ...more, signal: undefined };
    const next = (): AbortSignal => this.#next();
    let own: AbortSignal | undefined;
    return {
      ...more,
      get signal(): AbortSignal {
        own ??= next();
        return own;
      },
    };
  }

  /** All calls have ended: their signals follow the parent no more. */
  release(): void {
    this.#released = true;
    this.#parent?.removeEventListener('abort', this.#abort);
  }

  #next(): AbortSignal {
    const controller = new AbortController();
    const { signal } = controller;
    // A call may listen once for each row of its batch; Node warns of a leak at eleven.
    (globalThis as WithModules).process?.getBuiltinModule?.('node:events').setMaxListeners(0, signal);
    if (this.#parent!.aborted) controller.abort(this.#parent!.reason);
    else if (!this.#released) {
      if (this.#controllers.length === 0) this.#parent!.addEventListener('abort', this.#abort);
      this.#controllers.push(controller);
    }
    return signal;
  }
}
