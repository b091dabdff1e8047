import { typedArrayKind } from '../core/index.ts';

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

/** Whether a value is an array or a typed array. */
export function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || typedArrayKind(value) !== undefined;
}
