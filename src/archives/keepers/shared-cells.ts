import type { AddStatus, FieldKinds, Geometry, ReportRows, Table } from '../../core/index.ts';
import type { Fail } from '../../formats/index.ts';
import { type CellIndex, findCells } from '../indices/cell-index.ts';
import { KeeperArchive, type KeeperArchiveOptions, putRow } from './keeper-archive.ts';

/** An archive of cells that several elites share; rows that are removed leave no gap in the table. */
export abstract class SharedCells<G, F extends FieldKinds> extends KeeperArchive<G, F> {
  readonly several: boolean = true;
  readonly cells: number;
  readonly #index: CellIndex;
  /** The rows of each cell that has any, ascending. */
  #rows = new Map<number, number[]>();

  constructor(options: KeeperArchiveOptions<G, F>, index: CellIndex) {
    super(options);
    this.cells = index.cells;
    this.#index = index;
  }

  /** Decides on a row of a batch: adds it to its cell or writes it over an elite, removes elites, and reports its improvement. @internal */
  protected abstract enter(rows: Table, row: number, cell: number, report: ReportRows): AddStatus;

  /** @throws what `fail` makes, if these rows cannot be in one cell. @internal */
  protected abstract check(elites: Table, rows: readonly number[], fail: Fail): void;

  /** @internal */
  protected override get filled(): number {
    return this.#rows.size;
  }

  /** The cells with an elite; in the order of their first rows as long as no row is removed, also after `load`. @internal */
  protected filledCells(): number[] {
    return [...this.#rows.keys()];
  }

  /** The rows of a cell, ascending. @internal */
  protected rowsOf(cell: number): readonly number[] {
    return this.#rows.get(cell) ?? [];
  }

  /** @internal */
  protected override take(rows: Table, valid: readonly number[], report: ReportRows): AddStatus[] {
    const reasons: (string | undefined)[] = new Array(rows.rows).fill('');
    for (const row of valid) reasons[row] = undefined;
    findCells(`${this.kinds.owner}.add`, this.#index, rows.numbers('descriptor'), report.cell, reasons);
    return valid.map((row) => this.enter(rows, row, report.cell[row]!, report));
  }

  /** @internal */
  protected override cellsOf(elites: Table, fail: Fail): Int32Array {
    const owner = `${this.kinds.owner}.restore`;
    const cells = findCells(owner, this.#index, elites.numbers('descriptor'), new Int32Array(elites.rows));
    for (const rows of rowsByCell(cells).values()) this.check(elites, rows, fail);
    return cells;
  }

  /** @internal */
  protected override load(): void {
    this.#rows = rowsByCell(this.elites.integers('cell'));
  }

  geometry(): Geometry {
    return this.#index.geometry!();
  }

  /** Appends a row of a batch to a cell. @internal */
  protected append(cell: number, rows: Table, row: number): void {
    const at = this.elites.rows;
    putRow(this.elites, at, rows, row, cell);
    this.#note(cell, at);
  }

  /** Removes rows of a cell; the last rows of the table take their places. @internal */
  protected remove(cell: number, rows: readonly number[]): void {
    for (const row of [...rows].sort((a, b) => b - a)) {
      this.#forget(cell, row);
      const last = this.elites.rows - 1;
      if (row !== last) {
        const moved = this.elites.integers('cell')[last]!;
        putRow(this.elites, row, this.elites, last, moved);
        this.#forget(moved, last);
        this.#note(moved, row);
      }
      this.elites.resize(last);
    }
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

function rowsByCell(cells: Int32Array): Map<number, number[]> {
  const all = new Map<number, number[]>();
  for (const [row, cell] of cells.entries()) {
    const rows = all.get(cell);
    if (rows === undefined) all.set(cell, [row]);
    else rows.push(row);
  }
  return all;
}
