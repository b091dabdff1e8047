import type { BoxBounds } from '../../core/index.ts';
import type { ValueRange } from '../svg/value-range.ts';
import { extentAlong } from './drawn-cells.ts';

/** The cells of an archive with one descriptor dimension as they are drawn, in descriptor units. */
export interface CellIntervals {
  /** `(cells)`: undefined where a cell has no length, such as that of the second of two equal centroids. */
  readonly cells: readonly (readonly [low: number, high: number] | undefined)[];
  /** The descriptor space, and what reaches beyond it. */
  readonly extent: ValueRange;
}

/** Cells between edges. */
export function edgeIntervals(edges: Float64Array, box: BoxBounds): CellIntervals {
  const cells = Array.from(edges.subarray(1), (high, k) => [edges[k]!, high] as const);
  return { cells: cells.map((cell) => (cell[0] < cell[1] ? cell : undefined)), extent: extentAlong(0, box, edges) };
}

/**
 * What is nearest to each centroid.
 * @param centroids - `(cells)`, finite.
 * @param outline - Where the outer cells end: at the box, or as far from their centroids as on their other side.
 */
export function nearestIntervals(centroids: Float64Array, box: BoxBounds, outline: 'box' | 'hull'): CellIntervals {
  const points = [...new Set(centroids)].sort((a, b) => a - b);
  const edges = points.slice(1).map((point, i) => points[i]! / 2 + point / 2);
  const hull = outline === 'hull' && points.length > 1;
  const first = hull ? 2 * points[0]! - edges[0]! : box.lower[0]!;
  const last = hull ? 2 * points.at(-1)! - edges.at(-1)! : box.upper[0]!;
  const ends = [first, ...edges.map((edge) => Math.min(Math.max(edge, first), last)), last];
  const places = new Map(points.map((point, i) => [point, i]));
  const cells = Array.from(centroids, (centroid) => {
    const i = places.get(centroid);
    // The first of equal centroids has the cell.
    places.delete(centroid);
    return i === undefined || ends[i]! >= ends[i + 1]! ? undefined : ([ends[i]!, ends[i + 1]!] as const);
  });
  return { cells, extent: extentAlong(0, box, [first, last]) };
}
