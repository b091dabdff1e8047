import type { Covariance } from '../covariance/covariance.ts';

/** `(rows)`: the index of an equal row of `asked`, −1 if there is none. The row at the same index is tried first. */
export function sameRows(rows: Float64Array, asked: Float64Array, dimensions: number): Int32Array {
  const count = rows.length / dimensions;
  return Int32Array.from({ length: count }, (_, k) => {
    if (isSame(rows, k, asked, k, dimensions)) return k;
    for (let other = 0; other < count; other++) if (isSame(rows, k, asked, other, dimensions)) return other;
    return -1;
  });
}

function isSame(a: Float64Array, i: number, b: Float64Array, j: number, n: number): boolean {
  for (let k = 0; k < n; k++) if (a[i * n + k] !== b[j * n + k]) return false;
  return true;
}

/**
 * Shortens the steps of injected rows to at most √n + 2n/(n + 2) standard deviations, in place. [Hansen2011, Eq. 5 and Table 1]
 * @param steps - `(rows, n)`, in the order of `order`.
 * @param asked - `(rows)`, in the rows' own order: the index of the asked row that each equals; −1 for an injected row.
 */
export function clipInjected(steps: Float64Array, order: Int32Array, asked: Int32Array, covariance: Covariance): void {
  const n = covariance.dimensions;
  const longest = Math.sqrt(n) + (2 * n) / (n + 2);
  const norms = covariance.squaredNorms(steps, order.length);
  for (const [k, row] of order.entries()) {
    const length = Math.sqrt(norms[k]!);
    if (asked[row]! >= 0 || length <= longest) continue;
    for (let i = k * n; i < (k + 1) * n; i++) steps[i] = steps[i]! * (longest / length);
  }
}
