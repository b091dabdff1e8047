export { product, productTransposed, rankUpdate } from './covariance';
export { symmetricEigen, symmetricEigenRoom } from './symmetric-eigen';
