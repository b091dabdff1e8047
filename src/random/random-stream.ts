import {
  argumentError,
  checkSafeInteger,
  ElitesError,
  isFloat32Array,
  isFloat64Array,
  type Random,
  type Stateful,
  show,
} from '../core/index.ts';
import { decodeSnapshot, encodeSnapshot } from '../formats/index.ts';
import { drawNormal, drawNormals } from '../kernels/index.ts';
import { streamState } from './stream-state.ts';

/**
 * A stream of random numbers: xoroshiro128+ with the state and step of pure-rand's generator [Blackman2021]. It uses all 64 bits of an
 * output, while pure-rand's `next` gives the low 32. Made by `randomStream` and `randomStreams`.
 *
 * A call of `uniform` takes one step; `integer` and `normal` take one, or rarely more.
 */
export class RandomStream implements Random, Stateful {
  /** pure-rand's state in its order (s01, s00, s11, s10), then the high and the low half of the last output. */
  readonly #words: Int32Array = new Int32Array(6);
  readonly #marked: Int32Array = new Int32Array(4);

  /**
   * @param state - `(4)` int32 from {@link RandomStream.getState}, not all zero.
   * @throws SNAPSHOT if `state` is not valid.
   */
  constructor(state: ArrayLike<number>) {
    this.setState(state);
  }

  /** A number in [0, 1) with 53 random bits. */
  uniform(): number {
    this.#step();
    return this.#bits53() * 2 ** -53;
  }

  /**
   * An integer in [low, high], both ends included, without bias. [Lemire2019]
   * @throws ARGUMENT if an end is not a safe integer, or low is above high.
   */
  integer(low: number, high: number): number {
    if (!(Number.isSafeInteger(low) && Number.isSafeInteger(high) && high >= low)) {
      checkSafeInteger('RandomStream.integer', 'low', low);
      checkSafeInteger('RandomStream.integer', 'high', high, low);
    }
    const count = high - low + 1;
    if (count === 2 ** 32) {
      this.#step();
      // The low 32 of the top 53 bits, the same as #below53 gives.
      return low + (((this.#words[4]! << 21) | (this.#words[5]! >>> 11)) >>> 0);
    }
    if (count <= 2 ** 21) return low + this.#below21(count);
    if (count <= 2 ** 53) return low + this.#below53(count);
    return this.#between(BigInt(low), BigInt(high));
  }

  /** A standard normal. */
  normal(): number {
    return drawNormal(this.#words);
  }

  /** Fills `out` with standard normals: the same numbers as repeated calls of {@link RandomStream.normal}, but faster. */
  fillNormal(out: Float64Array | Float32Array): void {
    if (!isFloat64Array(out) && !isFloat32Array(out)) {
      throw argumentError('RandomStream.fillNormal', 'out', 'be a Float64Array or a Float32Array', out);
    }
    drawNormals(this.#words, out);
  }

  /** `(4)` int32, a copy: the current state. */
  getState(): Int32Array {
    return this.#words.slice(0, 4);
  }

  /**
   * Continues from a state of {@link RandomStream.getState}.
   * @param state - `(4)` int32, not all zero; copied.
   * @throws SNAPSHOT if `state` is not valid.
   */
  setState(state: ArrayLike<number>): void {
    const words = Array.from(state ?? []);
    const valid = words.length === 4 && words.every((word) => word === (word | 0)) && words.some((word) => word !== 0);
    if (!valid) {
      const message = `RandomStream.setState: state must be 4 integers of 32 bits, not all zero; got ${show(state)}.`;
      throw new ElitesError('SNAPSHOT', message);
    }
    this.#words.set(words);
  }

  /**
   * Stores the state for {@link RandomStream.rewind}.
   * @internal
   */
  mark(): void {
    for (let i = 0; i < 4; i++) this.#marked[i] = this.#words[i]!;
  }

  /**
   * Restores the state at the last {@link RandomStream.mark}.
   * @internal
   */
  rewind(): void {
    for (let i = 0; i < 4; i++) this.#words[i] = this.#marked[i]!;
  }

  /** The state as a snapshot. */
  snapshot(): Uint8Array {
    return encodeSnapshot(SNAPSHOT, { state: this.getState() });
  }

  /**
   * Restores the state of a snapshot.
   * @throws ARGUMENT if `bytes` is neither a Uint8Array nor an ArrayBuffer; SNAPSHOT if they are damaged. Nothing has changed then.
   */
  restore(bytes: Uint8Array | ArrayBuffer): void {
    this.setState(decodeSnapshot('RandomStream.restore', bytes, SNAPSHOT).state.state);
  }

  /** Takes pure-rand's step. Writes the 64 bits of output to words 4 (high) and 5 (low). */
  #step(): void {
    const words = this.#words;
    const s01 = words[0]!;
    const s00 = words[1]!;
    const s11 = words[2]!;
    const s10 = words[3]!;
    const low = (s00 >>> 0) + (s10 >>> 0);
    words[5] = low;
    words[4] = s01 + s11 + (low > 0xffffffff ? 1 : 0);
    const a0 = s10 ^ s00;
    const a1 = s11 ^ s01;
    words[1] = (s00 << 24) ^ (s01 >>> 8) ^ a0 ^ (a0 << 16);
    words[0] = (s01 << 24) ^ (s00 >>> 8) ^ a1 ^ ((a1 << 16) | (a0 >>> 16));
    words[3] = (a1 << 5) ^ (a0 >>> 27);
    words[2] = (a0 << 5) ^ (a1 >>> 27);
  }

  /** The top 53 bits of the last output, an integer in [0, 2^53). */
  #bits53(): number {
    return (this.#words[4]! >>> 0) * 2 ** 21 + (this.#words[5]! >>> 11);
  }

  /** An integer in [0, count), count ≤ 2^21: the product with 32 random bits is exact. */
  #below21(count: number): number {
    while (true) {
      this.#step();
      const product = (this.#words[4]! >>> 0) * count;
      const rest = product >>> 0;
      if (rest >= count || rest >= 2 ** 32 % count) return Math.floor(product / 2 ** 32);
    }
  }

  /** An integer in [0, count), count ≤ 2^53: 53 random bits modulo count, after rejection of the last incomplete range. */
  #below53(count: number): number {
    const end = 2 ** 53 - (2 ** 53 % count);
    while (true) {
      this.#step();
      const bits = this.#bits53();
      if (bits < end) return bits % count;
    }
  }

  /** An integer in [low, high], a range of more than 2^53: 54 random bits, values above the range are rejected. */
  #between(low: bigint, high: bigint): number {
    while (true) {
      this.#step();
      const bits = (BigInt(this.#words[4]! >>> 0) << 22n) | BigInt(this.#words[5]! >>> 10);
      if (low + bits <= high) return Number(low + bits);
    }
  }
}

const SNAPSHOT = { kind: 'RandomStream', configuration: {}, state: { state: streamState } };
