import {
  type Batch,
  type Box,
  checkOptions,
  type Genomes,
  type VariationContext,
  type VariationOperator,
} from '../../core/index.ts';
import { ConfiguredOperator } from '../configured-operator.ts';
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
export class GaussianMutation extends ConfiguredOperator implements VariationOperator {
  readonly #steps: GaussianSteps;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: GaussianMutationOptions = {}) {
    checkOptions('GaussianMutation', options, ['sigma', 'outOfBounds']);
    const steps = new GaussianSteps('GaussianMutation', options.sigma, options.outOfBounds ?? 'clip');
    super('GaussianMutation', steps.configuration);
    this.#steps = steps;
  }

  /** One child for each parent. @throws ARGUMENT if sigma does not fit the space. */
  vary(parents: Genomes<Float64Array>, context: VariationContext): Batch {
    return this.#steps.apply(rowsOf('GaussianMutation.vary', parents, context.space.dimensions), undefined, context);
  }

  /** @throws ARGUMENT if sigma or `outOfBounds` does not fit the space. */
  check(space: Box): void {
    this.#steps.resolve(space);
  }
}
