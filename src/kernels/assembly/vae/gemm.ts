// Matrix products in single precision, WebAssembly SIMD.
//
// Every matrix is stored in panels of eight columns: panel p holds columns 8p to 8p+7 of all rows, row after row, so a row
// of a panel is 32 bytes. Columns are padded to a multiple of eight with zeros. In this one layout a matrix serves as the
// right factor (rows of eight are loaded as two vectors) and as the left one (single entries are broadcast), transposed or
// not, with every offset of the unrolled loops a constant. Results stay in registers: 5 x 8 (or 4 x 8) entries at a time.
// Sums run over k in order, one rounding per product and per sum, so they do not depend on how the work is cut up.

import { add, mul } from './fours';

// k is cut into blocks of this many panels (256 entries), so that a block of the right factor, 8 kB, stays in L1.
const BLOCK: i32 = 32;

/**
 * Four rows and eight columns, rows of init + A B, over `panels` panels of A. One step of k is the whole body of the loop: V8
 * unrolls it by itself, whereas in a longer body it gathers the loads first and spills the sums.
 */
function rows4(a: usize, aStep: usize, b: usize, panels: i32, init: usize, initStep: usize, c: usize): void {
  let c00 = v128.load(init), c01 = v128.load(init, 16);
  init += initStep;
  let c10 = v128.load(init), c11 = v128.load(init, 16);
  init += initStep;
  let c20 = v128.load(init), c21 = v128.load(init, 16);
  init += initStep;
  let c30 = v128.load(init), c31 = v128.load(init, 16);
  let b0: v128, b1: v128, x: v128;
  aStep -= 32;
  for (; panels > 0; panels--) {
    const end = a + 32;
    do {
      b0 = v128.load(b); b1 = v128.load(b, 16);
      x = v128.load32_splat(a, 0); c00 = add(c00, mul(x, b0)); c01 = add(c01, mul(x, b1));
      x = v128.load32_splat(a, 32); c10 = add(c10, mul(x, b0)); c11 = add(c11, mul(x, b1));
      x = v128.load32_splat(a, 64); c20 = add(c20, mul(x, b0)); c21 = add(c21, mul(x, b1));
      x = v128.load32_splat(a, 96); c30 = add(c30, mul(x, b0)); c31 = add(c31, mul(x, b1));
      a += 4; b += 32;
    } while (a != end);
    a += aStep;
  }
  v128.store(c, c00, 0); v128.store(c, c01, 16);
  v128.store(c, c10, 32); v128.store(c, c11, 48);
  v128.store(c, c20, 64); v128.store(c, c21, 80);
  v128.store(c, c30, 96); v128.store(c, c31, 112);
}

// A row of zeros that sums begin with.
const ZERO: usize = memory.data<f32>([0, 0, 0, 0, 0, 0, 0, 0], 16);

/**
 * C = A B. A has `rows` rows, a multiple of 4, and `panels` panels, `aStep` bytes apart; B has 8 `panels` rows and `columns`
 * panels, `bStep` bytes apart; C as many, `cStep` apart.
 */
export function product(
  a: usize, aStep: usize, rows: i32, panels: i32,
  b: usize, bStep: usize, columns: i32,
  c: usize, cStep: usize,
): void {
  for (let k = 0; k < panels; k += BLOCK) {
    const depth = min(BLOCK, panels - k);
    const ak = a + <usize>k * aStep;
    for (let p = 0; p < columns; p++) {
      const bp = b + <usize>p * bStep + (<usize>k << 8);
      let ar = ak, cr = c + <usize>p * cStep;
      for (let r = 0; r < rows; r += 4) {
        if (k == 0) rows4(ar, aStep, bp, depth, ZERO, 0, cr);
        else rows4(ar, aStep, bp, depth, cr, 32, cr);
        ar += 128; cr += 128;
      }
    }
  }
}

/** Transposes a block of 8 x 8 entries, from rows of 32 bytes to rows of 32 bytes. */
// @ts-ignore: decorator
@inline
function transpose8(from: usize, to: usize): void {
  transpose4(from, to);
  transpose4(from + 16, to + 128);
  transpose4(from + 128, to + 16);
  transpose4(from + 144, to + 144);
}

// @ts-ignore: decorator
@inline
function transpose4(from: usize, to: usize): void {
  const r0 = v128.load(from), r1 = v128.load(from, 32), r2 = v128.load(from, 64), r3 = v128.load(from, 96);
  const t0 = v128.shuffle<f32>(r0, r1, 0, 4, 1, 5), t1 = v128.shuffle<f32>(r0, r1, 2, 6, 3, 7);
  const t2 = v128.shuffle<f32>(r2, r3, 0, 4, 1, 5), t3 = v128.shuffle<f32>(r2, r3, 2, 6, 3, 7);
  v128.store(to, v128.shuffle<f32>(t0, t2, 0, 1, 4, 5));
  v128.store(to, v128.shuffle<f32>(t0, t2, 2, 3, 6, 7), 32);
  v128.store(to, v128.shuffle<f32>(t1, t3, 0, 1, 4, 5), 64);
  v128.store(to, v128.shuffle<f32>(t1, t3, 2, 3, 6, 7), 96);
}

/**
 * Transposes one panel of A, `rowPanels` blocks of eight rows, into eight rows of that many panels of its transpose,
 * `toStep` bytes apart.
 */
export function transposePanel(from: usize, rowPanels: i32, to: usize, toStep: usize): void {
  for (; rowPanels > 0; rowPanels--) {
    transpose8(from, to);
    from += 256; to += toStep;
  }
}

/** Transposes a matrix of 8 `rowPanels` rows and `panels` panels. */
export function transpose(from: usize, fromStep: usize, rowPanels: i32, panels: i32, to: usize, toStep: usize): void {
  for (let p = 0; p < panels; p++) transposePanel(from + <usize>p * fromStep, rowPanels, to + (<usize>p << 8), toStep);
}
