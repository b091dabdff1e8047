// Elementary functions of float64, so that every engine computes the same bits: exponential and logarithm as in
// [Sun1993], by polynomials (tables for half an ulp take 6 kB); sine and cosine by its polynomials, after a reduction by
// the method of [Payne1983] for every argument. Error bounds are stated in ../../elementary/elementary.ts.

const HALF_PI: f64 = 1.5707963267948966;
const HALF_PI_REST: f64 = 6.123233995736766e-17;
const LN2: f64 = 6.93147180369123816490e-01;
const LN2_REST: f64 = 1.90821492927058770002e-10;

// 64 zero bits, then the first 1216 bits of 2/π, highest first.
const bitsOfTwoOverPi: usize = memory.data<u64>([
  0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
  0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e,
  0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
  0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
  0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab,
], 16);

// 2^k for a normal result.
@inline
function powerOfTwo(k: i32): f64 {
  return reinterpret<f64>(<u64>(1023 + k) << 52);
}

// What split found: the multiple of ln 2 nearest to x.
let power: i32 = 0;

// e^x = 2^power (1 + y) for |x| < 2000; answers with y, which lies in (-0.3, 0.42).
function split(x: f64): f64 {
  const k = nearest(x * 1.44269504088896338700);
  power = <i32>k;
  const high = x - k * LN2, low = k * LN2_REST;
  const r = high - low;
  const z = r * r;
  const c = r - z * (1.66666666666666019037e-01 + z * (-2.77777777770155933842e-03 + z * (6.61375632143793436117e-05 +
    z * (-1.65339022054652515390e-06 + z * 4.13813679705723846039e-08))));
  return r * c / (2.0 - c) - low + high;
}

export function exp(x: f64): f64 {
  if (x != x) return x;
  const y = 1.0 + split(max(-800.0, min(800.0, x)));
  // In two steps, since 2^power may lie beyond float64 where the result does not.
  const half = power >> 1;
  return y * powerOfTwo(half) * powerOfTwo(power - half);
}

export function log(x: f64): f64 {
  if (x < 0.0 || x != x) return NaN;
  if (x == 0.0) return -Infinity;
  if (x == Infinity) return x;
  let k = -1023;
  if (x < 2.2250738585072014e-308) {
    x *= 18014398509481984.0;
    k -= 54;
  }
  // x = 2^k (1 + f), 1 + f from √½ to √2.
  const bits = reinterpret<u64>(x) + 0x00095f6200000000;
  const n = <f64>(k + <i32>(bits >>> 52));
  const f = reinterpret<f64>((bits & 0x000fffffffffffff) + 0x3fe6a09e00000000) - 1.0;
  const s = f / (2.0 + f), z = s * s, w = z * z;
  const odd = z * (6.666666666666735130e-01 + w * (2.857142874366239149e-01 + w * (1.818357216161805012e-01 +
    w * 1.479819860511658591e-01)));
  const even = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01));
  const half = 0.5 * f * f;
  return s * (half + (odd + even)) + n * LN2_REST - half + f + n * LN2;
}

export function tanh(x: f64): f64 {
  if (x != x) return x;
  const y = split(min(44.0, 2.0 * abs(x)));
  const scale = powerOfTwo(power);
  const t = scale * y + (scale - 1.0); // e^2|x| - 1
  return copysign(t / (t + 2.0), x);
}

export function sin(x: f64): f64 {
  const quadrant = reduce(x);
  const y = quadrant & 1 ? cosineNearZero(rest, restTail) : sineNearZero(rest, restTail);
  return (quadrant & 2) != 0 != reinterpret<i64>(x) < 0 ? -y : y;
}

export function cos(x: f64): f64 {
  const quadrant = reduce(x);
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

// The nearest multiple of π/2 of |x|, modulo 4. |x| = m 2^e; bits of 2/π that m 2^e lifts to 4 or more do not matter,
// the 192 bits below them leave an error of 2^-137, and no float64 comes nearer than 2^-62 to a multiple.
function reduce(x: f64): i32 {
  x = abs(x);
  if (!(x > HALF_PI / 2 && x < Infinity)) {
    rest = x < Infinity ? x : NaN;
    restTail = 0.0;
    return 0;
  }
  const bits = reinterpret<u64>(x);
  const m = (bits & 0x000fffffffffffff) | 0x0010000000000000;
  const at = <usize>(<i32>(bits >>> 52) - 1075 + 62);
  const w0 = window(at), w1 = window(at + 64), w2 = window(at + 128);
  const p2 = m * w2;
  const low1 = m * w1;
  let p1 = multiplyHigh(m, w2) + low1;
  let p0 = multiplyHigh(m, w1) + m * w0 + u64(p1 < low1);
  // Two bits of quadrant, then the fraction; from a half on, the next quadrant is the nearer one.
  const negative = (p0 >>> 61) & 1;
  const quadrant = <i32>((p0 >>> 62) + negative) & 3;
  p0 = (p0 << 2) | (p1 >>> 62);
  p1 = (p1 << 2) | (p2 >>> 62);
  if (negative) {
    p0 = ~p0;
    p1 = ~p1;
  }
  // The fraction in two parts, exact but for the last bits of the low one, times π/2 in two parts.
  const high = <f64>p0;
  const low = <f64><i64>(p0 - <u64>high) + <f64>p1 * powerOfTwo(-64);
  const product = high * HALF_PI;
  const highTop = reinterpret<f64>(reinterpret<u64>(high) & 0xfffffffff8000000);
  const piTop = reinterpret<f64>(reinterpret<u64>(HALF_PI) & 0xfffffffff8000000);
  const highEnd = high - highTop, piEnd = HALF_PI - piTop;
  const error = highTop * piTop - product + highTop * piEnd + highEnd * piTop + highEnd * piEnd;
  const tail = error + (high * HALF_PI_REST + low * HALF_PI);
  const sum = product + tail;
  const scale = negative ? -powerOfTwo(-64) : powerOfTwo(-64);
  rest = sum * scale;
  restTail = (product - sum + tail) * scale;
  return quadrant;
}

// Sine and cosine of x + y for |x| <= π/4 and a small y: the polynomials of [Sun1993].
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
