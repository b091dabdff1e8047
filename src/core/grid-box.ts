import type { GeometryOf } from './seams/archive.ts';
import type { BoxBounds } from './space.ts';

/** The box that a grid divides: that of the descriptors; category k of a dimension with names is [k − 1/2, k + 1/2). */
export function gridBox({ grid, names }: GeometryOf<'grid'>, box: BoxBounds): BoxBounds {
  const lower = box.lower.map((low, j) => (names?.[j] ? -0.5 : low));
  const upper = box.upper.map((high, j) => (names?.[j] ? grid[j]! - 0.5 : high));
  return { ...box, lower, upper };
}
