import { type KernelExports, KernelInstance } from './instance.ts';

interface NearestExports extends KernelExports {
  treeRoom(rows: number, columns: number): number;
  plant(room: number, rows: number, columns: number): void;
  nearest(queries: number, rows: number, owners: number): number;
}

/** A k-d tree of points, and room for queries, in WebAssembly memory of its own. Its arrays are live views that stay valid. */
export class NearestKernel {
  /** `(points, dimensions)`: finite; read by {@link NearestKernel.plant}, and not to be changed between that and a search. */
  readonly points: Float64Array;
  /** `(queries, dimensions)` */
  readonly queries: Float64Array;
  /** `(queries)`: where a search begins, a point or `points` for none; then, the nearest point. */
  readonly owners: Int32Array;
  readonly #instance: KernelInstance<NearestExports> = new KernelInstance<NearestExports>();
  readonly #dimensions: number;

  /**
   * @param points - Number of points, at least 1.
   * @param queries - The most queries at a time, at least 1.
   */
  constructor(points: number, dimensions: number, queries: number) {
    const { exports } = this.#instance;
    const tree = this.#instance.allocate(exports.treeRoom(points, dimensions));
    const asked = this.#instance.allocate(queries * dimensions * 8);
    const owners = this.#instance.allocate(queries * 4);
    const { buffer } = exports.memory;
    this.points = new Float64Array(buffer, tree, points * dimensions);
    this.queries = new Float64Array(buffer, asked, queries * dimensions);
    this.owners = new Int32Array(buffer, owners, queries);
    this.#dimensions = dimensions;
  }

  /** Makes the tree of the points, in time n log n. */
  plant(): void {
    const { points } = this;
    this.#instance.exports.plant(points.byteOffset, points.length / this.#dimensions, this.#dimensions);
  }

  /**
   * Writes the point nearest to each of the first `rows` queries to `owners`, computed in float64; the lowest number wins a
   * tie. Of a query that is not finite, where its search began.
   * @returns how many owners changed.
   */
  search(rows: number): number {
    return this.#instance.exports.nearest(this.queries.byteOffset, rows, this.owners.byteOffset);
  }
}
