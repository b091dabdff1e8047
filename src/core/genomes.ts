import { checkObject } from './checks.ts';
import { argumentError, ElitesError, shapeError, show } from './errors.ts';
import { copyNumbers, isRow } from './numbers.ts';

/** Rows of genomes: the one container that ask, operators and archives speak. */
export interface Genomes<G> {
  /** Number of genomes. */
  readonly rows: number;
  /** The genome at `i` in [0, rows). Of a {@link Batch} it is a live view. */
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
   * @throws ARGUMENT if the length does not fit, or a size is no integer of at least 0.
   */
  constructor(rows: number, columns: number, data: Float64Array) {
    const whole = Number.isInteger(rows) && Number.isInteger(columns) && rows >= 0 && columns >= 0;
    if (!whole || !(data instanceof Float64Array) || data.length !== rows * columns) {
      const shape = `(${show(rows)}, ${show(columns)})`;
      throw new ElitesError('ARGUMENT', `Batch: data must be a Float64Array of shape ${shape}; got ${show(data)}.`);
    }
    this.rows = rows;
    this.columns = columns;
    this.data = data;
  }

  /** A batch of zeros. @throws ARGUMENT if a size is no integer of at least 0. */
  static zeros(rows: number, columns: number): Batch {
    return zeros(rows, columns);
  }

  /**
   * Copies rows of equal length.
   * @throws ARGUMENT if `rows` is no list of lists of numbers of one length.
   */
  static from(rows: ArrayLike<ArrayLike<number>>): Batch {
    checkObject('Batch.from', 'rows', rows, 'be a list of rows');
    const columns = rows[0]?.length ?? 0;
    const batch = zeros(rows.length, columns);
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i];
      if (!isRow(row, columns)) {
        const message = `Batch.from: row ${i} must have length ${columns}, as row 0 has; got ${show(row)}.`;
        throw new ElitesError('ARGUMENT', message);
      }
      copyNumbers(row, batch.data, i * columns);
    }
    return batch;
  }

  /** A live view of row `i`. @throws ARGUMENT if there is no such row. */
  row(i: number): Float64Array {
    if (!(Number.isInteger(i) && i >= 0 && i < this.rows)) throw noSuchRow('Batch.row', i, this.rows);
    return this.data.subarray(i * this.columns, (i + 1) * this.columns);
  }
}

// Not within the class: bundlers rename a class that names itself.
function zeros(rows: number, columns: number): Batch {
  const whole = Number.isInteger(rows) && Number.isInteger(columns) && rows >= 0 && columns >= 0;
  const length = whole ? rows * columns : 0;
  const valid = whole && length < 2 ** 31;
  if (!valid) {
    const rule = 'must be integers of at least 0 with a product below 2^31';
    throw new ElitesError('ARGUMENT', `Batch.zeros: rows and columns ${rule}; got (${show(rows)}, ${show(columns)}).`);
  }
  return new Batch(rows, columns, new Float64Array(length));
}

/** Genomes of any kind in a list. The list is not copied. */
export class ListBatch<G> implements Genomes<G> {
  readonly #list: readonly G[];

  /** @throws ARGUMENT if `list` is no array. */
  constructor(list: readonly G[]) {
    if (!Array.isArray(list)) throw argumentError('ListBatch', 'list', 'be an array', list);
    this.#list = list;
  }

  get rows(): number {
    return this.#list.length;
  }

  /** The genome at `i`, the very object. @throws ARGUMENT if there is no such row. */
  row(i: number): G {
    if (!(Number.isInteger(i) && i >= 0 && i < this.#list.length)) throw noSuchRow('ListBatch.row', i, this.rows);
    return this.#list[i] as G;
  }
}

function noSuchRow(owner: string, i: unknown, rows: number): ElitesError {
  return new ElitesError('ARGUMENT', `${owner}: i must be an integer in [0, ${rows - 1}]; got ${show(i)}.`);
}

/**
 * The genomes as a {@link Batch} with `columns` columns: itself if it is one, else a copy.
 * @throws ARGUMENT, in the name of `owner`, if a row has another length.
 */
export function asBatch(owner: string, genomes: Genomes<ArrayLike<number>>, columns: number): Batch {
  checkGenomes(owner, 'genomes', genomes);
  const fail = (got: unknown): ElitesError =>
    shapeError(owner, 'genomes', [genomes.rows, columns], 'rows, genomeDimensions', [genomes.rows, got]);
  if (isBatch(genomes)) {
    if (genomes.columns !== columns) throw fail(genomes.columns);
    return genomes;
  }
  const batch = Batch.zeros(genomes.rows, columns);
  for (let i = 0; i < genomes.rows; i++) {
    const row: unknown = genomes.row(i);
    if (!isRow(row, columns)) {
      throw fail((row as ArrayLike<unknown> | undefined)?.length);
    }
    copyNumbers(row, batch.data, i * columns);
  }
  return batch;
}

/**
 * A batch of this shape to be written to: `into`, if it is one, else a new one of zeros.
 * @param avoid - Memory that must not be written over, if any.
 */
export function batchFor(rows: number, columns: number, into?: Genomes<unknown>, avoid?: ArrayBufferLike): Batch {
  const fits = into !== undefined && isBatch(into) && into.rows === rows && into.columns === columns;
  return fits && into.data.buffer !== avoid ? into : Batch.zeros(rows, columns);
}

/** Whether the rows lie in one flat array, as those of a Batch do, also one of the package's other copy (ESM, CJS). */
export function isBatch(genomes: Genomes<unknown>): genomes is Batch {
  const { data, columns, rows } = (genomes ?? {}) as Partial<Batch>;
  return data instanceof Float64Array && data.length === (rows as number) * (columns as number);
}

/** @throws ARGUMENT, in the name of `owner`, unless `genomes` has rows and row(). */
export function checkGenomes(owner: string, argument: string, genomes: Genomes<unknown>): void {
  const { rows, row } = (genomes ?? {}) as Partial<Genomes<unknown>>;
  if (Number.isInteger(rows) && rows! >= 0 && typeof row === 'function') return;
  throw argumentError(owner, argument, 'be a Batch, or have rows and row()', genomes);
}

/** Copies rows into a container of the kind of `like`: a Batch for vectors, a list for everything else. */
export function collectRows<G>(rows: readonly G[], like: Genomes<G>): Genomes<G> {
  if (!isBatch(like)) return new ListBatch(rows);
  const batch = Batch.zeros(rows.length, like.columns);
  for (let i = 0; i < rows.length; i++) batch.data.set(rows[i] as Float64Array, i * like.columns);
  return batch as unknown as Genomes<G>;
}
