import {
  type Batch,
  type Box,
  boxBounds,
  checkNumber,
  checkOptions,
  type Genomes,
  type VariationContext,
  type VariationOperator,
} from '../../core/index.ts';
import { ConfiguredOperator } from '../configured-operator.ts';
import { pairsOf } from '../parent-rows.ts';

/** Options of a {@link UniformCrossover}. */
export interface UniformCrossoverOptions {
  /** Probability of each gene to come from the mate, in [0, 1] (default: drawn uniformly in [0, 1) for each child). */
  readonly rate?: number | undefined;
}

/**
 * Uniform crossover [Syswerda1989]: each gene of the child comes from a mate with probability `rate`, else from the parent. The mate is drawn
 * uniformly from the archive, and may be the parent itself. Draws from the given stream: first the mates, then child by child the rate,
 * if it is not given, and from whom each gene comes.
 */
export class UniformCrossover extends ConfiguredOperator implements VariationOperator {
  readonly #rate: number | undefined;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: UniformCrossoverOptions = {}) {
    checkOptions('UniformCrossover', options, ['rate']);
    const { rate } = options;
    if (rate !== undefined) checkNumber('UniformCrossover', 'rate', rate, 0, 1);
    super('UniformCrossover', { rate });
    this.#rate = rate;
  }

  /** One child for each parent. @throws STATE if the archive is empty. */
  vary(parents: Genomes<Float64Array>, context: VariationContext): Batch {
    const { random, space } = context;
    const columns = space.dimensions;
    const { children, mates } = pairsOf('UniformCrossover.vary', parents, context);
    for (let i = 0; i < children.rows; i++) {
      const rate = this.#rate ?? random.uniform();
      const child = i * columns;
      const mate = mates.indices[i]! * columns;
      for (let j = 0; j < columns; j++) {
        if (random.uniform() < rate) children.data[child + j] = mates.data[mate + j]!;
      }
    }
    return children;
  }

  /** @throws ARGUMENT if the space is not a box. */
  check(space: Box): void {
    boxBounds('UniformCrossover.check', 'space', space);
  }
}
