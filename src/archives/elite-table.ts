import { ascending, type Schema, Table } from '../core/index.ts';

const PAGE = 4096;

/**
 * The rows of an archive, and which row each cell's elite has. Rows are in the order in which their cells were filled, except that
 * the last row takes the place of one that is removed.
 */
export class EliteTable {
  readonly table: Table;
  readonly #cells: number;
  /** The row of each cell plus 1, 0 for an empty cell; pages are allocated as cells are filled. */
  readonly #pages: (Int32Array | undefined)[];
  /** Counts changes. */
  #version = 0;
  /** The row of each elite by id, from the first time that one is looked for. */
  #byId: Map<number, number> | undefined;
  /** Cells that were left empty, with the version that did so. */
  readonly #emptied = new Map<number, number>();

  constructor(schema: Schema, cells: number) {
    this.table = new Table(schema);
    this.#cells = cells;
    this.#pages = new Array(Math.ceil(cells / PAGE));
  }

  get version(): number {
    return this.#version;
  }

  /** The row of a cell's elite, −1 if the cell is empty. */
  rowOf(cell: number): number {
    return (this.#pages[(cell / PAGE) | 0]?.[cell % PAGE] ?? 0) - 1;
  }

  /** The row of each cell's elite, −1 for an empty cell. */
  rowsOf(cells: Int32Array): Int32Array {
    const rows = new Int32Array(cells.length);
    for (let i = 0; i < cells.length; i++) rows[i] = this.rowOf(cells[i]!);
    return rows;
  }

  /** The row of the elite with an id, −1 if there is none. */
  rowOfId(id: number): number {
    this.#byId ??= new Map(Array.from(this.table.numbers('id'), (known, row) => [known, row]));
    return this.#byId.get(id) ?? -1;
  }

  /** To be called before an elite of another id is written to a row. */
  identify(row: number, id: number): void {
    if (this.#byId === undefined) return;
    const ids = this.table.data.id as Float64Array;
    if (this.#byId.get(ids[row]!) === row) this.#byId.delete(ids[row]!);
    this.#byId.set(id, row);
    ids[row] = id;
  }

  /** Begins a new version, to which every later change belongs. */
  begin(): void {
    this.#version++;
  }

  /** Makes room for the elites of some cells that are empty. */
  reserve(more: number): void {
    this.table.reserve(Math.min(this.table.rows + more, this.#cells), this.#cells);
  }

  /** A new row for an empty cell. */
  open(cell: number): number {
    const row = this.table.push();
    this.#place(cell, row);
    return row;
  }

  /** Marks a row as changed. */
  touch(row: number): void {
    (this.table.data.version as Float64Array)[row] = this.#version;
  }

  /** Moves a row to an empty cell; its old cell is empty then. */
  move(row: number, cell: number): void {
    this.#leave(row);
    this.#place(cell, row);
  }

  /** Removes a row; the last row takes its place. */
  remove(row: number): void {
    this.#leave(row);
    const last = this.table.rows - 1;
    const ids = this.table.data.id as Float64Array;
    this.#byId?.delete(ids[row]!);
    if (row !== last) {
      this.table.copy(this.table, last, row);
      this.#set(this.#cell(row), row);
      this.#byId?.set(ids[row]!, row);
    }
    this.table.resize(last);
  }

  /** Cells whose elite was replaced, changed or removed since a version. */
  changes(since: number): Int32Array {
    const versions = this.table.numbers('version');
    const cells: number[] = [];
    for (let row = 0; row < versions.length; row++) if (versions[row]! > since) cells.push(this.#cell(row));
    for (const [cell, version] of this.#emptied) if (version > since) cells.push(cell);
    return Int32Array.from(cells);
  }

  /** Replaces all rows. @param cells - The cell of each, all different. */
  load(rows: Table, cells: Int32Array): void {
    this.begin();
    this.#byId = undefined;
    while (this.table.rows > 0) this.remove(this.table.rows - 1);
    this.table.reserve(rows.rows, this.#cells);
    for (const cell of cells) this.open(cell);
    this.table.put(ascending(cells.length), rows);
  }

  #cell(row: number): number {
    return (this.table.data.cell as Int32Array)[row]!;
  }

  #place(cell: number, row: number): void {
    (this.table.data.cell as Int32Array)[row] = cell;
    this.#set(cell, row);
    if (this.#emptied.size > 0) this.#emptied.delete(cell);
    this.touch(row);
  }

  #leave(row: number): void {
    const cell = this.#cell(row);
    this.#set(cell, -1);
    this.#emptied.set(cell, this.#version);
  }

  #set(cell: number, row: number): void {
    const index = (cell / PAGE) | 0;
    this.#pages[index] ??= new Int32Array(PAGE);
    this.#pages[index][cell % PAGE] = row + 1;
  }
}
