import { argumentError } from './errors.ts';
import type { TextCodec } from './table.ts';

/** Values as JSON. Refuses those that JSON does not give back as they were. */
export const plainJson: TextCodec<unknown> = {
  /** @throws ARGUMENT if JSON would not give the value back. */
  serialize(value: unknown): string {
    refuseMore(value, () => 'genome');
    return JSON.stringify(value);
  },
  deserialize: (text: string): unknown => JSON.parse(text),
};

/** @throws ARGUMENT if a value holds what JSON does not give back as it was; `place` says where the value stands. */
function refuseMore(value: unknown, place: () => string): void {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return;
  const list = Array.isArray(value);
  if (typeof value !== 'object' || !(list || isPlainObject(value))) {
    const rule = 'be plain JSON (no typed array, Map, class or NaN), or the space have serialize and deserialize';
    throw argumentError('objectSpace', place(), rule, value);
  }
  for (const [key, part] of Object.entries(value)) {
    // What an object has as undefined it may as well lack.
    if (part !== undefined || list) refuseMore(part, () => `${place()}.${key}`);
  }
}

/** Whether an object has no class; its realm may be another. */
function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
