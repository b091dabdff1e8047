import { Cached } from '../runtime/cached.ts';
import type { Heap } from '../runtime/heap.ts';
import { type LinearExports, linear } from './linear.ts';

/** Where a decomposition takes place. */
interface Room {
  readonly exports: LinearExports;
  readonly buffer: ArrayBufferLike;
  readonly matrix: number;
  readonly values: number;
  readonly scratch: number;
}

/**
 * The room for eigendecompositions of symmetric matrices of one size, in WebAssembly memory: about 17 bytes an entry. Large
 * ones have a memory of their own, kept for the next one and freed with this object. [Golub2013, Section 8.3; Bowdler1968]
 */
export class SymmetricEigenKernel {
  readonly #dimensions: number;
  /** Numbers from one row to the next: even, so that rows are aligned. */
  readonly #stride: number;
  readonly #room: Cached<Room>;

  /** @param dimensions - n, at least 1; checked by the caller. */
  constructor(dimensions: number) {
    this.#dimensions = dimensions;
    this.#stride = dimensions + (dimensions % 2);
    // The kernel reads one row past the last reflection's.
    const sizes = [
      (dimensions + 1) * this.#stride * 8,
      this.#stride * 8,
      linear.common.symmetricEigenRoom(dimensions),
    ] as const;
    this.#room = new Cached(sizes[0] + sizes[1] + sizes[2] + 48, (heap: Heap) => {
      const [matrix, values, scratch] = [heap.allocate(sizes[0]), heap.allocate(sizes[1]), heap.allocate(sizes[2])];
      return { exports: linear.in(heap), buffer: heap.memory.buffer, matrix, values, scratch };
    });
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
    const room = this.#room.get();
    const { exports, buffer } = room;
    const rows = new Float64Array(buffer, room.matrix, n * stride);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j <= i; j++) rows[i * stride + j] = matrix[i * n + j]! * scale;
    }
    if (exports.symmetricEigen(room.matrix, stride * 8, n, room.values, room.scratch) !== 0) return false;
    values.set(new Float64Array(buffer, room.values, n));
    for (let i = 0; i < n; i++) vectors.set(rows.subarray(i * stride, i * stride + n), i * n);
    return true;
  }
}
