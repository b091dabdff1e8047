import { checkInteger, checkObject, checkOptions } from '../checks/checks.ts';
import { argumentError } from '../checks/errors.ts';
import { plainJson } from '../checks/plain-json.ts';
import type { Schema } from './table.ts';

/** What a column of the domain holds in each row: a number, `size` numbers, or a plain JSON value. */
export type FieldKind = 'number' | 'json' | { readonly size: number };

/** `'json'`, with the type of its values for TypeScript. */
export type JsonKind<T> = 'json' & { readonly value?: T };

/** The domain's own columns, by name. */
export type FieldKinds = Readonly<Record<string, FieldKind>>;

/** No columns beside fitness and descriptor. */
export type NoFields = Readonly<Record<never, FieldKind>>;

/** The values of the domain's own columns that an elite carries. */
export type FieldValues<F extends FieldKinds> = {
  readonly [K in keyof F]: F[K] extends 'number'
    ? number
    : F[K] extends { readonly size: number }
      ? Float64Array
      : F[K] extends JsonKind<infer T>
        ? T
        : unknown;
};

/** Names of columns that every result or elite has, and the one that no object keeps. */
const RESERVED = ['fitness', 'descriptor', 'descriptors', 'reasons', '__proto__'];

/** Prefix of the names of the domain's own columns in a table. */
export const FIELD = 'fields.';

/** @throws ARGUMENT, in the name of `owner`, if a name is reserved or a kind is unknown. */
export function checkFields(owner: string, fields: unknown): void {
  checkObject(owner, 'fields', fields);
  const prototype: unknown = Object.getPrototypeOf(fields);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    throw argumentError(owner, 'fields', 'be a plain object, no list, Map or class', fields);
  }
  for (const [name, kind] of Object.entries(fields as FieldKinds)) {
    if (RESERVED.includes(name)) throw argumentError(owner, 'fields', `not be named ${RESERVED.join(', ')}`, name);
    if (kind === 'number' || kind === 'json') continue;
    if (typeof kind !== 'object') throw argumentError(owner, `fields.${name}`, "be 'number', 'json' or { size }", kind);
    checkOptions(owner, kind, ['size'], `fields.${name}`);
    checkInteger(owner, `fields.${name}.size`, kind.size, 1, 2 ** 24);
  }
}

/** Table columns for these fields, with prefixed names. */
export function fieldSchema(fields: FieldKinds = {}): Schema {
  const entries = Object.entries(fields).map(([name, kind]) => [FIELD + name, kind === 'json' ? plainJson : kind]);
  return Object.fromEntries(entries) as Schema;
}
