/**
 * MurmurHash3_x86_32 of bytes [Appleby2011]. It detects every change within one aligned word of four bytes, and any other change
 * with a chance of 1 − 2^−32. Not secure against deliberate changes.
 * @returns an integer in [0, 2^32).
 */
export function checksum(bytes: Uint8Array, seed: number = 0): number {
  const { length } = bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, length);
  let hash = seed;
  let at = 0;
  for (; at + 4 <= length; at += 4) {
    hash = (Math.imul(rotated(hash ^ scrambled(view.getInt32(at, true)), 13), 5) + 0xe6546b64) | 0;
  }
  let rest = 0;
  for (let i = length - 1; i >= at; i--) rest = (rest << 8) | bytes[i]!;
  hash ^= scrambled(rest) ^ length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function scrambled(word: number): number {
  return Math.imul(rotated(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593);
}

function rotated(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}
