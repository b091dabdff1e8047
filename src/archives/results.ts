import { argumentError, Batch, copyNumbers, ElitesError, isBatch, isRow, type Results, show } from '../core/index.ts';

/** Results in flat arrays, read once: whatever they were given as cannot change or fail any more. */
export interface CheckedResults {
  /** `(rows)`, NaN where it was no number. */
  readonly fitness: Float64Array;
  /** `(rows, descriptorDimensions)`, NaN where it was no number. */
  readonly descriptors: Batch;
  /** `(rows)` */
  readonly reasons: readonly (string | undefined)[];
}

/**
 * Checks that results have one row for each of `rows` genomes, and copies them.
 * @throws ARGUMENT, in the name of `owner`, naming the shapes.
 */
export function checkResults(owner: string, results: Results, rows: number, dimensions: number): CheckedResults {
  const { fitness, descriptors, reasons } = results ?? {};
  if (!isRow(fitness, rows)) {
    throw shapeError(owner, 'fitness', `(${rows}), that is (rows)`, (fitness as ArrayLike<number> | undefined)?.length);
  }
  const numbers = new Float64Array(rows);
  copyNumbers(fitness, numbers, 0);
  return {
    fitness: numbers,
    descriptors: checkDescriptors(owner, descriptors, rows, dimensions),
    reasons: checkReasons(owner, reasons, rows),
  };
}

function checkReasons(owner: string, reasons: unknown, rows: number): (string | undefined)[] {
  if (reasons === undefined) return new Array(rows).fill(undefined);
  if (!isRow(reasons, rows)) {
    const { length } = (reasons ?? {}) as ArrayLike<unknown>;
    throw shapeError(owner, 'reasons', `(${rows}), that is (rows)`, length);
  }
  const list = Array.from(reasons);
  const wrong = list.findIndex((reason) => reason !== undefined && typeof reason !== 'string');
  if (wrong >= 0) throw argumentError(owner, `reasons[${wrong}]`, 'be a string or undefined', list[wrong]);
  return list as (string | undefined)[];
}

function checkDescriptors(owner: string, descriptors: Results['descriptors'], rows: number, dimensions: number): Batch {
  const expected = `(${rows}, ${dimensions}), that is (rows, descriptorDimensions)`;
  if (typeof descriptors !== 'object' || descriptors === null) {
    throw shapeError(owner, 'descriptors', expected, show(descriptors));
  }
  if ('rows' in descriptors && isBatch(descriptors)) {
    if (descriptors.rows === rows && descriptors.columns === dimensions) return descriptors;
    throw shapeError(owner, 'descriptors', expected, `${descriptors.rows}, ${descriptors.columns}`);
  }
  return copyRows(owner, descriptors as ArrayLike<unknown>, rows, dimensions, expected);
}

function copyRows(owner: string, list: ArrayLike<unknown>, rows: number, dimensions: number, expected: string): Batch {
  if (list.length !== rows) throw shapeError(owner, 'descriptors', expected, `${list.length}, …`);
  const batch = Batch.zeros(rows, dimensions);
  for (let i = 0; i < rows; i++) {
    const row = list[i];
    if (!isRow(row, dimensions)) throw shapeError(owner, 'descriptors', expected, `row ${i}: ${show(row)}`);
    copyNumbers(row, batch.data, i * dimensions);
  }
  return batch;
}

function shapeError(owner: string, argument: string, expected: string, got: unknown): ElitesError {
  return new ElitesError('ARGUMENT', `${owner}: ${argument} must have shape ${expected}; got (${got}).`);
}
