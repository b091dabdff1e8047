import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checksum } from '../../src/formats/checksum.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

it('gives the published values of MurmurHash3', () => {
  expect(checksum(text(''))).toBe(0);
  expect(checksum(text(''), 1)).toBe(0x514e28b7);
  expect(checksum(text('abc'))).toBe(0xb3dd93fa);
  expect(checksum(text('aaaa'), 0x9747b28c)).toBe(0x5a97808a);
  expect(checksum(text('The quick brown fox jumps over the lazy dog'), 0x9747b28c)).toBe(0x2fa826cd);
});

it('does not depend on where the bytes lie, and finds every change of one', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 70 }),
      fc.nat(7),
      fc.nat(69),
      fc.integer({ min: 1, max: 255 }),
      (bytes, by, at, flip) => {
        const moved = new Uint8Array(bytes.length + by);
        moved.set(bytes, by);
        expect(checksum(moved.subarray(by))).toBe(checksum(bytes));
        const changed = bytes.slice();
        changed[at % bytes.length]! ^= flip;
        expect(checksum(changed)).not.toBe(checksum(bytes));
      },
    ),
  );
});
