import { Batch, ElitesError, isBatch, type Results, show } from '../core/index.ts';

/**
 * Checks that results have one row for each of `rows` genomes, and gives the descriptors as a batch.
 * @throws ARGUMENT, in the name of `owner`, naming the shapes.
 */
export function checkResults(owner: string, results: Results, rows: number, dimensions: number): Batch {
  const { fitness, descriptors, reasons } = results ?? {};
  if (typeof fitness !== 'object' || fitness?.length !== rows) {
    throw shapeError(owner, 'fitness', `(${rows}), that is (rows)`, fitness?.length);
  }
  if (reasons !== undefined && reasons.length !== rows) {
    throw shapeError(owner, 'reasons', `(${rows}), that is (rows)`, reasons.length);
  }
  const expected = `(${rows}, ${dimensions}), that is (rows, descriptorDimensions)`;
  if (typeof descriptors !== 'object' || descriptors === null) {
    throw shapeError(owner, 'descriptors', expected, show(descriptors));
  }
  if ('rows' in descriptors && isBatch(descriptors)) {
    if (descriptors.rows === rows && descriptors.columns === dimensions) return descriptors;
    throw shapeError(owner, 'descriptors', expected, `${descriptors.rows}, ${descriptors.columns}`);
  }
  return copyRows(owner, descriptors as ArrayLike<ArrayLike<number>>, rows, dimensions, expected);
}

function copyRows(
  owner: string,
  list: ArrayLike<ArrayLike<number>>,
  rows: number,
  dimensions: number,
  expected: string,
): Batch {
  if (list.length !== rows) throw shapeError(owner, 'descriptors', expected, `${list.length}, …`);
  const batch = Batch.zeros(rows, dimensions);
  for (let i = 0; i < rows; i++) {
    const row = list[i];
    if (typeof row !== 'object' || row?.length !== dimensions) {
      throw shapeError(owner, 'descriptors', expected, `row ${i}: ${show(row)}`);
    }
    for (let j = 0; j < dimensions; j++) {
      const value: unknown = row[j];
      batch.data[i * dimensions + j] = typeof value === 'number' ? value : Number.NaN;
    }
  }
  return batch;
}

function shapeError(owner: string, argument: string, expected: string, got: unknown): ElitesError {
  return new ElitesError('ARGUMENT', `${owner}: ${argument} must have shape ${expected}; got (${got}).`);
}
