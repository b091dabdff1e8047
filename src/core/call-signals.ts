/** Node's way to a module without an import, which a browser could not resolve. */
interface WithModules {
  readonly process?: {
    getBuiltinModule?(id: 'node:events'): { setMaxListeners(most: number, target: AbortSignal): void };
  };
}

/**
 * Signals of their own for calls that one signal stops: what a call leaves on its signal goes with it. The one that stops them has
 * a single listener, from the first signal that is read until the release.
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

  /** What a call is given: `more`, and its signal, which is made when it is read; undefined if nothing stops the calls. */
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

  /** The calls have ended: their signals follow no more. */
  release(): void {
    this.#released = true;
    this.#parent?.removeEventListener('abort', this.#abort);
  }

  #next(): AbortSignal {
    const controller = new AbortController();
    const { signal } = controller;
    // The call may listen once for each row of a batch; Node takes more than ten listeners for a leak.
    (globalThis as WithModules).process?.getBuiltinModule?.('node:events').setMaxListeners(0, signal);
    if (this.#parent!.aborted) controller.abort(this.#parent!.reason);
    else if (!this.#released) {
      if (this.#controllers.length === 0) this.#parent!.addEventListener('abort', this.#abort);
      this.#controllers.push(controller);
    }
    return signal;
  }
}
