const PAGE = 4096;

/** Which row each cell's elite has: an array of all cells in pages, made as cells are filled. */
export class CellTable {
  readonly #pages: (Int32Array | undefined)[];

  constructor(cells: number) {
    this.#pages = new Array(Math.ceil(cells / PAGE));
  }

  /** The row of a cell's elite, −1 if the cell is empty. */
  get(cell: number): number {
    return this.#pages[(cell / PAGE) | 0]?.[cell % PAGE] ?? -1;
  }

  /** The row of each cell's elite, −1 for an empty cell. */
  rows(cells: Int32Array): Int32Array {
    const rows = new Int32Array(cells.length);
    for (let i = 0; i < cells.length; i++) rows[i] = this.get(cells[i]!);
    return rows;
  }

  set(cell: number, row: number): void {
    const index = (cell / PAGE) | 0;
    let page = this.#pages[index];
    if (page === undefined) {
      page = new Int32Array(PAGE).fill(-1);
      this.#pages[index] = page;
    }
    page[cell % PAGE] = row;
  }
}
