import { sharedInstance } from './shared-instance.ts';

/** Normals made in one call of the kernel. */
const BLOCK = 4096;

let stateAt = 0;
let blockAt = 0;
let state: Int32Array = new Int32Array(0);
let block64: Float64Array = new Float64Array(0);
let block32: Float32Array = new Float32Array(0);

/** Makes the views again if the memory has grown since, which detaches them. */
function refreshViews(): void {
  const instance = sharedInstance();
  if (blockAt === 0) {
    stateAt = instance.allocate(16);
    blockAt = instance.allocate(BLOCK * 8);
  }
  const { buffer } = instance.exports.memory;
  state = new Int32Array(buffer, stateAt, 4);
  block64 = new Float64Array(buffer, blockAt, BLOCK);
  block32 = new Float32Array(buffer, blockAt, BLOCK);
}

function copyIn(from: Int32Array): void {
  if (state.length === 0) refreshViews();
  state[0] = from[0]!;
  state[1] = from[1]!;
  state[2] = from[2]!;
  state[3] = from[3]!;
}

function copyOut(to: Int32Array): void {
  to[0] = state[0]!;
  to[1] = state[1]!;
  to[2] = state[2]!;
  to[3] = state[3]!;
}

/**
 * Draws one standard normal by a ziggurat. [Marsaglia2000; Doornik2005]
 *
 * Deviation: layer and position come from disjoint bits of one 64-bit step, because with shared bits the normals
 * are correlated [Doornik2005, §3].
 * @param generator - `(4)` state of xoroshiro128+ as pure-rand's `getState` orders it; advanced.
 */
export function drawNormal(generator: Int32Array): number {
  copyIn(generator);
  const value = sharedInstance().exports.normal(stateAt);
  copyOut(generator);
  return value;
}

/**
 * Fills `out` with standard normals: those that as many calls of {@link drawNormal} give, rounded if `out` is float32.
 * About 3 ns each.
 * @param generator - `(4)` state of xoroshiro128+ as pure-rand's `getState` orders it; advanced.
 */
export function drawNormals(generator: Int32Array, out: Float64Array | Float32Array): void {
  copyIn(generator);
  const { fillNormals64, fillNormals32 } = sharedInstance().exports;
  const double = out instanceof Float64Array;
  for (let start = 0; start < out.length; start += BLOCK) {
    const count = Math.min(BLOCK, out.length - start);
    if (double) fillNormals64(stateAt, blockAt, count);
    else fillNormals32(stateAt, blockAt, count);
    const block = double ? block64 : block32;
    out.set(count === BLOCK ? block : block.subarray(0, count), start);
  }
  copyOut(generator);
}
