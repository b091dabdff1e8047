import type { LearnerContext } from './seams/seams.ts';

/** How long work may block the event loop, in ms. */
const SLICE = 20;

let lastTurn = 0;

/**
 * Yields to the event loop (timers, signals, messages) if 20 ms have passed since the last yield. Await it between two pieces
 * of work if it gives a promise.
 * @param now - The current `performance.now()`, if known.
 * @returns undefined if 20 ms have not passed.
 */
export function pause(now: number = performance.now()): Promise<void> | undefined {
  if (now - lastTurn < SLICE) return undefined;
  return turn().then(() => {
    lastTurn = performance.now();
  });
}

/**
 * Runs a generator that yields wherever it may be paused. The signal is checked after each pause. The signal's reason, and what `pause`
 * throws, is thrown into the work, so that it ends and can clean up.
 * @returns its result; a promise if it paused.
 */
export function inSlices<T>(
  work: Generator<void, T>,
  { pause: others, signal }: Pick<LearnerContext, 'pause' | 'signal'>,
): T | Promise<T> {
  try {
    for (let slice = work.next(); ; slice = work.next()) {
      if (slice.done) return slice.value;
      const rest = others?.();
      if (rest !== undefined) return goOn(work, rest, others!, signal);
    }
  } catch (error) {
    throw endedWith(work, error);
  }
}

/** Ends work, if it has not ended. @returns the error that it ends with. */
function endedWith(work: Generator, error: unknown): unknown {
  try {
    work.throw(error);
    return error;
  } catch (thrown) {
    return thrown;
  }
}

async function goOn<T>(
  work: Generator<void, T>,
  first: Promise<void>,
  others: () => Promise<void> | undefined,
  signal: AbortSignal | undefined,
): Promise<T> {
  try {
    for (let rest: Promise<void> | undefined = first; ; rest = others()) {
      if (rest !== undefined) await rest;
      if (signal?.aborted) throw signal.reason;
      const slice = work.next();
      if (slice.done) return slice.value;
    }
  } catch (error) {
    throw endedWith(work, error);
  }
}

function turn(): Promise<void> {
  const { setImmediate } = globalThis as { setImmediate?: (call: () => void) => void };
  // Jest's jsdom has neither of the two.
  const later = setImmediate ?? (typeof MessageChannel === 'undefined' ? setTimeout : undefined);
  if (later !== undefined) return new Promise((resolve) => later(resolve));
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
