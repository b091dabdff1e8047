import {
  type Covariance,
  type CovarianceUpdate,
  LARGEST_VARIANCE,
  type RunNumbers,
  SMALLEST_VARIANCE,
} from './covariance.ts';

/** A diagonal covariance matrix: each method costs n operations for each row. [Ros2008] */
export class DiagonalCovariance implements Covariance {
  readonly dimensions: number;
  /** `(n)` */
  readonly #variances: Float64Array;

  /** The identity. */
  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.#variances = new Float64Array(dimensions).fill(1);
  }

  reset(): void {
    this.#variances.fill(1);
  }

  get condition(): number {
    const { smallest, largest } = this.#range();
    return largest / smallest;
  }

  get longest(): number {
    return Math.sqrt(this.#range().largest);
  }

  get shortest(): number {
    return Math.sqrt(this.#range().smallest);
  }

  place(normals: Float64Array, rows: number, mean: Float64Array, sigma: number): void {
    const n = this.dimensions;
    const deviations = this.#variances.map(Math.sqrt);
    for (let r = 0, at = 0; r < rows; r++) {
      for (let k = 0; k < n; k++, at++) normals[at] = mean[k]! + sigma * (normals[at]! * deviations[k]!);
    }
  }

  whiten(step: Float64Array): Float64Array {
    return step.map((value, k) => value / Math.sqrt(this.#variances[k]!));
  }

  squaredNorms(steps: Float64Array, rows: number): Float64Array {
    const n = this.dimensions;
    const norms = new Float64Array(rows);
    for (let r = 0; r < rows; r++) {
      let sum = 0;
      for (let k = 0; k < n; k++) sum += (steps[r * n + k]! * steps[r * n + k]!) / this.#variances[k]!;
      norms[r] = sum;
    }
    return norms;
  }

  variance(i: number): number {
    return this.#variances[i]!;
  }

  entries(): Float64Array {
    return this.#variances.slice();
  }

  axis(k: number): Float64Array {
    const axis = new Float64Array(this.dimensions);
    axis[k] = Math.sqrt(this.#variances[k]!);
    return axis;
  }

  /** Never decomposes, never throws. A variance below the larger of 1e-14 times the largest variance and 1e-200 is raised to it. */
  update({ decay, c1, path, weights, steps }: CovarianceUpdate): void {
    const n = this.dimensions;
    const variances = this.#variances;
    for (let i = 0; i < n; i++) variances[i] = decay * variances[i]! + c1 * path[i]! * path[i]!;
    for (let r = 0, at = 0; r < weights.length; r++) {
      const weight = weights[r]!;
      for (let i = 0; i < n; i++, at++) variances[i] = variances[i]! + weight * steps[at]! * steps[at]!;
    }
    const floor = Math.max(SMALLEST_VARIANCE, this.#range().largest * 1e-14);
    for (let i = 0; i < n; i++) if (!(variances[i]! > floor)) variances[i] = floor;
  }

  state(): RunNumbers[] {
    return [['variances', this.#variances, SMALLEST_VARIANCE, LARGEST_VARIANCE]];
  }

  #range(): { smallest: number; largest: number } {
    let smallest = Number.POSITIVE_INFINITY;
    let largest = 0;
    for (let i = 0; i < this.dimensions; i++) {
      const variance = this.#variances[i]!;
      if (variance < smallest) smallest = variance;
      if (variance > largest) largest = variance;
    }
    return { smallest, largest };
  }
}
