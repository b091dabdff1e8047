import type { Batch, BoxBounds } from '../core/index.ts';
import type { CellMap, MapWindow } from './cell-map.ts';

type Point = readonly [x: number, y: number];

/** Radius in pixels of a centroid that is drawn as a dot. */
const dotRadius = 7;

/**
 * Cells of centroids: the points that are nearest to each. Of more than two dimensions the first two are drawn, centroids as dots. The plane
 * is divided into buckets; each lists the centroids that are nearest to some point in it.
 */
export class CentroidMap implements CellMap {
  readonly cells: number;
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
  readonly across: number;
  readonly blocks: readonly [number, number] = [1, 1];
  readonly #dots: boolean;
  readonly #hull: readonly Point[] | undefined;
  readonly #xs: Float64Array;
  readonly #ys: Float64Array;
  readonly #side: number;
  /** `(side² + 1)`: where the candidates of each bucket begin. */
  readonly #starts: Int32Array;
  readonly #candidates: Int32Array;

  /** @param hull - The cells end there (default: at the box). */
  constructor({ rows, columns, data }: Batch, box: BoxBounds, hull: readonly Point[] | undefined) {
    this.cells = rows;
    this.#dots = columns > 2;
    this.#hull = hull;
    this.#xs = Float64Array.from({ length: rows }, (_, i) => data[i * columns]!);
    this.#ys = Float64Array.from({ length: rows }, (_, i) => (columns === 1 ? 0.5 : data[i * columns + 1]!));
    const grown = (low: number, high: number, axis: 0 | 1): [number, number] => [
      Math.min(low, ...(hull ?? []).map((point) => point[axis])),
      Math.max(high, ...(hull ?? []).map((point) => point[axis])),
    ];
    this.x = grown(box.lower[0]!, box.upper[0]!, 0);
    this.y = columns === 1 ? [0, 1] : grown(box.lower[1]!, box.upper[1]!, 1);
    this.across = columns === 1 ? rows : Math.ceil(Math.sqrt(rows));
    this.#side = Math.min(512, Math.max(1, Math.ceil(Math.sqrt(2 * rows))));
    [this.#starts, this.#candidates] = this.#listCandidates();
  }

  cellAt(x: number, y: number): number {
    if (x < this.x[0] || x > this.x[1] || y < this.y[0] || y > this.y[1]) return -1;
    if (this.#hull !== undefined) {
      const [from, to] = spanOf(this.#hull, y);
      if (x < from || x > to) return -1;
    }
    return this.#nearest(x, y);
  }

  centre(cell: number): Point {
    return [this.#xs[cell]!, this.#ys[cell]!];
  }

  fill(window: MapWindow, into: Int32Array): void {
    const { left, right, bottom, top, width, height } = window;
    const [pixelX, pixelY] = [(right - left) / width, (top - bottom) / height];
    for (let j = 0, at = 0; j < height; j++) {
      const y = top - pixelY * (j + 0.5);
      const [from, to] = this.#spanAt(y);
      for (let i = 0; i < width; i++, at++) {
        const x = left + pixelX * (i + 0.5);
        into[at] = x < from || x > to ? 0 : this.#nearest(x, y) + 1;
      }
    }
    if (this.#dots) this.#keepDots(window, into);
  }

  /** The part of a row that has cells. */
  #spanAt(y: number): Point {
    if (y < this.y[0] || y > this.y[1]) return [1, 0];
    return this.#hull === undefined ? this.x : spanOf(this.#hull, y);
  }

  /** Clears the pixels that are not near to a centroid. */
  #keepDots({ left, right, bottom, top, width, height }: MapWindow, into: Int32Array): void {
    for (let j = 0, at = 0; j < height; j++) {
      for (let i = 0; i < width; i++, at++) {
        const cell = into[at]! - 1;
        if (cell < 0) continue;
        const dx = i + 0.5 - ((this.#xs[cell]! - left) / (right - left)) * width;
        const dy = j + 0.5 - ((top - this.#ys[cell]!) / (top - bottom)) * height;
        if (dx * dx + dy * dy > dotRadius * dotRadius) into[at] = 0;
      }
    }
  }

  #nearest(x: number, y: number): number {
    const bucket = this.#bucket(x, this.x) * this.#side + this.#bucket(y, this.y);
    const [xs, ys, candidates] = [this.#xs, this.#ys, this.#candidates];
    const end = this.#starts[bucket + 1]!;
    let [best, distance] = [0, Number.POSITIVE_INFINITY];
    for (let k = this.#starts[bucket]!; k < end; k++) {
      const cell = candidates[k]!;
      const dx = xs[cell]! - x;
      const dy = ys[cell]! - y;
      const own = dx * dx + dy * dy;
      if (own < distance) {
        distance = own;
        best = cell;
      }
    }
    return best;
  }

  #bucket(value: number, [low, high]: Point): number {
    const place = Math.floor(((value - low) / (high - low)) * this.#side);
    return Math.min(this.#side - 1, Math.max(0, place));
  }

  #listCandidates(): [starts: Int32Array, candidates: Int32Array] {
    const side = this.#side;
    const bins: number[][] = Array.from({ length: side * side }, () => []);
    for (let i = 0; i < this.cells; i++) {
      bins[this.#bucket(this.#xs[i]!, this.x) * side + this.#bucket(this.#ys[i]!, this.y)]!.push(i);
    }
    const [stepX, stepY] = [(this.x[1] - this.x[0]) / side, (this.y[1] - this.y[0]) / side];
    const starts = new Int32Array(side * side + 1);
    const candidates: number[] = [];
    for (let i = 0, bucket = 0; i < side; i++) {
      for (let j = 0; j < side; j++, bucket++) {
        const middle: Point = [this.x[0] + (i + 0.5) * stepX, this.y[0] + (j + 0.5) * stepY];
        candidates.push(...this.#candidatesOf(bins, i, j, middle, stepX, stepY));
        starts[bucket + 1] = candidates.length;
      }
    }
    return [starts, Int32Array.from(candidates)];
  }

  /**
   * The centroids that may be nearest to a point of a bucket, ascending. If the one nearest to its middle is d away, then no
   * point of the bucket, at most h from the middle, has its nearest centroid further than d + 2 h from the middle.
   */
  #candidatesOf(
    bins: readonly number[][],
    i: number,
    j: number,
    middle: Point,
    stepX: number,
    stepY: number,
  ): number[] {
    const [least, half] = [Math.min(stepX, stepY), Math.hypot(stepX, stepY) / 2];
    const found: { readonly cell: number; readonly distance: number }[] = [];
    let nearest = Number.POSITIVE_INFINITY;
    // Everything in ring r is at least (r − 1/2) steps away from the middle.
    for (let ring = 0; ring < 2 * this.#side && (ring - 0.5) * least <= nearest + 2 * half; ring++) {
      for (const cell of ringOf(bins, this.#side, i, j, ring)) {
        const distance = Math.hypot(this.#xs[cell]! - middle[0], this.#ys[cell]! - middle[1]);
        nearest = Math.min(nearest, distance);
        found.push({ cell, distance });
      }
    }
    const near = found.filter(({ distance }) => distance <= (nearest + 2 * half) * (1 + 1e-12));
    return near.map(({ cell }) => cell).sort((a, b) => a - b);
  }
}

/** What lies in the bins of the square ring around a bin. */
function* ringOf(bins: readonly number[][], side: number, i: number, j: number, ring: number): Generator<number> {
  const last = side - 1;
  for (let column = Math.max(0, i - ring); column <= Math.min(last, i + ring); column++) {
    const whole = column === i - ring || column === i + ring;
    const step = whole ? 1 : Math.max(1, 2 * ring);
    for (let row = j - ring; row <= j + ring; row += step) {
      if (row >= 0 && row <= last) yield* bins[column * side + row]!;
    }
  }
}

/** Where a horizontal line enters and leaves a convex polygon; [1, 0] if it misses it. */
function spanOf(polygon: readonly Point[], y: number): Point {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [i, [ax, ay]] of polygon.entries()) {
    const [bx, by] = polygon[(i + 1) % polygon.length]!;
    if ((ay <= y && by >= y) || (ay >= y && by <= y)) {
      const x = ay === by ? ax : ax + ((bx - ax) * (y - ay)) / (by - ay);
      from = Math.min(from, x, ay === by ? bx : x);
      to = Math.max(to, x, ay === by ? bx : x);
    }
  }
  return from <= to ? [from, to] : [1, 0];
}
