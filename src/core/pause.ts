/** ms that work may keep the event loop from its other turns. */
const SLICE = 20;

let lastTurn = 0;

/**
 * Lets timers, signals and messages have their turn, if they have had none for 20 ms: to be awaited between two pieces of
 * work, if it is a promise.
 * @param now - The time of `performance.now()`, if it is known.
 * @returns undefined if it is not time yet.
 */
export function pause(now: number = performance.now()): Promise<void> | undefined {
  if (now - lastTurn < SLICE) return undefined;
  return turn().then(() => {
    lastTurn = performance.now();
  });
}

/** How work in slices gives way. */
export interface Slicing {
  /** Gives a promise if it is time to let others have their turn; without it the work is done at once. */
  readonly pause?: (() => Promise<void> | undefined) | undefined;
  /** Looked at after each pause: its reason is thrown into the work. */
  readonly signal?: AbortSignal | undefined;
}

/** Does work that yields wherever others may have their turn. @returns its answer; a promise once it has paused. */
export function inSlices<T>(work: Generator<void, T>, { pause: others, signal }: Slicing): T | Promise<T> {
  for (let slice = work.next(); ; slice = work.next()) {
    if (slice.done) return slice.value;
    const rest = others?.();
    if (rest !== undefined) return goOn(work, rest, others!, signal);
  }
}

async function goOn<T>(
  work: Generator<void, T>,
  first: Promise<void>,
  others: () => Promise<void> | undefined,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let rest: Promise<void> | undefined = first; ; rest = others()) {
    if (rest !== undefined) await rest;
    const slice = signal?.aborted ? work.throw(signal.reason) : work.next();
    if (slice.done) return slice.value;
  }
}

function turn(): Promise<void> {
  const { setImmediate } = globalThis as { setImmediate?: (call: () => void) => void };
  if (setImmediate !== undefined) return new Promise((resolve) => setImmediate(resolve));
  // Browsers delay nested timers by 4 ms; a message is not delayed.
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
