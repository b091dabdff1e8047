import { keepSide, type Point, type Polygon } from './polygon.ts';

/** Factor for squared distances, so that rounding never makes one too short. */
const ROUNDED_UP = 1 + 1e-14;

/** Points in a k-d tree: in a leaf, or in two halves. */
interface Group {
  readonly low: Point;
  readonly high: Point;
  readonly points: readonly Point[];
  readonly halves: readonly Group[];
}

/**
 * The part of a frame that is nearest to each point: the frame, cut by the bisectors between that point and others. Each cell is
 * computed by itself, so points on a line, exactly or nearly, are no special case.
 * @param points - Finite; of several equal ones the first has the cell.
 * @param frame - The corners of a convex polygon.
 * @returns `(points)`: undefined where a cell has no area.
 */
export function voronoiCells(points: readonly Point[], frame: Polygon): (Polygon | undefined)[] {
  const distinct = new Map(points.map((point) => [point.join(), point]));
  const all = groupOf([...distinct.values()]);
  return points.map((point) => {
    // True for the first of equal points.
    if (!distinct.delete(point.join())) return undefined;
    const cell = cutBy(all, frame, point);
    return cell.length < 3 ? undefined : cell;
  });
}

function groupOf(points: readonly Point[]): Group {
  const of = (pick: (...values: number[]) => number, axis: 0 | 1): number =>
    points.reduce((most, point) => pick(most, point[axis]), points[0]?.[axis] ?? 0);
  const low: Point = [of(Math.min, 0), of(Math.min, 1)];
  const high: Point = [of(Math.max, 0), of(Math.max, 1)];
  if (points.length <= 8) return { low, high, points, halves: [] };
  const axis = high[0] - low[0] >= high[1] - low[1] ? 0 : 1;
  const sorted = [...points].sort((a, b) => a[axis] - b[axis]);
  const middle = sorted.length >> 1;
  return { low, high, points: [], halves: [groupOf(sorted.slice(0, middle)), groupOf(sorted.slice(middle))] };
}

/** What is left of a cell when it is cut by the bisectors with all points of a group. */
function cutBy(group: Group, cell: Polygon, own: Point): Polygon {
  if (!cell.some((corner) => squaredGap(corner, group) <= squaredDistance(corner, own) * ROUNDED_UP)) return cell;
  let left = cell;
  for (const [x, y] of group.points) {
    // Scaled to at most 1: products of the smallest differences would vanish.
    const size = Math.max(Math.abs(own[0] - x), Math.abs(own[1] - y)) || 1;
    const [dx, dy] = [(own[0] - x) / size, (own[1] - y) / size];
    const [middleX, middleY] = [(own[0] + x) / 2, (own[1] + y) / 2];
    left = keepSide(left, (corner) => (corner[0] - middleX) * dx + (corner[1] - middleY) * dy);
  }
  // The nearer half first: it cuts off more, so that the other is skipped more often.
  const [a, b] = group.halves;
  if (a === undefined || b === undefined) return left;
  const [near, far] = squaredGap(own, a) <= squaredGap(own, b) ? [a, b] : [b, a];
  return cutBy(far, cutBy(near, left, own), own);
}

function squaredDistance([ax, ay]: Point, [bx, by]: Point): number {
  return (ax - bx) ** 2 + (ay - by) ** 2;
}

/** Squared distance from a point to the rectangle around a group. */
function squaredGap([x, y]: Point, { low, high }: Group): number {
  return Math.max(low[0] - x, 0, x - high[0]) ** 2 + Math.max(low[1] - y, 0, y - high[1]) ** 2;
}
