import { ElitesError, notFinite } from '../core/index.ts';
import { SymmetricEigenKernel } from '../kernels/index.ts';

/** Eigenvalues and eigenvectors of a symmetric matrix A: A V = V diag(values), Vᵀ V = I. */
export interface SymmetricEigen {
  /** `(n)`, ascending. */
  readonly values: Float64Array;
  /** `(n, n)` row-major: column k is the eigenvector of value k, of length 1. */
  readonly vectors: Float64Array;
}

/**
 * Decomposes symmetric matrices of one size, by Householder reduction and the implicit QL algorithm in WebAssembly.
 * Keeps its memory, about 17 bytes an entry, between calls. Residual and loss of orthogonality are below 1e-15 n times the
 * largest eigenvalue, or n times the smallest subnormal. About 9 n³ floating-point operations: 0.8 s at n = 1000.
 * [Golub2013, Section 8.3; Bowdler1968]
 */
export class SymmetricEigenSolver {
  /** n: matrices are n × n. */
  readonly dimensions: number;
  readonly #kernel: SymmetricEigenKernel;

  /** @param dimensions - In [1, 8192], checked by the caller. The largest takes half of what WebAssembly can address. */
  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.#kernel = new SymmetricEigenKernel(dimensions);
  }

  /**
   * Decomposes one matrix. Same matrix, same bits, in every engine.
   * @param matrix - `(n, n)` row-major; only the lower triangle is read. Not changed.
   * @param into - Arrays for the result, of the right lengths (default: new ones).
   * @throws ARGUMENT if an entry is not finite; NUMERICAL if an eigenvalue does not converge in
   *   60 sweeps, or overflows. `into` is then unchanged, except after an overflow.
   */
  decompose(matrix: Float64Array, into?: SymmetricEigen): SymmetricEigen {
    const owner = 'SymmetricEigenSolver.decompose';
    const n = this.dimensions;
    const { values, vectors } = into ?? { values: new Float64Array(n), vectors: new Float64Array(n * n) };
    const scale = scaleOf(largestEntry(owner, matrix, n));
    if (!this.#kernel.decompose(matrix, scale, values, vectors)) {
      throw new ElitesError('NUMERICAL', `${owner}: an eigenvalue of the matrix did not converge.`);
    }
    for (let k = 0; k < n; k++) values[k] = values[k]! / scale;
    if (!(Math.abs(values[0]!) < Number.POSITIVE_INFINITY && Math.abs(values[n - 1]!) < Number.POSITIVE_INFINITY)) {
      throw new ElitesError('NUMERICAL', `${owner}: an eigenvalue of the matrix is too large for a number.`);
    }
    return { values, vectors };
  }
}

/** The largest absolute value in the lower triangle. */
function largestEntry(owner: string, matrix: Float64Array, n: number): number {
  let largest = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const value = Math.abs(matrix[i * n + j]!);
      if (!(value < Number.POSITIVE_INFINITY)) throw notFinite(owner, 'matrix', matrix, n);
      if (value > largest) largest = value;
    }
  }
  return largest;
}

/** The power of two that scales `largest` into [1, 2), or close to it at the ends of the exponent's range. Such a scaling is exact. */
function scaleOf(largest: number): number {
  if (largest === 0) return 1;
  const exponent = ((new Uint32Array(Float64Array.of(largest).buffer)[1]! >>> 20) & 0x7ff) - 1023;
  const inverse = 1023 - Math.max(-1000, Math.min(1000, exponent));
  return new Float64Array(Uint32Array.of(0, inverse << 20).buffer)[0]!;
}
