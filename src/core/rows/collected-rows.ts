import type { Results } from '../seams/problem.ts';
import { ascending, isAscending } from './numbers.ts';
import { CheckedResults, checkResults, invalidResults } from './results.ts';
import { type Schema, Table } from './table.ts';

/** What is done with rows that are reported. */
export interface RowsListener {
  /** Hears of a row that failed, or whose results break their contract. The row may be reported again. */
  failed(row: number, error: unknown): void;
  /** Hears of a row that is reported though it has results, or does not exist. */
  wrong?(row: number): void;
  /** Takes results of a part of the batch. @returns whether it did; if not, they are put into a table. */
  keep?(rows: ArrayLike<number>, results: CheckedResults): boolean;
}

/** Collects what an evaluation of rows reports, each row once. Its `done` and `failed` are those of a {@link RowsContext}. */
export class CollectedRows {
  /** Number of rows without results. */
  left: number;
  /** The results; undefined before the first, and where the listener takes them. */
  results: CheckedResults | undefined;
  /** The first failure. */
  failure: { readonly error: unknown } | undefined;
  readonly #owner: string;
  readonly #rows: number;
  readonly #schema: Schema;
  readonly #listener: RowsListener;
  /** `(rows)`: 1 where there are results; undefined as long as there are none, and where all came at once. */
  #has: Uint8Array | undefined;

  /**
   * @param owner - Whom errors of results name.
   * @param rows - Number of rows of the batch.
   * @param schema - The columns of results.
   * @param due - Which rows are to be reported (default: all).
   */
  constructor(owner: string, rows: number, schema: Schema, listener: RowsListener, due?: ArrayLike<number>) {
    this.#owner = owner;
    this.#rows = rows;
    this.#schema = schema;
    this.#listener = listener;
    this.left = due?.length ?? rows;
    if (this.left === rows) return;
    this.#has = new Uint8Array(rows).fill(1);
    for (let i = 0; i < this.left; i++) this.#has[due![i]!] = 0;
  }

  readonly done = (rows: ArrayLike<number>, found: Results): void => {
    if (!this.#areDue(rows)) return;
    try {
      this.take(rows, found);
    } catch (error) {
      for (let i = 0; i < rows.length; i++) this.#fail(rows[i]!, error);
    }
  };

  readonly failed = (row: number, error: unknown): void => {
    if (this.#areDue([row])) this.#fail(row, error);
  };

  /** Takes results of rows that have none. @throws ARGUMENT if they break their contract. */
  take(rows: ArrayLike<number>, found: Results): void {
    const checked = checkResults(this.#owner, found, rows.length, this.#schema);
    const whole = this.#areAll(rows);
    this.left -= rows.length;
    if (whole) this.results = checked;
    else {
      this.#has ??= new Uint8Array(this.#rows);
      for (let i = 0; i < rows.length; i++) this.#has[rows[i]!] = 1;
      if (this.#listener.keep?.(rows, checked) !== true) this.table().put(rows, checked);
    }
  }

  /** Makes a row invalid that has no results. */
  giveUp(row: number, reason: unknown): void {
    this.take([row], invalidResults(this.#schema, 1, reason));
  }

  /** The rows without results, in ascending order. */
  missing(): Int32Array {
    return ascending(this.#rows).filter((row) => !this.#isKnown(row));
  }

  /** The results of all rows; zeros where there are none. */
  table(): CheckedResults {
    this.results ??= new CheckedResults(new Table(this.#schema, this.#rows));
    return this.results;
  }

  /**
   * The results as a plain object. Its columns are checked again when they are told: the caller may have changed them.
   * @throws the first failure; the signal's reason.
   */
  plain(signal: AbortSignal | undefined): Results {
    if (this.failure !== undefined) throw this.failure.error;
    signal?.throwIfAborted();
    const { fitness, descriptors, fields, reasons } = this.table();
    return { fitness, descriptors, ...(Object.keys(fields).length > 0 && { fields }), ...(reasons && { reasons }) };
  }

  #fail(row: number, error: unknown): void {
    this.failure ??= { error };
    this.#listener.failed(row, error);
  }

  #isKnown(row: number): boolean {
    return this.left === 0 || this.#has?.[row] === 1;
  }

  /** Whether these are all rows of the batch, in order, and none has results. */
  #areAll(rows: ArrayLike<number>): boolean {
    return rows.length === this.#rows && this.left === rows.length && isAscending(rows);
  }

  /** Whether these are rows without results, each once. */
  #areDue(rows: ArrayLike<number>): boolean {
    if (this.#areAll(rows)) return true;
    const seen = new Set<number>();
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      const exists = Number.isInteger(row) && row >= 0 && row < this.#rows;
      if (!exists || this.#isKnown(row) || seen.has(row)) {
        this.#listener.wrong?.(row);
        return false;
      }
      seen.add(row);
    }
    return true;
  }
}
