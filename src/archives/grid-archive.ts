import { type BoxBounds, checkInteger, checkOptions, checkRow, type Problem } from '../core/index.ts';
import { CellArchive, type CellFinder, descriptorBounds } from './cell-archive.ts';

/** What a {@link GridArchive} is made of. */
export interface GridArchiveOptions<G = Float64Array> {
  /** A domain, or just its problem part. */
  readonly domain: Problem<G>;
  /** `(descriptorDimensions)`: number of cells along each dimension, at least 1; their product below 2^31. */
  readonly cells: ArrayLike<number>;
}

/**
 * Cells as a regular grid over the descriptor box. A cell is half-open, [lower, upper); the last one of each dimension is
 * closed. Cells are numbered row-major, the last dimension fastest.
 *
 * Finding a cell is exact, without an epsilon: boundary k of n is the number that float64 gives for
 * lower + (upper − lower) · (k/n), four roundings, and a descriptor is compared with that very number.
 */
export class GridArchive<G = Float64Array> extends CellArchive<G> {
  /** `(descriptorDimensions)`: number of cells along each dimension. */
  readonly shape: readonly number[];

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: GridArchiveOptions<G>) {
    checkOptions('GridArchive', options, ['domain', 'cells']);
    const bounds = descriptorBounds('GridArchive', options.domain);
    const shape = checkShape(options.cells, bounds.dimensions);
    const cells = shape.reduce((product, n) => product * n, 1);
    checkInteger('GridArchive', 'the product of cells', cells, 1);
    super('GridArchive', options.domain, cells, gridFinder(bounds, shape), { cells: shape });
    this.shape = shape;
  }
}

function checkShape(cells: ArrayLike<number>, dimensions: number): number[] {
  checkRow('GridArchive', 'cells', cells, dimensions);
  for (let j = 0; j < dimensions; j++) checkInteger('GridArchive', `cells[${j}]`, cells[j], 1);
  return Array.from(cells);
}

function gridFinder({ dimensions, lower, upper }: BoxBounds, shape: readonly number[]): CellFinder {
  const edge = (j: number, k: number): number => {
    const n = shape[j]!;
    return k === n ? upper[j]! : lower[j]! + (upper[j]! - lower[j]!) * (k / n);
  };
  const find = (descriptors: Float64Array, offset: number): number => {
    let cell = 0;
    for (let j = 0; j < dimensions; j++) {
      const n = shape[j]!;
      const x = Math.min(Math.max(descriptors[offset + j]!, lower[j]!), upper[j]!);
      let k = Math.min(Math.floor(((x - lower[j]!) / (upper[j]! - lower[j]!)) * n), n - 1);
      while (k > 0 && x < edge(j, k)) k--;
      while (k < n - 1 && x >= edge(j, k + 1)) k++;
      cell = cell * n + k;
    }
    return cell;
  };
  return (descriptors, cells) => {
    for (let i = 0; i < cells.length; i++) cells[i] = find(descriptors, i * dimensions);
  };
}
