const PRIMES = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f, 0x165667b1].map((prime) => prime | 0) as [
  number,
  number,
  number,
  number,
  number,
];

/**
 * XXH32 of bytes [Collet2012]: finds every change of a single byte, and of others all but one in 2^32. Not made to resist
 * somebody who wants a change to go unseen. About 3 GB/s.
 * @returns an integer in [0, 2^32).
 */
export function checksum(bytes: Uint8Array, seed: number = 0): number {
  const [p1, p2, p3, p4, p5] = PRIMES;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { length } = bytes;
  let at = 0;
  let hash = (seed + p5) | 0;
  if (length >= 16) {
    let [a, b, c, d] = [(seed + p1 + p2) | 0, (seed + p2) | 0, seed | 0, (seed - p1) | 0] as const;
    for (; at + 16 <= length; at += 16) {
      a = round(a, view.getInt32(at, true));
      b = round(b, view.getInt32(at + 4, true));
      c = round(c, view.getInt32(at + 8, true));
      d = round(d, view.getInt32(at + 12, true));
    }
    hash = (rotated(a, 1) + rotated(b, 7) + rotated(c, 12) + rotated(d, 18)) | 0;
  }
  hash = (hash + length) | 0;
  for (; at + 4 <= length; at += 4)
    hash = Math.imul(rotated((hash + Math.imul(view.getInt32(at, true), p3)) | 0, 17), p4);
  for (; at < length; at++) hash = Math.imul(rotated((hash + Math.imul(bytes[at]!, p5)) | 0, 11), p1);
  hash = Math.imul(hash ^ (hash >>> 15), p2);
  hash = Math.imul(hash ^ (hash >>> 13), p3);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function round(lane: number, word: number): number {
  return Math.imul(rotated((lane + Math.imul(word, PRIMES[1])) | 0, 13), PRIMES[0]);
}

function rotated(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}
