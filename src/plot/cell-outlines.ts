import { Delaunay } from 'd3-delaunay';
import type { Batch, BoxBounds } from '../core/index.ts';
import { growPolygon, type Point, type Polygon, polygonClipper, signedArea } from './polygon.ts';

/** The cells of an archive as they are drawn, in descriptor units. */
export interface CellOutlines {
  /** `(cells)`: undefined where a cell has no area, as the second of two equal centroids. */
  readonly cells: readonly (Polygon | undefined)[];
  /** Lowest and highest x and y that are drawn: the descriptor space, and what reaches beyond it. */
  readonly extent: { readonly x: readonly [number, number]; readonly y: readonly [number, number] };
}

/**
 * Voronoi cells of centroids.
 * @param centroids - `(cells, 2)`, in descriptor units.
 * @param outline - Where the outer cells end: at the box, or as far outside the centroids' hull as half their spacing.
 */
export function voronoiOutlines(centroids: Batch, box: BoxBounds, outline: 'box' | 'hull'): CellOutlines {
  const delaunay = new Delaunay(centroids.data);
  const hull = outline === 'hull' ? grownHull(delaunay, centroids) : undefined;
  const extent = extentOf(box, hull ?? []);
  const voronoi = delaunay.voronoi([extent.x[0], extent.y[0], extent.x[1], extent.y[1]]);
  const clip = hull === undefined ? undefined : polygonClipper(hull);
  const cells = Array.from({ length: centroids.rows }, (_, i) => {
    const closed: Point[] | null = voronoi.cellPolygon(i);
    if (closed === null) return undefined;
    const cell = closed.slice(0, -1);
    const visible = clip === undefined ? cell : clip(cell);
    return visible.length < 3 ? undefined : visible;
  });
  return { cells, extent };
}

/**
 * Cells of a regular grid.
 * @param shape - Number of cells along x and along y; cell index = x index · shape[1] + y index.
 */
export function gridOutlines([columns, rows]: readonly [number, number], box: BoxBounds): CellOutlines {
  const edge = (axis: 0 | 1, index: number, count: number): number =>
    box.lower[axis]! + (box.upper[axis]! - box.lower[axis]!) * (index / count);
  const cells = Array.from({ length: columns * rows }, (_, i): Polygon => {
    const column = Math.floor(i / rows);
    const row = i % rows;
    const [left, right] = [edge(0, column, columns), edge(0, column + 1, columns)];
    const [low, high] = [edge(1, row, rows), edge(1, row + 1, rows)];
    return [
      [left, low],
      [right, low],
      [right, high],
      [left, high],
    ];
  });
  return { cells, extent: extentOf(box, []) };
}

/** The convex hull, grown by half the usual distance from a hull point to its nearest centroid; undefined if it is a line. */
function grownHull(delaunay: Delaunay<unknown>, centroids: Batch): Polygon | undefined {
  const hull = Array.from(delaunay.hull);
  const at = (i: number): Point => [centroids.data[2 * i]!, centroids.data[2 * i + 1]!];
  const corners = hull.map(at);
  // d3-delaunay moves points of a line a little, so that they, too, have a hull.
  const diameter = Math.max(...corners.map(([x, y]) => Math.hypot(x - corners[0]![0], y - corners[0]![1])));
  if (hull.length < 3 || Math.abs(signedArea(corners)) < 1e-6 * diameter ** 2) return undefined;
  const spacings = hull.map((i) => {
    const [x, y] = at(i);
    const distances = Array.from(delaunay.neighbors(i), (j) => Math.hypot(at(j)[0] - x, at(j)[1] - y));
    return Math.min(...distances);
  });
  spacings.sort((a, b) => a - b);
  return growPolygon(corners, spacings[spacings.length >> 1]! / 2);
}

function extentOf(box: BoxBounds, outline: Polygon): CellOutlines['extent'] {
  const along = (axis: 0 | 1): readonly [number, number] => {
    const values = outline.map((point) => point[axis]);
    return [Math.min(box.lower[axis]!, ...values), Math.max(box.upper[axis]!, ...values)];
  };
  return { x: along(0), y: along(1) };
}
