import type { Batch, Box } from '../core/index.ts';
import type { Overlay } from './overlays.ts';
import type { ValueRange } from './value-range.ts';

/** Where an archive's cells lie: around centroids of one or two dimensions, or in a grid. */
export type ArchiveCells =
  | {
      /** `(cells, descriptorDimensions)`, finite, in descriptor units. */
      readonly centroids: Batch;
      /**
       * Where the outer cells end: at the descriptor box (default), or a little outside the centroids' convex hull, which
       * suits centroids that fill a disc in the box.
       */
      readonly outline?: 'box' | 'hull' | undefined;
    }
  | {
      /** `(descriptorDimensions)`: number of cells along x, and along y, as a grid archive's `shape`. */
      readonly grid: readonly number[];
    };

/** Options of {@link archiveSvg}. */
export interface ArchiveSvgOptions {
  /** The elites: an archive, or any list with their cells and fitness. */
  readonly archive: Iterable<{ readonly cell: number; readonly fitness: number }>;
  /** The descriptor space: one or two dimensions, finite bounds. */
  readonly descriptor: Box;
  /** The cells of the archive. */
  readonly cells: ArchiveCells;
  /**
   * Fitness of the darkest and of the brightest colour, in one dimension of the lowest and of the highest column (default: that
   * of this archive's elites); give two archives one.
   */
  readonly range?: ValueRange | undefined;
  /** Drawn over the cells: the walls of a maze, a path, targets. In one dimension y is fitness. */
  readonly overlays?: readonly Overlay[] | undefined;
  /** What is drawn. */
  readonly title?: string | undefined;
  /** A second, quiet line. */
  readonly subtitle?: string | undefined;
  /** What the first descriptor is (default: 'descriptor 1'). */
  readonly xLabel?: string | undefined;
  /** What the second descriptor is, if there is one (default: 'descriptor 2'). */
  readonly yLabel?: string | undefined;
  /** What the colours show (default: 'fitness'). */
  readonly fitnessLabel?: string | undefined;
}
