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
  /** Of the signals that were read; undefined before the first. */
  #controllers: AbortController[] | undefined;
  #abort: (() => void) | undefined;
  #released = false;

  constructor(parent: AbortSignal | undefined) {
    this.#parent = parent;
  }

  /** What a call is given: `more`, and its signal, made when it is first read; undefined without a parent. */
  context<C extends object>(more: C): C & { readonly signal: AbortSignal | undefined } {
    if (this.#parent === undefined) return { ...more, signal: undefined };
    let signal: AbortSignal | undefined;
    const next = (): AbortSignal | undefined => this.next();
    return {
      ...more,
      get signal() {
        signal ??= next();
        return signal;
      },
    };
  }

  /** All calls have ended: their signals follow the parent no more. */
  release(): void {
    this.#released = true;
    if (this.#abort !== undefined) this.#parent!.removeEventListener('abort', this.#abort);
  }

  /** A signal for one more call; undefined without a parent. */
  next(): AbortSignal | undefined {
    if (this.#parent === undefined) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    // A call may listen once for each row of its batch.
    allowListeners(signal);
    if (this.#parent.aborted) controller.abort(this.#parent.reason);
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

/** Lets a signal have any number of listeners: Node warns of a leak at eleven. */
export function allowListeners(signal: AbortSignal): void {
  (globalThis as WithModules).process?.getBuiltinModule?.('node:events').setMaxListeners(0, signal);
}
