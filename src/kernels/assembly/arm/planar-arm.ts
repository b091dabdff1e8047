// The planar arm: rows of joint angles in quarter turns, to their variance and the arm's end. Two rows at a time, one in
// each lane, so that the headings, which are running sums, vectorise; a row's bits do not depend on its neighbour.

import { cos, sin } from '../elementary/elementary';

const HALF_PI: f64 = 1.5707963267948966;
// 2^43: up to here a heading is rounded to steps of 1/128 of a quarter turn, by adding 1.5 · 2^45 and taking it away again,
// which counts the steps in the last bits.
const EXACT: f64 = 8796093022208.0;

// Sine and cosine - 1 of f quarter turns, |f| <= 1/256, by Taylor: errors below 1e-19 and 1e-16. Each number stands twice, so
// that a load fills both lanes: the rounding above, then the factors of f, f³, f⁵, f² and f⁴.
const constants: usize = memory.data<f64>([
  52776558133248.0, 52776558133248.0,
  1.5707963267948966, 1.5707963267948966, -0.6459640975062462, -0.6459640975062462, 0.07969262624616703, 0.07969262624616703,
  -1.2337005501361697, -1.2337005501361697, 0.253669507901048, 0.253669507901048,
], 16);

// Cosine and sine of 512 steps, a whole turn.
const directions: usize = memory.data(512 * 16, 16);
let ready: bool = false;

function prepare(): void {
  ready = true;
  for (let i = 0; i < 128; i++) {
    const near = i <= 64, angle = <f64>(near ? i : 128 - i) * (HALF_PI / 128.0);
    const c = near ? cos(angle) : sin(angle), s = near ? sin(angle) : cos(angle);
    const at = directions + (<usize>i << 4);
    store<f64>(at, c), store<f64>(at, s, 8);
    store<f64>(at, 0.0 - s, 2048), store<f64>(at, c, 2056);
    store<f64>(at, 0.0 - c, 4096), store<f64>(at, 0.0 - s, 4104);
    store<f64>(at, s, 6144), store<f64>(at, 0.0 - c, 6152);
  }
}

@inline
function splat(x: f64): v128 {
  return f64x2.splat(x);
}

// The direction of the step that these bits count.
@inline
function direction(steps: u64): v128 {
  return v128.load(directions + ((<usize>steps << 4) & 0x1ff0));
}

@inline
function sum4(a: v128, b: v128, c: v128, d: v128): f64 {
  const s = f64x2.add(f64x2.add(a, b), f64x2.add(c, d));
  return f64x2.extract_lane(s, 0) + f64x2.extract_lane(s, 1);
}

// Sums of cosines to coordinates in [0, 1]; NaN stays NaN.
@inline
function toDescriptor(sum: v128, diameter: v128): v128 {
  const x = f64x2.add(f64x2.div(sum, diameter), splat(0.5));
  return f64x2.max(splat(0), f64x2.min(splat(1), x));
}

// The variance of one row, in squared quarter turns, never negative; counted from the first gene, so that equal genes
// give exactly 0. If the genes are so large that the headings would leave the exact range of the sine, they are reduced by
// whole turns in place (infinities become NaN).
function varianceOfRow(row: usize, joints: i32): f64 {
  const end = row + (<usize>joints << 3);
  const blocks = row + (<usize>(joints & ~7) << 3);
  const origin = load<f64>(row);
  const o = splat(origin);
  let p = row;
  let a = splat(0), b = splat(0), c = splat(0), d = splat(0);
  let size = splat(0);
  for (; p < blocks; p += 64) {
    const w = v128.load(p), x = v128.load(p, 16), y = v128.load(p, 32), z = v128.load(p, 48);
    a = f64x2.add(a, f64x2.sub(w, o));
    b = f64x2.add(b, f64x2.sub(x, o));
    c = f64x2.add(c, f64x2.sub(y, o));
    d = f64x2.add(d, f64x2.sub(z, o));
    size = f64x2.add(size, f64x2.add(f64x2.add(f64x2.abs(w), f64x2.abs(x)), f64x2.add(f64x2.abs(y), f64x2.abs(z))));
  }
  let sum = sum4(a, b, c, d);
  let total = f64x2.extract_lane(size, 0) + f64x2.extract_lane(size, 1);
  for (; p < end; p += 8) {
    sum += load<f64>(p) - origin;
    total += abs(load<f64>(p));
  }
  const mean = sum / <f64>joints;
  const m = splat(mean);
  a = splat(0), b = splat(0), c = splat(0), d = splat(0);
  for (p = row; p < blocks; p += 64) {
    const w = f64x2.sub(f64x2.sub(v128.load(p), o), m);
    const x = f64x2.sub(f64x2.sub(v128.load(p, 16), o), m);
    const y = f64x2.sub(f64x2.sub(v128.load(p, 32), o), m);
    const z = f64x2.sub(f64x2.sub(v128.load(p, 48), o), m);
    a = f64x2.add(a, f64x2.mul(w, w));
    b = f64x2.add(b, f64x2.mul(x, x));
    c = f64x2.add(c, f64x2.mul(y, y));
    d = f64x2.add(d, f64x2.mul(z, z));
  }
  let squares = sum4(a, b, c, d);
  for (; p < end; p += 8) {
    const w = load<f64>(p) - origin - mean;
    squares += w * w;
  }
  if (!(total < EXACT)) {
    for (p = row; p < end; p += 8) {
      const gene = load<f64>(p);
      store<f64>(p, gene - 4.0 * nearest(gene * 0.25));
    }
  }
  return squares / <f64>joints;
}

/**
 * Evaluates `rows` genomes of `joints` genes in quarter turns at `genomes` (which may be overwritten): `fitness` gets the
 * negative variance of the angles, or its root if `deviation` is set; `descriptors` two numbers a row, end / 2 + 0.5.
 */
export function planarArm(
  genomes: usize,
  rows: i32,
  joints: i32,
  deviation: i32,
  fitness: usize,
  descriptors: usize,
): void {
  if (!ready) prepare();
  const stride = <usize>joints << 3;
  for (let i = 0; i < rows; i++) {
    const variance = varianceOfRow(genomes + <usize>i * stride, joints);
    store<f64>(
      fitness + (<usize>i << 3),
      0.0 - (deviation ? Math.sqrt(variance) * HALF_PI : variance * (HALF_PI * HALF_PI)),
    );
  }
  const toStep = v128.load(constants);
  const s1 = v128.load(constants, 16), s3 = v128.load(constants, 32), s5 = v128.load(constants, 48);
  const c2 = v128.load(constants, 64), c4 = v128.load(constants, 80);
  const diameter = splat(2.0 * <f64>joints);
  const last = rows - 1;
  for (let i = 0; i < rows; i += 2) {
    // An odd last row is its own neighbour.
    const i1 = min(i + 1, last);
    let p0 = genomes + <usize>i * stride, p1 = genomes + <usize>i1 * stride;
    const end = p0 + stride;
    let h = splat(0), x = splat(0), y = splat(0);
    for (; p0 < end; p0 += 8, p1 += 8) {
      h = f64x2.add(h, v128.load64_lane(p1, v128.load64_zero(p0), 1));
      // h = (a number of steps) + f.
      const t = f64x2.add(h, toStep);
      const f = f64x2.sub(h, f64x2.sub(t, toStep));
      const d0 = direction(i64x2.extract_lane(t, 0)), d1 = direction(i64x2.extract_lane(t, 1));
      const c = v128.shuffle<f64>(d0, d1, 0, 2), s = v128.shuffle<f64>(d0, d1, 1, 3);
      const w = f64x2.mul(f, f);
      const sine = f64x2.mul(f, f64x2.add(s1, f64x2.mul(w, f64x2.add(s3, f64x2.mul(w, s5)))));
      const less = f64x2.mul(w, f64x2.add(c2, f64x2.mul(w, c4)));
      x = f64x2.add(x, f64x2.add(c, f64x2.sub(f64x2.mul(c, less), f64x2.mul(s, sine))));
      y = f64x2.add(y, f64x2.add(s, f64x2.add(f64x2.mul(s, less), f64x2.mul(c, sine))));
    }
    x = toDescriptor(x, diameter), y = toDescriptor(y, diameter);
    v128.store(descriptors + (<usize>i << 4), v128.shuffle<f64>(x, y, 0, 2));
    v128.store(descriptors + (<usize>i1 << 4), v128.shuffle<f64>(x, y, 1, 3));
  }
}
