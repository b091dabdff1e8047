import { describe, expect, it } from 'vitest';
import { asBytes, Batch, isBatch, isFloat32Array, isFloat64Array, typedArrayKind } from '../../../src/core/index.ts';
import { errorOf } from '../../support/error-of.ts';
import { otherRealm } from '../../support/other-realm.ts';

describe('typedArrayKind', () => {
  it('tells the kind of typed arrays of any realm, and of nothing else', () => {
    expect(otherRealm.Float64Array.of(1)).not.toBeInstanceOf(Float64Array);
    for (const realm of [globalThis, otherRealm]) {
      expect(typedArrayKind(realm.Float64Array.of(1))).toBe('Float64Array');
      expect(typedArrayKind(realm.Int8Array.of(1))).toBe('Int8Array');
      expect(isFloat64Array(realm.Float64Array.of(1))).toBe(true);
      expect(isFloat32Array(realm.Float32Array.of(1))).toBe(true);
      expect(isFloat64Array(realm.Float32Array.of(1))).toBe(false);
      const none = [
        new realm.ArrayBuffer(8),
        new realm.DataView(new ArrayBuffer(8)),
        [1],
        realm.Array.of(1),
        'text',
        1,
      ];
      for (const value of [...none, null, undefined, { [Symbol.toStringTag]: 'Float64Array' }]) {
        expect(typedArrayKind(value)).toBeUndefined();
      }
    }
    expect(typedArrayKind(Buffer.from('a'))).toBe('Uint8Array');
  });
});

describe('asBytes', () => {
  it('takes Uint8Arrays and ArrayBuffers of any realm, and copies none', () => {
    for (const realm of [globalThis, otherRealm]) {
      const bytes = realm.Uint8Array.of(1, 2, 3, 4);
      for (const [given, expected] of [
        [bytes, [1, 2, 3, 4]],
        [bytes.buffer, [1, 2, 3, 4]],
        [bytes.subarray(1, 3), [2, 3]],
        [new realm.ArrayBuffer(0), []],
      ] as const) {
        const held = asBytes('O', 'bytes', given);
        expect(held).toBeInstanceOf(Uint8Array);
        expect([...held]).toEqual(expected);
      }
      expect(asBytes('O', 'bytes', bytes).buffer).toBe(bytes.buffer);
    }
  });

  it('finds no bytes in a buffer that was transferred', () => {
    const bytes = Uint8Array.of(1, 2);
    structuredClone(bytes, { transfer: [bytes.buffer] });
    expect(asBytes('O', 'bytes', bytes)).toHaveLength(0);
    expect(asBytes('O', 'bytes', bytes.buffer)).toHaveLength(0);
  });

  it('refuses everything else', async () => {
    for (const value of ['text', [1, 2], Float64Array.of(1), new DataView(new ArrayBuffer(2)), null, undefined, {}]) {
      expect(await errorOf(() => asBytes('O', 'bytes', value))).toMatch(/^ARGUMENT O: bytes must be a Uint8Array or/);
    }
  });
});

describe('a Batch', () => {
  it('has numbers of any realm', () => {
    const batch = new Batch(1, 2, otherRealm.Float64Array.of(1, 2));
    expect(isBatch(batch)).toBe(true);
    expect([...batch.row(0)]).toEqual([1, 2]);
    const rows = otherRealm.Array.of<ArrayLike<number>>(otherRealm.Float32Array.of(1, 2), otherRealm.Array.of(3, 4));
    expect([...Batch.from(rows).data]).toEqual([1, 2, 3, 4]);
  });
});
