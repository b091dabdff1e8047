import type { BoxBounds } from '../../core/index.ts';

/** The affine map between a finite box and [-1, 1] in every dimension, the units of the network's tanh output. */
export class BoxScaling {
  /** `(dimensions)`: the box's centre. */
  readonly centre: Float64Array;
  /** `(dimensions)`: half of the box's width. */
  readonly half: Float64Array;
  /** `(dimensions)` */
  readonly lower: Float64Array;
  /** `(dimensions)` */
  readonly upper: Float64Array;
  /** Whether the box is [-1, 1] already, and the map does nothing. */
  readonly #identity: boolean;

  /** @param bounds - finite bounds, checked by the caller. */
  constructor(bounds: BoxBounds) {
    this.lower = bounds.lower;
    this.upper = bounds.upper;
    this.centre = bounds.lower.map((low, i) => low + (bounds.upper[i]! - low) / 2);
    this.half = bounds.lower.map((low, i) => (bounds.upper[i]! - low) / 2);
    this.#identity = this.half.every((value, i) => value === 1 && this.centre[i] === 0);
  }

  /**
   * Writes one row of the box, `values[from..from + dimensions)`, as float32 in [-1, 1]: groups of eight numbers, `step`
   * apart in `out`, from `to` on. The last group is filled up with zeros.
   * @returns 0, or NaN if a value is not finite.
   */
  toUnit(values: Float64Array, from: number, out: Float32Array, to: number, step: number): number {
    const { centre, half } = this;
    const dimensions = centre.length;
    let check = 0;
    for (let start = 0, at = to; start < dimensions; start += 8, at += step) {
      const count = Math.min(8, dimensions - start);
      if (this.#identity) {
        for (let k = 0; k < count; k++) {
          const value = values[from + start + k]!;
          check += value * 0;
          out[at + k] = value;
        }
      } else {
        for (let k = 0; k < count; k++) {
          const value = (values[from + start + k]! - centre[start + k]!) / half[start + k]!;
          check += value * 0;
          out[at + k] = value;
        }
      }
      for (let k = count; k < 8; k++) out[at + k] = 0;
    }
    return check;
  }

  /** The reverse: one row of groups of eight numbers of [-1, 1] to a row of the box, clipped to it (NaN stays NaN). */
  fromUnit(units: Float32Array, from: number, step: number, out: Float64Array, to: number): void {
    const { centre, half, lower, upper } = this;
    const dimensions = centre.length;
    for (let start = 0, at = from; start < dimensions; start += 8, at += step) {
      const count = Math.min(8, dimensions - start);
      if (this.#identity) {
        for (let k = 0; k < count; k++) out[to + start + k] = units[at + k]!;
        continue;
      }
      for (let k = 0; k < count; k++) {
        const i = start + k;
        const value = centre[i]! + units[at + k]! * half[i]!;
        const low = lower[i]!;
        const high = upper[i]!;
        out[to + i] = value < low ? low : value > high ? high : value;
      }
    }
  }
}
