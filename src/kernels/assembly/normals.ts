// Standard normals by a ziggurat of 256 layers of equal area [Marsaglia2000, Doornik2005], from xoroshiro128+ [Blackman2021].
// A step gives 64 bits: the top 8 choose the layer, the 54 below them are the signed position in it, so that the two are
// independent, and the weak lowest bits count least.
import { exp, log } from './elementary';

// The rightmost edge, and the area of each layer, tail included: solved with 50 digits.
const EDGE: f64 = 3.6541528853610088;
const AREA: f64 = 0.00492867323397465494;

// 256 pairs: [width of the layer · 2^-53, the inner share of it · 2^53]; below a position of the share no test is needed.
const layers: usize = memory.data(256 * 16, 16);
// 257 heights exp(-x²/2) at the layers' edges, from the outermost in.
const heights: usize = memory.data(257 * 8, 16);
let ready: bool = false;

function prepare(): void {
  ready = true;
  let height = exp(-0.5 * EDGE * EDGE);
  let width = AREA / height;
  let next = EDGE;
  store<f64>(heights, 0.0);
  for (let i: usize = 0; i < 256; i++) {
    store<f64>(layers + (i << 4), width * (1.0 / 9007199254740992.0));
    store<f64>(layers + (i << 4), (next / width) * 9007199254740992.0, 8);
    store<f64>(heights + ((i + 1) << 3), height);
    width = next;
    height += AREA / next;
    next = i < 254 ? sqrt(-2.0 * log(height)) : 0.0;
    if (i >= 254) height = 1.0;
  }
}

// The generator's state; a fill keeps it in locals and leaves it here for the rare cases.
let s0: u64 = 0;
let s1: u64 = 0;

@inline
function step(): u64 {
  const result = s0 + s1;
  const mixed = s0 ^ s1;
  s0 = rotl(s0, 24) ^ mixed ^ (mixed << 16);
  s1 = rotl(mixed, 37);
  return result;
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

// The position of a step's bits in its layer: odd, in (-2^53, 2^53), never 0 and symmetric.
@inline
function position(bits: u64): f64 {
  return <f64>((<i64>(bits << 8) >> 10) | 1);
}

// A normal from bits that failed the quick test; draws more from the state in s0 and s1.
function slow(bits: u64): f64 {
  while (true) {
    const layer = <usize>(bits >>> 56);
    const p = position(bits);
    const x = p * load<f64>(layers + (layer << 4));
    if (abs(p) < load<f64>(layers + (layer << 4), 8)) return x;
    if (layer == 0) return copysign(tail(), p);
    const low = load<f64>(heights + (layer << 3));
    const high = load<f64>(heights + (layer << 3), 8);
    if (low + unit() * (high - low) < exp(-0.5 * x * x)) return x;
    bits = step();
  }
}

@inline
function fill<T>(state: usize, out: usize, count: i32): void {
  if (!ready) prepare();
  // pure-rand keeps the halves high word first.
  let a = rotl(load<u64>(state), 32);
  let b = rotl(load<u64>(state, 8), 32);
  const end = out + (<usize>count) * sizeof<T>();
  while (out < end) {
    let bits: u64;
    // The rare call stands outside of the inner loop, which then keeps everything in registers. Bits of 0 pass the quick
    // test, so that 0 can say that the loop came to its end.
    do {
      bits = a + b;
      const mixed = a ^ b;
      a = rotl(a, 24) ^ mixed ^ (mixed << 16);
      b = rotl(mixed, 37);
      const layer = layers + (<usize>(bits >>> 56) << 4);
      const p = position(bits);
      if (!(abs(p) < load<f64>(layer, 8))) break;
      store<T>(out, <T>(p * load<f64>(layer)));
      out += sizeof<T>();
      bits = 0;
    } while (out < end);
    if (bits == 0) break;
    s0 = a;
    s1 = b;
    store<T>(out, <T>slow(bits));
    out += sizeof<T>();
    a = s0;
    b = s1;
  }
  store<u64>(state, rotl(a, 32));
  store<u64>(state, rotl(b, 32), 8);
}

/** Fills `count` float64 at `out` with standard normals and advances the four int32 of pure-rand's state at `state`. */
export function fillNormals64(state: usize, out: usize, count: i32): void {
  fill<f64>(state, out, count);
}

/** As fillNormals64: the same normals, rounded to float32. */
export function fillNormals32(state: usize, out: usize, count: i32): void {
  fill<f32>(state, out, count);
}

/** One standard normal: what a fill of one gives. */
export function normal(state: usize): f64 {
  if (!ready) prepare();
  s0 = rotl(load<u64>(state), 32);
  s1 = rotl(load<u64>(state, 8), 32);
  const x = slow(step());
  store<u64>(state, rotl(s0, 32));
  store<u64>(state, rotl(s1, 32), 8);
  return x;
}
