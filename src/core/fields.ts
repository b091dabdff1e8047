import { checkInteger, checkObject, checkOptions } from './checks.ts';
import { argumentError } from './errors.ts';
import { plainJson } from './plain-json.ts';
import type { Schema } from './table.ts';

/** What a column of a domain's own holds: a number, `size` numbers, or a value of plain JSON. */
export type FieldKind = 'number' | 'json' | { readonly size: number };

/** `'json'` for types: a value of type `T`. */
export type JsonKind<T> = 'json' & { readonly value?: T };

/** Columns of a domain's own, by name. */
export type FieldKinds = Readonly<Record<string, FieldKind>>;

/** A domain without columns of its own. */
export type NoFields = Readonly<Record<never, FieldKind>>;

/** What an elite carries in the columns of its domain. */
export type FieldValues<F extends FieldKinds> = {
  readonly [K in keyof F]: F[K] extends 'number'
    ? number
    : F[K] extends { readonly size: number }
      ? Float64Array
      : F[K] extends JsonKind<infer T>
        ? T
        : unknown;
};

/** Names that results and elites use themselves. */
const RESERVED = ['fitness', 'descriptor', 'descriptors', 'reasons'];

/** In front of the names of a domain's own columns, wherever they lie beside others. */
export const FIELD = 'fields.';

/** @throws ARGUMENT, in the name of `owner`, if a name is reserved or a kind none of the three. */
export function checkFields(owner: string, fields: unknown): void {
  checkObject(owner, 'fields', fields);
  for (const [name, kind] of Object.entries(fields as FieldKinds)) {
    if (RESERVED.includes(name)) throw argumentError(owner, 'fields', `not be named ${RESERVED.join(', ')}`, name);
    if (kind === 'number' || kind === 'json') continue;
    if (typeof kind !== 'object') throw argumentError(owner, `fields.${name}`, "be 'number', 'json' or { size }", kind);
    checkOptions(owner, kind, ['size'], `fields.${name}`);
    checkInteger(owner, `fields.${name}.size`, kind.size, 1, 2 ** 24);
  }
}

/** The columns that hold them in a table. */
export function fieldSchema(fields: FieldKinds = {}): Schema {
  const entries = Object.entries(fields).map(([name, kind]) => [FIELD + name, kind === 'json' ? plainJson : kind]);
  return Object.fromEntries(entries) as Schema;
}
