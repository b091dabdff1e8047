import { expect, it } from 'vitest';
import { partTensors, statefulParts } from '../../src/formats/index.ts';

const part = (byte: number) => ({ snapshot: () => Uint8Array.of(byte), restore: () => undefined });

it('kept the last of two parts of one name', () => {
  expect(() => statefulParts('Owner.snapshot', { own: part(1) }, { own: part(2) })).toThrow(
    'Owner.snapshot: two parts are named own',
  );
});

it('lost a part that was named __proto__', () => {
  const parts = statefulParts('Owner.snapshot', {}, Object.fromEntries([['__proto__', part(3)]]));
  expect(partTensors(parts)).toEqual([['parts.__proto__', { shape: [1], data: Uint8Array.of(3) }]]);
});
