import {
  type Batch,
  type Box,
  checkNumber,
  checkOptions,
  clip,
  finiteBounds,
  type Genomes,
  type VariationContext,
  type VariationOperator,
} from '../../core/index.ts';
import { ConfiguredOperator } from '../configured-operator.ts';
import { copiesOf, rowsOf } from '../parent-rows.ts';
import { power } from '../power.ts';

/** Options of a {@link PolynomialMutation}. */
export interface PolynomialMutationOptions {
  /** Distribution index, at least 0: the larger, the smaller are the steps (default 20). */
  readonly eta?: number | undefined;
  /** Probability of each gene to be mutated, in [0, 1] (default 1 / dimensions: about a third of the children are then copies). */
  readonly rate?: number | undefined;
}

/**
 * Polynomial mutation [Deb1996], in the bounded form of NSGA-II's program [Deb2002]: a gene moves down or up, each with probability ½, by a share
 * δ of its range. The density of δ is proportional to (1 − δ)^η, up to the bound. A gene on a bound stays there with probability ½. The
 * space must be finite. Draws from the given stream: for each gene whether it is mutated, and its step.
 */
export class PolynomialMutation extends ConfiguredOperator implements VariationOperator {
  readonly #rate: number | undefined;
  /** η + 1. */
  readonly #exponent: number;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: PolynomialMutationOptions = {}) {
    checkOptions('PolynomialMutation', options, ['eta', 'rate']);
    const { eta = 20, rate } = options;
    checkNumber('PolynomialMutation', 'eta', eta, 0);
    if (rate !== undefined) checkNumber('PolynomialMutation', 'rate', rate, 0, 1);
    super('PolynomialMutation', { eta, rate });
    this.#rate = rate;
    this.#exponent = eta + 1;
  }

  /** One child for each parent. @throws ARGUMENT if a bound of the space is infinite. */
  vary(parents: Genomes<Float64Array>, { random, space }: VariationContext): Batch {
    const owner = 'PolynomialMutation.vary';
    const { dimensions: columns, lower, upper } = finiteBounds(owner, 'space', space);
    const children = copiesOf(rowsOf(owner, parents, columns), columns);
    const rate = this.#rate ?? 1 / columns;
    for (let at = 0, j = 0; at < children.data.length; at++) {
      if (random.uniform() < rate) {
        children.data[at] = this.#moved(children.data[at]!, lower[j]!, upper[j]!, random.uniform());
      }
      if (++j === columns) j = 0;
    }
    return children;
  }

  #moved(gene: number, low: number, high: number, uniform: number): number {
    const x = clip(gene, low, high);
    const down = uniform < 0.5;
    const v = down ? 2 * uniform : 2 - 2 * uniform;
    // 1 minus the largest step.
    const left = (down ? high - x : x - low) / (high - low);
    const step = (high - low) * (1 - power(v + (1 - v) * power(left, this.#exponent), 1 / this.#exponent));
    return clip(down ? x - step : x + step, low, high);
  }

  /** @throws ARGUMENT if a bound of the space is infinite. */
  check(space: Box): void {
    finiteBounds('PolynomialMutation.check', 'space', space);
  }
}
