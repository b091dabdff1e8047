import { float64, record, type StateKind } from '../../formats/index.ts';

/** Smaller eigenvalues are raised to this: the code divides by them. */
export const SMALLEST_VARIANCE = 1e-200;

/** The largest variance in a snapshot: computing with it stays finite. */
export const LARGEST_VARIANCE = 1e200;

/** Numbers of a run's state, live and of fixed length: their name in a snapshot, and the least and the greatest value allowed there. */
export type RunNumbers = readonly [name: string, numbers: Float64Array, least: number, most: number];

/** Arrays of a run's state, by name. */
type Numbers = Readonly<Record<string, Float64Array>>;

/** The kinds of a run's numbers. */
export function numbersKind(numbers: readonly RunNumbers[]): StateKind<Numbers> {
  const kinds = numbers.map(([name, { length }, least, most]) => [name, float64([length], least, most)]);
  return record(Object.fromEntries(kinds) as Record<string, StateKind<Float64Array>>);
}

/** The terms of one update of a covariance matrix. */
export interface CovarianceUpdate {
  /** The factor of the old C. */
  readonly decay: number;
  /** Weight of the path's rank-one term. */
  readonly c1: number;
  /** `(n)`: pc. */
  readonly path: Float64Array;
  /** `(rows)`: cmu w° of each step. */
  readonly weights: Float64Array;
  /** `(rows, n)`: the steps y. */
  readonly steps: Float64Array;
}

/** The covariance matrix C of a search distribution, full or diagonal. */
export interface Covariance {
  /** n */
  readonly dimensions: number;
  /** Largest over smallest eigenvalue, of the last decomposition and before any repair; `Number.MAX_VALUE` if the smallest was not above 0. */
  readonly condition: number;
  /** The largest standard deviation along an axis, of the last decomposition. */
  readonly longest: number;
  /** The square root of the smallest eigenvalue, at least 1e-100, because `whiten` divides by it. */
  readonly shortest: number;
  /** Becomes the identity, as it was constructed. */
  reset(): void;
  /** Turns `(rows, n)` standard normals into draws from N(m, σ² C), in place. [Hansen2016, Eq. 39–40] */
  place(normals: Float64Array, rows: number, mean: Float64Array, sigma: number): void;
  /** C^(−1/2) y of one vector, new. */
  whiten(step: Float64Array): Float64Array;
  /** `(rows)`: yᵀ C⁻¹ y of `(rows, n)` steps. */
  squaredNorms(steps: Float64Array, rows: number): Float64Array;
  /** C_ii. */
  variance(i: number): number;
  /** Column k of B D, the k-th axis with its standard deviation as length, new. */
  axis(k: number): Float64Array;
  /**
   * Updates C and, if due, its decomposition. [Hansen2016, Eq. 47]
   * @throws NUMERICAL if an eigenvalue does not converge.
   */
  update(update: CovarianceUpdate): void;
  /** C, a copy: `(n, n)` row-major; of a diagonal one `(n)`, the diagonal. */
  entries(): Float64Array;
  /** The numbers of its state; live. */
  state(): RunNumbers[];
  /** Checks a state that was restored. @returns the rule that it breaks; undefined if it is valid. */
  fault?(): string | undefined;
}
