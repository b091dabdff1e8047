import { expect, it } from 'vitest';
import { decodeSnapshot, encodeSnapshot, partsKind, statefulParts } from '../../src/formats/index.ts';

const part = (byte: number, restored: number[] = []) => ({
  snapshot: () => Uint8Array.of(byte),
  restore: (bytes: Uint8Array) => void restored.push(...bytes),
});

it('has one part of a name', () => {
  expect(() => statefulParts('Owner.snapshot', { own: part(1) }, { own: part(2) })).toThrow(
    'Owner.snapshot: two parts are named own',
  );
});

it('keeps parts of any name, one that is named __proto__ as well', () => {
  const restored: number[] = [];
  const parts = statefulParts('Owner.snapshot', {}, Object.fromEntries([['__proto__', part(3, restored)]]));
  const snapshotOf = { kind: 'Owner', configuration: {}, state: { parts: partsKind(parts) } };
  const bytes = encodeSnapshot(snapshotOf, { parts });
  decodeSnapshot('Owner.restore', bytes, snapshotOf).state.parts();
  expect(restored).toEqual([3]);
});
