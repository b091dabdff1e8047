import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import { hashSeed } from './hash-seed.ts';
import { RandomStream } from './random-stream.ts';

/**
 * One stream from a seed, which is hashed: neighbouring seeds give unrelated streams.
 * @param seed - Any safe integer.
 * @param owner - Whom an error names.
 * @throws ARGUMENT if the seed is no safe integer.
 */
export function randomStream(seed: number, owner: string = 'randomStream'): RandomStream {
  return new RandomStream(hashSeed(owner, seed));
}

/**
 * Named streams from one seed: each starts 2^64 steps (a jump of pure-rand's) behind the one before, so that they never
 * overlap. What a stream gives depends on the seed and on its place in the list: new names go to the end.
 * @param seed - Any safe integer; hashed.
 * @param names - The fixed list.
 * @param owner - Whom an error names.
 * @throws ARGUMENT if the seed is no safe integer.
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
