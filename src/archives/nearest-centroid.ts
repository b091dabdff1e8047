import type { Batch } from '../core/index.ts';
import { Cached, NearestKernel } from '../kernels/index.ts';
import { safeScale } from './scale.ts';

/** The most queries that are handed over at a time. */
const BLOCK = 512;

/** Finds the nearest of fixed points: exact in float64, the lowest index wins a tie. */
export class NearestCentroid {
  readonly #kernel: Cached<NearestKernel>;
  readonly #given: Batch;
  /** What points and queries are multiplied with: a power of two. */
  readonly #scale: number;

  /** @param given - `(points, dimensions)`, finite, at least one; not changed while this is in use. */
  constructor(given: Batch) {
    const { rows, columns, data } = given;
    this.#given = given;
    this.#scale = safeScale(data.reduce((most, x) => Math.max(most, Math.abs(x)), 0));
    const queries = Math.min(rows, BLOCK);
    this.#kernel = new Cached(NearestKernel.bytes(rows, columns, queries), (memory) => {
      const kernel = new NearestKernel(rows, columns, queries, memory);
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
    const kernel = this.#kernel.get();
    const { queries: asked, owners } = kernel;
    for (let start = 0; start < nearest.length; start += owners.length) {
      const count = Math.min(owners.length, nearest.length - start);
      for (let i = 0, at = start * columns; i < count * columns; i++, at++) asked[i] = queries[at]! * this.#scale;
      owners.fill(rows, 0, count);
      kernel.search(count);
      for (let i = 0; i < count; i++) nearest[start + i] = owners[i]!;
    }
  }

  /** Index of a point that equals one before it; −1 if all are distinct. */
  duplicate(): number {
    const nearest = new Int32Array(this.#given.rows);
    this.find(this.#given.data, nearest);
    return nearest.findIndex((found, i) => found !== i);
  }
}
