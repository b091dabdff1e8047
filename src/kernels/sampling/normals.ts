import { Area } from '../runtime/area.ts';
import { sampling } from './sampling.ts';

/** Normals made in one call of the kernel. */
const BLOCK = 4096;
/** V8 allocates the buffer of an array up to this length when it is read: copying one by one is faster. */
const SHORT = 8;

const state: Area = /* @__PURE__ */ new Area(2);
const block: Area = /* @__PURE__ */ new Area(BLOCK);

/** The generator's words in the kernels' memory. */
let words: Int32Array = new Int32Array(0);

function copyIn(generator: Int32Array): void {
  if (words.length === 0) words = new Int32Array(state.view.buffer, state.at, 4);
  copy(generator, words);
}

function copy(from: Int32Array, to: Int32Array): void {
  to[0] = from[0]!;
  to[1] = from[1]!;
  to[2] = from[2]!;
  to[3] = from[3]!;
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
  const value = sampling.common.normal(state.at);
  copy(words, generator);
  return value;
}

/**
 * Fills `out` with standard normals: those that as many calls of {@link drawNormal} give, rounded if `out` is float32.
 * About 3 ns each.
 * @param generator - `(4)` state of xoroshiro128+ as pure-rand's `getState` orders it; advanced.
 */
export function drawNormals(generator: Int32Array, out: Float64Array | Float32Array): void {
  copyIn(generator);
  const { fillNormals } = sampling.common;
  if (out.length <= SHORT) {
    fillNormals(state.at, block.at, out.length);
    for (let i = 0; i < out.length; i++) out[i] = block.view[i]!;
  } else if (out.buffer === words.buffer && out.BYTES_PER_ELEMENT === 8) {
    fillNormals(state.at, out.byteOffset, out.length);
  } else {
    for (let start = 0; start < out.length; start += BLOCK) {
      const count = Math.min(BLOCK, out.length - start);
      fillNormals(state.at, block.at, count);
      out.set(count === BLOCK ? block.view : block.view.subarray(0, count), start);
    }
  }
  copy(words, generator);
}
