import {
  type AddStatus,
  ascending,
  checkInteger,
  checkOptions,
  type FieldKinds,
  type GeometryOf,
  type NoFields,
  type ReportRows,
  type Table,
} from '../../core/index.ts';
import type { Fail } from '../../formats/index.ts';
import { type ReadArchiveOptions, readArchive } from '../archive-file.ts';
import type { CommonArchiveOptions } from '../archive-options.ts';
import { fitnessOf } from '../elite-columns.ts';
import { PointTree } from '../neighbours/point-tree.ts';
import { KeeperArchive, putRow } from './keeper-archive.ts';

/** What a {@link DnsArchive} is made of. */
export interface DnsArchiveOptions<G = Float64Array, F extends FieldKinds = NoFields>
  extends CommonArchiveOptions<G, F> {
  /** The most elites, at least 1. */
  readonly capacity: number;
  /** Number of fitter neighbours that a row is judged by, at least 1 (default 3). */
  readonly neighbours?: number | undefined;
}

/**
 * Dominated novelty search: of the elites and a batch together, those stay that are farthest from what is fitter, by the mean distance to
 * the nearest fitter ones; the fittest stays. Of equal ones the older stay. [Bahlous2025]
 * Deviation: of two rows of equal fitness the older counts as fitter, because copies of the best would fill the archive otherwise.
 *
 * There are `capacity` cells, one for each elite, filled in order. A row that replaces an elite gets its cell, and `improvement` is
 * against that elite, so it may be negative. A row that does not enter is reported with the cell of its nearest elite. A batch is judged
 * as a whole, so adding it is not adding its rows one by one.
 */
export class DnsArchive<G = Float64Array, F extends FieldKinds = NoFields> extends KeeperArchive<G, F> {
  readonly cells: number;
  readonly #neighbours: number;
  readonly #tree: PointTree;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: DnsArchiveOptions<G, F>) {
    const name = 'DnsArchive';
    checkOptions(name, options, ['domain', 'capacity', 'neighbours', 'lineage']);
    const { domain, capacity, neighbours = 3, lineage } = options;
    checkInteger(name, 'capacity', capacity, 1);
    checkInteger(name, 'neighbours', neighbours, 1);
    super({ domain, lineage, name, settings: { capacity, neighbours } });
    this.cells = capacity;
    this.#neighbours = neighbours;
    this.#tree = new PointTree(this.kinds.bounds);
  }

  /** @internal */
  protected override take(rows: Table, valid: readonly number[], report: ReportRows): AddStatus[] {
    const old = this.elites.rows;
    const all = [...candidatesOf(this.elites, ascending(old)), ...candidatesOf(rows, valid)];
    const scores = this.#scores(all);
    const ranked = [...all.keys()].sort((a, b) => compare(scores[b]!, scores[a]!) || all[a]!.id - all[b]!.id);
    const stays = new Set(ranked.slice(0, this.cells));
    const free = [...Array(old).keys()].filter((row) => !stays.has(row)).reverse();
    const statuses = valid.map((row, i): AddStatus => {
      if (!stays.has(old + i)) return 'rejected';
      return this.#enter(rows, row, this.elites.rows < this.cells ? this.elites.rows : free.pop()!, report);
    });
    if (statuses.includes('rejected')) this.#tellNearest(rows, valid, statuses, report);
    return statuses;
  }

  /** `(all)`: the mean distance of each to its nearest fitter ones. */
  #scores(all: readonly Candidate[]): Float64Array {
    const order = [...all.keys()].sort((a, b) => compare(all[b]!.fitness, all[a]!.fitness) || all[a]!.id - all[b]!.id);
    const scores = new Float64Array(all.length);
    this.#tree.clear();
    for (const one of order) {
      this.#look(all[one]!, this.#neighbours);
      scores[one] = this.#tree.meanDistance();
      this.#plant(all[one]!);
    }
    return scores;
  }

  #enter(rows: Table, row: number, cell: number, report: ReportRows): AddStatus {
    const isNew = cell === this.elites.rows;
    const before = isNew ? this.floor : fitnessOf(this.elites, cell);
    report.cell[row] = cell;
    report.improvement[row] = fitnessOf(rows, row) - before;
    putRow(this.elites, cell, rows, row, cell);
    return isNew ? 'new' : 'improved';
  }

  /** Reports rejected rows with their nearest elite. */
  #tellNearest(rows: Table, valid: readonly number[], statuses: readonly AddStatus[], report: ReportRows): void {
    this.#tree.clear();
    for (const one of candidatesOf(this.elites, ascending(this.elites.rows))) this.#plant(one);
    for (const [i, one] of candidatesOf(rows, valid).entries()) {
      if (statuses[i] !== 'rejected') continue;
      this.#look(one, 1);
      const cell = this.#tree.found[0]!;
      report.cell[one.row] = cell;
      report.improvement[one.row] = one.fitness - fitnessOf(this.elites, cell);
    }
  }

  #look({ rows, row }: Candidate, count: number): void {
    this.#tree.nearest(rows.data.descriptor as Float64Array, row * this.kinds.bounds.dimensions, count);
  }

  #plant({ rows, row }: Candidate): void {
    this.#tree.add(rows.data.descriptor as Float64Array, row * this.kinds.bounds.dimensions);
  }

  /** Each elite is a cell of its own. */
  geometry(): GeometryOf<'points'> {
    return { points: true };
  }

  /** @internal */
  protected override cellsOf(elites: Table, fail: Fail): Int32Array {
    if (elites.rows > this.cells) throw fail(`have at most ${this.cells} elites`, elites.rows);
    return ascending(elites.rows);
  }

  /**
   * Reads what `toBytes` wrote. Without `domain`, TypeScript takes genomes for vectors, and does not know the fields: give the types of others
   * in angle brackets.
   * @throws ARGUMENT if the domain must be given; SNAPSHOT if the bytes are damaged, or of another archive or domain.
   */
  static fromBytes<G = Float64Array, F extends FieldKinds = FieldKinds>(
    bytes: Uint8Array | ArrayBuffer,
    options?: ReadArchiveOptions<G, F>,
  ): DnsArchive<G, F> {
    return readArchive('DnsArchive', bytes, options, make<G, F>);
  }
}

const make = <G, F extends FieldKinds>(options: DnsArchiveOptions<G, F>) => new DnsArchive(options);

/** A row of the archive or of a batch. */
interface Candidate {
  readonly rows: Table;
  readonly row: number;
  readonly fitness: number;
  readonly id: number;
}

function candidatesOf(rows: Table, chosen: Iterable<number>): Candidate[] {
  const { fitness, id } = rows.data as Record<string, Float64Array>;
  return Array.from(chosen, (row) => ({ rows, row, fitness: fitness![row]!, id: id![row]! }));
}

/** As a − b, for numbers that may be infinite. */
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
