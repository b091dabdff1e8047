import { type Batch, type Box, type BoxBounds, boxBounds, type Random } from '../core/index.ts';
import { checkOutOfBounds, checkWrappable, type OutOfBounds, RESAMPLES, repair } from './repair.ts';
import { checkSigma, resolveSigma, type Sigma } from './sigma.ts';

const BLOCK = 1024;

/** The isometric step that Gaussian and iso+line mutation share: sigma and bounds, resolved once for each space. */
export class GaussianSteps {
  readonly #owner: string;
  readonly #argument: string;
  readonly #sigma: Sigma | undefined;
  readonly #rule: OutOfBounds;
  /** Normals are drawn in blocks that stay in the cache. */
  readonly #block: Float64Array = new Float64Array(BLOCK);
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
    const block = this.#block;
    for (let start = 0, j = 0; start < data.length; start += BLOCK) {
      const count = Math.min(BLOCK, data.length - start);
      random.fillNormal(count === BLOCK ? block : block.subarray(0, count));
      for (let k = 0; k < count; k++) {
        const centre = data[start + k]!;
        const low = lower[j]!;
        const high = upper[j]!;
        let x = centre + sigmas[j]! * block[k]!;
        if (!(x >= low && x <= high)) {
          if (this.#rule === 'resample') x = this.#resample(centre, sigmas[j]!, low, high, random);
          x = repair(this.#rule, x, low, high);
        }
        data[start + k] = x;
        if (++j === columns) j = 0;
      }
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
