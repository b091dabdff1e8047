import { checkObject } from '../checks/checks.ts';
import { argumentError, messageOf, shapeError, show } from '../checks/errors.ts';
import type { Problem, Results } from '../seams/problem.ts';
import { FIELD, type FieldKinds, fieldSchema } from './fields.ts';
import { type Batch, isBatch, shapeOf } from './genomes.ts';
import { areNumbers, copyNumbers, isRow } from './numbers.ts';
import { type Column, isVector, type Schema, sameKind, Table, type TextCodec, widthOf } from './table.ts';

/** The columns that an evaluation of this problem fills: fitness, descriptor, and the domain's own. */
export function resultSchema({
  descriptor,
  fields,
}: Pick<Problem<never, FieldKinds>, 'descriptor' | 'fields'>): Schema {
  return { fitness: 'number', descriptor: { size: descriptor.dimensions }, ...fieldSchema(fields) };
}

/**
 * Results copied into a table and checked once, so that the original can no longer affect them. A row is invalid exactly if it has
 * a reason.
 */
export class CheckedResults implements Results {
  readonly table: Table;
  #reasons: (string | undefined)[] | undefined;

  constructor(table: Table) {
    this.table = table;
  }

  get rows(): number {
    return this.table.rows;
  }

  /** `(rows)`; NaN where the value was not a number. */
  get fitness(): Float64Array {
    return this.table.numbers('fitness');
  }

  /** `(rows, descriptorDimensions)`; NaN where the value was not a number. */
  get descriptors(): Batch {
    return this.table.vectors('descriptor');
  }

  /** By name: `(rows)` numbers, `(rows, size)` numbers, or a list of `(rows)` values. */
  get fields(): Readonly<Record<string, Float64Array | Batch | readonly unknown[]>> {
    return fieldsOf(this.table);
  }

  /** `(rows)`: why a row is invalid; undefined if all rows are valid. */
  get reasons(): readonly (string | undefined)[] | undefined {
    return this.#reasons;
  }

  /** Makes a row invalid. The first reason is kept. @param reason - A text, or the error that is the reason. */
  fault(row: number, reason: unknown): void {
    this.#reasons ??= new Array(this.rows).fill(undefined);
    this.#reasons[row] ??= messageOf(reason);
  }

  /** Writes the evaluation of one genome into a row: fitness, descriptor, and the domain's own columns by name. */
  take(
    row: number,
    found: { readonly fitness: unknown; readonly descriptor: ArrayLike<unknown> } & Record<string, unknown>,
  ): void {
    const { schema, data } = this.table;
    const { fitness, descriptor } = found;
    // A row that was not read to its end may have left a reason.
    if (this.#reasons !== undefined) this.#reasons[row] = undefined;
    (data.fitness as Float64Array)[row] = typeof fitness === 'number' ? fitness : Number.NaN;
    if (!Number.isFinite(fitness)) this.fault(row, `fitness must be finite; got ${show(fitness)}`);
    const size = widthOf(schema.descriptor!);
    copyNumbers(descriptor, data.descriptor as Float64Array, row * size);
    this.checkDescriptor(row, size, descriptor);
    for (const name in schema) {
      if (name.startsWith(FIELD)) copyField(name, found[name.slice(FIELD.length)], row, this);
    }
  }

  /** Makes a row invalid if its descriptor is not finite. @param given - What it was copied from (default: numbers). */
  checkDescriptor(row: number, size: number, given?: ArrayLike<unknown>): void {
    const data = this.table.data.descriptor as Float64Array;
    for (let j = 0, at = row * size; j < size; j++, at++) {
      if (Number.isFinite(data[at]!)) continue;
      this.fault(row, `descriptor ${j} must be finite; got ${show(given === undefined ? data[at] : given[j])}`);
    }
  }

  /** Some rows, copied. */
  gather(rows: ArrayLike<number>): CheckedResults {
    const some = new CheckedResults(this.table.gather(rows));
    for (let i = 0; i < rows.length; i++) {
      const reason = this.#reasons?.[rows[i]!];
      if (reason !== undefined) some.fault(i, reason);
    }
    return some;
  }

  /** Copies row i of other results into row `rows[i]`. */
  put(rows: ArrayLike<number>, from: CheckedResults): void {
    for (let i = 0; i < rows.length; i++) {
      this.table.copy(from.table, i, rows[i]!);
      const reason = from.reasons?.[i];
      if (this.#reasons !== undefined) this.#reasons[rows[i]!] = undefined;
      if (reason !== undefined) this.fault(rows[i]!, reason);
    }
  }
}

/** Results of rows that are all invalid. @param reason - A text, or the error that is the reason. */
export function invalidResults(schema: Schema, rows: number, reason: unknown): CheckedResults {
  const results = new CheckedResults(new Table(schema, rows));
  for (let i = 0; i < rows; i++) results.fault(i, reason);
  return results;
}

/** The domain's own columns of a table: live views. */
export function fieldsOf(table: Table): Readonly<Record<string, Float64Array | Batch | readonly unknown[]>> {
  const fields: Record<string, Float64Array | Batch | readonly unknown[]> = {};
  for (const name in table.schema) {
    if (!name.startsWith(FIELD)) continue;
    const kind = table.schema[name]!;
    const own = name.slice(FIELD.length);
    if (kind === 'number') fields[own] = table.numbers(name);
    else fields[own] = isVector(kind) ? table.vectors(name) : table.values(name);
  }
  return fields;
}

/**
 * Checks that results have one row for each of `rows` genomes, and copies them. {@link CheckedResults} of the same columns are returned
 * as they are.
 * @throws ARGUMENT, in the name of `owner`, naming the shapes.
 */
export function checkResults(owner: string, results: Results, rows: number, schema: Schema): CheckedResults {
  if (results instanceof CheckedResults && results.rows === rows && hasColumns(results.table, schema)) return results;
  const { fitness, descriptors, reasons, fields = {} } = (results ?? {}) as Results;
  checkObject(owner, 'fields', fields);
  checkColumn(owner, 'fitness', fitness, rows, 'number');
  if (reasons !== undefined) checkColumn(owner, 'reasons', reasons, rows, 'number');
  checkColumn(owner, 'descriptors', descriptors, rows, schema.descriptor);
  for (const [name, column] of Object.entries(fields)) {
    checkColumn(owner, FIELD + name, column, rows, schema[FIELD + name]);
  }
  const checked = new CheckedResults(new Table(schema, rows));
  copyReasons(owner, reasons, checked);
  copyFitness(fitness, checked);
  copyDescriptors(owner, descriptors, checked);
  for (const name in schema) if (name.startsWith(FIELD)) copyFields(name, fields, checked);
  return checked;
}

function hasColumns(table: Table, schema: Schema): boolean {
  for (const name in schema) if (!sameKind(table.schema[name], schema[name])) return false;
  return true;
}

/** @throws ARGUMENT, in the name of `owner`, unless a column has `rows` rows, and is no Batch if it is one of numbers. */
function checkColumn(owner: string, argument: string, column: unknown, rows: number, kind?: Schema[string]): void {
  if (isBatch(column) ? kind !== 'number' && column.rows === rows : isRow(column, rows)) return;
  throw columnError(owner, argument, rows, kind, shapeOf(column));
}

function columnError(
  owner: string,
  argument: string,
  rows: number,
  kind: Schema[string] | undefined,
  got: readonly unknown[],
): Error {
  if (kind === undefined || !isVector(kind)) return shapeError(owner, argument, [rows], 'rows', got);
  const width = argument === 'descriptors' ? 'descriptorDimensions' : 'size';
  return shapeError(owner, argument, [rows, kind.size], `rows, ${width}`, got);
}

function copyReasons(owner: string, reasons: Results['reasons'], into: CheckedResults): void {
  if (reasons === undefined) return;
  for (let i = 0; i < into.rows; i++) {
    const reason: unknown = reasons[i];
    if (reason === undefined) continue;
    if (typeof reason !== 'string') throw argumentError(owner, `reasons[${i}]`, 'be a string or undefined', reason);
    into.fault(i, reason);
  }
}

function copyFitness(fitness: ArrayLike<unknown>, into: CheckedResults): void {
  const { fitness: numbers } = into;
  copyNumbers(fitness, numbers, 0);
  for (let i = 0; i < numbers.length; i++) {
    if (!Number.isFinite(numbers[i]!)) into.fault(i, `fitness must be finite; got ${show(fitness[i])}`);
  }
}

function copyDescriptors(owner: string, descriptors: Results['descriptors'], into: CheckedResults): void {
  const { columns, data } = into.descriptors;
  const fail = (got: unknown): Error =>
    columnError(owner, 'descriptors', into.rows, { size: columns }, [into.rows, got]);
  if (isBatch(descriptors)) {
    if (descriptors.columns !== columns) throw fail(descriptors.columns);
    data.set(descriptors.data);
    for (let i = 0; i < into.rows; i++) into.checkDescriptor(i, columns);
    return;
  }
  for (let i = 0; i < into.rows; i++) {
    const row: unknown = descriptors[i];
    if (!isRow(row, columns)) throw fail(`${(row as ArrayLike<unknown> | undefined)?.length} in row ${i}`);
    copyNumbers(row, data, i * columns);
    into.checkDescriptor(i, columns, row);
  }
}

function copyFields(name: string, fields: NonNullable<Results['fields']>, into: CheckedResults): void {
  const given: unknown = fields[name.slice(FIELD.length)];
  for (let i = 0; i < into.rows; i++) {
    copyField(name, isBatch(given) ? given.row(i) : (given as ArrayLike<unknown> | undefined)?.[i], i, into);
  }
}

/** Makes a row invalid if a field is missing or of another kind. An already invalid row keeps its reason. */
function copyField(name: string, value: unknown, row: number, into: CheckedResults): void {
  if (into.reasons?.[row] !== undefined) return;
  const rule = copyValue(value, into.table.schema[name]!, into.table.data[name]!, row);
  if (rule !== undefined) into.fault(row, `${name} must ${rule}; got ${show(value)}`);
}

/** @returns the rule that the value breaks, if any. */
function copyValue(value: unknown, kind: Schema[string], target: Column, row: number): string | undefined {
  if (kind === 'number') {
    if (typeof value !== 'number') return 'be a number';
    target[row] = value;
  } else if (isVector(kind)) {
    const { size } = kind;
    if (!areNumbers(value, size)) return `have ${size} numbers`;
    copyNumbers(value, target as Float64Array, row * size);
  } else {
    if (value === undefined) return 'be given';
    try {
      (kind as TextCodec<unknown>).serialize(value);
    } catch {
      return 'be plain JSON';
    }
    target[row] = value;
  }
  return undefined;
}
