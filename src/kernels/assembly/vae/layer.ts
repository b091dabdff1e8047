// What networks have in common. All matrices are in the panels of gemm.ts; a layer's weights have shape (in, out).

import { product } from './gemm';

// Bytes from one panel to the next in a matrix of 8 `rowPanels` rows: 64 more than the panel has, since at a distance of a
// power of two all panels would compete for the same few lines of L1. What lies between is never touched.
// @ts-ignore: decorator
@inline
export function panelStep(rowPanels: usize): usize {
  return (rowPanels << 8) + 64;
}

/** Gathers rows `order[0..rows)` of the data, (rows, 8 n) row-major, into `n` panels at `to`, `step` bytes apart. */
export function gather(n: i32, step: usize, data: usize, order: usize, rows: i32, to: usize): void {
  const rowBytes = <usize>n << 5;
  let r = 0;
  for (; r + 2 <= rows; r += 2, to += 64) {
    let a = data + <usize>load<i32>(order + (<usize>r << 2)) * rowBytes;
    let b = data + <usize>load<i32>(order + (<usize>r << 2), 4) * rowBytes;
    let at = to;
    for (let p = 0; p < n; p++, a += 32, b += 32, at += step) {
      v128.store(at, v128.load(a));
      v128.store(at, v128.load(a, 16), 16);
      v128.store(at, v128.load(b), 32);
      v128.store(at, v128.load(b, 16), 48);
    }
  }
  if (r == rows) return;
  let a = data + <usize>load<i32>(order + (<usize>r << 2)) * rowBytes;
  for (let p = 0; p < n; p++, a += 32, to += step) {
    v128.store(to, v128.load(a));
    v128.store(to, v128.load(a, 16), 16);
  }
}

/** Adds the bias, and with `rectified` takes max(0, a) (NaN stays), in place; `count` panels of `rows` rows. */
function addBias(a: usize, count: i32, step: usize, rows: i32, bias: usize, rectified: bool): void {
  const floor = f32x4.splat(rectified ? 0 : -Infinity);
  for (let p = 0; p < count; p++, a += step, bias += 32) {
    const b0 = v128.load(bias), b1 = v128.load(bias, 16);
    for (let at = a, end = a + (<usize>rows << 5); at < end; at += 32) {
      v128.store(at, f32x4.pmax(f32x4.add(v128.load(at), b0), floor));
      v128.store(at, f32x4.pmax(f32x4.add(v128.load(at, 16), b1), floor), 16);
    }
  }
}

/** Sets d to zero where the activation a is zero. */
export function mask(d: usize, a: usize, count: i32, step: usize, rows: i32): void {
  const zero = f32x4.splat(0);
  for (let p = 0; p < count; p++, a += step, d += step) {
    for (let i: usize = 0, end = <usize>rows << 5; i < end; i += 16) {
      v128.store(d + i, v128.and(v128.load(d + i), f32x4.gt(v128.load(a + i), zero)));
    }
  }
}

/** A layer with or without a rectifier: `count` of its panels from panel `from` on, of all `panels` panels of its input `a`. */
export function layer(
  step: usize, rows: i32, a: usize, panels: i32, w: usize, bias: usize, to: usize, from: i32, count: i32, rectified: bool,
): void {
  const wStep = panelStep(panels);
  to += <usize>from * step;
  product(a, step, rows, panels, w + <usize>from * wStep, wStep, count, to, step);
  addBias(to, count, step, rows, bias + (<usize>from << 5), rectified);
}
