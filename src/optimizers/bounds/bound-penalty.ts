import type { BoxBounds } from '../../core/index.ts';
import { exp, tanh } from '../../kernels/index.ts';
import type { SearchDistribution } from '../cma/search-distribution.ts';

/**
 * The adaptive boundary penalty: cost + Σ γ_i (x_i − inside_i)² / n. The weights γ follow the interquartile range of the costs over
 * the last generations, in units of the distribution's variance; a weight grows while the mean is far outside its bound.
 * Same as pycma's BoundPenalty. [Hansen2009, Section V-B, with the later changes of pycma]
 */
export class BoundPenalty {
  /** `(n)` */
  readonly weights: Float64Array;
  /** Interquartile ranges of the last generations, the newest first; at most 20 + 3n/λ. */
  ranges: number[] = [];
  /** Whether the mean was ever outside; from then on the weights follow the ranges. */
  started = false;
  readonly #bounds: BoxBounds;

  constructor(bounds: BoxBounds) {
    this.#bounds = bounds;
    this.weights = new Float64Array(bounds.dimensions).fill(1);
  }

  /** The penalty of one row of `(rows, n)` candidates. */
  penalty(candidates: Float64Array, inside: Float64Array, row: number): number {
    const n = this.weights.length;
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const outside = candidates[row * n + i]! - inside[row * n + i]!;
      sum += this.weights[i]! * outside * outside;
    }
    return sum / n;
  }

  /**
   * Adapts the weights, before the distribution is updated for the same generation.
   * @param costs - Without penalties; those that are not finite are ignored.
   */
  update(costs: ArrayLike<number>, distribution: SearchDistribution): void {
    const { mean, sigma, covariance, generation, parameters } = distribution;
    const n = mean.length;
    const variances = Float64Array.from({ length: n }, (_, i) => sigma * sigma * covariance.variance(i));
    const variance = variances.reduce((sum, one) => sum + one, 0) / n;
    this.#remember(interquartileRange(costs) / variance, this.mostRanges(parameters.populationSize));
    if (this.ranges.length === 0) return;
    const range = median(this.ranges);
    const excess = mean.map((m, i) => this.#outside(m, i) / Math.sqrt(variances[i]!));
    // Repeated after the second generation: the first range is a poor estimate.
    if (excess.some((value) => value > 0) && (!this.started || generation === 1)) {
      this.weights.fill(Math.min(Number.MAX_VALUE, 2 * range));
      this.started = true;
    }
    if (!this.started) return;
    const damping = Math.min(1, parameters.mueff / 10 / n);
    const tolerated = 3 * Math.max(1, Math.sqrt(n) / parameters.mueff);
    const shrink = exp(-damping / 3);
    for (let i = 0; i < n; i++) {
      const far = excess[i]! - tolerated;
      if (far > 0) this.weights[i] = Math.min(Number.MAX_VALUE, this.weights[i]! * exp((damping * tanh(far / 3)) / 2));
      if (this.weights[i]! > 5 * range) this.weights[i] = this.weights[i]! * shrink;
    }
  }

  /** The most ranges that are kept. */
  mostRanges(populationSize: number): number {
    return Math.floor(20 + (3 * this.weights.length) / populationSize);
  }

  #outside(m: number, i: number): number {
    return Math.max(0, this.#bounds.lower[i]! - m, m - this.#bounds.upper[i]!);
  }

  #remember(range: number, most: number): void {
    if (range > 0 && range < Number.POSITIVE_INFINITY) this.ranges.unshift(range);
    if (this.ranges.length > most) this.ranges.pop();
  }
}

/** The interquartile range of the finite costs; NaN if there are fewer than two. */
function interquartileRange(costs: ArrayLike<number>): number {
  const finite = Float64Array.from(costs).filter(Number.isFinite).sort();
  if (finite.length < 2) return Number.NaN;
  const places = finite.length + 1;
  const high = Math.min(finite.length - 1, Math.floor((3 * places) / 4));
  return finite[high]! - finite[Math.floor(places / 4)]!;
}

/** The middle one, or the mean of the two middle ones. */
export function median(values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).sort();
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : sorted[half - 1]! / 2 + sorted[half]! / 2;
}
