import { type Batch, type Box, type BoxBounds, boxBounds, type Random } from '../core/index.ts';
import { checkOutOfBounds, checkWrappable, type OutOfBounds, RESAMPLES, repair } from './repair.ts';
import { checkSigma, resolveSigma, type Sigma } from './sigma.ts';

/** The isometric step that Gaussian and iso+line mutation share: sigma and bounds, resolved once for each space. */
export class GaussianSteps {
  readonly #owner: string;
  readonly #argument: string;
  readonly #sigma: Sigma | undefined;
  readonly #rule: OutOfBounds;
  #space: Box | undefined;
  #bounds: BoxBounds | undefined;
  #sigmas: Float64Array | undefined;

  /** @throws ARGUMENT if sigma or the rule breaks its contract. */
  constructor(owner: string, argument: string, sigma: Sigma | undefined, rule: OutOfBounds) {
    checkSigma(owner, argument, sigma);
    checkOutOfBounds(owner, rule);
    this.#owner = owner;
    this.#argument = argument;
    this.#sigma = typeof sigma === 'object' ? Float64Array.from(sigma) : sigma;
    this.#rule = rule;
  }

  /**
   * Adds a normal step to each gene of `children`, which hold the centres of the steps, and brings each into the space.
   * @throws ARGUMENT if sigma or the rule does not fit the space.
   */
  apply(children: Batch, space: Box, random: Random): void {
    const { lower, upper, sigmas } = this.#resolve(space);
    const { data, columns } = children;
    const steps = new Float64Array(data.length);
    random.fillNormal(steps);
    for (let i = 0, j = 0; i < data.length; i++) {
      const centre = data[i]!;
      const low = lower[j]!;
      const high = upper[j]!;
      let x = centre + sigmas[j]! * steps[i]!;
      if (!(x >= low && x <= high)) {
        if (this.#rule === 'resample') x = this.#resample(centre, sigmas[j]!, low, high, random);
        x = repair(this.#rule, x, low, high);
      }
      data[i] = x;
      if (++j === columns) j = 0;
    }
  }

  #resample(centre: number, sigma: number, low: number, high: number, random: Random): number {
    let x = centre;
    for (let draw = 0; draw < RESAMPLES; draw++) {
      x = centre + sigma * random.normal();
      if (x >= low && x <= high) break;
    }
    return x;
  }

  #resolve(space: Box): { lower: Float64Array; upper: Float64Array; sigmas: Float64Array } {
    if (this.#space !== space || this.#bounds === undefined || this.#sigmas === undefined) {
      const bounds = boxBounds(this.#owner, 'space', space);
      checkWrappable(this.#owner, this.#rule, bounds);
      this.#sigmas = resolveSigma(this.#owner, this.#argument, this.#sigma, bounds);
      this.#bounds = bounds;
      this.#space = space;
    }
    return { lower: this.#bounds.lower, upper: this.#bounds.upper, sigmas: this.#sigmas };
  }
}
