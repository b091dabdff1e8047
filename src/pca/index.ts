/**
 * The linear learner: principal components.
 *
 * @module elites/pca
 */
export { LinearEncoding, type LinearEncodingOptions } from './linear-encoding.ts';
export { Pca, type PcaOptions } from './pca.ts';
