import type { Box, Geometry } from '../core/index.ts';

/** What an explorer shows: the descriptor space, its cells, and how they are named. An archive is one if its cells are a grid or have centroids. */
export interface ExplorerSpace {
  /** Finite bounds. */
  readonly descriptor?: Box | undefined;
  geometry?(): Geometry | undefined;
  /** Where the outer cells of two-dimensional centroids end, as in `archiveSvg` (default: 'box'). */
  readonly outline?: 'box' | 'hull' | undefined;
  /** Fitness of the darkest and of the brightest colour (default: the highest, and the lowest above the lowest 3 %). */
  readonly range?: readonly [low: number, high: number] | undefined;
  /** Names of the descriptors (default: 'descriptor 1', …). */
  readonly labels?: readonly string[] | undefined;
  /** Operators in the order of their colours; others follow, by name. */
  readonly operators?: readonly string[] | undefined;
  /** What fitness is (default: 'fitness'). */
  readonly fitnessLabel?: string | undefined;
}

/** Whether the explorer draws cells like these. */
export function isDrawn(
  geometry: Geometry | undefined,
): geometry is Extract<Geometry, { grid: unknown } | { centroids: unknown }> {
  return geometry !== undefined && ('grid' in geometry || 'centroids' in geometry);
}
