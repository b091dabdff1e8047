import {
  type AddStatus,
  checkInteger,
  checkOptions,
  type FieldKinds,
  type NoFields,
  type Random,
  type ReportRows,
  stateError,
  type Table,
} from '../../core/index.ts';
import type { Fail } from '../../formats/index.ts';
import { type RandomStream, randomStream } from '../../random/index.ts';
import { type ReadArchiveOptions, readArchive } from '../archive-file.ts';
import type { CommonArchiveOptions } from '../archive-options.ts';
import { fitnessOf } from '../elite-columns.ts';
import { type PlacedCells, placedIndex } from '../indices/placed-index.ts';
import { putRow } from './keeper-archive.ts';
import { SharedCells } from './shared-cells.ts';

/** What a {@link DeepGridArchive} is made of. */
export interface DeepGridArchiveOptions<G = Float64Array, F extends FieldKinds = NoFields>
  extends CommonArchiveOptions<G, F>,
    PlacedCells {
  /** The most elites of a cell, at least 1 (default 50). */
  readonly depth?: number | undefined;
  /** Any safe integer: which elite of a full cell is replaced is drawn from it. */
  readonly seed: number;
}

/**
 * Cells of a grid or of centroids with several elites each, for noisy evaluations that are not repeated: every row enters, in a full cell
 * in place of any elite, so that a lucky one does not stay; parents are drawn from a cell by their fitness. [Flageat2020] A search over it
 * takes a domain without `noisy`: `{ ...domain, noisy: false }`.
 *
 * `size` counts all elites, coverage the cells that have any. The status of a row is 'new' if its cell was empty, else 'improved'; `improvement`
 * is against the best elite of its cell, and may be negative. A cell does not keep its best row, and elites are not drawn equally often.
 */
export class DeepGridArchive<G = Float64Array, F extends FieldKinds = NoFields> extends SharedCells<G, F> {
  readonly #depth: number;
  readonly #random: RandomStream;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: DeepGridArchiveOptions<G, F>) {
    const name = 'DeepGridArchive';
    checkOptions(name, options, ['domain', 'cells', 'centroids', 'depth', 'seed', 'lineage']);
    const { domain, lineage, depth = 50, seed } = options;
    const index = placedIndex(name, domain, options);
    checkInteger(name, 'depth', depth, 1);
    const random = randomStream(seed, name);
    const settings = { cells: index.grid, depth, seed };
    super({ domain, lineage, name, settings }, index);
    this.#depth = depth;
    this.#random = random;
  }

  /**
   * `(count)`: the rows of elites: a cell uniformly, and of its elites one with a chance in proportion to its fitness. [Flageat2020]
   * Deviation: fitness counts from the worst of the cell, because it may be negative; so this one is not drawn, unless all are equal.
   * @throws ARGUMENT if count is no integer in [0, 2^24]; STATE if the archive is empty.
   */
  override select(count: number, random: Random): Int32Array {
    const owner = 'DeepGridArchive.sample';
    checkInteger(owner, 'count', count, 0, 2 ** 24);
    if (this.size === 0) throw stateError(owner, 'the archive is empty');
    const cells = this.filledCells();
    const fitness = this.elites.data.fitness as Float64Array;
    return Int32Array.from({ length: count }, () => {
      const places = this.rowsOf(cells[random.integer(0, cells.length - 1)]!);
      const worst = Math.min(...places.map((place) => fitness[place]!));
      const sum = places.reduce((total, place) => total + (fitness[place]! - worst), 0);
      // Infinite where fitnesses are next to the largest numbers.
      if (!(sum > 0 && sum < Number.POSITIVE_INFINITY)) return places[random.integer(0, places.length - 1)]!;
      let left = random.uniform() * sum;
      let at = 0;
      while (at < places.length - 1 && left >= fitness[places[at]!]! - worst) left -= fitness[places[at++]!]! - worst;
      return places[at]!;
    });
  }

  /** @internal */
  protected override enter(rows: Table, row: number, cell: number, report: ReportRows): AddStatus {
    const places = this.rowsOf(cell);
    const isNew = places.length === 0;
    const best = isNew ? this.floor : Math.max(...places.map((place) => fitnessOf(this.elites, place)));
    report.improvement[row] = fitnessOf(rows, row) - best;
    if (places.length < this.#depth) this.append(cell, rows, row);
    else putRow(this.elites, places[this.#random.integer(0, places.length - 1)]!, rows, row, cell);
    return isNew ? 'new' : 'improved';
  }

  /** @internal */
  protected override check(_elites: Table, { length }: readonly number[], fail: Fail): void {
    if (length > this.#depth) throw fail(`have at most ${this.#depth} elites a cell`, length);
  }

  /** @internal */
  protected override part(): RandomStream {
    return this.#random;
  }

  /**
   * Reads what `toBytes` wrote. Without `domain`, TypeScript takes genomes for vectors, and does not know the fields: give the types of others
   * in angle brackets.
   * @throws ARGUMENT if the domain must be given; SNAPSHOT if the bytes are damaged, or of another archive or domain.
   */
  static fromBytes<G = Float64Array, F extends FieldKinds = FieldKinds>(
    bytes: Uint8Array | ArrayBuffer,
    options?: ReadArchiveOptions<G, F>,
  ): DeepGridArchive<G, F> {
    return readArchive('DeepGridArchive', bytes, options, make<G, F>);
  }
}

const make = <G, F extends FieldKinds>(options: DeepGridArchiveOptions<G, F>) => new DeepGridArchive(options);
