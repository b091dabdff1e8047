import {
  type Batch,
  type Box,
  boxBounds,
  checkNumber,
  checkOptions,
  clip,
  type Genomes,
  type Random,
  type VariationContext,
  type VariationOperator,
} from '../../core/index.ts';
import { ConfiguredOperator } from '../configured-operator.ts';
import { pairsOf } from '../parent-rows.ts';
import { power } from '../power.ts';

/** Options of a {@link SbxCrossover}. */
export interface SbxCrossoverOptions {
  /** Distribution index, at least 0: the larger, the nearer is a child to its parent (default 15). */
  readonly eta?: number | undefined;
  /** Probability of each gene to be crossed, in [0, 1]; the others are the parent's (default 0.5). */
  readonly genes?: number | undefined;
}

/**
 * Simulated binary crossover [Deb1995]: gene = (x + y + β (x − y)) / 2, where x is the parent's gene and y that of a mate, which is drawn
 * uniformly from the archive and may be the parent itself. The density of β is (η + 1) β^η / 2 up to 1, and (η + 1) β^−(η + 2) / 2 above.
 * At a finite bound, β is limited to what stays inside, and its density scaled, as in the program of NSGA-II [Deb2002]. Of the two
 * children in the literature this is the one on the parent's side. Draws from the given stream: first the mates, then for each gene
 * whether it is crossed, and β.
 */
export class SbxCrossover extends ConfiguredOperator implements VariationOperator {
  readonly #genes: number;
  /** η + 1. */
  readonly #exponent: number;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: SbxCrossoverOptions = {}) {
    checkOptions('SbxCrossover', options, ['eta', 'genes']);
    const { eta = 15, genes = 0.5 } = options;
    checkNumber('SbxCrossover', 'eta', eta, 0);
    checkNumber('SbxCrossover', 'genes', genes, 0, 1);
    super('SbxCrossover', { eta, genes });
    this.#genes = genes;
    this.#exponent = eta + 1;
  }

  /** One child for each parent. @throws STATE if the archive is empty. */
  vary(parents: Genomes<Float64Array>, context: VariationContext): Batch {
    const owner = 'SbxCrossover.vary';
    const { random, space } = context;
    const { dimensions: columns, lower, upper } = boxBounds(owner, 'space', space);
    const { children, mates } = pairsOf(owner, parents, context);
    for (let i = 0, at = 0; i < children.rows; i++) {
      const mate = mates.indices[i]! * columns;
      for (let j = 0; j < columns; j++, at++) {
        if (random.uniform() >= this.#genes) continue;
        const x = children.data[at]!;
        // Halves: the difference itself may overflow.
        const half = x / 2 - mates.data[mate + j]! / 2;
        if (half === 0) continue;
        const room = Math.max(0, half < 0 ? x - lower[j]! : upper[j]! - x);
        const beta = this.#beta(1 + room / Math.abs(half), random);
        children.data[at] = clip(x + (beta - 1) * half, lower[j]!, upper[j]!);
      }
    }
    return children;
  }

  /** β up to `most`, which is at least 1. */
  #beta(most: number, random: Random): number {
    const beta = this.#spread(2 * random.uniform());
    // Most are below the bound, and need not be scaled.
    return beta <= most ? beta : this.#spread((2 - power(most, -this.#exponent)) * random.uniform());
  }

  /** The β below which a share v / 2 of the unlimited ones lie. */
  #spread(v: number): number {
    return v <= 1 ? power(v, 1 / this.#exponent) : power(2 - v, -1 / this.#exponent);
  }

  /** @throws ARGUMENT if the space is not a box. */
  check(space: Box): void {
    boxBounds('SbxCrossover.check', 'space', space);
  }
}
