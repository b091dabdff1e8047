import type { BoxBounds } from '../core/index.ts';

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
   * Writes one row of the box, `values[from..from + dimensions)`, to `out` as float32 in [-1, 1].
   * @returns 0, or NaN if a value is not finite.
   */
  toUnit(values: Float64Array, from: number, out: Float32Array, to: number): number {
    const { centre, half } = this;
    const dimensions = centre.length;
    let check = 0;
    if (this.#identity) {
      for (let i = 0; i < dimensions; i++) {
        const value = values[from + i]!;
        check += value * 0;
        out[to + i] = value;
      }
      return check;
    }
    for (let i = 0; i < dimensions; i++) {
      const value = values[from + i]!;
      check += value * 0;
      out[to + i] = (value - centre[i]!) / half[i]!;
    }
    return check;
  }

  /** One number of [-1, 1] in dimension `i` of the box, clipped to the box (NaN stays NaN). */
  fromUnit(value: number, i: number): number {
    const scaled = this.centre[i]! + value * this.half[i]!;
    const low = this.lower[i]!;
    const high = this.upper[i]!;
    return scaled < low ? low : scaled > high ? high : scaled;
  }
}
