import type { Batch } from '../core/index.ts';

/** `(columns)`: the mean of each column, summed in the order of the rows. */
export function columnMeans({ rows, columns, data }: Batch): Float64Array {
  const means = new Float64Array(columns);
  for (let i = 0, j = 0; i < data.length; i++) {
    means[j]! += data[i]! / rows;
    if (++j === columns) j = 0;
  }
  return means;
}
