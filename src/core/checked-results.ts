import { argumentError } from './errors.ts';
import { asBatch, type Batch, batchOf, isBatch, ListBatch } from './genomes.ts';
import { copyNumbers } from './numbers.ts';
import type { Results } from './problem.ts';
import { checkResultRows } from './results.ts';

/** Results in flat arrays, read once: whatever they were given as cannot change or fail any more. */
export interface CheckedResults {
  /** `(rows)`, NaN where it was no number. */
  readonly fitness: Float64Array;
  /** `(rows, descriptorDimensions)`, NaN where it was no number. */
  readonly descriptors: Batch;
  /** `(rows)`, if any were given. */
  readonly reasons: readonly (string | undefined)[] | undefined;
}

/**
 * Checks that results have one row for each of `rows` genomes, and copies them.
 * @throws ARGUMENT, in the name of `owner`, naming the shapes.
 */
export function checkResults(owner: string, results: Results, rows: number, dimensions: number): CheckedResults {
  checkResultRows(owner, results, rows);
  const { fitness, descriptors, reasons } = results;
  const numbers = new Float64Array(rows);
  copyNumbers(fitness, numbers, 0);
  const given = isBatch(descriptors)
    ? batchOf(descriptors)
    : new ListBatch(Array.from({ length: rows }, (_, i) => descriptors[i]!));
  return {
    fitness: numbers,
    descriptors: asBatch(owner, given, dimensions, 'descriptor'),
    reasons: reasons === undefined ? undefined : checkReasons(owner, reasons),
  };
}

function checkReasons(owner: string, reasons: ArrayLike<unknown>): (string | undefined)[] {
  const list: unknown[] = Array.from(reasons);
  const wrong = list.findIndex((reason) => reason !== undefined && typeof reason !== 'string');
  if (wrong >= 0) throw argumentError(owner, `reasons[${wrong}]`, 'be a string or undefined', list[wrong]);
  return list as (string | undefined)[];
}
