import {
  type Batch,
  type Box,
  boxBounds,
  checkFlag,
  checkFunction,
  checkNumber,
  checkObject,
  checkOptions,
  clip,
  type Domain,
  type FieldKinds,
  type Genomes,
  isThenable,
  type VariationContext,
  type VariationOperator,
} from '../../core/index.ts';
import { checkGradients, gradientsAt } from '../../domains/index.ts';
import { ConfiguredOperator } from '../configured-operator.ts';
import { copiesOf, rowsOf } from '../parent-rows.ts';

/** Options of a {@link GradientMutation}. */
export interface GradientMutationOptions {
  /** Gives the gradients. */
  readonly domain: Pick<Domain<Float64Array, FieldKinds>, 'gradients'>;
  /** σ: standard deviation of the coefficients, at least 0. With unit gradients in units of genes. */
  readonly sigma: number;
  /** Whether children also follow the gradients of the descriptors (default true). */
  readonly descriptors?: boolean | undefined;
  /** Whether each gradient is scaled to length 1 (default false). */
  readonly unit?: boolean | undefined;
}

/**
 * Moves along gradients: child = x + |c₀| ∇f(x) + Σ cⱼ ∇dⱼ(x) with c ~ N(0, σ²), clipped to the space. With `descriptors` it is the
 * operator of OMG-MEGA, without that of OG-MAP-Elites. Gradients are computed for each parent, and do not count as evaluations. A
 * gradient that is not finite counts as zeros. Draws from the given stream. [Fontaine2021, Sec. 4]
 */
export class GradientMutation extends ConfiguredOperator implements VariationOperator {
  readonly #domain: GradientMutationOptions['domain'];
  readonly #sigma: number;
  readonly #descriptors: boolean;
  readonly #unit: boolean;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: GradientMutationOptions) {
    const owner = 'GradientMutation';
    checkOptions(owner, options, ['domain', 'sigma', 'descriptors', 'unit']);
    const { domain, sigma, descriptors = true, unit = false } = options;
    checkObject(owner, 'domain', domain);
    checkFunction(owner, 'domain.gradients', domain.gradients);
    checkNumber(owner, 'sigma', sigma, 0);
    checkFlag(owner, 'descriptors', descriptors);
    checkFlag(owner, 'unit', unit);
    super(owner, { sigma, descriptors, unit });
    this.#domain = domain;
    this.#sigma = sigma;
    this.#descriptors = descriptors;
    this.#unit = unit;
  }

  /** @throws ARGUMENT if the domain is one of other genomes. */
  check(space: Box): void {
    boxBounds('GradientMutation', 'space', space);
    checkGradients('GradientMutation', this.#domain, space);
  }

  /** One child for each parent. @throws what `gradients` throws; ARGUMENT if it answers with another shape. */
  vary(parents: Genomes<Float64Array>, { random, space, signal }: VariationContext): Batch | Promise<Batch> {
    const owner = 'GradientMutation.vary';
    const bounds = boxBounds(owner, 'space', space);
    const n = bounds.dimensions;
    const children = copiesOf(rowsOf(owner, parents, n), n);
    const move = ({ rows, columns, data }: Batch): Batch => {
      const parts = this.#descriptors ? columns / n : 1;
      for (let i = 0; i < rows; i++) {
        const child = children.row(i);
        for (let j = 0; j < parts; j++) {
          const drawn = this.#sigma * random.normal();
          const factor = j === 0 ? Math.abs(drawn) : drawn;
          const start = i * columns + j * n;
          for (let k = 0; k < n; k++) child[k] = child[k]! + factor * data[start + k]!;
        }
        for (let k = 0; k < n; k++) child[k] = clip(child[k]!, bounds.lower[k]!, bounds.upper[k]!);
      }
      return children;
    };
    const gradients = gradientsAt(owner, this.#domain, children, { parts: undefined, unit: this.#unit, signal });
    return isThenable(gradients) ? gradients.then(move) : move(gradients);
  }
}
