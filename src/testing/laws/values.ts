import { typedArrayKind } from '../../core/index.ts';

/** Writes a value in full, so that a reader can type it in: NaN, −0 and infinities are told apart, typed arrays are lists. */
export function write(value: unknown): string {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  if (isList(value)) return `[${Array.from(value, write).join(', ')}]`;
  const entries = Object.entries(value).map(([key, part]) => `${key}: ${write(part)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** A copy that {@link write} writes as it does the value, whatever becomes of that. */
export function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  if (isList(value)) return (value as Float64Array).slice();
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copyOf(part)]));
}

/** Whether a value is an array or a typed array. */
function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || typedArrayKind(value) !== undefined;
}

/** Whether two values are equal part by part; numbers bit for bit, a typed array as an array of the same numbers. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (isList(a) || isList(b)) {
    if (!isList(a) || !isList(b) || a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!same(a[i], b[i])) return false;
    return true;
  }
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && same((a as never)[key], (b as never)[key]))
  );
}
