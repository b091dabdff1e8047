import fc from 'fast-check';
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { describe, expect, it } from 'vitest';
import { type SymmetricEigen, SymmetricEigenSolver } from '../../src/linalg/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { errorOf } from '../support/error-of.ts';
import { symmetricEigen } from '../support/symmetric-eigen.ts';

function randomSymmetric(n: number, seed: number): Float64Array {
  const random = randomStream(seed);
  const a = new Float64Array(n * n);
  for (let i = 0; i < n; i++) for (let j = 0; j <= i; j++) a[i * n + j] = a[j * n + i] = random.normal();
  return a;
}

/** V D Vᵀ of a random orthogonal V and given values. */
function withValues(values: readonly number[], seed: number): Float64Array {
  const n = values.length;
  const { vectors: v } = symmetricEigen(randomSymmetric(n, seed));
  const a = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = 0; k < n; k++) sum += v[i * n + k]! * values[k]! * v[j * n + k]!;
      a[i * n + j] = a[j * n + i] = sum;
    }
  }
  return a;
}

/** Largest entries of A V − V D, beyond n subnormals and relative to the largest value, and of Vᵀ V − I. */
function defects(a: Float64Array, { values, vectors: v }: SymmetricEigen): { residual: number; orthogonality: number } {
  const n = values.length;
  const A = new Matrix(Array.from({ length: n }, (_, i) => Array.from(a.subarray(i * n, (i + 1) * n))));
  const V = new Matrix(Array.from({ length: n }, (_, i) => Array.from(v.subarray(i * n, (i + 1) * n))));
  const size = Math.max(...Array.from(values, Math.abs), Number.MIN_VALUE);
  const difference = A.mmul(V).sub(V.mmul(Matrix.diag(Array.from(values))));
  const gram = V.transpose().mmul(V).sub(Matrix.eye(n));
  return {
    residual:
      Math.max(0, Math.max(Math.abs(difference.max()), Math.abs(difference.min())) - n * Number.MIN_VALUE) / size,
    orthogonality: Math.max(Math.abs(gram.max()), Math.abs(gram.min())),
  };
}

function expectEigen(a: Float64Array, eigen: SymmetricEigen): void {
  const n = eigen.values.length;
  const { residual, orthogonality } = defects(a, eigen);
  expect(residual).toBeLessThan(4e-15 * (n + 3));
  expect(orthogonality).toBeLessThan(4e-15 * (n + 3));
  for (let k = 1; k < n; k++) expect(eigen.values[k]).toBeGreaterThanOrEqual(eigen.values[k - 1]!);
}

describe('laws', () => {
  const entry = fc.oneof(fc.double({ min: -10, max: 10, noNaN: true }), fc.constantFrom(0, 1, 1e-200, 1e-9, 1e12));
  const matrices = fc
    .integer({ min: 1, max: 12 })
    .chain((n) => fc.tuple(fc.constant(n), fc.array(entry, { minLength: n * n, maxLength: n * n })));

  it('A V = V D, Vᵀ V = I, ascending, for any symmetric matrix', () => {
    fc.assert(
      fc.property(matrices, ([n, entries]) => {
        const a = Float64Array.from(entries);
        for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) a[j * n + i] = a[i * n + j]!;
        expectEigen(a, symmetricEigen(a));
      }),
    );
  });

  it('comes as near as subnormals can', () => {
    const a = Float64Array.of(-3.5e-323, 0, 0, 0);
    expectEigen(a, symmetricEigen(a));
    const b = Float64Array.of(-3.5e-323, -1.5e-323, -1.5e-323, 0);
    expectEigen(b, symmetricEigen(b));
  });

  it.each([13, 16, 17, 31, 64, 100, 129, 200])('also for %i rows, with the values of ml-matrix', (n) => {
    const a = randomSymmetric(n, n);
    const eigen = symmetricEigen(a);
    expectEigen(a, eigen);
    const oracle = new EigenvalueDecomposition(Matrix.from1DArray(n, n, a), { assumeSymmetric: true }).realEigenvalues;
    for (const [k, value] of oracle.sort((x, y) => x - y).entries()) expect(eigen.values[k]).toBeCloseTo(value, 10);
  });

  it('is indifferent to a power of two, bit for bit', () => {
    const a = randomSymmetric(9, 5);
    const plain = symmetricEigen(a);
    for (const factor of [2 ** -700, 2 ** 40, 2 ** 700]) {
      const scaled = symmetricEigen(a.map((value) => value * factor));
      expect(scaled.vectors).toEqual(plain.vectors);
      expect(scaled.values).toEqual(plain.values.map((value) => value * factor));
    }
  });
});

describe('hard matrices', () => {
  it.each([
    ['of zeros', new Float64Array(49)],
    ['of one number', Float64Array.of(-3)],
    ['of ones', new Float64Array(400).fill(1)],
    ['with a condition of 1e14', withValues([1e-14, 1e-9, 1e-4, 1, 1, 1, 0.5, 0.25], 1)],
    [
      'with values in groups',
      withValues(
        Array.from({ length: 40 }, (_, i) => Math.floor(i / 10)),
        2,
      ),
    ],
    ['nearly the identity', randomSymmetric(30, 3).map((x, i) => 1e-15 * x + (i % 31 === 0 ? 1 : 0))],
    ['of subnormal numbers', randomSymmetric(6, 4).map((x) => x * 1e-310)],
    ['of huge numbers', randomSymmetric(6, 4).map((x) => x * 1e300)],
    [
      'with numbers of every size',
      randomSymmetric(20, 5).map((x, i) => (i % 21 === 0 ? 10 ** -(i % 300) : x * 1e-170)),
    ],
  ])('are no matter: %s', (_, a) => {
    expectEigen(a, symmetricEigen(a));
  });

  it('gives a diagonal matrix back, sorted', () => {
    const { values, vectors } = symmetricEigen(Float64Array.of(3, 0, 0, 0, 1, 0, 0, 0, 2));
    expect([...values]).toEqual([1, 2, 3]);
    expect([...vectors.map(Math.abs)]).toEqual([0, 0, 1, 1, 0, 0, 0, 1, 0]);
  });

  it('is worked by hand: (2 1; 1 2)', () => {
    const { values, vectors } = symmetricEigen(Float64Array.of(2, 1, 1, 2));
    expect(values[0]).toBeCloseTo(1, 14);
    expect(values[1]).toBeCloseTo(3, 14);
    expect(Math.abs(vectors[1]!)).toBeCloseTo(Math.SQRT1_2, 14);
  });
});

it('reads the lower triangle alone, writes where it is told, and leaves the matrix', () => {
  const a = randomSymmetric(5, 8);
  const expected = symmetricEigen(a);
  const lower = a.map((value, i) => (i % 5 > Math.floor(i / 5) ? Number.NaN : value));
  const copy = lower.slice();
  const into = { values: new Float64Array(5), vectors: new Float64Array(25) };
  const solver = new SymmetricEigenSolver(5);
  expect(solver.decompose(lower, into)).toEqual(expected);
  expect(into.vectors).toEqual(expected.vectors);
  expect(lower).toEqual(copy);
  expect(solver.decompose(a)).toEqual(expected);
});

describe('what is refused', () => {
  it.each([
    [
      () => symmetricEigen(Float64Array.of(1, 0, Number.NaN, 1)),
      'ARGUMENT SymmetricEigenSolver.decompose: matrix must be finite; got NaN in row 1, column 0.',
    ],
    [
      () => symmetricEigen(new Float64Array(4).fill(1.7e308)),
      'NUMERICAL SymmetricEigenSolver.decompose: an eigenvalue of the matrix is too large for a number.',
    ],
  ])('%s', async (act, message) => {
    expect(await errorOf(act)).toBe(message);
  });
});
