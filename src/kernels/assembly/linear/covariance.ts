// Products with an n × n matrix of float64, row-major and without gaps, for CMA-ES. Sums run in one fixed order, without
// fused multiply-add: the same bits in every engine.

import { add, mul, total } from './pairs';

/** out[r, i] = x[r] · b[i] for `rows` rows of x and the n rows of b: out = X Bᵀ. */
export function productTransposed(x: usize, rows: i32, b: usize, n: i32, out: usize): void {
  const step = <usize>n << 3;
  const even = <usize>(n & ~1) << 3;
  for (let i = 0; i < n; i++) {
    let to = out + (<usize>i << 3);
    let r = 0;
    for (; r + 3 < rows; r += 4) {
      const x0 = x + <usize>r * step, x1 = x0 + step, x2 = x1 + step, x3 = x2 + step;
      let s0 = f64x2.splat(0), s1 = s0, s2 = s0, s3 = s0;
      for (let j: usize = 0; j < even; j += 16) {
        const bj = v128.load(b + j);
        s0 = add(s0, mul(bj, v128.load(x0 + j)));
        s1 = add(s1, mul(bj, v128.load(x1 + j)));
        s2 = add(s2, mul(bj, v128.load(x2 + j)));
        s3 = add(s3, mul(bj, v128.load(x3 + j)));
      }
      let t0 = total(s0), t1 = total(s1), t2 = total(s2), t3 = total(s3);
      if (even != step) {
        const bj = load<f64>(b + even);
        t0 += bj * load<f64>(x0 + even);
        t1 += bj * load<f64>(x1 + even);
        t2 += bj * load<f64>(x2 + even);
        t3 += bj * load<f64>(x3 + even);
      }
      store<f64>(to, t0);
      store<f64>(to + step, t1);
      store<f64>(to + 2 * step, t2);
      store<f64>(to + 3 * step, t3);
      to += 4 * step;
    }
    for (; r < rows; r++) {
      const row = x + <usize>r * step;
      let s = f64x2.splat(0);
      for (let j: usize = 0; j < even; j += 16) s = add(s, mul(v128.load(b + j), v128.load(row + j)));
      let t = total(s);
      if (even != step) t += load<f64>(b + even) * load<f64>(row + even);
      store<f64>(to, t);
      to += step;
    }
    b += step;
  }
}

/** to[j] += a0 v0[j] + a1 v1[j] + a2 v2[j] + a3 v3[j] for j in [0, count), the four terms summed first. */
function addFour(
  to: usize, count: i32,
  v0: usize, v1: usize, v2: usize, v3: usize,
  a0: f64, a1: f64, a2: f64, a3: f64,
): void {
  const even = <usize>(count & ~1) << 3;
  const b0 = f64x2.splat(a0), b1 = f64x2.splat(a1), b2 = f64x2.splat(a2), b3 = f64x2.splat(a3);
  for (let j: usize = 0; j < even; j += 16) {
    const low = add(mul(b0, v128.load(v0 + j)), mul(b1, v128.load(v1 + j)));
    const high = add(mul(b2, v128.load(v2 + j)), mul(b3, v128.load(v3 + j)));
    v128.store(to + j, add(v128.load(to + j), add(low, high)));
  }
  if (count & 1) {
    const low = a0 * load<f64>(v0 + even) + a1 * load<f64>(v1 + even);
    const high = a2 * load<f64>(v2 + even) + a3 * load<f64>(v3 + even);
    store<f64>(to + even, load<f64>(to + even) + (low + high));
  }
}

/** out = X B: `rows` rows of x as weights of the n rows of b. */
export function product(x: usize, rows: i32, b: usize, n: i32, out: usize): void {
  const step = <usize>n << 3;
  memory.fill(out, 0, <usize>rows * step);
  for (let i = 0; i < n; i += 4) {
    const b0 = b + <usize>i * step;
    // Beyond the last row its weight is 0, on a row that exists.
    const b1 = i + 1 < n ? b0 + step : b0, b2 = i + 2 < n ? b0 + 2 * step : b0, b3 = i + 3 < n ? b0 + 3 * step : b0;
    for (let r = 0; r < rows; r++) {
      const w = x + <usize>r * step + (<usize>i << 3);
      const w1 = i + 1 < n ? load<f64>(w, 8) : 0, w2 = i + 2 < n ? load<f64>(w, 16) : 0;
      const w3 = i + 3 < n ? load<f64>(w, 24) : 0;
      addFour(out + <usize>r * step, n, b0, b1, b2, b3, load<f64>(w), w1, w2, w3);
    }
  }
}

/** c = decay c + Σ_k weight_k x_k x_kᵀ, in the lower triangle. `weights` as many as `rows`, a multiple of 4. */
export function rankUpdate(c: usize, n: i32, decay: f64, x: usize, rows: i32, weights: usize): void {
  const step = <usize>n << 3;
  for (let i = 0; i < n; i++) {
    for (let j: usize = 0; j <= <usize>i << 3; j += 8) store<f64>(c + j, load<f64>(c + j) * decay);
    const at = <usize>i << 3;
    for (let k = 0; k < rows; k += 4) {
      const x0 = x + <usize>k * step, x1 = x0 + step, x2 = x1 + step, x3 = x2 + step;
      const w = weights + (<usize>k << 3);
      const w0 = load<f64>(w) * load<f64>(x0 + at), w1 = load<f64>(w, 8) * load<f64>(x1 + at);
      const w2 = load<f64>(w, 16) * load<f64>(x2 + at), w3 = load<f64>(w, 24) * load<f64>(x3 + at);
      addFour(c, i + 1, x0, x1, x2, x3, w0, w1, w2, w3);
    }
    c += step;
  }
}
