export { defineVariation, type VaryContext, type VaryOne } from './define-variation.ts';
export { GaussianMutation, type GaussianMutationOptions } from './gaussian-mutation.ts';
export { IsoLineMutation, type IsoLineMutationOptions } from './iso-line-mutation.ts';
export { ReconstructiveCrossover, type ReconstructiveCrossoverOptions } from './reconstructive-crossover.ts';
export type { OutOfBounds } from './repair.ts';
export type { Sigma } from './sigma.ts';
export { TwoPointCrossover } from './two-point-crossover.ts';
