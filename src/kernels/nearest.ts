import { type KernelExports, KernelInstance } from './instance.ts';

interface NearestExports extends KernelExports {
  treeRoom(rows: number, columns: number): number;
  plant(room: number, rows: number, columns: number): void;
  nearest(queries: number, rows: number, owners: number): number;
  scanRoom(rows: number, columns: number, followed: number): number;
  arrange(room: number, rows: number, columns: number, followed: number): void;
  scan(queries: number, rows: number, owners: number): number;
}

/**
 * Finds the nearest of points, in WebAssembly memory of its own: by a k-d tree, or by scanning all points where a tree would
 * look at most of them. Both give the same numbers. Its arrays are live views that stay valid.
 */
export class NearestKernel {
  /** `(points, dimensions)`: finite; read by {@link NearestKernel.plant}, and not to be changed between that and a search. */
  readonly points: Float64Array;
  /** `(queries, dimensions)` */
  readonly queries: Float64Array;
  /** `(queries)`: where a search begins, a point or `points` for none; then, the nearest point. */
  readonly owners: Int32Array;
  readonly #instance: KernelInstance<NearestExports> = new KernelInstance<NearestExports>();
  readonly #dimensions: number;
  readonly #scans: boolean;
  readonly #followed: number;

  /**
   * @param points - Number of points, at least 1.
   * @param queries - The most queries at a time, at least 1.
   * @param follow - Whether the same queries, finite ones, are searched again after points moved. Then a scan remembers which
   *   points were far, in 64 MB at most.
   */
  constructor(points: number, dimensions: number, queries: number, follow: boolean = false) {
    const { exports } = this.#instance;
    // Some 3^(dimensions + 1): a query has 3^dimensions boxes of a tree around it. Measured, both cost the same near here.
    this.#scans = points < 2 ** Math.trunc(1.6 * (dimensions + 1));
    this.#followed = follow ? queries : 0;
    const room = this.#scans
      ? exports.scanRoom(points, dimensions, this.#followed)
      : exports.treeRoom(points, dimensions);
    const given = this.#instance.allocate(room);
    const asked = this.#instance.allocate(queries * dimensions * 8);
    const owners = this.#instance.allocate(queries * 4);
    const { buffer } = exports.memory;
    this.points = new Float64Array(buffer, given, points * dimensions);
    this.queries = new Float64Array(buffer, asked, queries * dimensions);
    this.owners = new Int32Array(buffer, owners, queries);
    this.#dimensions = dimensions;
  }

  /** Takes in the points as they are now: a tree in time n log n. */
  plant(): void {
    const { exports } = this.#instance;
    const { byteOffset, length } = this.points;
    const rows = length / this.#dimensions;
    if (this.#scans) exports.arrange(byteOffset, rows, this.#dimensions, this.#followed);
    else exports.plant(byteOffset, rows, this.#dimensions);
  }

  /**
   * Writes the point nearest to each of the first `rows` queries to `owners`, computed in float64; the lowest number wins a
   * tie. Of a query that is not finite, where its search began.
   * @returns how many owners changed.
   */
  search(rows: number): number {
    const { exports } = this.#instance;
    const { queries, owners } = this;
    return this.#scans
      ? exports.scan(queries.byteOffset, rows, owners.byteOffset)
      : exports.nearest(queries.byteOffset, rows, owners.byteOffset);
  }
}
