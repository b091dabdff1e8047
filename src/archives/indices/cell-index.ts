import { argumentError, checkSynchronous, type Geometry } from '../../core/index.ts';

/** Which cell a descriptor belongs to. Immutable. */
export interface CellIndex {
  /** Number of cells, at least 1. */
  readonly cells: number;
  /**
   * Names and numbers that tell it from others: a snapshot is refused where they differ, and the error names the entry. Not `genome`,
   * `descriptor`, `fitnessFloor`, `fields`, `noisy`, `lineage` or `parts`, which the archive uses.
   */
  readonly layout: object;
  /**
   * Writes the cell of each descriptor, in [0, cells); any number if the descriptor is not finite.
   * @param descriptors - `(rows, descriptorDimensions)`, row-major; a copy.
   * @param cells - `(rows)`
   */
  find(descriptors: Float64Array, cells: Int32Array): void;
  /** Where the cells lie. Without it, pictures cannot show them. */
  geometry?(): Geometry;
}

/** Number of descriptors that an index is for; undefined if it does not say where its cells lie. */
export function descriptorsOf(index: CellIndex): number | undefined {
  const geometry = index.geometry?.();
  if (geometry === undefined || 'points' in geometry) return undefined;
  if ('centroids' in geometry) return geometry.centroids.columns;
  return 'grid' in geometry ? geometry.grid.length : geometry.boundaries.length;
}

/**
 * Finds cells, and checks those of valid rows.
 * @param cells - `(rows)`: where they are written.
 * @param reasons - Why a row is invalid (default: all are valid).
 * @returns `cells`.
 * @throws ARGUMENT, in the name of `owner`, if a cell is not in [0, cells), or was not written.
 */
export function findCells(
  owner: string,
  index: CellIndex,
  descriptors: Float64Array,
  cells: Int32Array,
  reasons?: readonly (string | undefined)[] | undefined,
): Int32Array {
  checkSynchronous(owner, 'index.find()', index.find(descriptors.slice(), cells.fill(-1)));
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i]!;
    if ((cell >= 0 && cell < index.cells) || reasons?.[i] !== undefined) continue;
    throw argumentError(owner, 'what index.find() writes', `be cells in [0, ${index.cells - 1}]`, cell);
  }
  return cells;
}
