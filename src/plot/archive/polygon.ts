/** A point in descriptor units. */
export type Point = readonly [x: number, y: number];

/** The corners of a convex outline in order; the last is joined to the first. */
export type Polygon = readonly Point[];

/** A rectangle between two values along each axis. */
export function rectangle([left, right]: Point, [low, high]: Point): Polygon {
  return [
    [left, low],
    [right, low],
    [right, high],
    [left, high],
  ];
}

/**
 * Moves every side of a convex polygon outwards.
 * @param distance - How far, in units of the points.
 */
export function growPolygon(polygon: Polygon, distance: number): Polygon {
  const corners = signedArea(polygon) < 0 ? [...polygon].reverse() : polygon;
  const normals = corners.map((corner, i) => outwardNormal(corner, corners[(i + 1) % corners.length]!));
  return corners.map(([x, y], i): Point => {
    const [ax, ay] = normals[(i + corners.length - 1) % corners.length]!;
    const [bx, by] = normals[i]!;
    const stretch = distance / Math.max(0.25, 1 + ax * bx + ay * by);
    return [x + (ax + bx) * stretch, y + (ay + by) * stretch];
  });
}

/**
 * Makes a function that cuts a convex polygon down to its part inside `clip`, which is convex too [SutherlandHodgman1974]. If there is
 * no such part, the answer has no corners.
 */
export function polygonClipper(clip: Polygon): (subject: Polygon) => Polygon {
  const turn = signedArea(clip) < 0 ? -1 : 1;
  const sides = clip.map(([ax, ay], i) => {
    const [bx, by] = clip[(i + 1) % clip.length]!;
    const length = Math.hypot(bx - ax, by - ay) || 1;
    return ([x, y]: Point): number => (turn * ((bx - ax) * (y - ay) - (by - ay) * (x - ax))) / length;
  });
  // A polygon within the largest circle around the middle of `clip` need not be cut; most cells are such.
  const mean = (axis: 0 | 1): number => clip.reduce((sum, corner) => sum + corner[axis], 0) / clip.length;
  const [centreX, centreY] = [mean(0), mean(1)];
  const radius = Math.min(...sides.map((side) => side([centreX, centreY])));
  return (subject) => {
    if (subject.every(([x, y]) => Math.hypot(x - centreX, y - centreY) < radius)) return subject;
    let inside = subject;
    for (let i = 0; i < sides.length && inside.length > 0; i++) inside = keepSide(inside, sides[i]!);
    return inside;
  };
}

/** The part of a polygon where `side` is at least 0; the same object if that is all of it. */
export function keepSide(polygon: Polygon, side: (point: Point) => number): Polygon {
  const sides = polygon.map(side);
  if (sides.every((value) => value >= 0)) return polygon;
  const kept: Point[] = [];
  for (let i = 0; i < polygon.length; i++) {
    const next = (i + 1) % polygon.length;
    const [here, there] = [sides[i]!, sides[next]!];
    if (here >= 0) kept.push(polygon[i]!);
    if (here < 0 === there < 0) continue;
    const weight = here / (here - there);
    const [x, y] = polygon[i]!;
    const [nextX, nextY] = polygon[next]!;
    kept.push([x + weight * (nextX - x), y + weight * (nextY - y)]);
  }
  return kept;
}

function outwardNormal([ax, ay]: Point, [bx, by]: Point): Point {
  const length = Math.hypot(bx - ax, by - ay) || 1;
  return [(by - ay) / length, (ax - bx) / length];
}

/** Positive if the corners run counter-clockwise with y upwards. */
export function signedArea(polygon: Polygon): number {
  let sum = 0;
  for (let i = 0; i < polygon.length; i++) {
    const [ax, ay] = polygon[i]!;
    const [bx, by] = polygon[(i + 1) % polygon.length]!;
    sum += ax * by - bx * ay;
  }
  return sum / 2;
}

/** The corners of the convex hull, counter-clockwise with y upwards [Andrew1979]; of a line, its ends. */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const chain = (sequence: readonly Point[]): Point[] => {
    const corners: Point[] = [];
    for (const point of sequence) {
      while (corners.length > 1 && !turnsLeft(corners.at(-2)!, corners.at(-1)!, point)) corners.pop();
      corners.push(point);
    }
    return corners.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.reverse())];
}

function turnsLeft([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): boolean {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0;
}
