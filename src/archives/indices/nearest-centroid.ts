import type { Batch } from '../../core/index.ts';
import { Cached, NearestKernel } from '../../kernels/index.ts';
import { safeScale } from './scale.ts';

/** The most queries that the kernel takes at a time. */
const BLOCK = 512;

/** Scaled queries are clamped to this, so that squares stay finite; from farther away all distances are equal in float64. */
const FAR = 2 ** 500;

/** Where scaled numbers are at least this, or 0, no two distinct points are so close that the squares of their distances vanish. */
const NEAR = 2 ** -400;

/** Finds the nearest of fixed points: exact in float64, at any scale; the lowest index wins a tie. */
export class NearestCentroid {
  /** Undefined where squares of distances may vanish. */
  readonly #kernel: Cached<NearestKernel> | undefined;
  readonly #given: Batch;
  /** What points and queries are multiplied with: a power of two. */
  readonly #scale: number;

  /** @param given - `(points, dimensions)`, finite, at least one; not changed while this is in use. */
  constructor(given: Batch) {
    const { rows, columns, data } = given;
    this.#given = given;
    this.#scale = safeScale(data);
    if (data.some((x) => x !== 0 && Math.abs(x * this.#scale) < NEAR)) return;
    const queries = Math.min(rows, BLOCK);
    this.#kernel = new Cached(NearestKernel.bytes(rows, columns, queries), (heap) => {
      const kernel = new NearestKernel(rows, columns, queries, false, heap);
      for (let i = 0; i < data.length; i++) kernel.points[i] = data[i]! * this.#scale;
      kernel.plant();
      return kernel;
    });
  }

  /**
   * Writes the index of the point nearest to each query; of a query that is not finite, the number of points.
   * @param queries - `(nearest, dimensions)`, row-major.
   */
  find(queries: Float64Array, nearest: Int32Array): void {
    const { columns, rows } = this.#given;
    if (this.#kernel === undefined) {
      for (let i = 0; i < nearest.length; i++) {
        nearest[i] = nearestByParts(this.#given, queries.subarray(i * columns, (i + 1) * columns));
      }
      return;
    }
    const kernel = this.#kernel.get();
    const { queries: asked, owners } = kernel;
    for (let start = 0; start < nearest.length; start += owners.length) {
      const count = Math.min(owners.length, nearest.length - start);
      for (let i = 0, at = start * columns; i < count * columns; i++, at++) asked[i] = this.#scaled(queries[at]!);
      owners.fill(rows, 0, count);
      kernel.search(count);
      for (let i = 0; i < count; i++) nearest[start + i] = owners[i]!;
    }
  }

  #scaled(x: number): number {
    if (!Number.isFinite(x)) return x;
    return Math.min(FAR, Math.max(-FAR, x * this.#scale));
  }

  /** Index of a point that equals one before it; −1 if all are distinct. */
  duplicate(): number {
    const nearest = new Int32Array(this.#given.rows);
    this.find(this.#given.data, nearest);
    return nearest.findIndex((found, i) => found !== i);
  }
}

/** As {@link NearestCentroid.find}, of one query; each distance is computed at a scale of its own. */
function nearestByParts(points: Batch, query: Float64Array): number {
  if (!query.every(Number.isFinite)) return points.rows;
  let nearest = 0;
  let best = distanceByParts(points.row(0), query);
  for (let i = 1; i < points.rows; i++) {
    const one = distanceByParts(points.row(i), query);
    const ratio = best.scale / one.scale;
    if (one.square * ratio * ratio < best.square) [nearest, best] = [i, one];
  }
  return nearest;
}

/** The square of a distance that was multiplied with `scale`. */
function distanceByParts(point: Float64Array, query: Float64Array): { square: number; scale: number } {
  const gaps = (unit: number): Float64Array => point.map((x, j) => x * unit - query[j]! * unit);
  const unit = gaps(1).every(Number.isFinite) ? 1 : 0.5;
  const scale = safeScale(gaps(unit));
  return { square: gaps(unit).reduce((sum, x) => sum + (x * scale) ** 2, 0), scale: scale * unit };
}
