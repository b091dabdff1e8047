import type { BoxBounds } from '../core/index.ts';
import type { ValueRange } from './value-range.ts';

/** The cells of an archive with one descriptor dimension as they are drawn, in descriptor units. */
export interface CellIntervals {
  /** `(cells)`: undefined where a cell has no length, such as that of the second of two equal centroids. */
  readonly cells: readonly (readonly [low: number, high: number] | undefined)[];
  /** The descriptor space, and what reaches beyond it. */
  readonly extent: ValueRange;
}

/** Cells of a regular grid. */
export function gridIntervals(count: number, { lower, upper }: BoxBounds): CellIntervals {
  const [low, high] = [lower[0]!, upper[0]!];
  const edge = (k: number): number => low + (high - low) * (k / count);
  return { cells: Array.from({ length: count }, (_, k) => [edge(k), edge(k + 1)] as const), extent: [low, high] };
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
  return { cells, extent: [Math.min(box.lower[0]!, first), Math.max(box.upper[0]!, last)] };
}
