import type { BoxBounds } from '../../core/index.ts';
import type { CellMap, MapWindow } from './cell-map.ts';

/**
 * A grid of any number of dimensions. The first two are the axes; within each cell of these, the third and the fourth are the axes of a
 * smaller grid, and so on. With one dimension cells are stripes.
 */
export class GridMap implements CellMap {
  readonly cells: number;
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
  readonly blocks: readonly [number, number];
  /** `(columns)`, `(rows)`: what a column and a row add to the number of a cell. */
  readonly #columns: Int32Array;
  readonly #rows: Int32Array;
  readonly #grid: readonly number[];

  constructor(grid: readonly number[], box: BoxBounds) {
    this.#grid = grid;
    this.cells = grid.reduce((product, count) => product * count, 1);
    this.x = [box.lower[0]!, box.upper[0]!];
    this.y = grid.length < 2 ? [0, 1] : [box.lower[1]!, box.upper[1]!];
    this.blocks = grid.length <= 2 ? [1, 1] : [grid[0]!, grid[1]!];
    this.#columns = offsets(grid, 0);
    this.#rows = offsets(grid, 1);
  }

  get across(): number {
    return Math.max(this.#columns.length, this.#rows.length);
  }

  cellAt(x: number, y: number): number {
    const column = placeOf(x, this.x, this.#columns.length);
    const row = placeOf(y, this.y, this.#rows.length);
    return column < 0 || row < 0 ? -1 : this.#columns[column]! + this.#rows[row]!;
  }

  centre(cell: number): readonly [number, number] {
    let [column, row, rest] = [0, 0, cell];
    let stride = this.cells;
    for (const [d, count] of this.#grid.entries()) {
      stride /= count;
      const place = Math.floor(rest / stride);
      rest -= place * stride;
      if (d % 2 === 0) column = column * count + place;
      else row = row * count + place;
    }
    return [middleOf(column, this.x, this.#columns.length), middleOf(row, this.y, this.#rows.length)];
  }

  fill({ left, right, bottom, top, width, height }: MapWindow, into: Int32Array): void {
    const columns = new Int32Array(width);
    for (let i = 0; i < width; i++) {
      const column = placeOf(left + ((right - left) * (i + 0.5)) / width, this.x, this.#columns.length);
      columns[i] = column < 0 ? -1 : this.#columns[column]!;
    }
    for (let j = 0, at = 0; j < height; j++) {
      const row = placeOf(top - ((top - bottom) * (j + 0.5)) / height, this.y, this.#rows.length);
      const offset = row < 0 ? -1 : this.#rows[row]!;
      for (let i = 0; i < width; i++, at++) into[at] = offset < 0 || columns[i]! < 0 ? 0 : columns[i]! + offset + 1;
    }
  }
}

/** What each place along an axis adds to the number of a cell. The axis is made of every second dimension from `first` on. */
function offsets(grid: readonly number[], first: 0 | 1): Int32Array {
  let all = [0];
  let stride = grid.reduce((product, count) => product * count, 1);
  for (const [d, count] of grid.entries()) {
    stride /= count;
    if (d % 2 !== first) continue;
    const step = stride;
    all = all.flatMap((offset) => Array.from({ length: count }, (_, i) => offset + i * step));
  }
  return Int32Array.from(all);
}

function placeOf(value: number, [low, high]: readonly [number, number], count: number): number {
  const place = Math.floor(((value - low) / (high - low)) * count);
  if (place === count && value <= high) return count - 1;
  return place >= 0 && place < count ? place : -1;
}

function middleOf(place: number, [low, high]: readonly [number, number], count: number): number {
  return low + ((high - low) * (place + 0.5)) / count;
}
