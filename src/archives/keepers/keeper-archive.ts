import {
  type AddReport,
  argumentError,
  type Batch,
  type BoxBounds,
  type FieldKinds,
  type Genomes,
  type Metrics,
  type NoFields,
  type Origins,
  ReportRows,
  type Results,
  type Schema,
  Table,
} from '../../core/index.ts';
import { checkRows, type StoredArchive } from '../archive-file.ts';
import type { CommonArchiveOptions } from '../archive-options.ts';
import { EliteRows } from '../elite-rows.ts';
import { TableArchive } from '../table-archive.ts';
import { type Keeper, putRow } from './keeper.ts';

/** What a keeper is made for. */
export interface KeptTable {
  /** The elites, which the keeper writes. */
  readonly elites: Table;
  readonly bounds: BoxBounds;
  /** NaN without a floor. */
  readonly floor: number;
  /** The columns of rows that are added. */
  readonly stored: Schema;
}

/** What a {@link KeeperArchive} is made of. */
export interface KeeperArchiveOptions<G, F extends FieldKinds, K extends Keeper> extends CommonArchiveOptions<G, F> {
  /** Name of the class. */
  readonly name: string;
  /** The other options of its constructor but for centroids: plain JSON, which its files contain. */
  readonly settings: object;
  /** Makes what decides which rows stay. */
  readonly keeper: (table: KeptTable) => K;
}

/**
 * An archive whose keeper decides which rows stay: those that have no cell of one elite each that never changes. Elites are not evaluated
 * again, so a domain must not be noisy.
 */
export abstract class KeeperArchive<G, F extends FieldKinds = NoFields, K extends Keeper = Keeper> extends TableArchive<
  G,
  F
> {
  readonly #keeper: K;
  readonly #settings: object;
  readonly #rows: EliteRows<G, F>;
  readonly #elites: { readonly table: Table; version: number };

  /** @throws ARGUMENT if the domain breaks its contract or is noisy, or lineage is no boolean. */
  constructor({ domain, lineage, name, settings, keeper }: KeeperArchiveOptions<G, F, K>) {
    const rows = new EliteRows(name, domain, lineage);
    if (rows.noisy) {
      throw argumentError(name, 'domain.noisy', 'be false, because its elites are not evaluated again', true);
    }
    const elites = { table: new Table(rows.all), version: 0 };
    super(rows, elites);
    this.#rows = rows;
    this.#elites = elites;
    this.#settings = settings;
    const { bounds, stored } = rows;
    this.#keeper = keeper({ elites: elites.table, bounds, floor: domain.fitnessFloor ?? Number.NaN, stored });
  }

  get cells(): number {
    return this.#keeper.cells;
  }

  /** What decides which rows stay. */
  protected get keeper(): K {
    return this.#keeper;
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
    const { table } = this.#elites;
    const owner = `${this.#rows.owner}.add`;
    const given = this.#rows.check(owner, genomes, results, table);
    const incoming = this.#rows.incoming(owner, given, origins);
    const report = new ReportRows(incoming.rows);
    const reasonOf = (_: unknown, i: number): string | undefined =>
      given.reasonOf(i) ?? given.unwritable(i) ?? this.#keeper.fault?.(incoming, i);
    const reasons = Array.from({ length: incoming.rows }, reasonOf);
    const valid = [...reasons.keys()].filter((i) => reasons[i] === undefined);
    this.#elites.version++;
    const statuses = this.#keeper.take(incoming, valid, report);
    let next = 0;
    for (const [i, reason] of reasons.entries()) {
      if (reason !== undefined) report.push('invalid', reason);
      else {
        this.#rows.countOutside(report, incoming, i);
        report.push(statuses[next++]!);
      }
    }
    return report;
  }

  /** Computed anew at each call, in time linear in the number of elites. Coverage is the share of cells with an elite. */
  override metrics(): Metrics {
    return { ...super.metrics(), coverage: (this.#keeper.filled ?? this.size) / this.cells };
  }

  /** Where its cells lie now. */
  geometry(): ReturnType<K['geometry']> {
    return this.#keeper.geometry() as ReturnType<K['geometry']>;
  }

  /** @internal */
  protected override stored(): StoredArchive {
    const keeper = this.#keeper;
    const settings = this.#settings;
    const { table } = this.#elites;
    const { centroids } = keeper.geometry() as { readonly centroids?: Batch };
    return {
      rows: this.#rows as never,
      elites: table,
      layout: { settings, centroids },
      centroids,
      options: settings,
      // Not `maybeParts`: options of the archive say which keeper it has.
      parts: keeper.snapshot && { keeper },
      take: (elites, _challengers, nextId, fail) => {
        for (let row = 0; row < elites.rows; row++) {
          const fault = keeper.fault?.(elites, row);
          if (fault !== undefined) throw fail('hold rows that can be kept', fault);
        }
        const others = keeper.others?.();
        if (others !== undefined) checkRows([others], this.#rows as never, nextId, fail);
        const cells = keeper.cellsOf(elites, fail);
        return () => {
          table.resize(0);
          for (const [row, cell] of cells.entries()) putRow(table, row, elites, row, cell);
          keeper.load();
          this.#elites.version++;
        };
      },
    };
  }
}
