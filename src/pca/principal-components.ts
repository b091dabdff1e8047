import { Matrix } from 'ml-matrix';
import { Batch } from '../core/index.ts';
import { SymmetricEigenSolver } from '../linalg/index.ts';

/** The directions of largest variance. */
export interface PrincipalComponents {
  /** `(count, columns)`: orthonormal rows, by descending deviation; zeros where there is no variance left. */
  readonly components: Batch;
  /** `(count)`: standard deviation along each component, over all rows. */
  readonly deviations: Float64Array;
}

/** Variances below this share of the largest are rounding errors. */
const NEGLIGIBLE = 1e-12;

/**
 * Principal components of `(rows, columns)` centred data, by eigendecomposition of the smaller of the covariance
 * (columns × columns) and the Gram matrix (rows × rows). The largest entry of each component is positive. ml-matrix computes the
 * products; the decomposition is our own, which takes a tenth of the time at size 1000. [Jolliffe2002]
 * @param count - In [1, columns].
 */
export function principalComponents(centred: Batch, count: number): PrincipalComponents {
  const { rows, columns, data } = centred;
  const x = Matrix.from1DArray(rows, columns, data);
  const transposed = x.transpose();
  const byColumns = columns <= rows;
  const products = (byColumns ? transposed.mmul(x) : x.mmul(transposed)).div(rows);
  const n = products.rows;
  const { values, vectors } = new SymmetricEigenSolver(n).decompose(Float64Array.from(products.to1DArray()));
  const least = NEGLIGIBLE * values[n - 1]!;
  const components = Batch.zeros(count, columns);
  const deviations = new Float64Array(count);
  for (let k = 0; k < Math.min(count, n); k++) {
    const variance = values[n - 1 - k]!; // they ascend
    if (!(variance > least)) break;
    deviations[k] = Math.sqrt(variance);
    const vector = Matrix.columnVector(Float64Array.from({ length: n }, (_, i) => vectors[i * n + n - 1 - k]!));
    writeUnit(byColumns ? vector : transposed.mmul(vector), components.row(k));
  }
  return { components, deviations };
}

/** Writes a vector scaled to length 1, with a sign that makes its largest entry positive. */
function writeUnit(vector: Matrix, out: Float64Array): void {
  let square = 0;
  let largest = 0;
  for (let i = 0; i < out.length; i++) {
    const value = vector.get(i, 0);
    out[i] = value;
    square += value * value;
    if (Math.abs(value) > Math.abs(largest)) largest = value;
  }
  const length = largest < 0 ? -Math.sqrt(square) : Math.sqrt(square);
  for (let i = 0; i < out.length; i++) out[i] = out[i]! / length;
}
