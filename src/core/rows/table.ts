import { Batch } from './genomes.ts';
import { copyRow, touchRows } from './numbers.ts';

/** Writes a value as text and reads it back. An object space is a TextCodec. */
export interface TextCodec<T> {
  serialize(value: T): string;
  deserialize(text: string): T;
}

/**
 * What a column holds in each row: a float64 number, a 32-bit integer, a vector of `size` float64 numbers, or a value of any
 * other kind with a codec for files and messages.
 */
export type ColumnKind = 'number' | 'integer' | { readonly size: number } | AnyCodec;

/** A codec for values of any type. */
interface AnyCodec {
  serialize(value: never): string;
  deserialize(text: string): unknown;
}

/** Names and kinds of a table's columns. */
export type Schema = Readonly<Record<string, ColumnKind>>;

/** The memory of a column: numbers row-major, or a list. */
export type Column = Float64Array | Int32Array | unknown[];

/** Numbers reserved when a table outgrows its first rows: 16 MB, of which untouched pages take no memory. */
const RESERVE = 2 ** 21;
const FIRST_ROWS = 64;

/**
 * Rows of named columns, each in one flat array. Results, archives, worker messages and files all use tables, so that a new
 * column is declared in one place.
 */
export class Table {
  readonly schema: Schema;
  /** Columns by name. They may be longer than the rows need. Arrays are replaced when the table grows. */
  readonly data: Record<string, Column>;
  #rows = 0;
  #capacity: number;

  /**
   * A table of `rows` rows: zeros, and undefined in lists.
   * @param data - All columns, each with exactly `rows` rows. The table takes ownership.
   */
  constructor(schema: Schema, rows: number = 0, data?: Record<string, Column>) {
    this.schema = schema;
    this.#rows = rows;
    this.#capacity = rows;
    this.data = data ?? newColumns(schema, rows);
  }

  get rows(): number {
    return this.#rows;
  }

  /** The numbers of a column, `rows` times its size: a live view, valid until the table grows. */
  numbers(name: string): Float64Array {
    const data = this.data[name] as Float64Array;
    const length = this.#rows * widthOf(this.schema[name]!);
    return data.length === length ? data : data.subarray(0, length);
  }

  /** The integers of a column: a live view, valid until the table grows. */
  integers(name: string): Int32Array {
    return (this.data[name] as Int32Array).subarray(0, this.#rows);
  }

  /** The vectors of a column: a live view, valid until the table grows. */
  vectors(name: string): Batch {
    return new Batch(this.#rows, widthOf(this.schema[name]!), this.numbers(name));
  }

  /** The values of a list column, not copied. */
  values(name: string): unknown[] {
    return this.data[name] as unknown[];
  }

  /** One value: a number, a copy of a vector, or the object itself, not copied. */
  value(name: string, row: number): unknown {
    const data = this.data[name]!;
    const width = widthOf(this.schema[name]!);
    return width === 1 && !isVector(this.schema[name]!) ? data[row] : data.slice(row * width, (row + 1) * width);
  }

  /**
   * Allocates room for `rows` rows, so that writing them cannot fail.
   * @param limit - The most rows that the table will ever have.
   */
  reserve(rows: number, limit: number = Number.POSITIVE_INFINITY): void {
    if (rows <= this.#capacity) return;
    let width = 0;
    for (const name in this.schema) width += widthOf(this.schema[name]!);
    const wanted = rows <= FIRST_ROWS ? FIRST_ROWS : Math.max(Math.ceil(rows * 1.5), Math.floor(RESERVE / width));
    const capacity = Math.max(rows, Math.min(wanted, limit));
    const grown: Record<string, Column> = {};
    for (const name in this.schema) grown[name] = growColumn(this.schema[name]!, this.data[name]!, capacity);
    Object.assign(this.data, grown);
    this.#capacity = capacity;
  }

  /** Sets the number of rows: appends zeros, or removes rows from the end and clears them. */
  resize(rows: number): void {
    this.reserve(rows);
    for (const name in this.schema) {
      const [data, width] = [this.data[name]!, widthOf(this.schema[name]!)];
      if (Array.isArray(data)) data.length = rows;
      else data.fill(0, Math.min(rows, this.#rows) * width, Math.max(rows, this.#rows) * width);
    }
    this.#rows = rows;
  }

  /** Appends a row of zeros. @returns its index. */
  push(): number {
    this.reserve(this.#rows + 1);
    return this.#rows++;
  }

  /** Copies row `row` of another table into row `to`; only columns that both tables have. */
  copy(from: Table, row: number, to: number): void {
    for (const name in from.schema) {
      const source = from.data[name]!;
      const target = this.data[name];
      if (target === undefined) continue;
      const width = widthOf(from.schema[name]!);
      if (width === 1) target[to] = source[row];
      else copyRow(source as Float64Array, row * width, target as Float64Array, to * width, width);
    }
  }

  /** A new table with copies of some rows, in the given order. @param schema - Its columns (default: all). */
  gather(rows: ArrayLike<number>, schema: Schema = this.schema): Table {
    const table = new Table(schema, rows.length);
    for (const name in schema) {
      const source = this.data[name];
      if (source !== undefined) gatherColumn(source, rows, widthOf(schema[name]!), table.data[name]!);
    }
    return table;
  }

  /** Copies row i of another table into row `rows[i]`, if that is not negative; only columns that both tables have. */
  put(rows: Int32Array, from: Table): void {
    for (const name in from.schema) {
      const target = this.data[name];
      if (target !== undefined) putColumn(from.data[name]!, target, rows, widthOf(from.schema[name]!));
    }
  }
}

/** Whether two columns hold the same: kinds are equal by identity, those of vectors by size. */
export function sameKind(a: ColumnKind | 'json' | undefined, b: ColumnKind | 'json' | undefined): boolean {
  return a === b || (isVector(a) && isVector(b) && a.size === b.size);
}

/** Whether a column holds vectors. */
export function isVector(kind: ColumnKind | 'json' | undefined): kind is { readonly size: number } {
  return typeof kind === 'object' && 'size' in kind;
}

/** Whether a column holds values that are written as texts. */
export function isCodec(kind: ColumnKind): kind is AnyCodec {
  return typeof kind === 'object' && 'serialize' in kind;
}

/** Numbers or entries per row. */
export function widthOf(kind: ColumnKind): number {
  return isVector(kind) ? kind.size : 1;
}

function newColumns(schema: Schema, rows: number): Record<string, Column> {
  const data: Record<string, Column> = {};
  for (const name in schema) data[name] = columnOf(schema[name]!, rows);
  return data;
}

function columnOf(kind: ColumnKind, rows: number): Column {
  if (kind === 'integer') return new Int32Array(rows);
  if (kind === 'number') return new Float64Array(rows);
  return isVector(kind) ? new Float64Array(rows * kind.size) : new Array(rows).fill(undefined);
}

function growColumn(kind: ColumnKind, data: Column, capacity: number): Column {
  if (Array.isArray(data)) return data;
  const grown = columnOf(kind, capacity) as Float64Array;
  grown.set(data);
  return grown;
}

function gatherColumn(source: Column, rows: ArrayLike<number>, width: number, target: Column): void {
  for (let i = 0; i < rows.length; i++) {
    if (width === 1) target[i] = source[rows[i]!];
    else copyRow(source as Float64Array, rows[i]! * width, target as Float64Array, i * width, width);
  }
}

function putColumn(source: Column, target: Column, rows: Int32Array, width: number): void {
  if (width > 1) touchRows(target as Float64Array, width, rows);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    if (row < 0) continue;
    if (width === 1) target[row] = source[i];
    else copyRow(source as Float64Array, i * width, target as Float64Array, row * width, width);
  }
}
