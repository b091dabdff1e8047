import type { TextCodec } from '../rows/table.ts';
import { argumentError, type ElitesError, shorten } from './errors.ts';

/** JSON for values that JSON restores unchanged. Properties that are undefined may be lost. */
export const plainJson: TextCodec<unknown> = {
  /** @throws ARGUMENT if JSON would change the value. */
  serialize(value: unknown): string {
    const path: PropertyKey[] = ['genome'];
    try {
      refuseMore(value, path, new Set());
      return JSON.stringify(value);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw refused(['genome'], 'less deeply nested, and shorter', value);
    }
  },
  deserialize: (text: string): unknown => JSON.parse(text),
};

/**
 * @param path - Keys that lead to the value; changed during the call.
 * @param around - Objects that contain the value.
 * @throws ARGUMENT if JSON would change the value.
 */
function refuseMore(value: unknown, path: PropertyKey[], around: Set<object>): void {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return;
  if (Number.isFinite(value) && !Object.is(value, -0)) return;
  if (typeof value !== 'object' || !isPlain(value)) throw refused(path, 'no typed array, Map, class, NaN or -0', value);
  if (around.has(value)) throw refused(path, 'no cycle', value);
  around.add(value);
  const list = Array.isArray(value);
  const keys = Reflect.ownKeys(value);
  // Own keys of a list: its indices in order, then length, then others.
  if (list && keys.indexOf('length') < value.length) {
    const hole = keys.findIndex((key, i) => key !== String(i));
    throw refused([...path, hole], 'no hole in a list', undefined);
  }
  for (const [i, key] of keys.entries()) {
    if (list && i === value.length) continue;
    const property = Object.getOwnPropertyDescriptor(value, key)!;
    const part: unknown = property.value;
    path.push(key);
    if (list && i > value.length) throw refused(path, 'no extra property of a list', part);
    if (typeof key === 'symbol') throw refused(path, 'no symbol as a key', part);
    const hidden = !property.enumerable || property.get !== undefined || property.set !== undefined;
    if (hidden) throw refused(path, 'no getter, setter or hidden property', part);
    if (part !== undefined || list) refuseMore(part, path, around);
    path.pop();
  }
  around.delete(value);
}

/** Whether an object has no class and no toJSON(). Objects of other realms count too. */
function isPlain(value: object): boolean {
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (Array.isArray(value)) return Array.isArray(prototype);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function refused(path: readonly PropertyKey[], what: string, value: unknown): ElitesError {
  const place = path.map((key) => shorten(String(key))).join('.');
  const rule = `be plain JSON (${what}), or the space must have serialize and deserialize`;
  return argumentError('objectSpace', place, rule, value);
}
