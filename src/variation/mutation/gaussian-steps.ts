import {
  argumentError,
  type Batch,
  type Box,
  type BoxBounds,
  boxBounds,
  checkChoice,
  FreshBatch,
  type Random,
  type VariationContext,
} from '../../core/index.ts';
import { type Line, type Moves, moveGenomes, type Rows } from '../../kernels/index.ts';
import { ConfiguredOperator } from '../configured-operator.ts';
import { type OutOfBounds, repairStep } from '../repair.ts';
import { copySigma, resolveSigma, type Sigma } from '../sigma.ts';

/** Sigma and bounds for one space, each `(columns)`. */
interface Steps extends BoxBounds {
  readonly sigmas: Float64Array;
}

/** The option of each operator that is the standard deviation of its steps, and its default as a share of the range. */
export const STEP_OPTIONS = {
  GaussianMutation: { argument: 'sigma', share: 0.003 },
  IsoLineMutation: { argument: 'isoSigma', share: 0.003 },
  SparseMutation: { argument: 'sigma', share: 0.05 },
};

/** The common part of Gaussian, iso+line and sparse mutation: sigma and bounds, resolved once for each space. */
export abstract class GaussianSteps extends ConfiguredOperator {
  /** @internal */
  protected readonly rule: OutOfBounds;
  readonly #owner: keyof typeof STEP_OPTIONS;
  readonly #sigma: Sigma | undefined;
  #space: Box | undefined;
  #steps: Steps | undefined;

  /**
   * @param more - Further options of the operator.
   * @throws ARGUMENT if sigma or the rule breaks its contract.
   */
  constructor(
    owner: keyof typeof STEP_OPTIONS,
    sigma: Sigma | undefined,
    rule: OutOfBounds = 'clip',
    more: object = {},
  ) {
    const { argument } = STEP_OPTIONS[owner];
    const own = copySigma(owner, argument, sigma);
    checkChoice(owner, 'outOfBounds', rule, ['clip', 'reflect', 'wrap', 'resample']);
    super(owner, { [argument]: own, outOfBounds: rule, ...more });
    this.#owner = owner;
    this.#sigma = own;
    this.rule = rule;
  }

  /**
   * Children x + f (x − y) + σ N(0, I), each repaired to lie in the space. With `'resample'`, further steps are drawn after the steps of
   * all children.
   * @param line - f and y; without them f is 0.
   * @returns `(rows, columns)`, new.
   * @throws ARGUMENT if sigma or the rule does not fit the space.
   * @internal
   */
  protected apply(parents: Rows, line: Line | undefined, { random, space }: VariationContext): Batch {
    const steps = this.resolve(space);
    const columns = steps.sigmas.length;
    const rows = parents.indices.length;
    const children = new FreshBatch(rows, columns, new Float64Array(rows * columns));
    const bounds = this.rule === 'clip' ? steps : undefined;
    const moves = { columns, parents, line, sigmas: steps.sigmas, bounds };
    moveGenomes(moves, random, children.data);
    if (this.rule !== 'clip') this.#repair(moves, steps, children.data, random);
    return children;
  }

  #repair(moves: Moves, { sigmas, lower, upper }: Steps, genes: Float64Array, random: Random): void {
    const { columns } = moves;
    for (let i = 0; i < genes.length; i++) {
      const j = i % columns;
      const x = genes[i]!;
      if (x >= lower[j]! && x <= upper[j]!) continue;
      const centre = centreOf(moves, (i - j) / columns, j);
      genes[i] = repairStep(this.rule, x, centre, sigmas[j]!, lower[j]!, upper[j]!, random);
    }
  }

  /** @throws ARGUMENT if its sigma or `outOfBounds` does not fit the space. */
  check(space: Box): void {
    this.resolve(space);
  }

  /** @throws ARGUMENT if sigma or the rule does not fit the space. @internal */
  protected resolve(space: Box): Steps {
    if (this.#space !== space || this.#steps === undefined) {
      const bounds = boxBounds(this.#owner, 'space', space);
      if (this.rule === 'wrap' && !bounds.finite)
        throw argumentError(this.#owner, 'outOfBounds', "not be 'wrap' where genome bounds are infinite", 'wrap');
      const { argument, share } = STEP_OPTIONS[this.#owner];
      const sigmas = resolveSigma(this.#owner, argument, this.#sigma, bounds, share);
      this.#steps = { ...bounds, sigmas };
      this.#space = space;
    }
    return this.#steps;
  }
}

/** x + f (x − y) of one gene. */
function centreOf({ columns, parents, line }: Moves, row: number, j: number): number {
  const at = ({ data, indices }: Rows): number => data[indices[row]! * columns + j]!;
  const x = at(parents);
  return line === undefined ? x : x + line.factors[row]! * (x - at(line.partners));
}
