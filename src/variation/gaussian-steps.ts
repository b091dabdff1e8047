import { type Batch, type Box, batchFor, boxBounds, type Random, type VariationContext } from '../core/index.ts';
import { decodeSnapshot, encodeSnapshot } from '../formats/index.ts';
import { type Line, type Moves, moveGenomes } from '../kernels/index.ts';
import { checkOutOfBounds, checkWrappable, type OutOfBounds, RESAMPLES, repair } from './repair.ts';
import { checkSigma, resolveSigma, type Sigma } from './sigma.ts';

/** What the steps of one space are: sigma and bounds, each `(columns)`. */
interface Steps {
  readonly sigmas: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** What Gaussian and iso+line mutation share: the steps, sigma and bounds resolved once for each space, and the snapshot. */
export class GaussianSteps {
  readonly #owner: string;
  readonly #argument: string;
  readonly #sigma: Sigma | undefined;
  readonly #rule: OutOfBounds;
  readonly #configuration: object;
  #space: Box | undefined;
  #steps: Steps | undefined;

  /**
   * @param more - Further names and numbers of the operator.
   * @throws ARGUMENT if sigma or the rule breaks its contract.
   */
  constructor(owner: string, argument: string, sigma: Sigma | undefined, rule: OutOfBounds, more: object = {}) {
    checkSigma(owner, argument, sigma);
    checkOutOfBounds(owner, rule);
    this.#owner = owner;
    this.#argument = argument;
    this.#sigma = typeof sigma === 'object' ? Float64Array.from(sigma) : sigma;
    this.#rule = rule;
    this.#configuration = { [argument]: this.#sigma, outOfBounds: rule, ...more };
  }

  /** @throws ARGUMENT if sigma or the rule does not fit the space. */
  check(space: Box): void {
    this.#resolve(space);
  }

  snapshot(): Uint8Array {
    return encodeSnapshot({ kind: this.#owner, configuration: this.#configuration });
  }

  restore(bytes: Uint8Array): void {
    decodeSnapshot(`${this.#owner}.restore`, bytes, { kind: this.#owner, configuration: this.#configuration });
  }

  /**
   * Children x + f (x − y) + σ N(0, I), each brought into the space. With `'resample'` what has to be drawn again is drawn
   * after the steps of all children.
   * @param line - f and y; without them f is 0.
   * @returns `(rows, columns)`: `into` written over, if it fits, else new.
   * @throws ARGUMENT if sigma or the rule does not fit the space.
   */
  apply(parents: Batch, line: Line | undefined, context: VariationContext): Batch {
    const { rows, columns, data } = parents;
    const { random, space, into } = context;
    const steps = this.#resolve(space as Box);
    const children = batchFor(rows, columns, into, data, line?.partners);
    const bounds = this.#rule === 'clip' ? steps : unbounded(columns);
    const moves = { rows, columns, parents: data, line, ...bounds, sigmas: steps.sigmas };
    moveGenomes(moves, (out) => random.fillNormal(out), children.data);
    if (this.#rule !== 'clip') this.#repair({ ...moves, ...steps }, children.data, random);
    return children;
  }

  #repair(moves: Moves, genes: Float64Array, random: Random): void {
    const { columns, sigmas, lower, upper } = moves;
    for (let i = 0; i < genes.length; i++) {
      const j = i % columns;
      let x = genes[i]!;
      if (x >= lower[j]! && x <= upper[j]!) continue;
      if (this.#rule === 'resample') {
        const centre = centreOf(moves, (i - j) / columns, j);
        for (let draw = 0; draw < RESAMPLES && !(x >= lower[j]! && x <= upper[j]!); draw++) {
          x = centre + sigmas[j]! * random.normal();
        }
      }
      genes[i] = repair(this.#rule, x, lower[j]!, upper[j]!);
    }
  }

  #resolve(space: Box): Steps {
    if (this.#space !== space || this.#steps === undefined) {
      const bounds = boxBounds(this.#owner, 'space', space);
      checkWrappable(this.#owner, this.#rule, bounds);
      const sigmas = resolveSigma(this.#owner, this.#argument, this.#sigma, bounds);
      this.#steps = { sigmas, lower: bounds.lower, upper: bounds.upper };
      this.#space = space;
    }
    return this.#steps;
  }
}

/** x + f (x − y) of one gene. */
function centreOf({ columns, parents, line }: Moves, row: number, j: number): number {
  const x = parents[row * columns + j]!;
  if (line === undefined) return x;
  return x + line.factors[row]! * (x - line.partners[line.chosen[row]! * columns + j]!);
}

function unbounded(columns: number): { lower: Float64Array; upper: Float64Array } {
  return {
    lower: new Float64Array(columns).fill(Number.NEGATIVE_INFINITY),
    upper: new Float64Array(columns).fill(Number.POSITIVE_INFINITY),
  };
}
