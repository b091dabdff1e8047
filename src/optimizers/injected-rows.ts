import type { Covariance } from './covariance.ts';

/** `(rows)`: which row of `asked` each row equals, −1 if none; tried first at its own place. */
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
 * Shortens steps of foreign rows to at most √n + 2n/(n + 2) standard deviations, in place. [Hansen2011, Eq. 5 and Table 1]
 * @param steps - `(rows, n)`, in the order of `order`.
 * @param asked - `(rows)`, in the rows' own order: which asked row each is, −1 for a foreign one.
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
