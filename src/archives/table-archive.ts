import {
  type AddReport,
  type Archive,
  type Box,
  checkInteger,
  type Elite,
  type FieldKinds,
  fieldsOf,
  type GenomeSpace,
  type Genomes,
  gatherRows,
  type Metrics,
  type NoFields,
  type Origins,
  type Random,
  type Results,
  type Stateful,
  stateError,
  type Table,
} from '../core/index.ts';
import { archiveBytes, restoreArchive, type StoredArchive } from './archive-file.ts';
import type { ArchiveColumns } from './archive-options.ts';
import { eliteOf } from './elite-columns.ts';
import type { EliteRows } from './elite-rows.ts';

/** The table of an archive; the version changes with each change. */
export interface VersionedTable {
  readonly table: Table;
  readonly version: number;
}

/** An archive whose elites are the rows of a table: what all archives of this package have in common. */
export abstract class TableArchive<G = Float64Array, F extends FieldKinds = NoFields>
  implements Archive<G, F>, Stateful
{
  abstract readonly cells: number;
  readonly genome: GenomeSpace<G>;
  readonly descriptor: Box;
  /** What QD score is counted from, if the problem has a floor. */
  readonly fitnessFloor: number | undefined;
  /** The domain's own columns. */
  readonly fields: F | undefined;
  /** Whether elites have an {@link Origin}. */
  readonly lineage: boolean;
  /** Whether elites are judged by the mean of several evaluations. */
  readonly noisy: boolean;
  readonly #rows: EliteRows<G, F>;
  readonly #elites: VersionedTable;

  /** @param elites - The table of the archive's elites. */
  constructor(rows: EliteRows<G, F>, elites: VersionedTable) {
    const { problem, lineage, noisy } = rows;
    this.genome = problem.genome;
    this.descriptor = problem.descriptor;
    this.fitnessFloor = problem.fitnessFloor;
    this.fields = problem.fields;
    this.lineage = lineage;
    this.noisy = noisy;
    this.#rows = rows;
    this.#elites = elites;
  }

  abstract add(genomes: Genomes<G>, results: Results, origins?: Origins): AddReport;

  /** @internal */
  protected abstract stored(): StoredArchive;

  /**
   * The elites with all their columns, and all that the archive is made of, as a file. Same elites, same bytes. `fromBytes` of its class
   * reads it; that of a CellArchive with an index or admission of one's own is read by `restore` of an equal archive.
   */
  toBytes(): Uint8Array {
    return archiveBytes(this.stored());
  }

  /** The same bytes as {@link TableArchive.toBytes}. */
  snapshot(): Uint8Array {
    return this.toBytes();
  }

  /**
   * Takes the elites of a snapshot in place of its own.
   * @throws ARGUMENT if `bytes` is neither a Uint8Array nor an ArrayBuffer; SNAPSHOT if they are damaged, of an archive with other options,
   *   cells or spaces, or no archive could hold what they hold. Nothing has changed then.
   */
  restore(bytes: Uint8Array | ArrayBuffer): void {
    restoreArchive(this.stored(), bytes);
  }

  get size(): number {
    return this.#elites.table.rows;
  }

  /**
   * Draws elites uniformly, with replacement.
   * @returns `(count, genomeDimensions)`, a copy if genomes are vectors.
   * @throws ARGUMENT if count is no integer in [0, 2^24]; STATE if the archive is empty.
   */
  sample(count: number, random: Random): Genomes<G> {
    const rows = this.select(count, random);
    return gatherRows(this.genomes(), rows);
  }

  /** `(count)`: the rows of elites drawn as {@link TableArchive.sample} draws them. @throws as sample. */
  select(count: number, random: Random): Int32Array {
    const owner = `${this.#rows.owner}.sample`;
    checkInteger(owner, 'count', count, 0, 2 ** 24);
    const last = this.size - 1;
    if (last < 0) throw stateError(owner, 'the archive is empty');
    const rows = new Int32Array(count);
    for (let i = 0; i < count; i++) rows[i] = random.integer(0, last);
    return rows;
  }

  /** All genomes, row by row: a live view, valid until the next change. */
  genomes(): Genomes<G> {
    return this.#rows.genomes(this.#elites.table);
  }

  /** All columns, without a copy: live views, valid until the next change. */
  columns(): ArchiveColumns<G> {
    const { table } = this.#elites;
    return {
      cells: table.integers('cell'),
      fitness: table.numbers('fitness'),
      descriptors: table.vectors('descriptor'),
      genomes: this.genomes(),
      fields: fieldsOf(table),
    };
  }

  /** `(size)`: the id of each row's elite: a live view, valid until the next change. */
  ids(): Float64Array {
    return this.#elites.table.numbers('id');
  }

  /** Computed anew at each call, in time linear in the number of elites. */
  metrics(): Metrics {
    const { size } = this;
    const fitness = this.#elites.table.numbers('fitness');
    const floor = this.fitnessFloor ?? Number.NaN;
    let sum = 0;
    let qdScore = this.fitnessFloor === undefined ? Number.NaN : 0;
    let maxFitness = Number.NaN;
    for (let row = 0; row < size; row++) {
      const value = fitness[row]!;
      sum += value;
      qdScore += value - floor;
      if (!(value <= maxFitness)) maxFitness = value;
    }
    return {
      size,
      cells: this.cells,
      coverage: size / this.cells,
      qdScore,
      normalizedQdScore: qdScore / this.cells,
      meanFitness: sum / size,
      maxFitness,
    };
  }

  /** The elite of the highest fitness, that of the first row among equals; undefined if the archive is empty. */
  best(): Elite<G, F> | undefined {
    const fitness = this.#elites.table.numbers('fitness');
    let best = -1;
    for (let row = 0; row < fitness.length; row++) if (best < 0 || fitness[row]! > fitness[best]!) best = row;
    return best < 0 ? undefined : this.elite(best);
  }

  /** The elite of a row in [0, size). @throws ARGUMENT if there is no such row. */
  elite(row: number): Elite<G, F> {
    checkInteger(`${this.#rows.owner}.elite`, 'row', row, 0, this.size - 1);
    return eliteOf(this.#elites.table, row);
  }

  /** Elites, row by row. @throws STATE if the archive is changed meanwhile. */
  *[Symbol.iterator](): Generator<Elite<G, F>, void, undefined> {
    const { version } = this.#elites;
    for (let row = 0; row < this.size; row++) {
      yield this.elite(row);
      if (version !== this.#elites.version) {
        throw stateError(this.#rows.owner, 'the archive was changed while it was iterated over');
      }
    }
  }
}
