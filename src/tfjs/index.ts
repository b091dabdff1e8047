/**
 * The learner on tensorflow.js, an optional peer dependency.
 *
 * @module elites/tfjs
 */
export type { VaeOptions } from '../learners/index.ts';
export { TfVae, type TfVaeFit } from './tf-vae.ts';
