import { type Box, type BoxBounds, checkInteger, checkRow, finiteBounds, ownerOf, product } from '../../core/index.ts';
import type { CellIndex } from './cell-index.ts';

/** What a {@link gridIndex} is made of. */
export interface GridIndexOptions {
  /** The box that is divided; finite bounds. */
  readonly descriptor: Box;
  /** `(descriptorDimensions)`: number of cells along each dimension, at least 1; their product below 2^31. */
  readonly cells: ArrayLike<number>;
  /** Whom errors name (default 'gridIndex'). */
  readonly name?: string | undefined;
}

/**
 * A regular grid over a box. A cell is half-open, [lower, upper); the last one of each dimension is closed. Cells are numbered
 * row-major, the last dimension fastest.
 *
 * Finding a cell is exact, without an epsilon: boundary k of n is the number that float64 gives for
 * lower + (upper − lower) · (k/n), four roundings, and a descriptor is compared with that very number.
 * @throws ARGUMENT if an option breaks its contract.
 */
export function gridIndex(options: GridIndexOptions): CellIndex & { readonly grid: readonly number[] } {
  const owner = ownerOf('gridIndex', options, ['descriptor', 'cells']);
  const bounds = finiteBounds(owner, 'descriptor', options.descriptor);
  const { dimensions } = bounds;
  checkRow(owner, 'cells', options.cells, dimensions);
  const grid = Object.freeze(Array.from(options.cells));
  for (const [j, n] of grid.entries()) checkInteger(owner, `cells[${j}]`, n, 1);
  const cells = product(grid);
  checkInteger(owner, 'the product of cells', cells, 1);
  return {
    grid,
    cells,
    layout: { cells: grid },
    find(descriptors, found) {
      for (let i = 0; i < found.length; i++) found[i] = findCell(bounds, grid, descriptors, i * dimensions);
    },
    geometry: () => ({ grid }),
  };
}

function findCell({ lower, upper }: BoxBounds, grid: readonly number[], descriptors: Float64Array, at: number): number {
  let cell = 0;
  for (let j = 0; j < grid.length; j++) {
    const n = grid[j]!;
    const low = lower[j]!;
    const high = upper[j]!;
    const x = Math.min(Math.max(descriptors[at + j]!, low), high);
    let k = Math.min(Math.floor(((x - low) / (high - low)) * n), n - 1);
    while (k > 0 && x < boundary(low, high, n, k)) k--;
    while (k < n - 1 && x >= boundary(low, high, n, k + 1)) k++;
    cell = cell * n + k;
  }
  return cell;
}

/** `(dimensions)` lists, `(cells + 1)` each: where the cells of a grid begin along a dimension, and where the last one ends. */
export function gridEdges({ lower, upper }: BoxBounds, grid: ArrayLike<number>): Float64Array[] {
  return Array.from(grid, (n, j) =>
    Float64Array.from({ length: n + 1 }, (_, k) => boundary(lower[j]!, upper[j]!, n, k)),
  );
}

/** Boundary k of the n cells between two numbers. */
function boundary(low: number, high: number, n: number, k: number): number {
  return k === n ? high : low + (high - low) * (k / n);
}
