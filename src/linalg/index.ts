export { type SymmetricEigen, SymmetricEigenSolver, symmetricEigen } from './symmetric-eigen.ts';
