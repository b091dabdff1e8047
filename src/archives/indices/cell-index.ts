import type { Geometry } from '../../core/index.ts';

/** Which cell a descriptor belongs to. Immutable. */
export interface CellIndex {
  /** Number of cells, at least 1. */
  readonly cells: number;
  /** Names and numbers that tell it from others: a snapshot is refused where they differ. */
  readonly layout: object;
  /**
   * Writes the cell of each descriptor, in [0, cells); any number if the descriptor is not finite.
   * @param descriptors - `(rows, descriptorDimensions)`, row-major.
   * @param cells - `(rows)`
   */
  find(descriptors: Float64Array, cells: Int32Array): void;
  /** Where the cells lie, for pictures. */
  geometry?(): Geometry;
}
