import { OwnHeap } from '../runtime/heap.ts';
import { type LinearExports, linear } from './linear.ts';

/**
 * A covariance matrix C, a matrix of its eigenvectors B, and the products that CMA-ES needs, in WebAssembly memory of its
 * own. The same bits in every engine. Its arrays are live views that stay valid.
 */
export class CovarianceKernel {
  /** `(n, n)` row-major: C, of which the lower triangle is used. Zeros at first. */
  readonly covariance: Float64Array;
  /** `(n, n)` row-major: B, eigenvector k in column k. Zeros at first. */
  readonly vectors: Float64Array;
  /** `(rows, n)`: what a product reads. Its rows are filled up to a multiple of 4. */
  readonly input: Float64Array;
  /** `(rows, n)`: what a product writes. */
  readonly output: Float64Array;
  readonly #exports: LinearExports;
  readonly #dimensions: number;
  readonly #weights: Float64Array;

  /**
   * @param dimensions - n, at least 1.
   * @param rows - the most rows of a product or an update, at least 1.
   */
  constructor(dimensions: number, rows: number) {
    const room = (rows + 3) & ~3;
    const sizes = [dimensions * dimensions, dimensions * dimensions, room * dimensions, room * dimensions, room];
    // Each is aligned to 16.
    const heap = OwnHeap.exactly(sizes.reduce((sum, size) => sum + size * 8 + 16, 16));
    const places = sizes.map((size) => heap.allocate(size * 8));
    const { buffer } = heap.memory;
    const view = (i: number): Float64Array => new Float64Array(buffer, places[i], sizes[i]);
    this.covariance = view(0);
    this.vectors = view(1);
    this.input = view(2);
    this.output = view(3);
    this.#weights = view(4);
    this.#dimensions = dimensions;
    this.#exports = linear.in(heap);
  }

  /** output row r = B (input row r), for the first `rows` rows. */
  fromAxes(rows: number): void {
    const { input, output, vectors } = this;
    this.#exports.productTransposed(input.byteOffset, rows, vectors.byteOffset, this.#dimensions, output.byteOffset);
  }

  /** output row r = Bᵀ (input row r), for the first `rows` rows. */
  toAxes(rows: number): void {
    const { input, output, vectors } = this;
    this.#exports.product(input.byteOffset, rows, vectors.byteOffset, this.#dimensions, output.byteOffset);
  }

  /** C = decay C + Σ_k weights[k] x_k x_kᵀ over the first rows of input, as many as weights. */
  rankUpdate(decay: number, weights: ArrayLike<number>): void {
    const { input, covariance } = this;
    const n = this.#dimensions;
    const rows = (weights.length + 3) & ~3;
    this.#weights.fill(0).set(weights);
    input.fill(0, weights.length * n, rows * n);
    this.#exports.rankUpdate(covariance.byteOffset, n, decay, input.byteOffset, rows, this.#weights.byteOffset);
  }
}
