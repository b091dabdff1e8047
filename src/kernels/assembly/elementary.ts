// Elementary functions of float64: AssemblyScript's own NativeMath, a port of musl, so that every engine computes the
// same bits. Its sine and cosine lose digits of arguments above 2^20 · π/2 that lie near a multiple of π/2; those are
// reduced here, by the method of [Payne1983]. Error bounds are stated in ../elementary.ts.

const HALF_PI: f64 = 1.5707963267948966;
const HALF_PI_REST: f64 = 6.123233995736766e-17;
/** From here on NativeMath reduces with too few bits. */
const LARGE: f64 = 1647099.0;

// 64 zero bits, then the first 1216 bits of 2/π, highest first.
const bitsOfTwoOverPi: usize = memory.data<u64>([
  0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
  0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e,
  0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
  0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
  0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab,
], 16);

export function exp(x: f64): f64 {
  return NativeMath.exp(x);
}

export function log(x: f64): f64 {
  return NativeMath.log(x);
}

export function tanh(x: f64): f64 {
  return NativeMath.tanh(x);
}

export function sin(x: f64): f64 {
  if (!(abs(x) >= LARGE && abs(x) < Infinity)) return NativeMath.sin(x);
  const quadrant = reduce(abs(x));
  const y = quadrant & 1 ? cosineNearZero(rest, restTail) : sineNearZero(rest, restTail);
  return (quadrant & 2) != 0 != x < 0.0 ? -y : y;
}

export function cos(x: f64): f64 {
  if (!(abs(x) >= LARGE && abs(x) < Infinity)) return NativeMath.cos(x);
  const quadrant = reduce(abs(x));
  const y = quadrant & 1 ? sineNearZero(rest, restTail) : cosineNearZero(rest, restTail);
  return (quadrant + 1) & 2 ? -y : y;
}

// What reduce found: x less the nearest multiple of π/2, in two parts.
let rest: f64 = 0;
let restTail: f64 = 0;

// 64 bits of 2/π from bit `at` on.
function window(at: usize): u64 {
  const word = bitsOfTwoOverPi + ((at >> 6) << 3);
  const shift = <u64>(at & 63);
  const high = load<u64>(word) << shift;
  return shift ? high | (load<u64>(word, 8) >>> (64 - shift)) : high;
}

// The high half of a product of 64 bits each.
function multiplyHigh(a: u64, b: u64): u64 {
  const a0 = a & 0xffffffff, a1 = a >>> 32, b0 = b & 0xffffffff, b1 = b >>> 32;
  const middle = a1 * b0 + ((a0 * b0) >>> 32);
  const other = a0 * b1 + (middle & 0xffffffff);
  return a1 * b1 + (middle >>> 32) + (other >>> 32);
}

// The nearest multiple of π/2 of x in [LARGE, ∞), modulo 4. x = m 2^e; bits of 2/π that m 2^e lifts to 4 or more do
// not matter, the 192 bits below them leave an error of 2^-137, and no float64 comes nearer than 2^-62 to a multiple.
function reduce(x: f64): i32 {
  const bits = reinterpret<u64>(x);
  const m = (bits & 0x000fffffffffffff) | 0x0010000000000000;
  const at = <usize>(<i32>(bits >>> 52) - 1075 + 62);
  const w0 = window(at), w1 = window(at + 64), w2 = window(at + 128);
  let p2 = m * w2;
  const low1 = m * w1;
  let p1 = multiplyHigh(m, w2) + low1;
  let p0 = multiplyHigh(m, w1) + m * w0 + u64(p1 < low1);
  // Two bits of quadrant, then the fraction; from a half on, the next quadrant is the nearer one.
  const negative = (p0 >>> 61) & 1;
  const quadrant = <i32>((p0 >>> 62) + negative) & 3;
  p0 = (p0 << 2) | (p1 >>> 62);
  p1 = (p1 << 2) | (p2 >>> 62);
  p2 <<= 2;
  if (negative) {
    p0 = ~p0;
    p1 = ~p1;
    p2 = ~p2;
  }
  let scale = 1.0;
  if (p0 == 0) {
    p0 = p1;
    p1 = p2;
    scale = reinterpret<f64>(<u64>(1023 - 64) << 52);
  }
  const zeros = clz(p0);
  if (zeros) {
    p0 = (p0 << zeros) | (p1 >>> (64 - zeros));
    p1 <<= zeros;
    scale *= reinterpret<f64>((<u64>1023 - zeros) << 52);
  }
  if (negative) scale = -scale;
  // The fraction in two parts, exact, times π/2 in two parts.
  const unit = reinterpret<f64>(<u64>(1023 - 64) << 52);
  const high = <f64>(p0 & ~0x7ff) * unit;
  const low = (<f64>(p0 & 0x7ff) + <f64>p1 * unit) * unit;
  const product = high * HALF_PI;
  const highTop = reinterpret<f64>(reinterpret<u64>(high) & 0xfffffffff8000000);
  const piTop = reinterpret<f64>(reinterpret<u64>(HALF_PI) & 0xfffffffff8000000);
  const highEnd = high - highTop, piEnd = HALF_PI - piTop;
  const error = highTop * piTop - product + highTop * piEnd + highEnd * piTop + highEnd * piEnd;
  const tail = error + (high * HALF_PI_REST + low * HALF_PI);
  const sum = product + tail;
  rest = sum * scale;
  restTail = (product - sum + tail) * scale;
  return quadrant;
}

// Sine and cosine of x + y for |x| <= π/4 and a small y: the polynomials of fdlibm.
function sineNearZero(x: f64, y: f64): f64 {
  const z = x * x;
  const v = z * x;
  const r =
    0.00833333333332248946124 +
    z * (-0.000198412698298579493134 + z * 2.75573137070700676789e-6) +
    z * (z * z) * (-2.50507602534068634195e-8 + z * 1.58969099521155010221e-10);
  return x - (z * (0.5 * y - v * r) - y - v * -0.166666666666666324348);
}

function cosineNearZero(x: f64, y: f64): f64 {
  const z = x * x;
  const w = z * z;
  const r =
    z * (0.0416666666666666019037 + z * (-0.00138888888888741095749 + z * 2.48015872894767294178e-5)) +
    w * w * (-2.75573143513906633035e-7 + z * (2.08757232129817482790e-9 + z * -1.13596475577881948265e-11));
  const half = 0.5 * z;
  const top = 1.0 - half;
  return top + (1.0 - top - half + (z * r - x * y));
}
