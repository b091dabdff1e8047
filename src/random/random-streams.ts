import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import { checkSafeInteger } from '../core/index.ts';
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

const MASK = (1n << 64n) - 1n;

/**
 * Spreads a seed over the 128 bits of a generator's state, by two steps of SplitMix64 [Steele2014], so that neighbouring
 * seeds give unrelated streams; pure-rand's own seeding does not scramble. Different seeds give different states, and
 * no seed gives the state of all zeros, which is invalid.
 * @param seed - Any safe integer.
 * @returns `(4)` int32, ordered as pure-rand's `getState`.
 * @throws ARGUMENT, in the name of `owner`, if the seed is not a safe integer.
 */
function hashSeed(owner: string, seed: number): number[] {
  checkSafeInteger(owner, 'seed', seed);
  const first = mix(BigInt(seed) + GAMMA);
  const second = mix(BigInt(seed) + 2n * GAMMA);
  return [...halves(first), ...halves(second)];
}

/** The odd constant nearest to 2^64 divided by the golden ratio. */
const GAMMA = 0x9e3779b97f4a7c15n;

/** SplitMix64's finaliser, a bijection of 64 bits. */
function mix(value: bigint): bigint {
  let z = value & MASK;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return z ^ (z >> 31n);
}

function halves(word: bigint): [number, number] {
  return [Number(word >> 32n) | 0, Number(word & 0xffffffffn) | 0];
}
