export { columnMeans } from './column-means.ts';
export { withSafeSquares } from './safe-squares.ts';
export { type SymmetricEigen, SymmetricEigenSolver } from './symmetric-eigen.ts';
