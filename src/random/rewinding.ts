import type { Random } from '../core/index.ts';

/** Does work that draws from a stream, and rewinds the stream if it fails. @throws what the work throws. */
export async function rewinding<T>(random: Random, work: () => T | Promise<T>): Promise<T> {
  const before = random.getState?.();
  try {
    return await work();
  } catch (error) {
    if (before !== undefined) random.setState?.(before);
    throw error;
  }
}
