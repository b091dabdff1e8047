import { expect, it } from 'vitest';
import { decodeSnapshot, encodeSnapshot } from '../../src/formats/index.ts';

const part = (byte: number, restored: number[] = []) => ({
  snapshot: () => Uint8Array.of(byte),
  restore: (bytes: Uint8Array) => void restored.push(...bytes),
});

it('keeps parts of any name, one that is named __proto__ as well', () => {
  const restored: number[] = [];
  const parts = Object.fromEntries([['__proto__', part(3, restored)]]);
  const snapshotOf = { kind: 'Owner', configuration: {}, state: {}, parts };
  const bytes = encodeSnapshot(snapshotOf, {});
  decodeSnapshot('Owner.restore', bytes, snapshotOf).restoreParts();
  expect(restored).toEqual([3]);
});
