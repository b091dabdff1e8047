import {
  type Batch,
  checkNumber,
  checkOptions,
  type Genomes,
  type VariationContext,
  type VariationOperator,
} from '../../core/index.ts';
import { matesOf, rowsOf } from '../parent-rows.ts';
import type { OutOfBounds } from '../repair.ts';
import type { Sigma } from '../sigma.ts';
import { GaussianSteps } from './gaussian-steps.ts';

/** Options of an {@link IsoLineMutation}. */
export interface IsoLineMutationOptions {
  /** Standard deviation of the isometric step, in genome units: a number or one per dimension (default 0.003 × range). */
  readonly isoSigma?: Sigma | undefined;
  /** Standard deviation of the factor that the difference of two genomes is multiplied with; at least 0, no unit (default 0.2). */
  readonly lineSigma?: number | undefined;
  /** How a gene outside the space is repaired (default `'clip'`). */
  readonly outOfBounds?: OutOfBounds | undefined;
}

/**
 * Iso+line mutation [Vassiliades2018b]: child = x + σ_iso N(0, I) + σ_line N(0, 1) (x − y), with one line factor for each child
 * and y drawn uniformly from the archive. Draws from the given stream: first the partners y, then the line factors, then the
 * isometric steps.
 */
export class IsoLineMutation extends GaussianSteps implements VariationOperator {
  readonly #lineSigma: number;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: IsoLineMutationOptions = {}) {
    const owner = 'IsoLineMutation';
    checkOptions(owner, options, ['isoSigma', 'lineSigma', 'outOfBounds']);
    const { isoSigma, lineSigma = 0.2, outOfBounds } = options;
    // A factor must not overflow: Infinity times 0 is NaN.
    checkNumber(owner, 'lineSigma', lineSigma, 0, 1e100);
    super(owner, isoSigma, outOfBounds, { lineSigma });
    this.#lineSigma = lineSigma;
  }

  /** One child for each parent. @throws ARGUMENT if isoSigma does not fit the space; STATE if the archive is empty. */
  vary(parents: Genomes<Float64Array>, context: VariationContext): Batch {
    const owner = 'IsoLineMutation.vary';
    const { random, space } = context;
    const rows = rowsOf(owner, parents, space.dimensions);
    const count = rows.indices.length;
    const partners = matesOf(owner, count, space.dimensions, context);
    const factors = new Float64Array(count);
    random.fillNormal(factors);
    for (let i = 0; i < count; i++) factors[i] = this.#lineSigma * factors[i]!;
    return this.apply(rows, { factors, partners }, context);
  }
}
