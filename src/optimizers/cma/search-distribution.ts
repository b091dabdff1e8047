import { addCount, clip, ElitesError, type Random, show } from '../../core/index.ts';
import { float64, type StateKind } from '../../formats/index.ts';
import { exp, log } from '../../kernels/index.ts';
import type { Covariance, RunNumbers } from '../covariance/covariance.ts';
import type { StrategyParameters } from './strategy-parameters.ts';

/** The largest coordinate, step size and path; a variance may be its square. Computing with them stays finite. */
export const HUGE = 1e100;
/** The longest step accepted, in step sizes: the paths and C that follow from it stay below {@link HUGE}. */
export const LONGEST_STEP = 1e90;

/**
 * Index of the first coordinate of some rows of `(rows, n)` candidates that is beyond {@link HUGE}, or more than `longest` σ from the
 * mean; −1 if there is none.
 */
export function findFar(
  candidates: Float64Array,
  order: Int32Array,
  { mean, sigma }: { readonly mean: Float64Array; readonly sigma: number },
  longest: number,
): number {
  const n = mean.length;
  // Half of what is accepted, so that rounding does not matter. Few numbers need the exact test, which divides.
  const surely = (longest / 2) * sigma;
  for (let k = 0; k < order.length; k++) {
    for (let i = 0, at = order[k]! * n; i < n; i++, at++) {
      const value = candidates[at]!;
      if (Math.abs(value) <= HUGE && Math.abs(value - mean[i]!) <= surely) continue;
      if (!(Math.abs(value) <= HUGE && Math.abs((value - mean[i]!) / sigma) <= longest)) return at;
    }
  }
  return -1;
}

/** The error for a row that {@link findFar} found. @param value - The coordinate. */
export function tooFar(owner: string, value: number, row: number): ElitesError {
  const message = `${owner}: candidates must be nearer to the mean, or numbers would overflow; got ${show(value)} in row ${row}.`;
  return new ElitesError('NUMERICAL', message);
}

/**
 * The normal distribution N(m, σ² C) from which CMA-ES draws candidates, with its two evolution paths. Contains only the
 * mathematics: no bounds, no stop criteria. [Hansen2016, Appendix A]
 */
export class SearchDistribution {
  readonly parameters: StrategyParameters;
  readonly covariance: Covariance;
  /** `(n)`: m. */
  readonly mean: Float64Array;
  /** `(n)`: the path of the step size. */
  readonly ps: Float64Array;
  /** `(n)`: the path of the covariance. */
  readonly pc: Float64Array;
  /** σ, above 0. */
  sigma: number;
  /** Updates so far. */
  generation = 0;

  /**
   * @param mean - copied.
   * @param covariance - The identity.
   */
  constructor(mean: Float64Array, sigma: number, parameters: StrategyParameters, covariance: Covariance) {
    this.mean = mean.slice();
    this.sigma = sigma;
    this.parameters = parameters;
    this.covariance = covariance;
    this.ps = new Float64Array(mean.length);
    this.pc = new Float64Array(mean.length);
  }

  /** `(populationSize, n)` candidates, new; draws n normals for each from `random`. [Hansen2016, Eq. 38–40] */
  sample(random: Random): Float64Array {
    const { mean, sigma, covariance } = this;
    const rows = this.parameters.populationSize;
    const candidates = new Float64Array(rows * mean.length);
    random.fillNormal(candidates);
    covariance.place(candidates, rows, mean, sigma);
    return candidates;
  }

  /**
   * Steps y = (x − m)/σ of candidates.
   * @param candidates - `(rows, n)`.
   * @param order - Row numbers, the best first; the steps are in this order.
   */
  steps(candidates: Float64Array, order: Int32Array): Float64Array {
    const { mean, sigma } = this;
    const n = mean.length;
    const steps = new Float64Array(order.length * n);
    for (let k = 0, to = 0; k < order.length; k++) {
      for (let i = 0, at = order[k]! * n; i < n; i++) steps[to++] = (candidates[at++]! - mean[i]!) / sigma; // Eq. 40, solved for y
    }
    return steps;
  }

  /**
   * Index of the first coordinate that is so large, or so many σ from the mean, that an update could take the state beyond
   * {@link HUGE}; −1 if there is none. A path is at most √(2 μ_eff/c) times as long as the longest step, and a whitened step
   * √n/shortest times as long; C contains the square.
   * @param order - The rows of `candidates` that are looked at.
   */
  findOverflow(candidates: Float64Array, order: Int32Array, { mueff }: StrategyParameters = this.parameters): number {
    const { mean, covariance } = this;
    // The decomposed C may have a tenth of the deviation that C has now.
    if (covariance.longest > HUGE / 10) return 0;
    const longest = (LONGEST_STEP * Math.min(1, covariance.shortest)) / Math.sqrt(2 * mean.length * mueff);
    return findFar(candidates, order, this, longest);
  }

  /**
   * Updates mean, paths, C and σ with a generation.
   *
   * Deviation: the step size follows ‖ps‖²/n − 1, at most by a factor e, instead of ‖ps‖/E‖N(0, I)‖ − 1 of Eq. 44, as in
   * golden/cma-es.json and pycma's purecma.
   * @param steps - `(rows, n)` y, the best first.
   * @param parameters - The constants, with a weight for each step.
   * @throws NUMERICAL if the decomposition of C does not converge.
   */
  update(steps: Float64Array, parameters: StrategyParameters = this.parameters): void {
    const { mean, ps, pc, sigma, covariance } = this;
    const { weights, mueff, cs, cc, c1, cmu, damps } = parameters;
    const n = mean.length;
    const step = this.#meanStep(steps, parameters); // Eq. 41
    const rescaled = this.#rescaledWeights(steps, parameters);
    const white = covariance.whiten(step);
    this.generation = addCount(this.generation);
    let square = 0;
    const towardsPs = Math.sqrt(cs * (2 - cs) * mueff);
    for (let i = 0; i < n; i++) {
      mean[i] = clip(mean[i]! + sigma * step[i]!, -HUGE, HUGE); // Eq. 42
      ps[i] = (1 - cs) * ps[i]! + towardsPs * white[i]!; // Eq. 43
      square += ps[i]! * ps[i]!;
    }
    const started = 1 - exp(2 * this.generation * log(1 - cs));
    const h = square / n / started < 2 + 4 / (n + 1) ? 1 : 0; // hσ
    const towardsPc = h * Math.sqrt(cc * (2 - cc) * mueff);
    for (let i = 0; i < n; i++) pc[i] = (1 - cc) * pc[i]! + towardsPc * step[i]!; // Eq. 45
    let sum = 0;
    for (const weight of weights) sum += weight;
    const decay = 1 - c1 * (1 - (1 - h) * cc * (2 - cc)) - cmu * sum;
    covariance.update({ decay, c1, path: pc, weights: rescaled.map((w) => cmu * w), steps }); // Eq. 47
    const grown = sigma * exp(Math.min(1, ((cs / damps) * (square / n - 1)) / 2)); // Eq. 44
    this.sigma = Math.max(1 / HUGE, Math.min(HUGE, grown));
  }

  /** Σ w y over the parents. */
  #meanStep(steps: Float64Array, { weights, parents }: StrategyParameters): Float64Array {
    const n = this.mean.length;
    const step = new Float64Array(n);
    for (let k = 0, at = 0; k < parents; k++) {
      const weight = weights[k]!;
      for (let i = 0; i < n; i++) step[i] = step[i]! + weight * steps[at++]!;
    }
    return step;
  }

  /** w°: negative weights times n / ‖C^(−1/2) y‖², so that one far step cannot make C indefinite. [Hansen2016, Eq. 46] */
  #rescaledWeights(steps: Float64Array, { weights, parents }: StrategyParameters): Float64Array {
    const n = this.mean.length;
    const rescaled = weights.slice();
    const first = rescaled.findIndex((weight) => weight < 0);
    if (first < parents) return rescaled;
    const norms = this.covariance.squaredNorms(steps.subarray(first * n), weights.length - first);
    for (const [k, norm] of norms.entries()) {
      rescaled[first + k] = norm > 1 / HUGE ? (weights[first + k]! * n) / norm : 0;
    }
    return rescaled;
  }
}

/** A step size. */
export const stepSize = (): StateKind<Float64Array> => float64([1], 1 / HUGE, HUGE);

/** Mean and paths. */
export function pathNumbers({ mean, ps, pc }: SearchDistribution): RunNumbers[] {
  return [
    ['mean', mean, -HUGE, HUGE],
    ['ps', ps, -HUGE, HUGE],
    ['pc', pc, -HUGE, HUGE],
  ];
}
