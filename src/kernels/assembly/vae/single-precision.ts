// Float32 exponential and hyperbolic tangent, four lanes at a time, the same bits on every engine: WebAssembly fixes each
// of the operations below, while Math.exp and Math.tanh differ between engines in the last bit. Constants are vectors in
// memory, since V8 would build a constant anew at every use.

const EXP: usize = memory.data<f32>([
  89, 89, 89, 89,
  -104, -104, -104, -104,
  1.44269504, 1.44269504, 1.44269504, 1.44269504,
  0.693359375, 0.693359375, 0.693359375, 0.693359375,
  -2.12194440e-4, -2.12194440e-4, -2.12194440e-4, -2.12194440e-4,
  0.0013941110391161742, 0.0013941110391161742, 0.0013941110391161742, 0.0013941110391161742,
  0.008375127947255121, 0.008375127947255121, 0.008375127947255121, 0.008375127947255121,
  0.04166635287315116, 0.04166635287315116, 0.04166635287315116, 0.04166635287315116,
  0.16666415496048143, 0.16666415496048143, 0.16666415496048143, 0.16666415496048143,
  0.5, 0.5, 0.5, 0.5,
  1, 1, 1, 1,
], 16);

/**
 * e^x of four lanes. At most 1.25 ulp from the true value in the normal range, and 1 ulp (2^-149) where the result is
 * subnormal; 0 below -104, Infinity above 88.73, NaN for NaN. Cody and Waite's reduction to |r| <= ln 2 / 2 and a
 * polynomial of degree 6 (Chebyshev interpolation, relative error 3e-9 before rounding).
 */
// @ts-ignore: decorator
@inline
export function exp4(x: v128): v128 {
  // pmin and pmax let NaN through in this order of arguments.
  x = f32x4.pmax(f32x4.pmin(x, v128.load(EXP, 0)), v128.load(EXP, 16));
  const k = f32x4.nearest(f32x4.mul(x, v128.load(EXP, 32)));
  let r = f32x4.sub(x, f32x4.mul(k, v128.load(EXP, 48)));
  r = f32x4.sub(r, f32x4.mul(k, v128.load(EXP, 64)));
  let p = v128.load(EXP, 80);
  p = f32x4.add(f32x4.mul(p, r), v128.load(EXP, 96));
  p = f32x4.add(f32x4.mul(p, r), v128.load(EXP, 112));
  p = f32x4.add(f32x4.mul(p, r), v128.load(EXP, 128));
  p = f32x4.add(f32x4.mul(p, r), v128.load(EXP, 144));
  p = f32x4.add(f32x4.mul(f32x4.mul(r, r), p), r);
  p = f32x4.add(p, v128.load(EXP, 160));
  // 2^k in two factors, so that results near the ends of the range are rounded once.
  const whole = i32x4.trunc_sat_f32x4_s(k);
  const half = i32x4.shr_s(whole, 1);
  const first = i32x4.shl(i32x4.add(half, i32x4.splat(127)), 23);
  const second = i32x4.shl(i32x4.add(i32x4.sub(whole, half), i32x4.splat(127)), 23);
  return f32x4.mul(f32x4.mul(p, first), second);
}

const TANH: usize = memory.data<f32>([
  9.1, 9.1, 9.1, 9.1,
  -9.1, -9.1, -9.1, -9.1,
  1.3177168574542339e-8, 1.3177168574542339e-8, 1.3177168574542339e-8, 1.3177168574542339e-8,
  2.048092130247607e-5, 2.048092130247607e-5, 2.048092130247607e-5, 2.048092130247607e-5,
  0.0034877947039222076, 0.0034877947039222076, 0.0034877947039222076, 0.0034877947039222076,
  0.1337446143751367, 0.1337446143751367, 0.1337446143751367, 0.1337446143751367,
  0.9999999772290147, 0.9999999772290147, 0.9999999772290147, 0.9999999772290147,
  7.703898006676688e-7, 7.703898006676688e-7, 7.703898006676688e-7, 7.703898006676688e-7,
  0.0003272893559728145, 0.0003272893559728145, 0.0003272893559728145, 0.0003272893559728145,
  0.02584732638368407, 0.02584732638368407, 0.02584732638368407, 0.02584732638368407,
  0.46707775226970805, 0.46707775226970805, 0.46707775226970805, 0.46707775226970805,
  1, 1, 1, 1,
  -1, -1, -1, -1,
], 16);

/**
 * tanh x of four lanes, at most 4e-7 from the true value, and at most 8 ulp; exactly 1 and -1 for large |x|, odd, NaN for
 * NaN. A rational minimax approximation x P(x²)/Q(x²) of degrees 4 and 4 on |x| <= 9.1 (relative error 2.3e-8 before
 * rounding), since tanh 9.1 is 1 in float32.
 */
// @ts-ignore: decorator
@inline
export function tanh4(x: v128): v128 {
  x = f32x4.pmax(f32x4.pmin(x, v128.load(TANH, 0)), v128.load(TANH, 16));
  const t = f32x4.mul(x, x);
  let p = v128.load(TANH, 32);
  p = f32x4.add(f32x4.mul(p, t), v128.load(TANH, 48));
  p = f32x4.add(f32x4.mul(p, t), v128.load(TANH, 64));
  p = f32x4.add(f32x4.mul(p, t), v128.load(TANH, 80));
  p = f32x4.add(f32x4.mul(p, t), v128.load(TANH, 96));
  let q = v128.load(TANH, 112);
  q = f32x4.add(f32x4.mul(q, t), v128.load(TANH, 128));
  q = f32x4.add(f32x4.mul(q, t), v128.load(TANH, 144));
  q = f32x4.add(f32x4.mul(q, t), v128.load(TANH, 160));
  q = f32x4.add(f32x4.mul(q, t), v128.load(TANH, 176));
  const y = f32x4.div(f32x4.mul(x, p), q);
  return f32x4.pmax(f32x4.pmin(y, v128.load(TANH, 176)), v128.load(TANH, 192));
}

/** exp4 of `count` float32 numbers in place; `count` a multiple of 4. For tests alone, which compile this file. */
export function expSingle(data: usize, count: i32): void {
  for (let end = data + (<usize>count << 2); data < end; data += 16) v128.store(data, exp4(v128.load(data)));
}

/** tanh4 of `count` float32 numbers in place; `count` a multiple of 4. For tests alone. */
export function tanhSingle(data: usize, count: i32): void {
  for (let end = data + (<usize>count << 2); data < end; data += 16) v128.store(data, tanh4(v128.load(data)));
}
