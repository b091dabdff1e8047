import { ElitesError, show } from './errors.ts';
import { isBatch } from './genomes.ts';
import { isRow } from './numbers.ts';
import type { Results } from './problem.ts';

/** The error for an array of another shape: the numbers that it must have, their names, and what it has. */
export function shapeError(owner: string, argument: string, expected: string, got: string): ElitesError {
  return new ElitesError('ARGUMENT', `${owner}: ${argument} must have shape ${expected}; got (${got}).`);
}

/**
 * Checks that results have one row for each of `rows` genomes.
 * @throws ARGUMENT, in the name of `owner`, naming the shape.
 */
export function checkResultRows(owner: string, results: Results, rows: number): void {
  const { fitness, descriptors, reasons } = (results ?? {}) as Partial<Results>;
  const lengthOf = (value: unknown): string => show((value as ArrayLike<unknown> | null | undefined)?.length);
  const expected = `(${rows}), that is (rows)`;
  if (!isRow(fitness, rows)) throw shapeError(owner, 'fitness', expected, lengthOf(fitness));
  if (reasons !== undefined && !isRow(reasons, rows)) throw shapeError(owner, 'reasons', expected, lengthOf(reasons));
  const flat = typeof descriptors === 'object' && descriptors !== null && 'rows' in descriptors && isBatch(descriptors);
  if (flat ? descriptors.rows === rows : isRow(descriptors, rows)) return;
  const got = flat ? `${descriptors.rows}, ${descriptors.columns}` : `${lengthOf(descriptors)}, …`;
  throw shapeError(owner, 'descriptors', `(${rows}, …), that is (rows, descriptorDimensions)`, got);
}
