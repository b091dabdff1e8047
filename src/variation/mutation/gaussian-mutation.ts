import {
  type Batch,
  checkOptions,
  type Genomes,
  type VariationContext,
  type VariationOperator,
} from '../../core/index.ts';
import { rowsOf } from '../parent-rows.ts';
import type { OutOfBounds } from '../repair.ts';
import type { Sigma } from '../sigma.ts';
import { GaussianSteps } from './gaussian-steps.ts';

/** Options of a {@link GaussianMutation}. */
export interface GaussianMutationOptions {
  /** Standard deviation of the step, in genome units: a number or one per dimension (default 0.003 × range). */
  readonly sigma?: Sigma | undefined;
  /** How a gene outside the space is repaired (default `'clip'`). */
  readonly outOfBounds?: OutOfBounds | undefined;
}

/** Isometric mutation: child = parent + σ N(0, I) [Mouret2015]. Draws from the given stream. */
export class GaussianMutation extends GaussianSteps implements VariationOperator {
  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: GaussianMutationOptions = {}) {
    checkOptions('GaussianMutation', options, ['sigma', 'outOfBounds']);
    super('GaussianMutation', options.sigma, options.outOfBounds);
  }

  /** One child for each parent. @throws ARGUMENT if sigma does not fit the space. */
  vary(parents: Genomes<Float64Array>, context: VariationContext): Batch {
    return this.apply(rowsOf('GaussianMutation.vary', parents, context.space.dimensions), undefined, context);
  }
}
