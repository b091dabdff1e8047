// Eigenvalues and eigenvectors of a symmetric matrix: Householder's reduction to tridiagonal form, then the implicit QL
// algorithm [Golub2013, §8.3; Bowdler1968], arranged for caches: the update of one reflection and the product of the next
// are one pass over the triangle, and rotations are gathered and applied to panels that fit L2. Every loop has one fixed
// order of sums, without fused multiply-add: the same bits in every engine. The caller has scaled the largest entry to
// about 1.

import { add, mul, sub, total } from './pairs';

// Squares below this, of numbers that a matrix of size 1 dwarfs by 1e140, are taken for 0: above it they are exact enough
// for reflections and rotations to be orthogonal.
const NEGLIGIBLE: f64 = 1e-280;
const EPSILON: f64 = 2.220446049250313e-16;
/** The most sweeps for one eigenvalue; 2 are usual. */
const SWEEPS: i32 = 60;
/** Columns of a panel. */
const PANEL: i32 = 16;

/** a[j] -= vr w[j] + wr v[j] for j in [0, count). */
function updateRow(a: usize, v: usize, w: usize, vr: f64, wr: f64, count: i32): void {
  for (let j: usize = 0; j < <usize>count << 3; j += 8) {
    store<f64>(a + j, load<f64>(a + j) - (vr * load<f64>(w + j) + wr * load<f64>(v + j)));
  }
}

/**
 * One pass over the lower triangle of the leading `count` rows: A -= v wᵀ + w vᵀ, the update of the reflection before, and
 * y += A x, the product that the next one needs.
 */
function updateAndMultiply(a: usize, step: usize, count: i32, v: usize, w: usize, x: usize, y: usize): void {
  let r = 0;
  for (; r + 1 < count; r += 2) {
    const a0 = a + <usize>r * step, a1 = a0 + step;
    const at = <usize>r << 3;
    const sv0 = load<f64>(v + at), sw0 = load<f64>(w + at), sx0 = load<f64>(x + at);
    const sv1 = load<f64>(v + at, 8), sw1 = load<f64>(w + at, 8), sx1 = load<f64>(x + at, 8);
    const v0 = f64x2.splat(sv0), w0 = f64x2.splat(sw0), x0 = f64x2.splat(sx0);
    const v1 = f64x2.splat(sv1), w1 = f64x2.splat(sw1), x1 = f64x2.splat(sx1);
    let sum0 = f64x2.splat(0), sum1 = f64x2.splat(0);
    for (let j: usize = 0; j < at; j += 16) {
      const vj = v128.load(v + j), wj = v128.load(w + j), xj = v128.load(x + j);
      const b0 = sub(v128.load(a0 + j), add(mul(v0, wj), mul(w0, vj)));
      const b1 = sub(v128.load(a1 + j), add(mul(v1, wj), mul(w1, vj)));
      v128.store(a0 + j, b0);
      v128.store(a1 + j, b1);
      sum0 = add(sum0, mul(b0, xj));
      sum1 = add(sum1, mul(b1, xj));
      v128.store(y + j, add(v128.load(y + j), add(mul(b0, x0), mul(b1, x1))));
    }
    const d0 = load<f64>(a0 + at) - 2 * sv0 * sw0;
    const c = load<f64>(a1 + at) - (sv1 * sw0 + sw1 * sv0);
    const d1 = load<f64>(a1 + at, 8) - 2 * sv1 * sw1;
    store<f64>(a0 + at, d0);
    store<f64>(a1 + at, c);
    store<f64>(a1 + at, d1, 8);
    store<f64>(y + at, total(sum0) + d0 * sx0 + c * sx1);
    store<f64>(y + at, total(sum1) + c * sx0 + d1 * sx1, 8);
  }
  if (r == count) return;
  const row = a + <usize>r * step;
  const at = <usize>r << 3;
  const xr = load<f64>(x + at);
  updateRow(row, v, w, load<f64>(v + at), load<f64>(w + at), count);
  let sum: f64 = 0;
  for (let j: usize = 0; j < at; j += 8) {
    const b = load<f64>(row + j);
    sum += b * load<f64>(x + j);
    store<f64>(y + j, load<f64>(y + j) + b * xr);
  }
  store<f64>(y + at, sum + load<f64>(row + at) * xr);
}

// The off-diagonal entry that the last reflection left.
let beta: f64 = 0;

/**
 * The reflection I − τ v vᵀ that maps x, of `count` numbers, to (0, …, 0, β): v replaces x, its last entry 1. Answers
 * with τ, 0 for the identity. [Golub2013, Algorithm 5.1.1]
 */
function reflect(x: usize, count: i32): f64 {
  const last = <usize>(count - 1) << 3;
  const alpha = load<f64>(x + last);
  let square: f64 = 0;
  for (let j: usize = 0; j < last; j += 8) square += load<f64>(x + j) * load<f64>(x + j);
  beta = alpha;
  store<f64>(x + last, 1);
  if (square < NEGLIGIBLE) {
    for (let j: usize = 0; j < last; j += 8) store<f64>(x + j, 0);
    return 0;
  }
  const norm = sqrt(alpha * alpha + square);
  beta = alpha > 0 ? -norm : norm;
  const scale = 1 / (alpha - beta);
  for (let j: usize = 0; j < last; j += 8) store<f64>(x + j, load<f64>(x + j) * scale);
  return (beta - alpha) / beta;
}

/**
 * Reduces the symmetric matrix, of which the lower triangle is read, from the last row to the first. Row i of `a` becomes
 * the vector v of reflection i; `tau` its factors; d and e diagonal and off-diagonal, e[i] between i and i + 1.
 * `v`, `w` and `y` are room for n numbers each, zeroed here.
 */
function tridiagonalise(a: usize, step: usize, n: i32, d: usize, e: usize, tau: usize, v: usize, w: usize, y: usize): void {
  memory.fill(v, 0, <usize>n << 3);
  memory.fill(w, 0, <usize>n << 3);
  store<f64>(e + (<usize>(n - 1) << 3), 0);
  for (let i = n - 1; i > 0; i--) {
    const at = <usize>i << 3;
    const row = a + <usize>i * step;
    updateRow(row, v, w, load<f64>(v + at), load<f64>(w + at), i + 1);
    store<f64>(d + at, load<f64>(row + at));
    const t = reflect(row, i);
    store<f64>(e + at - 8, beta);
    store<f64>(tau + at, t);
    memory.fill(y, 0, at);
    updateAndMultiply(a, step, i, v, w, row, y);
    let dot: f64 = 0;
    for (let j: usize = 0; j < at; j += 8) dot += load<f64>(y + j) * load<f64>(row + j);
    const half = 0.5 * t * t * dot;
    for (let j: usize = 0; j < at; j += 8) store<f64>(w + j, t * load<f64>(y + j) - half * load<f64>(row + j));
    v = row;
  }
  // Row 0 has had the last update; w is 0 there, for a reflection of one number is the identity.
  store<f64>(d, load<f64>(a));
}

/** Entries of two vectors at `z`, less a t; stored, and answered with. */
// @ts-ignore: decorator
@inline
function reflectPair(z: usize, a: v128, t: v128): v128 {
  const x = sub(v128.load(z), mul(a, t));
  v128.store(z, x);
  return x;
}

/** One reflection on eight vectors in `z`, entry by entry, and the products with the next: z -= t v, sums = z · next. */
function reflectEight(z: usize, sums: usize, v: usize, next: usize, t: f64, count: i32): void {
  const factor = f64x2.splat(t);
  const t0 = mul(v128.load(sums), factor), t1 = mul(v128.load(sums, 16), factor);
  const t2 = mul(v128.load(sums, 32), factor), t3 = mul(v128.load(sums, 48), factor);
  let s0 = f64x2.splat(0), s1 = s0, s2 = s0, s3 = s0;
  const end = v + (<usize>count << 3);
  while (v < end) {
    const a = v128.load64_splat(v), b = v128.load64_splat(next);
    s0 = add(s0, mul(reflectPair(z, a, t0), b));
    s1 = add(s1, mul(reflectPair(z + 16, a, t1), b));
    s2 = add(s2, mul(reflectPair(z + 32, a, t2), b));
    s3 = add(s3, mul(reflectPair(z + 48, a, t3), b));
    v += 8;
    next += 8;
    z += 64;
  }
  // The next reflection is longer by one entry, its last, which is 1.
  v128.store(sums, add(s0, v128.load(z)));
  v128.store(sums, add(s1, v128.load(z, 16)), 16);
  v128.store(sums, add(s2, v128.load(z, 32)), 32);
  v128.store(sums, add(s3, v128.load(z, 48)), 48);
}

/**
 * Columns of Q = H_{n−1} … H_1, eight at a time, into panels: panel p holds entries 16p to 16p + 15 of all columns, one
 * column after the other. `z` is room for 8 (n + 2) numbers.
 */
function formVectors(a: usize, step: usize, n: i32, tau: usize, z: usize, panels: usize): void {
  const sums = z + (<usize>n << 6);
  const panelStep = <usize>n * (PANEL << 3);
  for (let c = 0; c < n; c += 8) {
    memory.fill(z, 0, (<usize>n << 6) + 64);
    const width = min(8, n - c);
    for (let k = 0; k < width; k++) store<f64>(z + (<usize>(c + k) << 6) + (<usize>k << 3), 1);
    // Reflection c + 1 is the first that meets column c: in its last entry, 1, of the eight in column c alone.
    store<f64>(sums, 1);
    for (let i = c + 1; i < n; i++) {
      const row = a + <usize>i * step;
      // Of the last reflection the products are not used; they read row 0 then, which is in memory.
      reflectEight(z, sums, row, i + 1 < n ? row + step : a, load<f64>(tau + (<usize>i << 3)), i);
    }
    for (let j = 0; j < n; j++) {
      const to = panels + <usize>(j / PANEL) * panelStep + (<usize>(j % PANEL) << 3) + <usize>c * (PANEL << 3);
      for (let k = 0; k < width; k++) {
        store<f64>(to + <usize>k * (PANEL << 3), load<f64>(z + (<usize>j << 6) + (<usize>k << 3)));
      }
    }
  }
}

/** A rotation by c and s of `f` and the pair at `row`: what becomes of `f` is stored one column behind. @returns the pair's. */
// @ts-ignore: decorator
@inline
function turn(row: usize, c: v128, s: v128, f: v128): v128 {
  const z = v128.load(row);
  v128.store(row, add(mul(s, z), mul(c, f)), 128);
  return sub(mul(c, z), mul(s, f));
}

/** One sweep's rotations of rows (i, i + 1) of a panel, i from `high` − 1 down to `low`: cosine and sine of each at `at`. */
function rotatePanel(panel: usize, low: i32, high: i32, at: usize): void {
  let row = panel + (<usize>high << 7);
  const end = panel + (<usize>low << 7);
  let f0 = v128.load(row), f1 = v128.load(row, 16), f2 = v128.load(row, 32), f3 = v128.load(row, 48);
  let f4 = v128.load(row, 64), f5 = v128.load(row, 80), f6 = v128.load(row, 96), f7 = v128.load(row, 112);
  while (row != end) {
    const c = v128.load64_splat(at), s = v128.load64_splat(at, 8);
    row -= 128;
    at += 16;
    f0 = turn(row, c, s, f0);
    f1 = turn(row + 16, c, s, f1);
    f2 = turn(row + 32, c, s, f2);
    f3 = turn(row + 48, c, s, f3);
    f4 = turn(row + 64, c, s, f4);
    f5 = turn(row + 80, c, s, f5);
    f6 = turn(row + 96, c, s, f6);
    f7 = turn(row + 112, c, s, f7);
  }
  v128.store(row, f0);
  v128.store(row, f1, 16);
  v128.store(row, f2, 32);
  v128.store(row, f3, 48);
  v128.store(row, f4, 64);
  v128.store(row, f5, 80);
  v128.store(row, f6, 96);
  v128.store(row, f7, 112);
}

/** Applies the rotations gathered in [rotations, end), sweep by sweep: low and high as 32-bit integers, padded, then pairs. */
function applyRotations(panels: usize, n: i32, rotations: usize, end: usize): void {
  const panelStep = <usize>n * (PANEL << 3);
  for (let p = 0; p < n; p += PANEL) {
    for (let at = rotations; at < end; ) {
      const low = load<i32>(at), high = load<i32>(at, 4);
      rotatePanel(panels, low, high, at + 16);
      at += 16 + (<usize>(high - low) << 4);
    }
    panels += panelStep;
  }
}

/**
 * Diagonalises the tridiagonal matrix; d becomes the eigenvalues, in no order, and the panels the eigenvectors. Rotations
 * are gathered in `room` bytes at `rotations`, at least 16 n, and applied panel by panel. Answers with 0, or 1 if an
 * eigenvalue took too many sweeps. [Bowdler1968]
 */
function implicitQl(n: i32, d: usize, e: usize, panels: usize, rotations: usize, room: i32): i32 {
  let end = rotations;
  for (let l = 0; l < n; l++) {
    for (let sweep = 0; ; sweep++) {
      let m = l;
      for (; m < n - 1; m++) {
        const at = <usize>m << 3;
        const coupling = abs(load<f64>(e + at));
        if (coupling <= EPSILON * (abs(load<f64>(d + at)) + abs(load<f64>(d + at, 8)))) break;
        if (coupling * coupling < NEGLIGIBLE) break;
      }
      if (m == l) break;
      if (sweep == SWEEPS) return 1;
      if (end + (<usize>(m - l + 1) << 4) > rotations + <usize>room) {
        applyRotations(panels, n, rotations, end);
        end = rotations;
      }
      const atL = <usize>l << 3, atM = <usize>m << 3;
      const el = load<f64>(e + atL);
      let g = (load<f64>(d + atL, 8) - load<f64>(d + atL)) / (2 * el);
      let r = sqrt(g * g + 1);
      g = load<f64>(d + atM) - load<f64>(d + atL) + el / (g + (g < 0 ? -r : r));
      let s: f64 = 1, c: f64 = 1, p: f64 = 0;
      const begin = end;
      end += 16;
      let i = m - 1;
      for (; i >= l; i--) {
        const di = d + (<usize>i << 3), ei = e + (<usize>i << 3);
        const f = s * load<f64>(ei), b = c * load<f64>(ei);
        const square = f * f + g * g;
        if (square < NEGLIGIBLE) {
          store<f64>(ei, 0, 8);
          store<f64>(di, load<f64>(di, 8) - p, 8);
          store<f64>(e + atM, 0);
          break;
        }
        r = sqrt(square);
        store<f64>(ei, r, 8);
        s = f / r;
        c = g / r;
        g = load<f64>(di, 8) - p;
        r = (load<f64>(di) - g) * s + 2 * c * b;
        p = s * r;
        store<f64>(di, g + p, 8);
        g = c * r - b;
        store<f64>(end, c);
        store<f64>(end, s, 8);
        end += 16;
      }
      store<i32>(begin, i + 1);
      store<i32>(begin, m, 4);
      if (i >= l) continue;
      store<f64>(d + atL, load<f64>(d + atL) - p);
      store<f64>(e + atL, g);
      store<f64>(e + atM, 0);
    }
  }
  applyRotations(panels, n, rotations, end);
  return 0;
}

/** Bytes of room that symmetricEigen needs beside the matrix. */
export function symmetricEigenRoom(n: i32): i32 {
  const vectors = 6 * (n + 2) * 8 + (n << 6) + 128;
  const panels = ((n + PANEL - 1) / PANEL) * PANEL * n * 8;
  return vectors + panels + rotationRoom(n) + (n << 2) + 64;
}

function rotationRoom(n: i32): i32 {
  return max(1 << 18, n << 6);
}

/**
 * Eigenvalues of the symmetric n × n matrix at `a`, ascending, to `values`, and its eigenvectors into the columns of `a`,
 * row-major. Rows of `a` are `step` bytes apart, a multiple of 16; the lower triangle is read. `room` is as large as
 * symmetricEigenRoom says, aligned to 16. Answers with 0, or 1 if it did not converge.
 */
export function symmetricEigen(a: usize, step: usize, n: i32, values: usize, room: usize): i32 {
  const length = (<usize>(n + 1) << 3) & ~15;
  const d = room, e = d + length, tau = e + length, v = tau + length, w = v + length, y = w + length;
  const z = y + length;
  const panels = z + (<usize>n << 6) + 64;
  const rotations = panels + <usize>((n + PANEL - 1) / PANEL) * PANEL * n * 8;
  const order = rotations + rotationRoom(n);
  tridiagonalise(a, step, n, d, e, tau, v, w, y);
  formVectors(a, step, n, tau, z, panels);
  if (implicitQl(n, d, e, panels, rotations, rotationRoom(n))) return 1;
  for (let k = 0; k < n; k++) {
    const value = load<f64>(d + (<usize>k << 3));
    let at = k;
    for (; at > 0 && load<f64>(values + (<usize>(at - 1) << 3)) > value; at--) {
      store<f64>(values + (<usize>at << 3), load<f64>(values + (<usize>(at - 1) << 3)));
      store<i32>(order + (<usize>at << 2), load<i32>(order + (<usize>(at - 1) << 2)));
    }
    store<f64>(values + (<usize>at << 3), value);
    store<i32>(order + (<usize>at << 2), k);
  }
  for (let i = 0; i < n; i++) {
    const from = panels + <usize>(i / PANEL) * <usize>n * (PANEL << 3) + (<usize>(i % PANEL) << 3);
    for (let k = 0; k < n; k++) {
      store<f64>(a + <usize>i * step + (<usize>k << 3), load<f64>(from + (<usize>load<i32>(order + (<usize>k << 2)) << 7)));
    }
  }
  return 0;
}
