import { type Kernel, type KernelExports, KernelInstance } from './instance.ts';
import { sharedInstance } from './shared-instance.ts';

/** What a {@link NearestKernel} calls. */
export interface NearestExports extends KernelExports {
  treeRoom(points: number, dimensions: number): number;
  plant(room: number, points: number, dimensions: number): void;
  nearest(room: number, points: number, dimensions: number, queries: number, rows: number, owners: number): number;
}

/** A k-d tree of points, and room for queries. Its arrays are live views, valid as long as the kernel's memory does not grow. */
export class NearestKernel {
  /** `(points, dimensions)`: finite; read by {@link NearestKernel.plant}, and not to be changed between that and a search. */
  readonly points: Float64Array;
  /** `(queries, dimensions)` */
  readonly queries: Float64Array;
  /** `(queries)`: where a search begins, a point or `points` for none; then, the nearest point. */
  readonly owners: Int32Array;
  readonly #exports: NearestExports;
  readonly #size: number;
  readonly #dimensions: number;

  /**
   * @param size - Number of points, at least 1.
   * @param queries - The most queries at a time, at least 1.
   * @param kernel - Whose memory it is in (default: one of its own).
   */
  constructor(
    size: number,
    dimensions: number,
    queries: number,
    kernel: Kernel<NearestExports> = new KernelInstance<NearestExports>(),
  ) {
    const tree = kernel.allocate(kernel.exports.treeRoom(size, dimensions));
    const asked = kernel.allocate(queries * dimensions * 8);
    const owners = kernel.allocate(queries * 4);
    const { exports } = kernel; // after the last allocation
    const { buffer } = exports.memory;
    this.points = new Float64Array(buffer, tree, size * dimensions);
    this.queries = new Float64Array(buffer, asked, queries * dimensions);
    this.owners = new Int32Array(buffer, owners, queries);
    this.#exports = exports;
    this.#size = size;
    this.#dimensions = dimensions;
  }

  /** Bytes that it allocates. */
  static bytes(size: number, dimensions: number, queries: number): number {
    const { treeRoom } = sharedInstance().exports as KernelExports as NearestExports;
    return treeRoom(size, dimensions) + queries * (dimensions * 8 + 4) + 48;
  }

  /** Makes the tree of the points, in time n log n. */
  plant(): void {
    this.#exports.plant(this.points.byteOffset, this.#size, this.#dimensions);
  }

  /**
   * Writes the point nearest to each of the first `rows` queries to `owners`, computed in float64; the lowest number wins a
   * tie. Of a query that is not finite, where its search began.
   * @returns how many owners changed.
   */
  search(rows: number): number {
    const { points, queries, owners } = this;
    const [tree, asked, found] = [points.byteOffset, queries.byteOffset, owners.byteOffset];
    return this.#exports.nearest(tree, this.#size, this.#dimensions, asked, rows, found);
  }
}
