import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import { hashSeed } from './hash-seed.ts';
import { RandomStream } from './random-stream.ts';

/**
 * One stream from a seed. The seed is hashed, so that neighbouring seeds give unrelated streams.
 * @param seed - Any safe integer.
 * @param owner - The owner in an error message.
 * @throws ARGUMENT if the seed is not a safe integer.
 */
export function randomStream(seed: number, owner: string = 'randomStream'): RandomStream {
  return new RandomStream(hashSeed(owner, seed));
}

/**
 * Named streams from one seed. Each starts 2^64 steps (a jump of pure-rand's) after the one before, so that they never
 * overlap. The numbers of a stream depend on the seed and on its position in the list: append new names at the end.
 * @param seed - Any safe integer; hashed.
 * @param names - The fixed list.
 * @param owner - The owner in an error message.
 * @throws ARGUMENT if the seed is not a safe integer.
 */
export function randomStreams<const N extends string>(
  seed: number,
  names: readonly N[],
  owner: string = 'randomStreams',
): Record<N, RandomStream> {
  const generator = xoroshiro128plusFromState(hashSeed(owner, seed));
  const streams: Partial<Record<N, RandomStream>> = {};
  for (const name of names) {
    streams[name] = new RandomStream(generator.getState());
    generator.jump();
  }
  return streams as Record<N, RandomStream>;
}
