import { CovarianceKernel } from '../../kernels/index.ts';
import { SymmetricEigenSolver } from '../../linalg/index.ts';
import {
  type Covariance,
  type CovarianceUpdate,
  LARGEST_VARIANCE,
  type RunNumbers,
  SMALLEST_VARIANCE,
} from './covariance.ts';

/** If the trace has grown by this factor since the last decomposition, C is decomposed before the interval is over. */
const GROWTH = 10;

/**
 * A full covariance matrix C = B D² Bᵀ, decomposed every `interval` updates. An update costs λ n² operations, a decomposition 9 n³.
 * If an eigenvalue is too close to 0 (below 1e-14 of the largest, below the rounding error at n dimensions, or below 1e-200), a
 * multiple of the identity is added to C, so that it stays positive definite.
 */
export class FullCovariance implements Covariance {
  readonly dimensions: number;
  readonly #interval: number;
  /** The most rows of a product, and of the steps of an update. */
  readonly #rows: number;
  readonly #kernel: CovarianceKernel;
  readonly #solver: SymmetricEigenSolver;
  /** `(n)`: memory for eigenvalues; the deviations below are their square roots, the diagonal of D. */
  readonly #values: Float64Array;
  readonly #deviations: Float64Array;
  /** Three numbers: updates since the last decomposition, the trace at that time, and the condition. */
  readonly #counters: Float64Array;

  /**
   * Starts as the identity.
   * @param rows - The most rows of {@link place}. More steps of an update are taken in parts.
   * @param interval - Updates from one decomposition to the next; 1 means after every update.
   */
  constructor(dimensions: number, rows: number, interval: number) {
    this.dimensions = dimensions;
    this.#interval = interval;
    this.#rows = rows;
    this.#kernel = new CovarianceKernel(dimensions, rows + 1);
    this.#solver = new SymmetricEigenSolver(dimensions);
    this.#values = new Float64Array(dimensions);
    this.#deviations = new Float64Array(dimensions);
    this.#counters = new Float64Array(3);
    this.reset();
  }

  reset(): void {
    const n = this.dimensions;
    const { covariance, vectors } = this.#kernel;
    this.#deviations.fill(1);
    this.#counters.set([0, n, 1]);
    covariance.fill(0);
    vectors.fill(0);
    for (let i = 0; i < n; i++) {
      covariance[i * n + i] = 1;
      vectors[i * n + i] = 1;
    }
  }

  get condition(): number {
    return this.#counters[2]!;
  }

  get longest(): number {
    return this.#deviations[this.dimensions - 1]!;
  }

  get shortest(): number {
    return this.#deviations[0]!;
  }

  place(normals: Float64Array, rows: number, mean: Float64Array, sigma: number): void {
    const { input, output } = this.#kernel;
    const n = this.dimensions;
    const deviations = this.#deviations;
    for (let r = 0, at = 0; r < rows; r++) {
      for (let k = 0; k < n; k++, at++) input[at] = normals[at]! * deviations[k]!;
    }
    this.#kernel.fromAxes(rows); // y = B D z
    for (let r = 0, at = 0; r < rows; r++) {
      for (let k = 0; k < n; k++, at++) normals[at] = mean[k]! + sigma * output[at]!;
    }
  }

  whiten(step: Float64Array): Float64Array {
    return this.#turned(step, (coordinate, k) => coordinate / this.#deviations[k]!); // B D⁻¹ Bᵀ y
  }

  squaredNorms(steps: Float64Array, rows: number): Float64Array {
    const { input, output } = this.#kernel;
    const n = this.dimensions;
    const norms = new Float64Array(rows);
    for (let from = 0; from < rows; from += this.#rows) {
      const count = Math.min(this.#rows, rows - from);
      input.set(steps.subarray(from * n, (from + count) * n));
      this.#kernel.toAxes(count);
      for (let r = 0; r < count; r++) {
        let sum = 0;
        for (let k = 0; k < n; k++) {
          const white = output[r * n + k]! / this.#deviations[k]!; // D⁻¹ Bᵀ y
          sum += white * white;
        }
        norms[from + r] = sum;
      }
    }
    return norms;
  }

  variance(i: number): number {
    return this.#kernel.covariance[i * this.dimensions + i]!;
  }

  axis(k: number): Float64Array {
    const n = this.dimensions;
    const { vectors } = this.#kernel;
    const deviation = this.#deviations[k]!;
    const axis = new Float64Array(n);
    for (let i = 0; i < n; i++) axis[i] = vectors[i * n + k]! * deviation;
    return axis;
  }

  update({ decay, c1, path, weights, steps }: CovarianceUpdate): void {
    const { input } = this.#kernel;
    const n = this.dimensions;
    // An update may have more rows than the kernel: all but the last part of them go first.
    let from = 0;
    for (; weights.length - from > this.#rows; from += this.#rows) {
      input.set(steps.subarray(from * n, (from + this.#rows) * n));
      this.#kernel.rankUpdate(from === 0 ? decay : 1, weights.subarray(from, from + this.#rows));
    }
    input.set(steps.subarray(from * n));
    input.set(path, steps.length - from * n);
    this.#kernel.rankUpdate(from === 0 ? decay : 1, [...weights.subarray(from), c1]);
    this.#counters[0] = this.#counters[0]! + 1;
    const { trace, least } = this.#diagonal();
    // A variance of 0 or less, which rounding leaves if all steps were 0, must be repaired at once.
    if (this.#counters[0] >= this.#interval || trace > GROWTH * this.#counters[1]! || !(least > 0)) this.#decompose();
  }

  entries(): Float64Array {
    const n = this.dimensions;
    const copy = this.#kernel.covariance.slice();
    for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) copy[j * n + i] = copy[i * n + j]!;
    return copy;
  }

  state(): RunNumbers[] {
    const { covariance, vectors } = this.#kernel;
    return [
      ['covariance', covariance, -LARGEST_VARIANCE, LARGEST_VARIANCE],
      ['vectors', vectors, -2, 2],
      // A little less than the floor: the sum of an eigenvalue and its correction may be rounded down.
      ['deviations', this.#deviations, 0.9 * Math.sqrt(SMALLEST_VARIANCE), Math.sqrt(LARGEST_VARIANCE)],
      ['counters', this.#counters, 0, Number.MAX_VALUE],
    ];
  }

  /** Checks B, D and C by their products with one vector: n² operations instead of n³. */
  fault(): string | undefined {
    const n = this.dimensions;
    const { covariance } = this.#kernel;
    const [updates, trace, condition] = this.#counters as unknown as [number, number, number];
    if (!(Number.isInteger(updates) && updates < this.#interval && trace > 0 && condition >= 1)) {
      return 'have valid counters of updates';
    }
    if (!(this.#diagonal().least > 0)) return 'have variances above 0 in covariance';
    for (let i = 0; i < n; i++) {
      if (covariance.subarray(i * n + i + 1, (i + 1) * n).some((entry) => entry !== 0)) {
        return 'have zeros above the diagonal of covariance';
      }
      // Enough for a changed entry to be found; a decomposition would take n³ operations.
      for (let j = 0; j < i; j++) {
        const most = Math.sqrt(covariance[i * n + i]!) * Math.sqrt(covariance[j * n + j]!);
        if (Math.abs(covariance[i * n + j]!) > most) return 'have no covariance above the product of two deviations';
      }
    }
    const deviations = this.#deviations;
    if (deviations.some((deviation, k) => deviation < deviations[k - 1]!)) return 'have ascending deviations';
    const probe = Float64Array.from({ length: n }, (_, k) => ((k * 0.618034) % 1) + 0.1);
    const turnedBack = this.#turned(probe, (x) => x);
    if (!near(turnedBack, probe, 1)) return 'have orthonormal vectors';
    // After an update C differs from its last decomposition.
    if (updates > 0) return undefined;
    const decomposed = this.#turned(probe, (x, k) => x * deviations[k]! ** 2);
    const fits = near(times(covariance, probe), decomposed, this.longest ** 2);
    return fits ? undefined : 'have a covariance that its vectors decompose';
  }

  /** B scale(Bᵀ x), new. @param scale - Gives the new coordinate along an axis. */
  #turned(x: Float64Array, scale: (coordinate: number, k: number) => number): Float64Array {
    const { input, output } = this.#kernel;
    const n = this.dimensions;
    input.set(x);
    this.#kernel.toAxes(1);
    for (let k = 0; k < n; k++) input[k] = scale(output[k]!, k);
    this.#kernel.fromAxes(1);
    return output.slice(0, n);
  }

  #diagonal(): { readonly trace: number; readonly least: number } {
    let trace = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < this.dimensions; i++) {
      const variance = this.variance(i);
      trace += variance;
      if (!(variance >= least)) least = variance;
    }
    return { trace, least };
  }

  #decompose(): void {
    const n = this.dimensions;
    const values = this.#values;
    const { covariance, vectors } = this.#kernel;
    this.#solver.decompose(covariance, { values, vectors });
    const smallest = values[0]!;
    const largest = values[n - 1]!;
    const floor = Math.max(SMALLEST_VARIANCE, largest * Math.max(1e-14, n * 2 ** -52));
    const condition = smallest > 0 ? Math.min(Number.MAX_VALUE, largest / smallest) : Number.MAX_VALUE;
    if (smallest < floor) {
      // The sum of an eigenvalue and its correction may be rounded to 0.
      const raised = (value: number): number => {
        const sum = value + (floor - smallest);
        return sum > 0.9 * floor ? sum : floor;
      };
      for (let k = 0; k < n; k++) {
        covariance[k * n + k] = raised(covariance[k * n + k]!);
        values[k] = raised(values[k]!);
      }
    }
    for (let k = 0; k < n; k++) this.#deviations[k] = Math.sqrt(values[k]!);
    this.#counters.set([0, this.#diagonal().trace, condition]);
  }
}

/** Whether numbers are equal up to rounding, in units of `size`. */
function near(a: Float64Array, b: Float64Array, size: number): boolean {
  return a.every((value, i) => Math.abs(value - b[i]!) <= 1e-9 * a.length * size);
}

/** C x, computed from the lower triangle of C. */
function times(lower: Float64Array, x: Float64Array): Float64Array {
  const n = x.length;
  const product = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    product[i] = product[i]! + lower[i * n + i]! * x[i]!;
    for (let j = 0; j < i; j++) {
      product[i] = product[i]! + lower[i * n + j]! * x[j]!;
      product[j] = product[j]! + lower[i * n + j]! * x[i]!;
    }
  }
  return product;
}
