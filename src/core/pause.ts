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
