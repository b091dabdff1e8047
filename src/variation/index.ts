export { defineVariation, type VaryOne } from './define-variation.ts';
export { GaussianMutation, type GaussianMutationOptions } from './gaussian-mutation.ts';
export { IsoLineMutation, type IsoLineMutationOptions } from './iso-line-mutation.ts';
export { checkRatios, OperatorMixture, type OperatorMixtureOptions, type Ratios } from './operator-mixture.ts';
export { ReconstructiveCrossover, type ReconstructiveCrossoverOptions } from './reconstructive-crossover.ts';
export type { OutOfBounds } from './repair.ts';
export type { Sigma } from './sigma.ts';
