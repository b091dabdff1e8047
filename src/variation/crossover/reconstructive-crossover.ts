import {
  argumentError,
  asBatch,
  Batch,
  type Box,
  boxBounds,
  checkMethods,
  checkOptions,
  clip,
  copyGenomes,
  type Genomes,
  isBatch,
  type Learner,
  type VariationContext,
  type VariationOperator,
} from '../../core/index.ts';

/** Options of a {@link ReconstructiveCrossover}. */
export interface ReconstructiveCrossoverOptions {
  /** Must have been fitted before the operator is used. */
  readonly learner: Learner;
}

/**
 * Reconstructive crossover: the child lies halfway between an elite and its reconstruction, child = (x + D(E(x))) / 2,
 * clipped to the space [Gaier2020, Sec. 3.2]. Draws no random numbers.
 */
export class ReconstructiveCrossover implements VariationOperator {
  readonly #learner: Learner;

  /** @throws ARGUMENT if the learner has no `reconstruct`. */
  constructor(options: ReconstructiveCrossoverOptions) {
    checkOptions('ReconstructiveCrossover', options, ['learner']);
    checkMethods('ReconstructiveCrossover', 'learner', options.learner, 'reconstruct');
    this.#learner = options.learner;
  }

  /** @throws ARGUMENT if the learner cannot learn genomes of this space. */
  check(space: Box): void {
    boxBounds('ReconstructiveCrossover.check', 'space', space);
    this.#learner.check?.(space);
  }

  /** One child for each parent. @throws what the learner throws; ARGUMENT if its reconstruction has another shape. */
  async vary(parents: Genomes<Float64Array>, { space }: VariationContext): Promise<Batch> {
    const owner = 'ReconstructiveCrossover.vary';
    const batch = asBatch(owner, parents, space.dimensions);
    const { rows, columns, data } = batch;
    const { lower, upper } = boxBounds(owner, 'space', space);
    const reconstruction = await this.#learner.reconstruct(copyGenomes(batch) as Batch);
    if (!isBatch(reconstruction) || reconstruction.rows !== rows || reconstruction.columns !== columns) {
      throw argumentError(owner, 'the reconstruction', `have shape (${rows}, ${columns})`, reconstruction);
    }
    const children = Batch.zeros(rows, columns);
    for (let i = 0, j = 0; i < data.length; i++) {
      children.data[i] = clip((data[i]! + reconstruction.data[i]!) / 2, lower[j]!, upper[j]!);
      if (++j === columns) j = 0;
    }
    return children;
  }
}
