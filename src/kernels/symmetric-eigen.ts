import { type KernelExports, KernelInstance } from './instance.ts';

interface EigenExports extends KernelExports {
  symmetricEigen(matrix: number, step: number, dimensions: number, values: number, room: number): number;
  symmetricEigenRoom(dimensions: number): number;
}

/**
 * The room for eigendecompositions of symmetric matrices of one size, in WebAssembly memory of its own: about 17 bytes an
 * entry, kept for the next one, freed with this object. [Golub2013, Section 8.3; Bowdler1968]
 */
export class SymmetricEigenKernel {
  readonly #instance: KernelInstance<EigenExports> = new KernelInstance<EigenExports>();
  readonly #dimensions: number;
  /** Numbers from one row to the next: even, so that rows are aligned. */
  readonly #stride: number;
  readonly #matrixAt: number;
  readonly #valuesAt: number;
  readonly #roomAt: number;

  /** @param dimensions - n, at least 1; checked by the caller. */
  constructor(dimensions: number) {
    this.#dimensions = dimensions;
    this.#stride = dimensions + (dimensions % 2);
    // The kernel reads one row past the last reflection's.
    this.#matrixAt = this.#instance.allocate((dimensions + 1) * this.#stride * 8);
    this.#valuesAt = this.#instance.allocate(this.#stride * 8);
    this.#roomAt = this.#instance.allocate(this.#instance.exports.symmetricEigenRoom(dimensions));
  }

  /**
   * Decomposes a matrix whose largest entry is near 1; the same bits in every engine.
   * @param matrix - `(n, n)` row-major, of which the lower triangle is read; not changed.
   * @param scale - what the matrix is multiplied with first.
   * @param values - `(n)`, written: eigenvalues of the scaled matrix, ascending.
   * @param vectors - `(n, n)` row-major, written: eigenvector k in column k.
   * @returns whether it converged; nothing is written if not.
   */
  decompose(matrix: Float64Array, scale: number, values: Float64Array, vectors: Float64Array): boolean {
    const n = this.#dimensions;
    const stride = this.#stride;
    const { exports } = this.#instance;
    const rows = new Float64Array(exports.memory.buffer, this.#matrixAt, n * stride);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j <= i; j++) rows[i * stride + j] = matrix[i * n + j]! * scale;
    }
    const code = exports.symmetricEigen(this.#matrixAt, stride * 8, n, this.#valuesAt, this.#roomAt);
    if (code !== 0) return false;
    values.set(new Float64Array(exports.memory.buffer, this.#valuesAt, n));
    for (let i = 0; i < n; i++) vectors.set(rows.subarray(i * stride, i * stride + n), i * n);
    return true;
  }
}
