import type { AddStatus, Geometry, ReportRows, Stateful, Table } from '../../core/index.ts';
import type { Fail } from '../../formats/index.ts';

/**
 * Decides which rows an archive keeps, and writes its table. One with state beside the table has `snapshot` and `restore`, so that
 * those of its archive contain it.
 */
export interface Keeper extends Partial<Stateful> {
  /** Number of cells, at least 1; it may grow. */
  readonly cells: number;
  /** Number of cells with an elite (default: the number of elites). */
  readonly filled?: number | undefined;
  /** Why a row that is valid for others cannot be kept, or undefined. */
  fault?(rows: Table, row: number): string | undefined;
  /**
   * Decides on rows, in order, and writes those that stay into the table, with their cell.
   * @param rows - A batch with all its columns.
   * @param valid - Which of its rows are decided on.
   * @param report - Gets cell and improvement of each of these.
   * @returns `(valid)`: what became of each.
   */
  take(rows: Table, valid: readonly number[], report: ReportRows): AddStatus[];
  /**
   * `(rows)`: the cell of each elite that is to be restored; changes nothing.
   * @throws what `fail` makes, if it could not hold them.
   */
  cellsOf(elites: Table, fail: Fail): Int32Array;
  /** Takes in that the table has other rows. */
  load(): void;
  /** Rows beside the elites that may become elites. */
  others?(): Table;
  /** Where the cells lie. */
  geometry(): Geometry;
}

/** Writes a row of a batch, with its cell, into a row of the table; appends it if there is no such row. */
export function putRow(elites: Table, at: number, rows: Table, row: number, cell: number): void {
  if (at === elites.rows) elites.push();
  elites.copy(rows, row, at);
  (elites.data.cell as Int32Array)[at] = cell;
}
