import { type Column, isCodec, type Schema, Table, typedArrayKind, widthOf } from '../core/index.ts';

/** A table on its way to another thread or machine: its columns by name, numbers row-major, other values as texts. */
export interface SentTable {
  readonly rows: number;
  readonly columns: Readonly<Record<string, Float64Array | Int32Array | readonly (string | undefined)[]>>;
}

/** A table as it is sent; numbers are not copied. @throws what a codec throws. */
export function sentTable(table: Table): SentTable {
  const columns: Record<string, SentTable['columns'][string]> = {};
  for (const name in table.schema) {
    const kind = table.schema[name]!;
    if (isCodec(kind)) {
      columns[name] = table
        .values(name)
        .map((value) => (value === undefined ? undefined : kind.serialize(value as never)));
    } else columns[name] = kind === 'integer' ? table.integers(name) : table.numbers(name);
  }
  return { rows: table.rows, columns };
}

/** The table that was sent. @throws Error if it has not these columns; what a codec throws. */
export function receivedTable(schema: Schema, { rows, columns }: SentTable): Table {
  const data: Record<string, Column> = {};
  for (const name in schema) {
    const kind = schema[name]!;
    const sent = columns[name];
    if (sent?.length !== rows * widthOf(kind)) throw new Error(`column ${name} of ${rows} rows has another length`);
    const expected = kind === 'integer' ? 'Int32Array' : isCodec(kind) ? undefined : 'Float64Array';
    if (typedArrayKind(sent) !== expected) throw new Error(`column ${name} is of another kind`);
    if (isCodec(kind)) {
      data[name] = Array.from(sent as readonly (string | undefined)[], (text) =>
        typeof text === 'string' ? kind.deserialize(text) : undefined,
      );
    } else data[name] = sent as Column;
  }
  return new Table(schema, rows, data);
}

/** The memory of a table's numbers, to be handed over. */
export function buffersOf({ columns }: SentTable): ArrayBufferLike[] {
  return Object.values(columns).flatMap((column) => ('buffer' in column ? [column.buffer] : []));
}
