import {
  type AddReport,
  type AddStatus,
  argumentError,
  type Batch,
  type FieldKinds,
  type Genomes,
  type Geometry,
  type Metrics,
  type NoFields,
  type Origins,
  ReportRows,
  type Results,
  type Stateful,
  Table,
} from '../../core/index.ts';
import type { Fail } from '../../formats/index.ts';
import { checkRows, type StoredArchive } from '../archive-file.ts';
import type { CommonArchiveOptions } from '../archive-options.ts';
import { EliteRows } from '../elite-rows.ts';
import { TableArchive } from '../table-archive.ts';

/** What a {@link KeeperArchive} is made of. */
export interface KeeperArchiveOptions<G, F extends FieldKinds> extends CommonArchiveOptions<G, F> {
  /** Name of the class. */
  readonly name: string;
  /** The other options of its constructor but for centroids: plain JSON, which its files contain. */
  readonly settings: object;
}

/**
 * An archive whose class decides which rows stay: those that have no cell of one elite each that never changes. Elites are not evaluated
 * again, so a domain must not be noisy.
 */
export abstract class KeeperArchive<G, F extends FieldKinds = NoFields> extends TableArchive<G, F> {
  readonly #kinds: EliteRows<G, F>;
  readonly #settings: object;
  readonly #versioned: { readonly table: Table; version: number };

  /** @throws ARGUMENT if the domain breaks its contract or is noisy, or lineage is no boolean. */
  constructor({ domain, lineage, name, settings }: KeeperArchiveOptions<G, F>) {
    const kinds = new EliteRows(name, domain, lineage);
    if (kinds.noisy) {
      throw argumentError(name, 'domain.noisy', 'be false, because its elites are not evaluated again', true);
    }
    const versioned = { table: new Table(kinds.all), version: 0 };
    super(kinds, versioned);
    this.#kinds = kinds;
    this.#settings = settings;
    this.#versioned = versioned;
  }

  /** The elites, with their cells. @internal */
  protected get elites(): Table {
    return this.#versioned.table;
  }

  /** NaN without a floor. @internal */
  protected get floor(): number {
    return this.fitnessFloor ?? Number.NaN;
  }

  /** What rows of the domain are. @internal */
  protected get kinds(): EliteRows<G, F> {
    return this.#kinds;
  }

  /** Where its cells lie now. */
  abstract geometry(): Geometry;

  /**
   * Decides on rows, in order, and writes those that stay into the elites, with their cell.
   * @param rows - A batch with all its columns.
   * @param valid - Which of its rows are decided on.
   * @param report - Gets cell and improvement of each of these.
   * @returns `(valid)`: what became of each.
   * @internal
   */
  protected abstract take(rows: Table, valid: readonly number[], report: ReportRows): AddStatus[];

  /**
   * `(rows)`: the cell of each elite that is to be restored; changes nothing.
   * @throws what `fail` makes, if it could not hold them.
   * @internal
   */
  protected abstract cellsOf(elites: Table, fail: Fail): Int32Array;

  /** Takes in that the table has other rows. @internal */
  protected load(): void {}

  /** Why a row that is valid for others cannot be kept, or undefined. @internal */
  protected fault?(rows: Table, row: number): string | undefined;

  /** Rows beside the elites that may become elites. @internal */
  protected others?(): Table;

  /** Its state beside the table, if it has any. @internal */
  protected part?(): Stateful;

  /** Number of cells with an elite. @internal */
  protected get filled(): number {
    return this.size;
  }

  /**
   * Adds rows in order. A row with a fitness, descriptor, gene or field that is not what it must be, or a gene outside its bounds, is
   * invalid: reported with the reason, never stored. A descriptor outside its space is stored as it is, counts as the nearest point
   * inside, and is counted.
   * @param genomes - `(rows, genomeDimensions)`, copied if they are vectors.
   * @param origins - Where they come from; not kept without `lineage`.
   * @throws ARGUMENT if a shape does not fit; then nothing was added.
   */
  add(genomes: Genomes<G>, results: Results, origins?: Origins): AddReport {
    const owner = `${this.kinds.owner}.add`;
    const given = this.kinds.check(owner, genomes, results, this.elites);
    const incoming = this.kinds.incoming(owner, given, origins);
    const report = new ReportRows(incoming.rows);
    const reasonOf = (_: unknown, i: number): string | undefined =>
      given.reasonOf(i) ?? given.unwritable(i) ?? this.fault?.(incoming, i);
    const reasons = Array.from({ length: incoming.rows }, reasonOf);
    const valid = [...reasons.keys()].filter((i) => reasons[i] === undefined);
    this.#versioned.version++;
    const statuses = this.take(incoming, valid, report);
    let next = 0;
    for (const [i, reason] of reasons.entries()) {
      if (reason !== undefined) report.push('invalid', reason);
      else {
        this.kinds.countOutside(report, incoming, i);
        report.push(statuses[next++]!);
      }
    }
    return report;
  }

  /** Computed anew at each call, in time linear in the number of elites. Coverage is the share of cells with an elite. */
  override metrics(): Metrics {
    return { ...super.metrics(), coverage: this.filled / this.cells };
  }

  /** @internal */
  protected override stored(): StoredArchive {
    const settings = this.#settings;
    const keeper = this.part?.();
    const { centroids } = this.geometry() as { readonly centroids?: Batch };
    return {
      rows: this.kinds as never,
      elites: this.elites,
      layout: { settings, centroids },
      centroids,
      options: settings,
      // Not `maybeParts`: a class either has such state or not.
      parts: keeper && { keeper },
      take: (elites, _challengers, nextId, fail) => {
        for (let row = 0; row < elites.rows; row++) {
          const fault = this.fault?.(elites, row);
          if (fault !== undefined) throw fail('hold rows that can be kept', fault);
        }
        const others = this.others?.();
        if (others !== undefined) checkRows([others], this.kinds as never, nextId, fail);
        const cells = this.cellsOf(elites, fail);
        return () => {
          this.elites.resize(0);
          for (const [row, cell] of cells.entries()) putRow(this.elites, row, elites, row, cell);
          this.load();
          this.#versioned.version++;
        };
      },
    };
  }
}

/** Writes a row of a batch, with its cell, into a row of the table; appends it if there is no such row. */
export function putRow(elites: Table, at: number, rows: Table, row: number, cell: number): void {
  if (at === elites.rows) elites.push();
  elites.copy(rows, row, at);
  (elites.data.cell as Int32Array)[at] = cell;
}
