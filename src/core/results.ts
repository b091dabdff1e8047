import { shapeError } from './errors.ts';
import { isBatch } from './genomes.ts';
import { isRow, lengthOf } from './numbers.ts';
import type { Results } from './problem.ts';

/**
 * Checks that results have one row for each of `rows` genomes.
 * @throws ARGUMENT, in the name of `owner`, naming the shape.
 */
export function checkResultRows(owner: string, results: Results, rows: number): void {
  // Without reasons the fitness stands in for them: it has as many rows.
  const { fitness, descriptors, reasons = fitness } = (results ?? {}) as Partial<Results>;
  const lists = { fitness, reasons, descriptors: isBatch(descriptors) ? { length: descriptors.rows } : descriptors };
  for (const [argument, list] of Object.entries(lists)) {
    if (!isRow(list, rows)) throw shapeError(owner, argument, [rows], 'rows', [lengthOf(list)]);
  }
}
