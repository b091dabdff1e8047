import { type EmitterContext, isThenable } from '../core/index.ts';

/**
 * Calls `work`. If it fails, it is called again with the same random numbers, at most `retries` times. After that the error is thrown,
 * or, with `onError: 'invalid'`, `giveUp` answers. Synchronous if `work` is.
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
  for (let left = retries; ; left--) {
    try {
      const answer = work();
      if (!isThenable(answer)) return answer;
      return Promise.resolve(answer).catch((error) => {
        rewindOrThrow(error, left);
        return left === 0 ? giveUp(error) : retried(work, { ...options, retries: left - 1 }, giveUp);
      });
    } catch (error) {
      rewindOrThrow(error, left);
      if (left === 0) return giveUp(error);
    }
  }
}
