import { px } from './svg-document.ts';

/**
 * The SVG path of a line through points, with gaps where a number is not finite. A point closer than half a px to the
 * one drawn before is left out, the last before a gap or the end excepted.
 */
export function linePath(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  toX: (value: number) => number,
  toY: (value: number) => number,
): string {
  let path = '';
  let drawn: readonly [number, number] | undefined;
  for (let i = 0; i < x.length; i++) {
    if (!isPoint(x, y, i)) {
      drawn = undefined;
      continue;
    }
    const point = [toX(x[i]!), toY(y[i]!)] as const;
    const near = drawn !== undefined && Math.hypot(point[0] - drawn[0], point[1] - drawn[1]) < 0.5;
    if (near && isPoint(x, y, i + 1)) continue;
    path += `${drawn === undefined ? 'M' : 'L'}${px(point[0])} ${px(point[1])}`;
    // A point on its own becomes a dot, by the line's round cap.
    if (drawn === undefined && !isPoint(x, y, i + 1)) path += 'h0';
    drawn = point;
  }
  return path;
}

function isPoint(x: ArrayLike<number>, y: ArrayLike<number>, i: number): boolean {
  return Number.isFinite(x[i]) && Number.isFinite(y[i]);
}
