import type { Box, Geometry } from '../../core/index.ts';
import type { ValueRange } from '../svg/value-range.ts';
import type { DrawnElite } from './cell-elements.ts';
import type { Overlay } from './overlays.ts';

/** What a picture needs of an archive: its elites, its space, and where its cells lie. */
export interface DrawnArchive<E extends DrawnElite = DrawnElite> extends Iterable<E> {
  /** The descriptor space, of finite bounds: one or two dimensions, three if the cells are a grid. */
  readonly descriptor?: Box | undefined;
  geometry?(): Geometry | undefined;
}

/** Options of {@link archiveSvg}. */
export interface ArchiveSvgOptions<E extends DrawnElite = DrawnElite> {
  /** An archive of this package, or one with a `descriptor` space and `geometry()`. */
  readonly archive: DrawnArchive<E>;
  /**
   * Where the outer cells of centroids end: at the descriptor box (default), or a little outside the centroids' convex hull, which
   * suits centroids that fill a disc in the box. Cells of a grid end with the box.
   */
  readonly outline?: 'box' | 'hull' | undefined;
  /**
   * Fitness of the darkest and of the brightest colour, in one dimension of the lowest and of the highest column (default: the lowest
   * and the highest of this archive). Give the same to pictures that are to be compared, see {@link valueRange}.
   */
  readonly range?: ValueRange | undefined;
  /**
   * Colours cells by a category of their elites in place of fitness, with a legend: for example
   * `(elite) => elite.origin?.emitter || 'initial'`, the emitter that made it, in an archive with lineage.
   */
  readonly category?: ((elite: E) => string) | undefined;
  /**
   * Categories in the order of legend and colours; others follow, by name. 'initial' always comes first, and is grey. The legend has those
   * that occur. There are eight colours: if there are more categories, the last ones share one.
   */
  readonly categories?: readonly string[] | undefined;
  /** Drawn over the cells: the walls of a maze, a path, targets. In one dimension y is fitness; in three, it is drawn over each slice. */
  readonly overlays?: readonly Overlay[] | undefined;
  /** Heading in the picture. */
  readonly title?: string | undefined;
  /** A second line in grey. */
  readonly subtitle?: string | undefined;
  /** `(descriptorDimensions)`: what the descriptors are (default: 'descriptor 1', …). */
  readonly labels?: readonly string[] | undefined;
  /** What the colours show (default: 'fitness'). */
  readonly fitnessLabel?: string | undefined;
}

/** The options that do not depend on the kind of elite. */
export type PlainOptions = Omit<ArchiveSvgOptions, 'archive' | 'category' | 'labels'> & {
  readonly labels: readonly string[];
};
