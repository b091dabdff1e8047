// Adam, fused with the products that make the gradients: an entry of a gradient exists only in a register.
// [Kingma2014, Algorithm 1] in PyTorch's form: with m and v the moving averages,
// w -= stepSize m / (sqrt(v) correction + epsilon), stepSize = rate / (1 - beta1^t), correction = 1 / sqrt(1 - beta2^t).

// @ts-ignore: decorator
@inline
function add(a: v128, b: v128): v128 {
  return f32x4.add(a, b);
}

// @ts-ignore: decorator
@inline
function mul(a: v128, b: v128): v128 {
  return f32x4.mul(a, b);
}

/** Updates four weights at `w` by the gradient `g`. The moving averages lie `mv` and 2 `mv` bytes behind the weights. */
// @ts-ignore: decorator
@inline
function adam4(w: usize, mv: usize, g: v128, stepSize: v128, correction: v128): void {
  const at = w + mv, at2 = at + mv;
  const m = add(mul(v128.load(at), f32x4.splat(0.9)), mul(g, f32x4.splat(0.1)));
  const v = add(mul(v128.load(at2), f32x4.splat(0.999)), mul(mul(g, g), f32x4.splat(0.001)));
  v128.store(at, m);
  v128.store(at2, v);
  const root = add(mul(f32x4.sqrt(v), correction), f32x4.splat(1e-8));
  v128.store(w, f32x4.sub(v128.load(w), f32x4.div(mul(stepSize, m), root)));
}

/**
 * Four rows and eight columns of the gradient Aᵀ D, sums over `rows` rows of panel columns at `a` (four of them) and the
 * panel at `d`; and their Adam step on the weights at `w`.
 */
function tile(a: usize, d: usize, rows: i32, w: usize, mv: usize, stepSize: v128, correction: v128): void {
  let c00 = f32x4.splat(0), c01 = f32x4.splat(0);
  let c10 = f32x4.splat(0), c11 = f32x4.splat(0);
  let c20 = f32x4.splat(0), c21 = f32x4.splat(0);
  let c30 = f32x4.splat(0), c31 = f32x4.splat(0);
  let b0: v128, b1: v128, x: v128;
  for (; rows >= 4; rows -= 4) {
    b0 = v128.load(d, 0); b1 = v128.load(d, 16);
    x = v128.load32_splat(a, 0); c00 = add(c00, mul(x, b0)); c01 = add(c01, mul(x, b1));
    x = v128.load32_splat(a, 4); c10 = add(c10, mul(x, b0)); c11 = add(c11, mul(x, b1));
    x = v128.load32_splat(a, 8); c20 = add(c20, mul(x, b0)); c21 = add(c21, mul(x, b1));
    x = v128.load32_splat(a, 12); c30 = add(c30, mul(x, b0)); c31 = add(c31, mul(x, b1));
    b0 = v128.load(d, 32); b1 = v128.load(d, 48);
    x = v128.load32_splat(a, 32); c00 = add(c00, mul(x, b0)); c01 = add(c01, mul(x, b1));
    x = v128.load32_splat(a, 36); c10 = add(c10, mul(x, b0)); c11 = add(c11, mul(x, b1));
    x = v128.load32_splat(a, 40); c20 = add(c20, mul(x, b0)); c21 = add(c21, mul(x, b1));
    x = v128.load32_splat(a, 44); c30 = add(c30, mul(x, b0)); c31 = add(c31, mul(x, b1));
    b0 = v128.load(d, 64); b1 = v128.load(d, 80);
    x = v128.load32_splat(a, 64); c00 = add(c00, mul(x, b0)); c01 = add(c01, mul(x, b1));
    x = v128.load32_splat(a, 68); c10 = add(c10, mul(x, b0)); c11 = add(c11, mul(x, b1));
    x = v128.load32_splat(a, 72); c20 = add(c20, mul(x, b0)); c21 = add(c21, mul(x, b1));
    x = v128.load32_splat(a, 76); c30 = add(c30, mul(x, b0)); c31 = add(c31, mul(x, b1));
    b0 = v128.load(d, 96); b1 = v128.load(d, 112);
    x = v128.load32_splat(a, 96); c00 = add(c00, mul(x, b0)); c01 = add(c01, mul(x, b1));
    x = v128.load32_splat(a, 100); c10 = add(c10, mul(x, b0)); c11 = add(c11, mul(x, b1));
    x = v128.load32_splat(a, 104); c20 = add(c20, mul(x, b0)); c21 = add(c21, mul(x, b1));
    x = v128.load32_splat(a, 108); c30 = add(c30, mul(x, b0)); c31 = add(c31, mul(x, b1));
    a += 128; d += 128;
  }
  for (; rows > 0; rows--) {
    b0 = v128.load(d, 0); b1 = v128.load(d, 16);
    x = v128.load32_splat(a, 0); c00 = add(c00, mul(x, b0)); c01 = add(c01, mul(x, b1));
    x = v128.load32_splat(a, 4); c10 = add(c10, mul(x, b0)); c11 = add(c11, mul(x, b1));
    x = v128.load32_splat(a, 8); c20 = add(c20, mul(x, b0)); c21 = add(c21, mul(x, b1));
    x = v128.load32_splat(a, 12); c30 = add(c30, mul(x, b0)); c31 = add(c31, mul(x, b1));
    a += 32; d += 32;
  }
  adam4(w + 0, mv, c00, stepSize, correction);
  adam4(w + 16, mv, c01, stepSize, correction);
  adam4(w + 32, mv, c10, stepSize, correction);
  adam4(w + 48, mv, c11, stepSize, correction);
  adam4(w + 64, mv, c20, stepSize, correction);
  adam4(w + 80, mv, c21, stepSize, correction);
  adam4(w + 96, mv, c30, stepSize, correction);
  adam4(w + 112, mv, c31, stepSize, correction);
}

/**
 * Adam step of a layer with weights W (8 `panels` rows, `columns` panels, at `w`, `wStep` bytes apart) and biases (at
 * `bias`), from its input A (`rows` rows, `panels` panels) and the cost's derivative D by its output (`columns` panels).
 */
export function adamLayer(
  a: usize, panels: i32, d: usize, columns: i32, step: usize, rows: i32,
  w: usize, wStep: usize, bias: usize, mv: usize, stepSize: f32, correction: f32,
): void {
  const s = f32x4.splat(stepSize), q = f32x4.splat(correction);
  for (let p = 0; p < columns; p++) {
    const dp = d + <usize>p * step;
    let wp = w + <usize>p * wStep;
    let ap = a;
    for (let i = 0; i < panels; i++) {
      tile(ap, dp, rows, wp, mv, s, q);
      tile(ap + 16, dp, rows, wp + 128, mv, s, q);
      ap += step; wp += 256;
    }
    let c0 = f32x4.splat(0), c1 = f32x4.splat(0);
    for (let r = 0, at = dp; r < rows; r++, at += 32) {
      c0 = add(c0, v128.load(at));
      c1 = add(c1, v128.load(at, 16));
    }
    adam4(bias + (<usize>p << 5), mv, c0, s, q);
    adam4(bias + (<usize>p << 5) + 16, mv, c1, s, q);
  }
}
