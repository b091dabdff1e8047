import { Batch } from '../core/index.ts';
import { safeScale } from './scale.ts';

const LEAF = 6;

/**
 * Finds the nearest of fixed points by a k-d tree in flat arrays: exact in float64, the lowest index wins a tie. No
 * point is passed over by rounding, since rounding is monotone: the distance to a splitting plane, computed as it is
 * here, is never above the computed distance to a point behind it.
 */
export class NearestCentroid {
  readonly #dimensions: number;
  /** What points and queries are multiplied with: a power of two. */
  readonly #scale: number;
  /** Points in the order of the leaves, `(points, dimensions)`. */
  readonly #points: Float64Array;
  /** Index of each point as it was given. */
  readonly #index: Int32Array;
  // Per node: its splitting dimension (−1: a leaf), the split, its right child (the left one follows it), its points.
  readonly #axis: number[] = [];
  readonly #split: number[] = [];
  readonly #right: number[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #stack: Int32Array = new Int32Array(128);
  readonly #gaps: Float64Array = new Float64Array(128);

  /** @param given - `(points, dimensions)`, finite, at least one. Copied. */
  constructor(given: Batch) {
    this.#scale = safeScale(given.data.reduce((most, x) => Math.max(most, Math.abs(x)), 0));
    const points = new Batch(
      given.rows,
      given.columns,
      given.data.map((x) => x * this.#scale),
    );
    this.#dimensions = points.columns;
    this.#index = Int32Array.from({ length: points.rows }, (_, i) => i);
    this.#build(points, 0, points.rows);
    this.#points = new Float64Array(points.data.length);
    for (let i = 0; i < points.rows; i++) this.#points.set(points.row(this.#index[i]!), i * points.columns);
  }

  /** Index of the point nearest to the one that starts at `offset`. */
  find(queries: Float64Array, offset: number): number {
    const dimensions = this.#dimensions;
    const scale = this.#scale;
    const stack = this.#stack;
    const gaps = this.#gaps;
    let best = Number.POSITIVE_INFINITY;
    let nearest = this.#index.length;
    let depth = 1;
    stack[0] = 0;
    gaps[0] = 0;
    while (depth > 0) {
      depth--;
      let node = stack[depth]!;
      if (gaps[depth]! > best) continue;
      for (let axis = this.#axis[node]!; axis >= 0; axis = this.#axis[node]!) {
        const gap = queries[offset + axis]! * scale - this.#split[node]!;
        const right = this.#right[node]!;
        stack[depth] = gap < 0 ? right : node + 1;
        gaps[depth++] = gap * gap;
        node = gap < 0 ? node + 1 : right;
      }
      const to = this.#to[node]!;
      for (let i = this.#from[node]!; i < to; i++) {
        let distance = 0;
        for (let j = 0, at = i * dimensions; j < dimensions; j++) {
          const d = queries[offset + j]! * scale - this.#points[at + j]!;
          distance += d * d;
        }
        const index = this.#index[i]!;
        if (distance < best || (distance === best && index < nearest)) {
          best = distance;
          nearest = index;
        }
      }
    }
    return nearest;
  }

  /** Index of a point that equals one before it; −1 if all are distinct. */
  static duplicate(points: Batch): number {
    const tree = new NearestCentroid(points);
    for (let i = 0; i < points.rows; i++) if (tree.find(points.data, i * points.columns) !== i) return i;
    return -1;
  }

  #build(points: Batch, from: number, to: number): void {
    const node = this.#axis.length;
    const axis = to - from <= LEAF ? -1 : this.#widestAxis(points, from, to);
    this.#axis.push(axis);
    this.#split.push(0);
    this.#right.push(0);
    this.#from.push(from);
    this.#to.push(to);
    if (axis < 0) return;
    const coordinate = (i: number): number => points.data[i * this.#dimensions + axis]!;
    this.#index.subarray(from, to).sort((a, b) => coordinate(a) - coordinate(b) || a - b);
    const middle = (from + to) >> 1;
    this.#split[node] = coordinate(this.#index[middle]!);
    this.#build(points, from, middle);
    this.#right[node] = this.#axis.length;
    this.#build(points, middle, to);
  }

  #widestAxis(points: Batch, from: number, to: number): number {
    let widest = -1;
    let axis = 0;
    for (let j = 0; j < this.#dimensions; j++) {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let i = from; i < to; i++) {
        const x = points.data[this.#index[i]! * this.#dimensions + j]!;
        low = Math.min(low, x);
        high = Math.max(high, x);
      }
      if (high - low > widest) {
        widest = high - low;
        axis = j;
      }
    }
    return axis;
  }
}
