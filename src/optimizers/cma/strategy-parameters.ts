import { log } from '../../kernels/index.ts';
import type { Covariance } from '../covariance/covariance.ts';

/** The constants of CMA-ES, in the letters of [Hansen2016]. */
export interface StrategyParameters {
  /** λ: candidates in a generation. */
  readonly populationSize: number;
  /** μ: number of parents, that is the best candidates, with positive weights. */
  readonly parents: number;
  /** `(populationSize)`, best first: the weights of the parents sum to 1, the others are negative, or 0 if not active. */
  readonly weights: Float64Array;
  /** μ_eff, the variance-effective number of parents, in [1, parents]. */
  readonly mueff: number;
  /** Learning rate of the path pc. */
  readonly cc: number;
  /** Learning rate of the path ps. */
  readonly cs: number;
  /** Learning rate of the rank-one update. */
  readonly c1: number;
  /** Learning rate of the rank-μ update. */
  readonly cmu: number;
  /** Damping of the step size. */
  readonly damps: number;
}

/** The kind of covariance that an evolution strategy adapts. */
export interface CovarianceKind {
  /** Whether it is diagonal; if so, it learns faster. */
  readonly separable: boolean;
  /** The identity, for n dimensions. */
  make(dimensions: number, parameters: StrategyParameters): Covariance;
}

/** λ = 4 + ⌊3 ln n⌋. [Hansen2016, Eq. 48] */
export function defaultPopulationSize(dimensions: number): number {
  return 4 + Math.floor(3 * log(dimensions));
}

/**
 * The default constants for n dimensions and a population of λ ≥ 2.
 *
 * Deviation: damps = 2 μ_eff/λ + 0.3 + cs, and cmu without the 1/4 of Eq. 58, as in golden/cma-es.json and pycma's purecma.
 * @param active - Whether candidates that are not parents have negative weights.
 * @param separable - Whether learning rates of C are multiplied by (n + 2)/3, for a diagonal C. [Ros2008, Eq. 5]
 * @param parents - μ, in [1, populationSize]; the other constants are then those of a population of 2μ (default ⌊λ/2⌋).
 */
export function strategyParameters(
  dimensions: number,
  populationSize: number,
  { active, separable, parents: given }: { active: boolean; separable: boolean; parents?: number },
): StrategyParameters {
  const n = dimensions;
  const size = given === undefined ? populationSize : 2 * given;
  const parents = size >> 1;
  const middle = log((size + 1) / 2);
  const weights = Float64Array.from({ length: populationSize }, (_, i) => middle - log(i + 1)); // Eq. 49
  const mueff = effectiveNumber(weights.subarray(0, parents)); // Eq. 8
  const cc = (4 + mueff / n) / (n + 4 + (2 * mueff) / n); // Eq. 56
  const cs = (mueff + 2) / (n + mueff + 5); // Eq. 55
  const faster = separable ? (n + 2) / 3 : 1;
  const c1 = Math.min(1, (faster * 2) / ((n + 1.3) * (n + 1.3) + mueff)); // Eq. 57
  const cmu = Math.min(1 - c1, (faster * 2 * (mueff - 2 + 1 / mueff)) / ((n + 2) * (n + 2) + mueff)); // Eq. 58
  const damps = (2 * mueff) / size + 0.3 + cs;
  normalise(weights, parents, active ? negativeSum(weights.subarray(parents), { n, mueff, c1, cmu }) : 0);
  return { populationSize, parents, weights, mueff, cc, cs, c1, cmu, damps };
}

/** (Σ w)² / Σ w² of weights of one sign. [Hansen2016, Eq. 8] */
function effectiveNumber(weights: Float64Array): number {
  let sum = 0;
  let squares = 0;
  for (const weight of weights) {
    sum += weight;
    squares += weight * weight;
  }
  return squares === 0 ? 0 : (sum * sum) / squares;
}

/** The absolute sum of the negative weights: the least of α_μ, α_μeff and α_posdef. [Hansen2016, Eq. 50–52] */
function negativeSum(
  weights: Float64Array,
  { n, mueff, c1, cmu }: { n: number; mueff: number; c1: number; cmu: number },
): number {
  if (cmu <= 0) return 0;
  const byRates = 1 + c1 / cmu; // Eq. 50
  const byNumber = 1 + (2 * effectiveNumber(weights)) / (mueff + 2); // Eq. 51
  const byDefiniteness = Math.max(0, 1 - c1 - cmu) / (n * cmu); // Eq. 52
  return Math.min(byRates, byNumber, byDefiniteness);
}

/** Scales the parents' weights to a sum of 1, and the others to a sum of −`negative`. [Hansen2016, Eq. 53] */
function normalise(weights: Float64Array, parents: number, negative: number): void {
  let above = 0;
  let below = 0;
  for (const [i, weight] of weights.entries()) {
    if (i < parents) above += weight;
    else below -= weight;
  }
  for (const [i, weight] of weights.entries()) {
    if (i < parents) weights[i] = weight / above;
    else weights[i] = below > 0 && negative > 0 ? (weight * negative) / below : 0;
  }
}
