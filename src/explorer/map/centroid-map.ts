import type { Batch, BoxBounds } from '../../core/index.ts';
import { bucketOf, type Candidates, candidatesOf, type Sites } from './candidates.ts';
import type { CellMap, MapWindow, Point } from './cell-map.ts';

/** Radius in pixels of a centroid that is drawn as a dot. */
const dotRadius = 7;

/**
 * Cells of centroids: the points that are nearest to each. Of more than two dimensions the first two are drawn, centroids as dots.
 */
export class CentroidMap implements CellMap {
  readonly cells: number;
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
  readonly across: number;
  readonly blocks: readonly [number, number] = [1, 1];
  readonly #dots: boolean;
  readonly #hull: readonly Point[] | undefined;
  readonly #sites: Sites;
  readonly #candidates: Candidates;

  /** @param hull - The cells end there (default: at the box). */
  constructor({ rows, columns, data }: Batch, box: BoxBounds, hull: readonly Point[] | undefined) {
    this.cells = rows;
    this.#dots = columns > 2;
    this.#hull = hull;
    const grown = (low: number, high: number, axis: 0 | 1): [number, number] => [
      Math.min(low, ...(hull ?? []).map((point) => point[axis])),
      Math.max(high, ...(hull ?? []).map((point) => point[axis])),
    ];
    this.x = grown(box.lower[0]!, box.upper[0]!, 0);
    this.y = columns === 1 ? [0, 1] : grown(box.lower[1]!, box.upper[1]!, 1);
    this.across = columns === 1 ? rows : Math.ceil(Math.sqrt(rows));
    this.#sites = {
      xs: Float64Array.from({ length: rows }, (_, i) => data[i * columns]!),
      ys: Float64Array.from({ length: rows }, (_, i) => (columns === 1 ? 0.5 : data[i * columns + 1]!)),
      x: this.x,
      y: this.y,
    };
    this.#candidates = candidatesOf(this.#sites);
  }

  cellAt(x: number, y: number): number {
    const [from, to] = this.#spanAt(y);
    return x < from || x > to ? -1 : this.#nearestAt(y)(x);
  }

  centre(cell: number): Point {
    return [this.#sites.xs[cell]!, this.#sites.ys[cell]!];
  }

  fill(window: MapWindow, into: Int32Array): void {
    const { left, right, bottom, top, width, height } = window;
    // Cells are convex: between two pixels of a row that belong to one cell, all do.
    const cell = ((width / (right - left)) * (this.x[1] - this.x[0])) / this.across;
    const stride = Math.max(1, Math.min(64, Math.floor(cell / 2)));
    for (let j = 0; j < height; j++) {
      const y = top - ((top - bottom) * (j + 0.5)) / height;
      const [from, to] = this.#spanAt(y);
      const pixel = (x: number): number => ((x - left) / (right - left)) * width - 0.5;
      const first = from > to ? width : Math.max(0, Math.ceil(pixel(from)));
      const last = Math.min(width - 1, Math.floor(pixel(to)));
      const row = into.subarray(j * width, (j + 1) * width);
      row.fill(0);
      const nearest = this.#nearestAt(y);
      const find = (i: number): number => nearest(left + ((right - left) * (i + 0.5)) / width) + 1;
      if (first > last) continue;
      row[first] = find(first);
      for (let i = first; i < last; ) {
        const next = Math.min(last, i + stride);
        row[next] = find(next);
        fillBetween(row, i, next, find);
        i = next;
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
    const { xs, ys } = this.#sites;
    for (let j = 0, at = 0; j < height; j++) {
      for (let i = 0; i < width; i++, at++) {
        const cell = into[at]! - 1;
        if (cell < 0) continue;
        const dx = i + 0.5 - ((xs[cell]! - left) / (right - left)) * width;
        const dy = j + 0.5 - ((top - ys[cell]!) / (top - bottom)) * height;
        if (dx * dx + dy * dy > dotRadius * dotRadius) into[at] = 0;
      }
    }
  }

  /** Finds the nearest centroid of points at one height. */
  #nearestAt(y: number): (x: number) => number {
    const { side, starts, sites } = this.#candidates;
    const { xs, ys } = this.#sites;
    const [low, scale, last] = [this.x[0], side / (this.x[1] - this.x[0]), side - 1];
    const row = bucketOf(y, this.y, side);
    return (x) => {
      const column = ((x - low) * scale) | 0;
      const bucket = (column < 0 ? 0 : column > last ? last : column) * side + row;
      const end = starts[bucket + 1]!;
      let best = 0;
      let distance = Number.POSITIVE_INFINITY;
      for (let k = starts[bucket]!; k < end; k++) {
        const site = sites[k]!;
        const dx = xs[site]! - x;
        const dy = ys[site]! - y;
        const own = dx * dx + dy * dy;
        if (own < distance) {
          distance = own;
          best = site;
        }
      }
      return best;
    };
  }
}

/** Fills a row between two pixels that are known; where they differ, the one in the middle is found. */
function fillBetween(row: Int32Array, from: number, to: number, find: (i: number) => number): void {
  if (to - from < 2) return;
  if (row[from] === row[to]) {
    row.fill(row[from]!, from + 1, to);
    return;
  }
  const middle = (from + to) >> 1;
  row[middle] = find(middle);
  fillBetween(row, from, middle, find);
  fillBetween(row, middle, to, find);
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
