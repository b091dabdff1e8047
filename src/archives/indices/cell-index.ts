import type { Geometry } from '../../core/index.ts';

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
   * @param descriptors - `(rows, descriptorDimensions)`, row-major.
   * @param cells - `(rows)`
   */
  find(descriptors: Float64Array, cells: Int32Array): void;
  /** Where the cells lie: a grid or centroids. Without it, pictures cannot show the cells. */
  geometry?(): Geometry;
}
