import { type AnySpace, argumentError, type Box, type Geometry } from '../core/index.ts';

/** What an explorer shows: the descriptor space, its cells, and how they are named. An archive is one if its cells are a grid or have centroids. */
export interface ExplorerSpace {
  /** Name of the archive, shown where there are two. */
  readonly name?: string | undefined;
  /** Of files that are dropped, those with the same one are drawn by the explorer's `renderer`. */
  readonly genome?: AnySpace | undefined;
  /** Finite bounds. */
  readonly descriptor?: Box | undefined;
  geometry?(): Geometry | undefined;
  /** Where the outer cells of two-dimensional centroids end, as in `archiveSvg` (default: 'box'). */
  readonly outline?: 'box' | 'hull' | undefined;
  /** Fitness of the darkest and of the brightest colour (default: the highest, and the lowest above the lowest 3 %). */
  readonly range?: readonly [low: number, high: number] | undefined;
  /** Names of the descriptors (default: 'descriptor 1', …). */
  readonly labels?: readonly string[] | undefined;
  /** Operators in the order of their colours, as `categories` of `archiveSvg`; others follow, by name. */
  readonly operators?: readonly string[] | undefined;
  /** What fitness is (default: 'fitness'). */
  readonly fitnessLabel?: string | undefined;
}

/** How two archives are shown: a map each, or one map of the difference of their elites. */
export type ExplorerView = 'side' | 'difference';

/** Cells that the explorer draws. */
export type DrawnGeometry = Extract<Geometry, { grid: unknown } | { centroids: unknown }>;

/** Whether the explorer draws cells like these. */
export function isDrawn(geometry: Geometry | undefined): geometry is DrawnGeometry {
  return geometry !== undefined && ('grid' in geometry || 'centroids' in geometry);
}

/** @throws ARGUMENT if the cells are no grid and have no centroids, with what to do then. */
export function checkDrawn(owner: string, argument: string, geometry?: Geometry): asserts geometry is DrawnGeometry {
  if (isDrawn(geometry)) return;
  const remedy = 'new GridArchive({ domain, cells }).add(archive.genomes(), archive.columns())';
  const rule = `have cells that are a grid or have centroids; elites of other archives can be shown in a grid: ${remedy}`;
  throw argumentError(owner, argument, rule, geometry);
}
