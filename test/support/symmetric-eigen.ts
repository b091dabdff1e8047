import { type SymmetricEigen, SymmetricEigenSolver } from '../../src/linalg/index.ts';

/** Eigenvalues and eigenvectors of one `(n, n)` symmetric matrix. */
export function symmetricEigen(matrix: Float64Array): SymmetricEigen {
  return new SymmetricEigenSolver(Math.sqrt(matrix.length)).decompose(matrix);
}
