import { setImmediate } from 'node:timers/promises';

const every = 50;

/**
 * Makes what a long computation awaits now and then: every 50 ms it lets the outer world in, such as ctrl-c, which nothing
 * else in it waits for.
 */
export function breather(): () => Promise<void> {
  let breathed = performance.now();
  return async () => {
    if (performance.now() - breathed < every) return;
    await setImmediate();
    breathed = performance.now();
  };
}
