import type { Table } from '../../core/index.ts';
import { putRow } from './keeper.ts';

/** The rows of a table in which several elites share a cell; removed rows leave no gap. */
export class RowsByCell {
  readonly #elites: Table;
  readonly #rows = new Map<number, number[]>();

  constructor(elites: Table) {
    this.#elites = elites;
  }

  /** Number of cells with an elite. */
  get filled(): number {
    return this.#rows.size;
  }

  /** The cells with an elite, in the order of their first row since they were last empty. */
  cells(): number[] {
    return [...this.#rows.keys()];
  }

  /** The rows of a cell, ascending. */
  of(cell: number): readonly number[] {
    return this.#rows.get(cell) ?? [];
  }

  /** Appends a row of a batch to a cell. */
  add(cell: number, rows: Table, row: number): void {
    const at = this.#elites.rows;
    putRow(this.#elites, at, rows, row, cell);
    this.#note(cell, at);
  }

  /** Removes rows of a cell; the last rows of the table take their places. */
  remove(cell: number, rows: readonly number[]): void {
    for (const row of [...rows].sort((a, b) => b - a)) {
      this.#forget(cell, row);
      const last = this.#elites.rows - 1;
      if (row !== last) {
        const moved = this.#elites.integers('cell')[last]!;
        this.#elites.copy(this.#elites, last, row);
        this.#elites.integers('cell')[row] = moved;
        this.#forget(moved, last);
        this.#note(moved, row);
      }
      this.#elites.resize(last);
    }
  }

  /** Takes in that the table has other rows. */
  load(): void {
    this.#rows.clear();
    for (const [row, cell] of this.#elites.integers('cell').entries()) this.#note(cell, row);
  }

  #note(cell: number, row: number): void {
    const list = this.#rows.get(cell);
    if (list === undefined) this.#rows.set(cell, [row]);
    else {
      let at = list.length;
      while (at > 0 && list[at - 1]! > row) at--;
      list.splice(at, 0, row);
    }
  }

  #forget(cell: number, row: number): void {
    const list = this.#rows.get(cell)!;
    list.splice(list.indexOf(row), 1);
    if (list.length === 0) this.#rows.delete(cell);
  }
}
