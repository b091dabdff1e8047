import type { Batch, BoxBounds } from '../../core/index.ts';
import type { ValueRange } from '../svg/value-range.ts';
import { extentAlong } from './drawn-cells.ts';
import { convexHull, growPolygon, type Point, type Polygon, polygonClipper, rectangle, signedArea } from './polygon.ts';
import { voronoiCells } from './voronoi.ts';

/** The cells of an archive as they are drawn, in descriptor units. */
export interface CellOutlines {
  /** `(cells)`: undefined where a cell has no area, such as that of the second of two equal centroids. */
  readonly cells: readonly (Polygon | undefined)[];
  /** Lowest and highest x and y that are drawn: the descriptor space, and what reaches beyond it. */
  readonly extent: { readonly x: ValueRange; readonly y: ValueRange };
}

/**
 * Voronoi cells of centroids.
 * @param centroids - `(cells, 2)`, finite, in descriptor units.
 * @param outline - Where the outer cells end: at the box, or as far outside the centroids' hull as half their spacing.
 */
export function voronoiOutlines(centroids: Batch, box: BoxBounds, outline: 'box' | 'hull'): CellOutlines {
  const scale = plotScale(box);
  const points = Array.from({ length: centroids.rows }, (_, i) => scale.to(centroids.row(i)));
  const corners = [box.lower, box.upper].map(scale.to);
  const hull = outline === 'hull' ? grownHull(points) : undefined;
  const frame = frameAround([...corners, ...(hull ?? [])]);
  const clip = hull === undefined ? undefined : polygonClipper(hull);
  const cells = voronoiCells(points, frame).map((cell) => {
    const visible = cell === undefined || clip === undefined ? cell : clip(cell);
    return visible === undefined || visible.length < 3 ? undefined : visible.map(scale.from);
  });
  return { cells, extent: extentOf(box, frame.map(scale.from)) };
}

/** What is drawn along x and y: the descriptor space, and what reaches beyond it. */
export function extentOf(box: BoxBounds, points: readonly ArrayLike<number>[]): CellOutlines['extent'] {
  const along = (axis: 0 | 1) => points.map((point) => point[axis]!);
  return { x: extentAlong(0, box, along(0)), y: extentAlong(1, box, along(1)) };
}

/** Converts descriptor units to lengths near 1 and back, so that squares and areas neither overflow nor vanish. */
function plotScale({ lower, upper }: BoxBounds): {
  to: (row: ArrayLike<number>) => Point;
  from: (point: Point) => Point;
} {
  const [lowX, lowY] = [lower[0]!, lower[1]!];
  const unit = Math.max(upper[0]! - lowX, upper[1]! - lowY);
  // The cell of a centroid that far outside is not in the picture.
  const far = 1e9;
  const near = (x: number, low: number): number => Math.min(far, Math.max(-far, (x - low) / unit));
  return {
    to: (row) => [near(row[0]!, lowX), near(row[1]!, lowY)],
    from: ([x, y]) => [lowX + x * unit, lowY + y * unit],
  };
}

function frameAround(points: readonly Point[]): Polygon {
  const along = (axis: 0 | 1): [number, number] => {
    const values = points.map((point) => point[axis]);
    return [Math.min(...values), Math.max(...values)];
  };
  return rectangle(along(0), along(1));
}

/**
 * Cells between edges.
 * @param edges - Along x and along y, ascending; cell index = x index · cells along y + y index.
 */
export function edgeOutlines([xs, ys]: readonly [Float64Array, Float64Array], box: BoxBounds): CellOutlines {
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  const cells = Array.from({ length: columns * rows }, (_, i): Polygon | undefined => {
    const column = Math.floor(i / rows);
    const row = i % rows;
    const [left, right] = [xs[column]!, xs[column + 1]!];
    const [low, high] = [ys[row]!, ys[row + 1]!];
    return left < right && low < high ? rectangle([left, right], [low, high]) : undefined;
  });
  return { cells, extent: { x: extentAlong(0, box, xs), y: extentAlong(1, box, ys) } };
}

/**
 * The outline of a map of centroids with `outline: 'hull'`, in descriptor units; undefined if they lie on a line.
 * @param centroids - `(cells, 2)`, finite.
 */
export function hullOutline(centroids: Batch, box: BoxBounds): Polygon | undefined {
  const scale = plotScale(box);
  return grownHull(Array.from({ length: centroids.rows }, (_, i) => scale.to(centroids.row(i))))?.map(scale.from);
}

/** The convex hull, grown by half the median distance from its corners to their nearest centroids; undefined if it is a line. */
function grownHull(points: readonly Point[]): Polygon | undefined {
  const corners = convexHull(points);
  const diameter = Math.max(...corners.map(([x, y]) => Math.hypot(x - corners[0]![0], y - corners[0]![1])));
  if (corners.length < 3 || signedArea(corners) < 1e-6 * diameter ** 2) return undefined;
  const spacings = corners.map(([x, y]) => {
    let nearest = Number.POSITIVE_INFINITY;
    for (const other of points) {
      const distance = Math.hypot(other[0] - x, other[1] - y);
      if (distance > 0 && distance < nearest) nearest = distance;
    }
    return nearest;
  });
  spacings.sort((a, b) => a - b);
  return growPolygon(corners, spacings[spacings.length >> 1]! / 2);
}
