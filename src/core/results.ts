import { type ElitesError, shapeError } from './errors.ts';
import { isBatch } from './genomes.ts';
import { isRow } from './numbers.ts';
import type { Results } from './problem.ts';

/**
 * Checks that results have one row for each of `rows` genomes.
 * @throws ARGUMENT, in the name of `owner`, naming the shape.
 */
export function checkResultRows(owner: string, results: Results, rows: number): void {
  const { fitness, descriptors, reasons } = (results ?? {}) as Partial<Results>;
  const lengthOf = (value: unknown): unknown => (value as ArrayLike<unknown> | null | undefined)?.length;
  const fail = (argument: string, value: unknown): ElitesError =>
    shapeError(owner, argument, [rows], 'rows', [lengthOf(value)]);
  if (!isRow(fitness, rows)) throw fail('fitness', fitness);
  if (reasons !== undefined && !isRow(reasons, rows)) throw fail('reasons', reasons);
  const flat = typeof descriptors === 'object' && descriptors !== null && 'rows' in descriptors && isBatch(descriptors);
  if (flat ? descriptors.rows === rows : isRow(descriptors, rows)) return;
  const got = flat ? [descriptors.rows, descriptors.columns] : [lengthOf(descriptors), '…'];
  throw shapeError(owner, 'descriptors', [rows, '…'], 'rows, descriptorDimensions', got);
}
