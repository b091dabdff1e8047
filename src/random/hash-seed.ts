import { checkSafeInteger } from '../core/index.ts';

const MASK = (1n << 64n) - 1n;

/**
 * Spreads a seed over the 128 bits of a generator's state, by two steps of SplitMix64 [Steele2014], so that neighbouring
 * seeds give unrelated streams; pure-rand's own seeding does not scramble. Different seeds give different states, and
 * no seed gives the state of all zeros, which is invalid.
 * @param seed - Any safe integer.
 * @returns `(4)` int32, ordered as pure-rand's `getState`.
 * @throws ARGUMENT, in the name of `owner`, if the seed is not a safe integer.
 */
export function hashSeed(owner: string, seed: number): number[] {
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
