// Adam, fused with the products that make the gradients: an entry of a gradient exists only in a register.
// [Kingma2015, Algorithm 1] in PyTorch's form: with m and v the moving averages,
// w -= size m / (sqrt(v) + epsilon), where the corrections for the bias of early averages are in the two numbers:
// with c = sqrt(1 - beta2^t), size = rate c / (1 - beta1^t) and epsilon = 1e-8 c.

import { add, mul } from './fours';

// Vectors of 1 - beta1, 1 - beta2, size, epsilon. In memory, since V8 would build a constant anew at every use.
const TABLE: usize = memory.data<f32>([0.1, 0.1, 0.1, 0.1, 0.001, 0.001, 0.001, 0.001, 0, 0, 0, 0, 0, 0, 0, 0], 16);

/** Sets size and epsilon for the coming step, given beta1^t and beta2^t. */
export function adamStep(rate: f64, power1: f64, power2: f64): void {
  const c = sqrt(1 - power2);
  v128.store(TABLE, f32x4.splat(<f32>(rate * c / (1 - power1))), 32);
  v128.store(TABLE, f32x4.splat(<f32>(1e-8 * c)), 48);
}

/** Updates the moving averages of four weights, `mv` and 2 `mv` bytes behind the weights at `w`, by the gradient `g`. Answers with v. */
// @ts-ignore: decorator
@inline
function averages4(w: usize, mv: usize, g: v128): v128 {
  const at = w + mv, at2 = at + mv;
  let m = v128.load(at), v = v128.load(at2);
  m = add(m, mul(v128.load(TABLE), f32x4.sub(g, m)));
  v = add(v, mul(v128.load(TABLE, 16), f32x4.sub(mul(g, g), v)));
  v128.store(at, m);
  v128.store(at2, v);
  return v;
}

/** Updates four weights by their moving averages. */
// @ts-ignore: decorator
@inline
function weights4(w: usize, mv: usize, v: v128): void {
  const change = f32x4.div(mul(v128.load(TABLE, 32), v128.load(w + mv)), add(f32x4.sqrt(v), v128.load(TABLE, 48)));
  v128.store(w, f32x4.sub(v128.load(w), change));
}

/**
 * Four rows and eight columns of the gradient Aᵀ D, sums over `rows` rows of panel columns at `a` (four of them) and the
 * panel at `d`; and their Adam step on the weights at `w`.
 */
function tile(a: usize, d: usize, rows: i32, w: usize, mv: usize): void {
  let c00 = f32x4.splat(0), c01 = f32x4.splat(0);
  let c10 = f32x4.splat(0), c11 = f32x4.splat(0);
  let c20 = f32x4.splat(0), c21 = f32x4.splat(0);
  let c30 = f32x4.splat(0), c31 = f32x4.splat(0);
  let b0: v128, b1: v128, x: v128;
  for (const end = a + (<usize>rows << 5); a != end; a += 32, d += 32) {
    b0 = v128.load(d); b1 = v128.load(d, 16);
    x = v128.load32_splat(a, 0); c00 = add(c00, mul(x, b0)); c01 = add(c01, mul(x, b1));
    x = v128.load32_splat(a, 4); c10 = add(c10, mul(x, b0)); c11 = add(c11, mul(x, b1));
    x = v128.load32_splat(a, 8); c20 = add(c20, mul(x, b0)); c21 = add(c21, mul(x, b1));
    x = v128.load32_splat(a, 12); c30 = add(c30, mul(x, b0)); c31 = add(c31, mul(x, b1));
  }
  // Averages first: then all the square roots and divisions are under way at once.
  c00 = averages4(w + 0, mv, c00);
  c01 = averages4(w + 16, mv, c01);
  c10 = averages4(w + 32, mv, c10);
  c11 = averages4(w + 48, mv, c11);
  c20 = averages4(w + 64, mv, c20);
  c21 = averages4(w + 80, mv, c21);
  c30 = averages4(w + 96, mv, c30);
  c31 = averages4(w + 112, mv, c31);
  weights4(w + 0, mv, c00);
  weights4(w + 16, mv, c01);
  weights4(w + 32, mv, c10);
  weights4(w + 48, mv, c11);
  weights4(w + 64, mv, c20);
  weights4(w + 80, mv, c21);
  weights4(w + 96, mv, c30);
  weights4(w + 112, mv, c31);
}

/**
 * Adam step of a layer with weights W (8 `panels` rows, `columns` panels, at `w`, `wStep` bytes apart) and biases (at
 * `bias`), from its input A (`rows` rows, `panels` panels) and the cost's derivative D by its output (`columns` panels).
 */
export function adamLayer(
  a: usize, panels: i32, d: usize, columns: i32, step: usize, rows: i32,
  w: usize, wStep: usize, bias: usize, mv: usize,
): void {
  for (let p = 0; p < columns; p++) {
    const dp = d + <usize>p * step;
    let wp = w + <usize>p * wStep;
    let ap = a;
    for (let i = 0; i < panels; i++) {
      tile(ap, dp, rows, wp, mv);
      tile(ap + 16, dp, rows, wp + 128, mv);
      ap += step; wp += 256;
    }
    let c0 = f32x4.splat(0), c1 = f32x4.splat(0);
    for (let r = 0, at = dp; r < rows; r++, at += 32) {
      c0 = add(c0, v128.load(at));
      c1 = add(c1, v128.load(at, 16));
    }
    const at = bias + (<usize>p << 5);
    weights4(at, mv, averages4(at, mv, c0));
    weights4(at + 16, mv, averages4(at + 16, mv, c1));
  }
}
