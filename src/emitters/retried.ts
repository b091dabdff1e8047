import { type EmitterContext, isThenable, pause } from '../core/index.ts';

/** How long work may fail before it yields to the event loop, in ms. */
const LONG = 100;

/**
 * Calls `work`. If it fails, it is called again with the same random numbers, at most `retries` times. After that the error is thrown,
 * or, with `onError: 'invalid'`, `giveUp` answers. Synchronous if `work` is, unless it fails for longer than 100 ms.
 * @throws the error of `work`, also if the signal was aborted meanwhile.
 */
export function retried<T>(
  work: () => T | Promise<T>,
  options: Pick<EmitterContext, 'retries' | 'onError' | 'random' | 'signal'>,
  giveUp: (error: unknown) => T,
): T | Promise<T> {
  const { retries, onError, random, signal } = options;
  const before = retries > 0 ? random.getState?.() : undefined;
  const rewindOrThrow = (error: unknown, left: number): void => {
    if (signal?.aborted || (left === 0 && onError === 'throw')) throw error;
    if (left > 0 && before !== undefined) random.setState?.(before);
  };
  let since: number | undefined;
  // Only after a long time: otherwise the clock would decide the order in which a program's concurrent loops continue.
  const rest = (): Promise<void> | undefined => {
    since ??= performance.now();
    return performance.now() - since < LONG ? undefined : pause();
  };
  const later = async (first: Promise<T>, left: number): Promise<T> => {
    for (let answer: T | Promise<T> = first; ; left--) {
      try {
        return await answer;
      } catch (error) {
        rewindOrThrow(error, left);
        if (left === 0) return giveUp(error);
        await rest()?.then(() => rewindOrThrow(error, left));
      }
      answer = (async () => work())();
    }
  };
  for (let left = retries; ; left--) {
    try {
      const answer = work();
      return isThenable(answer) ? later(answer, left) : answer;
    } catch (error) {
      rewindOrThrow(error, left);
      if (left === 0) return giveUp(error);
      const failed = rest()?.then(() => Promise.reject(error));
      if (failed !== undefined) return later(failed, left);
    }
  }
}
