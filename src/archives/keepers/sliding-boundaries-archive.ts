import {
  type AddStatus,
  ascending,
  checkInteger,
  checkOptions,
  clip,
  type FieldKinds,
  type GeometryOf,
  type NoFields,
  product,
  type ReportRows,
  type Stateful,
  Table,
} from '../../core/index.ts';
import { decodeSnapshot, encodeSnapshot, type Fail, float64, integer } from '../../formats/index.ts';
import { type ReadArchiveOptions, readArchive } from '../archive-file.ts';
import { type CommonArchiveOptions, descriptorBounds } from '../archive-options.ts';
import { elitesKind, fitnessOf } from '../elite-columns.ts';
import { gridEdges, gridIndex } from '../indices/grid-index.ts';
import { KeeperArchive, putRow } from './keeper-archive.ts';

/** What a {@link SlidingBoundariesArchive} is made of. */
export interface SlidingBoundariesArchiveOptions<G = Float64Array, F extends FieldKinds = NoFields>
  extends CommonArchiveOptions<G, F> {
  /** `(descriptorDimensions)`: number of cells along each dimension, at least 1; their product below 2^31. */
  readonly cells: ArrayLike<number>;
  /** Number of valid rows after which boundaries are drawn anew, at least 1 (default 100). */
  readonly frequency?: number | undefined;
  /** Number of the last valid rows that boundaries are drawn by, at least 1 (default 1000). */
  readonly buffer?: number | undefined;
}

/**
 * A grid whose boundaries follow the rows that come: at first they are even; then, every `frequency` valid rows, they are put where the last
 * `buffer` valid rows are divided evenly, dimension by dimension, and the elites and these rows are added to the new cells in this order.
 * [Fontaine2019] Adding a batch equals adding its rows one by one.
 *
 * Boundaries of a dimension that would fall together, because descriptors are equal, are spread evenly up to the next one. A cell keeps its
 * best row until boundaries move; then elites are in other cells, some leave, and rows of the buffer may come back.
 */
export class SlidingBoundariesArchive<G = Float64Array, F extends FieldKinds = NoFields> extends KeeperArchive<G, F> {
  readonly cells: number;
  /** `(descriptorDimensions)`, `(cells + 1)` each. */
  #edges: Float64Array[];
  readonly #frequency: number;
  readonly #most: number;
  /** The row of each cell's elite. */
  readonly #rows = new Map<number, number>();
  /** The last valid rows; the oldest is at `#oldest` once it is full. */
  #buffer: Table;
  #oldest = 0;
  /** Valid rows since boundaries were drawn. */
  #since = 0;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: SlidingBoundariesArchiveOptions<G, F>) {
    const name = 'SlidingBoundariesArchive';
    checkOptions(name, options, ['domain', 'cells', 'frequency', 'buffer', 'lineage']);
    const { domain, lineage, frequency = 100, buffer = 1000 } = options;
    checkInteger(name, 'frequency', frequency, 1);
    checkInteger(name, 'buffer', buffer, 1);
    descriptorBounds(name, domain);
    const { grid: cells } = gridIndex({ descriptor: domain.descriptor, cells: options.cells, name });
    super({ domain, lineage, name, settings: { cells, frequency, buffer } });
    const { bounds, stored } = this.kinds;
    this.cells = product(cells);
    this.#edges = gridEdges(bounds, cells);
    this.#frequency = frequency;
    this.#most = buffer;
    this.#buffer = new Table(stored);
  }

  /** @internal */
  protected override take(rows: Table, valid: readonly number[], report: ReportRows): AddStatus[] {
    return valid.map((row) => {
      const cell = this.#cellOf(rows, row);
      const at = this.#rows.get(cell);
      const before = at === undefined ? this.floor : fitnessOf(this.elites, at);
      report.cell[row] = cell;
      report.improvement[row] = fitnessOf(rows, row) - before;
      const status = this.#compete(rows, row, cell);
      this.#remember(rows, row);
      if (++this.#since === this.#frequency) this.#remap();
      return status;
    });
  }

  #compete(rows: Table, row: number, cell: number): AddStatus {
    const at = this.#rows.get(cell);
    if (at !== undefined && !(fitnessOf(rows, row) > fitnessOf(this.elites, at))) return 'rejected';
    if (at === undefined) this.#rows.set(cell, this.elites.rows);
    putRow(this.elites, at ?? this.elites.rows, rows, row, cell);
    return at === undefined ? 'new' : 'improved';
  }

  #remember(rows: Table, row: number): void {
    const full = this.#buffer.rows === this.#most;
    const at = full ? this.#oldest : this.#buffer.push();
    if (full) this.#oldest = (this.#oldest + 1) % this.#most;
    this.#buffer.copy(rows, row, at);
  }

  /** The buffer, the oldest row first. */
  #remembered(): Table {
    const { rows } = this.#buffer;
    return this.#buffer.gather(Int32Array.from({ length: rows }, (_, i) => (this.#oldest + i) % rows));
  }

  /** Draws the boundaries anew, and adds the elites and the buffer to the new cells. */
  #remap(): void {
    this.#since = 0;
    const [old, recent] = [this.elites.gather(ascending(this.elites.rows)), this.#remembered()];
    const { columns, data } = recent.vectors('descriptor');
    this.#edges = this.#edges.map((edges, j) => {
      const [low, high] = [edges[0]!, edges.at(-1)!];
      const values = Float64Array.from({ length: recent.rows }, (_, i) => clip(data[i * columns + j]!, low, high));
      return quantiles(values.sort(), edges.length - 1, low, high);
    });
    const known = new Set(old.numbers('id'));
    this.elites.resize(0);
    this.#rows.clear();
    for (let row = 0; row < old.rows; row++) this.#compete(old, row, this.#cellOf(old, row));
    for (let row = 0; row < recent.rows; row++) {
      if (!known.has(recent.numbers('id')[row]!)) this.#compete(recent, row, this.#cellOf(recent, row));
    }
  }

  #cellOf(rows: Table, row: number): number {
    const descriptors = rows.data.descriptor as Float64Array;
    let cell = 0;
    for (const [j, edges] of this.#edges.entries()) {
      const x = descriptors[row * this.kinds.bounds.dimensions + j]!;
      let [k, above] = [0, edges.length - 1];
      while (above - k > 1) {
        const middle = (k + above) >> 1;
        if (x >= edges[middle]!) k = middle;
        else above = middle;
      }
      cell = cell * (edges.length - 1) + k;
    }
    return cell;
  }

  /** @internal */
  protected override cellsOf(elites: Table, fail: Fail): Int32Array {
    const cells = Int32Array.from({ length: elites.rows }, (_, row) => this.#cellOf(elites, row));
    if (new Set(cells).size < cells.length) throw fail('have one elite a cell', 'two in one');
    return cells;
  }

  /** @internal */
  protected override load(): void {
    this.#rows.clear();
    for (const [row, cell] of this.elites.integers('cell').entries()) this.#rows.set(cell, row);
  }

  /** Where its boundaries lie now: copies. */
  geometry(): GeometryOf<'boundaries'> {
    return { boundaries: this.#edges.map((list) => list.slice()) };
  }

  /** @internal */
  protected override others(): Table {
    return this.#buffer;
  }

  /** @internal */
  protected override part(): Stateful {
    return { snapshot: () => this.#write(), restore: (bytes) => this.#read(bytes) };
  }

  #stored() {
    const boundaries = this.#edges.reduce((sum, { length }) => sum + length, 0);
    const buffer = elitesKind(this.kinds.stored, 'buffer');
    const state = { edges: float64([boundaries]), buffer, since: integer(0, this.#frequency - 1) };
    return { kind: 'SlidingBoundariesArchive.keeper', configuration: {}, state };
  }

  #write(): Uint8Array {
    const edges = Float64Array.from(this.#edges.flatMap((list) => [...list]));
    return encodeSnapshot(this.#stored(), { edges, buffer: this.#remembered(), since: this.#since });
  }

  #read(bytes: Uint8Array): void {
    const { state, fail } = decodeSnapshot('SlidingBoundariesArchive.restore', bytes, this.#stored());
    const { buffer, since } = state;
    if (buffer.rows > this.#most) throw fail(`remember at most ${this.#most} rows`, buffer.rows);
    const ids = buffer.numbers('id');
    if (ids.some((id, i) => i > 0 && !(id > ids[i - 1]!))) throw fail('remember rows in order', ids);
    const edges: Float64Array[] = [];
    let from = 0;
    for (const [j, { length }] of this.#edges.entries()) {
      const list = state.edges.slice(from, from + length);
      from += length;
      edges.push(list);
      const ends = list[0] === this.kinds.bounds.lower[j] && list.at(-1) === this.kinds.bounds.upper[j];
      if (!ends || list.some((x, k) => k > 0 && x < list[k - 1]!)) throw fail('have ascending boundaries', list);
    }
    this.#edges = edges;
    this.#buffer = buffer;
    this.#oldest = 0;
    this.#since = since;
  }

  /**
   * Reads what `toBytes` wrote. Without `domain`, TypeScript takes genomes for vectors, and does not know the fields: give the types of others
   * in angle brackets.
   * @throws ARGUMENT if the domain must be given; SNAPSHOT if the bytes are damaged, or of another archive or domain.
   */
  static fromBytes<G = Float64Array, F extends FieldKinds = FieldKinds>(
    bytes: Uint8Array | ArrayBuffer,
    options?: ReadArchiveOptions<G, F>,
  ): SlidingBoundariesArchive<G, F> {
    return readArchive('SlidingBoundariesArchive', bytes, options, make<G, F>);
  }
}

const make = <G, F extends FieldKinds>(options: SlidingBoundariesArchiveOptions<G, F>) =>
  new SlidingBoundariesArchive(options);

/**
 * `(cells + 1)`: boundaries that divide sorted values into parts of equal size, from `low` to `high`. [Fontaine2019]
 * Deviation: boundaries that fall together are spread evenly up to the next one, because cells between them would stay empty.
 */
export function quantiles(sorted: Float64Array, cells: number, low: number, high: number): Float64Array {
  const edges = new Float64Array(cells + 1);
  for (let k = 1; k < cells; k++) edges[k] = sorted[Math.floor((k * sorted.length) / cells)]!;
  edges[0] = low;
  edges[cells] = high;
  for (let from = 0; from < cells; ) {
    let to = from;
    while (to < cells && edges[to + 1] === edges[from]) to++;
    // A run that ends at the upper end is spread from the boundary before it.
    const [first, last] = to === cells ? [from - 1, cells] : [from, to + 1];
    const [start, width] = [edges[first]!, edges[last]! - edges[first]!];
    for (let k = first + 1; k < last && to > from; k++) edges[k] = start + width * ((k - first) / (last - first));
    from = to + 1;
  }
  return edges;
}
