// The planar arm: rows of joint angles in quarter turns, to their variance and the arm's end. Two rows at a time, one in
// each lane, so that the headings, which are running sums, vectorise; a row's bits do not depend on its neighbour.

const HALF_PI: f64 = 1.5707963267948966;
// Added and taken away again, this rounds |x| < 2^52 to the nearest multiple of 2, whose half is odd if the last bit is set.
const TO_HALF_TURN: f64 = 13510798882111488.0;
const EXACT: f64 = 2251799813685248.0;

// sin(f π/2) / f and cos(f π/2), |f| <= 1, as polynomials in f², highest power first, sine and cosine in turn: Chebyshev
// interpolation, errors 4e-19 and 4e-18. Each number stands twice, so that a load fills both lanes.
const coefficients: usize = memory.data<f64>([
  5.87297574479995e-12, 5.87297574479995e-12, 6.3317327178079e-11, 6.3317327178079e-11,
  -6.684416831856085e-10, -6.684416831856085e-10, -6.382235924529259e-9, -6.382235924529259e-9,
  5.6921364280986254e-8, 5.6921364280986254e-8, 4.7108307433635577e-7, 4.7108307433635577e-7,
  -3.5988430204672576e-6, -3.5988430204672576e-6, -2.5202039782228713e-5, -2.5202039782228713e-5,
  0.0001604411847130916, 0.0001604411847130916, 0.0009192602739434877, 0.0009192602739434877,
  -0.004681754135304255, -0.004681754135304255, -0.02086348076317886, -0.02086348076317886,
  0.07969262624616565, 0.07969262624616565, 0.25366950790103104, 0.25366950790103104,
  -0.6459640975062462, -0.6459640975062462, -1.233700550136169, -1.233700550136169,
  1.5707963267948966, 1.5707963267948966, 1.0, 1.0,
], 16);

@inline
function splat(x: f64): v128 {
  return f64x2.splat(x);
}

// Coefficient i, in both lanes.
@inline
function coefficient(i: usize): v128 {
  return v128.load(coefficients + (i << 4));
}

// The next step of a polynomial.
@inline
function next(sum: v128, u: v128, i: usize): v128 {
  return f64x2.add(f64x2.mul(sum, u), coefficient(i));
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
  const stride = <usize>joints << 3;
  for (let i = 0; i < rows; i++) {
    const variance = varianceOfRow(genomes + <usize>i * stride, joints);
    store<f64>(
      fitness + (<usize>i << 3),
      0.0 - (deviation ? Math.sqrt(variance) * HALF_PI : variance * (HALF_PI * HALF_PI)),
    );
  }
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
      // h = (an even number of quarter turns) + f, f in [-1, 1]; every second half turn flips both signs.
      const magic = splat(TO_HALF_TURN);
      const t = f64x2.add(h, magic);
      const flip = i64x2.shl(t, 63);
      const f = v128.xor(f64x2.sub(h, f64x2.sub(t, magic)), flip);
      const w = f64x2.mul(f, f), u = f64x2.mul(w, w);
      // Even and odd powers apart: four short chains instead of two long ones.
      let se = coefficient(0), ce = coefficient(1), so = coefficient(2), co = coefficient(3);
      se = next(se, u, 4), ce = next(ce, u, 5), so = next(so, u, 6), co = next(co, u, 7);
      se = next(se, u, 8), ce = next(ce, u, 9), so = next(so, u, 10), co = next(co, u, 11);
      se = next(se, u, 12), ce = next(ce, u, 13), so = next(so, u, 14), co = next(co, u, 15);
      se = next(se, u, 16), ce = next(ce, u, 17);
      const sine = f64x2.add(se, f64x2.mul(so, w));
      const cosine = f64x2.add(ce, f64x2.mul(co, w));
      x = f64x2.add(x, v128.xor(cosine, flip));
      y = f64x2.add(y, f64x2.mul(sine, f));
    }
    x = toDescriptor(x, diameter), y = toDescriptor(y, diameter);
    v128.store(descriptors + (<usize>i << 4), v128.shuffle<f64>(x, y, 0, 2));
    v128.store(descriptors + (<usize>i1 << 4), v128.shuffle<f64>(x, y, 1, 3));
  }
}
