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
 * Named streams from one seed: each starts 2^64 steps behind the one before, so that they never overlap. What a stream
 * gives depends on the seed and on its place in the list: new names go to the end.
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
  const streams: Partial<Record<N, RandomStream>> = {};
  let state: ArrayLike<number> = hashSeed(owner, seed);
  for (const name of names) {
    streams[name] = new RandomStream(state);
    state = jumped(state);
  }
  return streams as Record<N, RandomStream>;
}

/** The polynomial of a jump, lowest bits first. [Blackman2021] */
const JUMP = [0xd8f554a5, 0xdf900294, 0x4b3201fc, 0x170865df] as const;

/** The state 2^64 steps on: the sum, bit by bit, of those of the next 128 states that the polynomial names. */
function jumped(state: ArrayLike<number>): Int32Array {
  const stream = new RandomStream(state);
  const sum = new Int32Array(4);
  for (let i = 0; i < 128; i++) {
    if ((JUMP[i >> 5]! >>> i) & 1) for (const [j, word] of stream.getState().entries()) sum[j]! ^= word;
    stream.uniform();
  }
  return sum;
}
