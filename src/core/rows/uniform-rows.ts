import type { Random } from '../seams/random.ts';
import type { BoxBounds } from '../space.ts';
import { Batch } from './genomes.ts';

/** Moves points of the unit box, `(rows, dimensions)`, to their places in a box of finite bounds, in place. @returns the same. */
export function stretchTo({ lower, upper }: BoxBounds, points: Batch): Batch {
  const { columns, data } = points;
  for (let i = 0; i < data.length; i++) {
    const j = i % columns;
    // Rounding may lead beyond the bound.
    data[i] = Math.min(lower[j]! + data[i]! * (upper[j]! - lower[j]!), upper[j]!);
  }
  return points;
}

/** `(rows, dimensions)`, drawn uniformly from a box of finite bounds. */
export function uniformRows(rows: number, bounds: BoxBounds, random: Random): Batch {
  const points = Batch.zeros(rows, bounds.dimensions);
  for (let i = 0; i < points.data.length; i++) points.data[i] = random.uniform();
  return stretchTo(bounds, points);
}
