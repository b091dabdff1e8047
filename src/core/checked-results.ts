import { argumentError, show } from './errors.ts';
import { asBatch, type Batch, batchOf, type Genomes, isBatch, ListBatch } from './genomes.ts';
import { copyNumbers } from './numbers.ts';
import type { Results } from './problem.ts';
import { checkResultRows } from './results.ts';
import { isFloat64Array } from './typed-array.ts';

/** Results in flat arrays, read once: whatever they were given as cannot change or fail any more. */
export interface CheckedResults {
  /** `(rows)`, NaN where it was no number. */
  readonly fitness: Float64Array;
  /** `(rows, descriptorDimensions)`, NaN where it was no number. */
  readonly descriptors: Batch;
  /** `(rows)`, if any were given, or a number is none. */
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
  const checked = asBatch(owner, given, dimensions, 'descriptor');
  const told = reasons === undefined ? undefined : checkReasons(owner, reasons);
  return { fitness: numbers, descriptors: checked, reasons: withFaults(told, fitness, given, dimensions) };
}

/** Reasons, with one for each row of which something is no number: it is NaN by now, which does not tell what it was. */
function withFaults(
  told: CheckedResults['reasons'],
  fitness: ArrayLike<unknown>,
  descriptors: Genomes<ArrayLike<unknown>>,
  dimensions: number,
): CheckedResults['reasons'] {
  if (isFloat64Array(fitness) && isBatch(descriptors)) return told;
  const faults = Array.from({ length: descriptors.rows }, (_, i) => {
    const found = fault('fitness', fitness, i);
    return found ?? (isBatch(descriptors) ? undefined : faultIn(descriptors.row(i), dimensions));
  });
  return faults.every((one) => one === undefined) ? told : faults.map((one, i) => told?.[i] ?? one);
}

/** Why a number of a list cannot be used that is none; undefined if it is one. */
function fault(name: string, list: ArrayLike<unknown>, i: number): string | undefined {
  return typeof list[i] === 'number' ? undefined : `${name} must be a number; got ${show(list[i])}`;
}

function faultIn(descriptor: ArrayLike<unknown>, dimensions: number): string | undefined {
  for (let j = 0; j < dimensions; j++) {
    const found = fault(`descriptor ${j}`, descriptor, j);
    if (found !== undefined) return found;
  }
  return undefined;
}

function checkReasons(owner: string, reasons: ArrayLike<unknown>): (string | undefined)[] {
  const list: unknown[] = Array.from(reasons);
  const wrong = list.findIndex((reason) => reason !== undefined && typeof reason !== 'string');
  if (wrong >= 0) throw argumentError(owner, `reasons[${wrong}]`, 'be a string or undefined', list[wrong]);
  return list as (string | undefined)[];
}
