import { px } from '../svg/svg-document.ts';

/**
 * The SVG path of a line through points, with gaps where a number, or its place, is not finite. A point closer than half a px to the
 * one drawn before is left out, the last before a gap or the end excepted.
 */
export function linePath(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  toX: (value: number) => number,
  toY: (value: number) => number,
): string {
  const points = Array.from({ length: x.length }, (_, i) => [toX(x[i]!), toY(y[i]!)] as const);
  const isPoint = (i: number): boolean => i < x.length && points[i]!.every(Number.isFinite);
  let path = '';
  let drawn: readonly [number, number] | undefined;
  for (const [i, point] of points.entries()) {
    if (!isPoint(i)) {
      drawn = undefined;
      continue;
    }
    const near = drawn !== undefined && Math.hypot(point[0] - drawn[0], point[1] - drawn[1]) < 0.5;
    if (near && isPoint(i + 1)) continue;
    path += `${drawn === undefined ? 'M' : 'L'}${px(point[0])} ${px(point[1])}`;
    // A point on its own becomes a dot, by the line's round cap.
    if (drawn === undefined && !isPoint(i + 1)) path += 'h0';
    drawn = point;
  }
  return path;
}
