import {
  type Batch,
  checkInteger,
  checkOptions,
  type Genomes,
  type VariationContext,
  type VariationOperator,
} from '../../core/index.ts';
import { copiesOf, rowsOf } from '../parent-rows.ts';
import { type OutOfBounds, repairStep } from '../repair.ts';
import type { Sigma } from '../sigma.ts';
import { GaussianSteps } from './gaussian-steps.ts';

/** Options of a {@link SparseMutation}. */
export interface SparseMutationOptions {
  /** The most genes of a child that are changed, at least 1 (default 3). */
  readonly most?: number | undefined;
  /** Standard deviation of the step, in genome units: a number or one per dimension (default 0.05 × range). */
  readonly sigma?: Sigma | undefined;
  /** How a gene outside the space is repaired (default `'clip'`). */
  readonly outOfBounds?: OutOfBounds | undefined;
}

/**
 * Gaussian mutation of a few genes: one to `most` of a child, as many as drawn uniformly, get steps σ N(0, 1); the others are the
 * parent's. Draws from the given stream, child by child: the number of genes, then each gene and its step.
 */
export class SparseMutation extends GaussianSteps implements VariationOperator {
  readonly #most: number;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: SparseMutationOptions = {}) {
    checkOptions('SparseMutation', options, ['most', 'sigma', 'outOfBounds']);
    const { most = 3, sigma, outOfBounds } = options;
    checkInteger('SparseMutation', 'most', most, 1);
    super('SparseMutation', sigma, outOfBounds, { most });
    this.#most = most;
  }

  /** One child for each parent. @throws ARGUMENT if sigma does not fit the space. */
  vary(parents: Genomes<Float64Array>, { random, space }: VariationContext): Batch {
    const { sigmas, lower, upper } = this.resolve(space);
    const columns = sigmas.length;
    const children = copiesOf(rowsOf('SparseMutation.vary', parents, columns), columns);
    const { data } = children;
    /** `(columns)`: the last child, counted from 1, in which the gene was changed. */
    const changed = new Int32Array(columns);
    for (let child = 1; child <= children.rows; child++) {
      const count = random.integer(1, Math.min(this.#most, columns));
      // Floyd's way to draw distinct numbers: every set of genes is as likely.
      for (let last = columns - count; last < columns; last++) {
        let j = random.integer(0, last);
        if (changed[j] === child) j = last;
        changed[j] = child;
        const at = (child - 1) * columns + j;
        const x = data[at]!;
        const moved = x + sigmas[j]! * random.normal();
        data[at] = repairStep(this.rule, moved, x, sigmas[j]!, lower[j]!, upper[j]!, random);
      }
    }
    return children;
  }
}
