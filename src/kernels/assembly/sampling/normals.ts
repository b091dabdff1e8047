// Standard normals by a ziggurat of 512 layers of equal area [Marsaglia2000, Doornik2005], from xoroshiro128+ [Blackman2021].
// A step gives 64 bits: the top 9 choose the layer, the 51 below them are the signed position in it, so that the two are
// independent, and the weak lowest bits do not count. Two normals at a time.
import { exp, log } from '../elementary/elementary';

// The rightmost edge, and the area of each layer, tail included: solved with 50 digits.
const EDGE: f64 = 3.852046150368391;
const AREA: f64 = 0.002456766351541356;

// 512 pairs: [twice the width of the layer, half the inner share of it]; below a position of that share no test is needed.
const layers: usize = memory.data(512 * 16, 16);
// 513 heights exp(-x²/2) at the layers' edges, from the outermost in.
const heights: usize = memory.data(513 * 8, 16);
let ready: bool = false;

function prepare(): void {
  ready = true;
  let height = exp(-0.5 * EDGE * EDGE);
  let width = AREA / height;
  let next = EDGE;
  store<f64>(heights, 0.0);
  for (let i: usize = 0; i < 512; i++) {
    store<f64>(layers + (i << 4), 2.0 * width);
    store<f64>(layers + (i << 4), 0.5 * (next / width), 8);
    store<f64>(heights + ((i + 1) << 3), height);
    width = next;
    height += AREA / next;
    next = i < 510 ? sqrt(-2.0 * log(height)) : 0.0;
    if (i >= 510) height = 1.0;
  }
}

// The generator's state; a fill keeps it in locals and leaves it here for the rare cases.
let s0: u64 = 0;
let s1: u64 = 0;

// The first word after a step, of the first word before and `mixed`, both words xored; the second is rotl(mixed, 37).
@inline
function firstWord(first: u64, mixed: u64): u64 {
  return rotl(first, 24) ^ mixed ^ (mixed << 16);
}

@inline
function step(): u64 {
  const result = s0 + s1;
  const mixed = s0 ^ s1;
  s0 = firstWord(s0, mixed), s1 = rotl(mixed, 37);
  return result;
}

// pure-rand keeps the halves of a word high one first.
@inline
function enter(state: usize): void {
  if (!ready) prepare();
  s0 = rotl(load<u64>(state), 32);
  s1 = rotl(load<u64>(state, 8), 32);
}

@inline
function leave(state: usize): void {
  store<u64>(state, rotl(s0, 32));
  store<u64>(state, rotl(s1, 32), 8);
}

// In (0, 1].
@inline
function unit(): f64 {
  return (<f64>((step() >>> 11) + 1)) * (1.0 / 9007199254740992.0);
}

// What lies beyond the edge [Marsaglia1964].
function tail(): f64 {
  let x: f64;
  do {
    x = log(unit()) / -EDGE;
  } while (-2.0 * log(unit()) < x * x);
  return EDGE + x;
}

// The positions of two steps' bits in their layers, in (-0.5, 0.5): odd multiples of 2^-52, never 0 and symmetric. The bits are
// the mantissa of a number in [1, 2).
@inline
function positions(bits: v128): v128 {
  const mantissa = i64x2.shr_u(i64x2.shl(bits, 9), 12);
  return f64x2.sub(v128.or(mantissa, i64x2.splat(0x3ff0000000000001)), f64x2.splat(1.5));
}

// A normal from a step's bits; draws more from the state in s0 and s1 where the quick test fails.
function slow(bits: u64): f64 {
  while (true) {
    const layer = <usize>(bits >>> 55);
    const p = f64x2.extract_lane(positions(i64x2.splat(bits)), 0);
    const x = p * load<f64>(layers + (layer << 4));
    if (abs(p) < load<f64>(layers + (layer << 4), 8)) return x;
    if (layer == 0) return copysign(tail(), p);
    const low = load<f64>(heights + (layer << 3));
    const high = load<f64>(heights + (layer << 3), 8);
    if (low + unit() * (high - low) < exp(-0.5 * x * x)) return x;
    bits = step();
  }
}

/** Fills `count` float64 at `out` with standard normals and advances the four int32 of pure-rand's state at `state`. */
export function fillNormals(state: usize, out: usize, count: i32): void {
  enter(state);
  const end = out + (<usize>count << 3);
  const pairs = end - 8;
  while (out < end) {
    // The rare call stands outside of the inner loop, which then keeps everything in registers.
    let a = s0, b = s1, bits: u64 = 0, failed = false;
    while (out < pairs) {
      bits = a + b;
      let mixed = a ^ b;
      a = firstWord(a, mixed), b = rotl(mixed, 37);
      const second = a + b;
      const p = positions(i64x2.replace_lane(i64x2.splat(bits), 1, second));
      const l0 = v128.load(layers + (<usize>(bits >>> 55) << 4)), l1 = v128.load(layers + (<usize>(second >>> 55) << 4));
      const x = f64x2.mul(p, v128.shuffle<f64>(l0, l1, 0, 2));
      const inside = i64x2.bitmask(f64x2.lt(f64x2.abs(p), v128.shuffle<f64>(l0, l1, 1, 3)));
      if (inside != 3) {
        failed = true;
        if ((inside & 1) == 0) break;
        v128.store64_lane(out, x, 0);
        out += 8;
        bits = second;
      } else v128.store(out, x);
      mixed = a ^ b;
      a = firstWord(a, mixed), b = rotl(mixed, 37);
      if (failed) break;
      out += 16;
    }
    s0 = a, s1 = b;
    if (out < end) {
      store<f64>(out, slow(failed ? bits : step()));
      out += 8;
    }
  }
  leave(state);
}

/** One standard normal: what a fill of one gives. */
export function normal(state: usize): f64 {
  enter(state);
  const x = slow(step());
  leave(state);
  return x;
}
