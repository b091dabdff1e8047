import { type Heap, OwnHeap } from '../runtime/heap.ts';
import { KernelModule } from '../runtime/kernel-module.ts';
import { binary } from './binary.ts';

/** What a {@link NearestKernel} calls. */
interface NearestExports {
  treeRoom(size: number, dimensions: number): number;
  plant(room: number, size: number, dimensions: number): void;
  nearest(room: number, size: number, dimensions: number, queries: number, rows: number, owners: number): number;
  scanRoom(size: number, dimensions: number, followed: number): number;
  arrange(room: number, size: number, dimensions: number, followed: number): void;
  scan(
    room: number,
    size: number,
    dimensions: number,
    followed: number,
    queries: number,
    rows: number,
    owners: number,
  ): number;
}

const nearest: KernelModule<NearestExports> = /* @__PURE__ */ new KernelModule<NearestExports>(binary);

/**
 * Finds the nearest of points, by a k-d tree, or by scanning all points where a tree would look at most of them. Both give the
 * same numbers. Its arrays are live views, valid as long as the heap's memory does not grow.
 */
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
  readonly #scans: boolean;
  readonly #followed: number;

  /**
   * @param size - Number of points, at least 1.
   * @param queries - The most queries at a time, at least 1.
   * @param follow - Whether the same queries, finite ones, are searched again after points moved. Then a scan remembers which
   *   points were far, in 64 MB at most.
   * @param heap - Where it is (default: one of its own).
   */
  constructor(size: number, dimensions: number, queries: number, follow: boolean = false, heap: Heap = new OwnHeap()) {
    this.#followed = follow ? queries : 0;
    const given = heap.allocate(roomOf(nearest.in(heap), size, dimensions, this.#followed));
    const asked = heap.allocate(queries * dimensions * 8);
    const owners = heap.allocate(queries * 4);
    const { buffer } = heap.memory; // after the last allocation
    this.points = new Float64Array(buffer, given, size * dimensions);
    this.queries = new Float64Array(buffer, asked, queries * dimensions);
    this.owners = new Int32Array(buffer, owners, queries);
    this.#exports = nearest.in(heap);
    this.#size = size;
    this.#dimensions = dimensions;
    this.#scans = isScanned(size, dimensions);
  }

  /** Bytes that one which does not follow its queries allocates. */
  static bytes(size: number, dimensions: number, queries: number): number {
    return roomOf(nearest.common, size, dimensions, 0) + queries * (dimensions * 8 + 4) + 48;
  }

  /** Takes in the points as they are now: a tree in time n log n. */
  plant(): void {
    const { byteOffset } = this.points;
    if (this.#scans) this.#exports.arrange(byteOffset, this.#size, this.#dimensions, this.#followed);
    else this.#exports.plant(byteOffset, this.#size, this.#dimensions);
  }

  /**
   * Replaces the first `rows` owners by the point nearest to their query: the lowest of those at the least distance, as it is
   * computed. A query that is not finite keeps its owner.
   * @returns how many owners changed.
   */
  search(rows: number): number {
    const room = this.points.byteOffset;
    const [asked, owners] = [this.queries.byteOffset, this.owners.byteOffset];
    return this.#scans
      ? this.#exports.scan(room, this.#size, this.#dimensions, this.#followed, asked, rows, owners)
      : this.#exports.nearest(room, this.#size, this.#dimensions, asked, rows, owners);
  }
}

/** Some 3^(dimensions + 1): a query has 3^dimensions boxes of a tree around it. Measured, both cost the same near here. */
function isScanned(size: number, dimensions: number): boolean {
  return size < 2 ** Math.trunc(1.6 * (dimensions + 1));
}

function roomOf(exports: NearestExports, size: number, dimensions: number, followed: number): number {
  return isScanned(size, dimensions)
    ? exports.scanRoom(size, dimensions, followed)
    : exports.treeRoom(size, dimensions);
}
