import { checkInteger } from '../checks/checks.ts';
import { argumentError, type ElitesError, shapeError } from '../checks/errors.ts';
import { isFloat64Array } from '../checks/typed-array.ts';
import { checkNumbers, copyNumbers, isList, isRow, lengthOf } from './numbers.ts';

/** Rows of genomes: the container that algorithms, operators and archives take and give. */
export interface Genomes<G> {
  /** Number of genomes. */
  readonly rows: number;
  /** The genome at `i` in [0, rows). A {@link Batch} gives a live view. */
  row(i: number): G;
}

/**
 * Vectors of one length as a row-major matrix of shape `(rows, columns)` in one flat `Float64Array`: genomes,
 * phenotypes, latents or descriptors.
 */
export class Batch implements Genomes<Float64Array> {
  /** Number of rows. */
  readonly rows: number;
  /** Length of each row. */
  readonly columns: number;
  /** The numbers, row-major, `rows * columns` of them; not copied. */
  readonly data: Float64Array;

  /**
   * @param data - `rows * columns` numbers, row-major. The batch is a view of them.
   * @throws ARGUMENT if the length does not fit, or a size is not an integer of at least 0.
   */
  constructor(rows: number, columns: number, data: Float64Array) {
    checkInteger('Batch', 'rows', rows, 0);
    checkInteger('Batch', 'columns', columns, 0);
    if (!isFloat64Array(data) || data.length !== rows * columns) {
      throw argumentError('Batch', 'data', `be a Float64Array of ${rows * columns} numbers`, data);
    }
    this.rows = rows;
    this.columns = columns;
    this.data = data;
  }

  /** A batch of zeros. @throws ARGUMENT if a size is not an integer of at least 0, or there are 2^31 numbers or more. */
  static zeros(rows: number, columns: number): Batch {
    return zeros(rows, columns);
  }

  /**
   * Copies rows of equal length.
   * @throws ARGUMENT unless `rows` is a list of number lists of one length.
   */
  static from(rows: ArrayLike<ArrayLike<number>>): Batch {
    return copyRowList('Batch.from', 'rows', rows);
  }

  /** A live view of row `i`. @throws ARGUMENT if there is no such row. */
  row(i: number): Float64Array {
    checkInteger('Batch.row', 'i', i, 0, this.rows - 1);
    return this.data.subarray(i * this.columns, (i + 1) * this.columns);
  }
}

/**
 * A batch whose maker keeps no reference to it. Its receiver owns it and need not copy it.
 * @internal
 */
export class FreshBatch extends Batch {}

/** The same vectors in memory that nobody else has: a FreshBatch itself, or a copy. */
export function freshBatch(batch: Batch): FreshBatch {
  return batch instanceof FreshBatch ? batch : new FreshBatch(batch.rows, batch.columns, batch.data.slice());
}

// Outside the class: bundlers rename a class that names itself.
function zeros(rows: number, columns: number): Batch {
  checkInteger('Batch.zeros', 'rows', rows, 0);
  checkInteger('Batch.zeros', 'columns', columns, 0);
  checkInteger('Batch.zeros', 'rows * columns', rows * columns, 0);
  return new Batch(rows, columns, new Float64Array(rows * columns));
}

/**
 * Copies rows of equal length, as {@link Batch.from} does; their lengths are checked before anything is copied.
 * @param width - The length that they must have (default: that of the first).
 * @throws ARGUMENT, in the name of `owner`, unless `rows` is a list of number lists of this length.
 */
export function copyRowList(
  owner: string,
  argument: string,
  rows: ArrayLike<ArrayLike<number>>,
  width?: number,
): Batch {
  if (!isList(rows)) throw argumentError(owner, argument, 'be a list of rows', rows);
  if (rows.length > 0 && !isList(rows[0]))
    throw argumentError(owner, `${argument}[0]`, 'be a list of numbers', rows[0]);
  const columns = width ?? rows[0]?.length ?? 0;
  for (let i = 0; i < rows.length; i++) checkNumbers(owner, `${argument}[${i}]`, rows[i], columns);
  const batch = zeros(rows.length, columns);
  for (let i = 0; i < rows.length; i++) copyNumbers(rows[i]!, batch.data, i * columns);
  return batch;
}

/** Genomes of any kind in a list. The list is not copied. */
export class ListBatch<G> implements Genomes<G> {
  readonly #list: readonly G[];

  /** @throws ARGUMENT if `list` is not an array. */
  constructor(list: readonly G[]) {
    if (!Array.isArray(list)) throw argumentError('ListBatch', 'list', 'be an array', list);
    this.#list = list;
  }

  get rows(): number {
    return this.#list.length;
  }

  /** The genome at `i`, not copied. @throws ARGUMENT if there is no such row. */
  row(i: number): G {
    checkInteger('ListBatch.row', 'i', i, 0, this.rows - 1);
    return this.#list[i] as G;
  }
}

/**
 * The genomes as a {@link Batch} with `columns` columns: the same object if it is one, else a copy.
 * @param what - What each row is.
 * @throws ARGUMENT, in the name of `owner`, if a row has another length.
 */
export function asBatch(
  owner: string,
  genomes: Genomes<ArrayLike<number>>,
  columns: number,
  what: 'genome' | 'phenotype' | 'latent' | 'descriptor' | 'gradient' = 'genome',
): Batch {
  checkGenomes(owner, `${what}s`, genomes);
  const fail = (got: unknown): ElitesError =>
    shapeError(owner, `${what}s`, [genomes.rows, columns], `rows, ${what}Dimensions`, [genomes.rows, got]);
  const { gathered } = genomes as { gathered?: () => Genomes<ArrayLike<number>> };
  const given = typeof gathered === 'function' ? gathered.call(genomes) : genomes;
  if (isBatch(given)) {
    if (given.columns !== columns) throw fail(given.columns);
    return given;
  }
  const batch = new FreshBatch(genomes.rows, columns, new Float64Array(genomes.rows * columns));
  for (let i = 0; i < genomes.rows; i++) {
    const row: unknown = genomes.row(i);
    if (!isRow(row, columns)) throw fail(`${lengthOf(row)} in row ${i}`);
    copyNumbers(row, batch.data, i * columns);
  }
  return batch;
}

/** The genomes, row by row, in a new list; rows of a Batch are views. */
export function listOf<G>(genomes: Genomes<G>): G[] {
  return Array.from({ length: genomes.rows }, (_, i) => genomes.row(i));
}

/** The same genomes in a new container: vectors are copied, other genomes are shared. */
export function copyGenomes<G>(genomes: Genomes<G>): Genomes<G> {
  if (!isBatch(genomes)) return new ListBatch(listOf(genomes));
  const { rows, columns, data } = genomes;
  return new Batch(rows, columns, data.slice()) as never;
}

/** What a column of these genomes holds: the numbers of vectors, not copied, or a list of the genomes. */
export function genomeData(genomes: Genomes<unknown>): Float64Array | unknown[] {
  return isBatch(genomes) ? genomes.data : listOf(genomes);
}

/** Whether `value` has the fields of a Batch. True for batches of the package's other copy (ESM, CJS) too. */
export function isBatch(value: unknown): value is Batch {
  const { data, columns, rows } = (value ?? {}) as Partial<Batch>;
  return isFloat64Array(data) && data.length === (rows as number) * (columns as number);
}

/** The sizes of a batch, the length of a list, for an error about its shape; the shown value of anything else. */
export function shapeOf(value: unknown): readonly unknown[] {
  return isBatch(value) ? [value.rows, value.columns] : [lengthOf(value)];
}

/** @throws ARGUMENT, in the name of `owner`, unless `genomes` has `rows` and `row()` and its memory was not transferred. */
export function checkGenomes(owner: string, argument: string, genomes: Genomes<unknown>): void {
  const { rows, row } = (genomes ?? {}) as Partial<Genomes<unknown>>;
  if (!(Number.isInteger(rows) && rows! >= 0 && typeof row === 'function')) {
    throw argumentError(owner, argument, 'be a Batch, or have rows and row()', genomes);
  }
  if (isTransferred(genomes)) throw argumentError(owner, argument, 'not have been transferred', genomes);
}

/** Whether the memory of a batch was transferred to another thread. */
export function isTransferred(genomes: Genomes<unknown>): boolean {
  const { rows, columns, data } = genomes as Batch;
  return isFloat64Array(data) && data.length === 0 && rows * columns > 0;
}
