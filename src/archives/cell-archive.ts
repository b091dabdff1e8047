import {
  type AddReport,
  type Archive,
  argumentError,
  type Box,
  type BoxBounds,
  type CheckedResults,
  type Column,
  checkGenomes,
  checkInteger,
  checkMethods,
  checkNumber,
  checkObject,
  checkOptions,
  checkResults,
  checkRow,
  type Elite,
  type FieldKinds,
  fieldsOf,
  type GenomeSpace,
  type Genomes,
  type Geometry,
  gatherRows,
  type Metrics,
  type NoFields,
  type Origins,
  type Random,
  ReportRows,
  type Results,
  resultSchema,
  type Schema,
  type Stateful,
  stateError,
  Table,
  touchRows,
} from '../core/index.ts';
import { type Admission, elitist, thresholdOf } from './admissions/admission.ts';
import { archiveBytes, restoreArchive, type StoredArchive } from './archive-file.ts';
import {
  type ArchiveChanges,
  type ArchiveColumns,
  type CellArchiveOptions,
  descriptorBounds,
} from './archive-options.ts';
import { countOutside, eliteOf, eliteSchemas, FIRST, firstColumns, originColumns } from './elite-columns.ts';
import { EliteTable } from './elite-table.ts';
import { type GenomeColumn, genomeColumn } from './genome-column.ts';
import { type CellIndex, findCells } from './indices/cell-index.ts';
import { Revisions } from './revisions.ts';

/**
 * An archive with a fixed number of cells that keeps one elite in each: columns, an index that finds the cell of a descriptor, and
 * an admission that says who may enter it. Grid and CVT archives are assemblies of these. A file of an archive with an index or an
 * admission of one's own is read by {@link CellArchive.restore} of an equal archive; there is no `fromBytes`. [Mouret2015]
 */
export class CellArchive<G = Float64Array, F extends FieldKinds = NoFields> implements Archive<G, F>, Stateful {
  readonly cells: number;
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
  readonly #owner: string;
  readonly #index: CellIndex;
  readonly #admission: Admission;
  readonly #bounds: BoxBounds;
  readonly #genomes: GenomeColumn<G>;
  readonly #resultSchema: Schema;
  readonly #stored: Schema;
  readonly #elites: EliteTable;
  readonly #revisions: Revisions;
  /** The id of the next row that is added. */
  #nextId = 0;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: CellArchiveOptions<G, F>) {
    const owner = options?.name ?? 'CellArchive';
    checkOptions(owner, options, ['domain', 'index', 'admission', 'lineage', 'name']);
    const { domain, index, admission = elitist, lineage = false } = options;
    this.#bounds = descriptorBounds(owner, domain);
    checkMethods(owner, 'index', index, 'find');
    checkInteger(owner, 'index.cells', index.cells, 1);
    checkObject(owner, 'index.layout', index.layout);
    checkMethods(owner, 'admission', admission, 'threshold');
    this.cells = index.cells;
    this.genome = domain.genome;
    this.descriptor = domain.descriptor;
    this.fitnessFloor = domain.fitnessFloor;
    this.fields = domain.fields;
    if (typeof lineage !== 'boolean') throw argumentError(owner, 'lineage', 'be true or false', lineage);
    this.lineage = lineage;
    this.noisy = domain.noisy === true;
    this.#owner = owner;
    this.#index = index;
    this.#admission = admission;
    this.#genomes = genomeColumn(owner, domain.genome);
    this.#resultSchema = resultSchema(domain);
    const { stored, all } = eliteSchemas(domain, this.#genomes.kind, this);
    this.#stored = stored;
    this.#elites = new EliteTable(all, index.cells);
    const [elites, bounds] = [this.#elites, this.#bounds];
    const { noisy, fitnessFloor } = this;
    this.#revisions = new Revisions({ elites, schema: stored, index, admission, noisy, bounds, fitnessFloor });
  }

  get size(): number {
    return this.#elites.table.rows;
  }

  /**
   * Adds rows in order; the result equals adding them one by one. A row enters an empty cell, or replaces an elite of
   * lower fitness; equal fitness does not replace. A descriptor outside its space goes to the nearest cell, and is counted. A
   * row with a fitness, descriptor, gene or field that is not what it must be, or a gene outside its bounds, is invalid: reported with
   * the reason, never stored.
   * @param genomes - `(rows, genomeDimensions)`, copied if they are vectors.
   * @param origins - Where they come from; not kept without `lineage`.
   * @throws ARGUMENT if a shape does not fit, or the index misses a cell; then nothing was added. What the admission throws, or ARGUMENT
   *   if its threshold is no number; then the rows before were added.
   */
  add(genomes: Genomes<G>, results: Results, origins?: Origins): AddReport {
    const owner = `${this.#owner}.add`;
    checkGenomes(owner, 'genomes', genomes);
    const candidates = this.#genomes.accept(owner, genomes, this.#elites.table);
    const checked = checkResults(owner, results, candidates.rows, this.#resultSchema);
    const report = new ReportRows(candidates.rows);
    findCells(owner, this.#index, checked.descriptors.data, report.cell, checked.reasons);
    const places = this.#fetch(report.cell);
    const sound = this.#genomes.sound(candidates);
    const incoming = this.#incoming(candidates, checked, origins);
    this.#elites.begin();
    let i = 0;
    try {
      for (; i < places.length; i++) {
        const reason = checked.reasons?.[i] ?? (sound ? undefined : this.#genomes.fault(candidates, i));
        if (reason === undefined) places[i] = this.#admit(incoming, i, places[i]!, report);
        else {
          places[i] = -1;
          report.push('invalid', reason);
        }
      }
    } finally {
      // If the admission throws at row i, the rows before are written.
      this.#elites.table.put(places.fill(-1, i), incoming);
    }
    return report;
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

  /** `(count)`: the rows of elites drawn as {@link CellArchive.sample} draws them. @throws as sample. */
  select(count: number, random: Random): Int32Array {
    const owner = `${this.#owner}.sample`;
    checkInteger(owner, 'count', count, 0, 2 ** 24);
    const last = this.size - 1;
    if (last < 0) throw stateError(owner, 'the archive is empty');
    const rows = new Int32Array(count);
    for (let i = 0; i < count; i++) rows[i] = random.integer(0, last);
    return rows;
  }

  /** All genomes, row by row: a live view, valid until the next change. */
  genomes(): Genomes<G> {
    return this.#genomes.view(this.#elites.table);
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

  /** The elite of a cell; undefined if the cell is empty. @throws ARGUMENT if there is no such cell. */
  get(cell: number): Elite<G, F> | undefined {
    checkInteger(`${this.#owner}.get`, 'cell', cell, 0, this.cells - 1);
    const row = this.#elites.rowOf(cell);
    return row < 0 ? undefined : this.elite(row);
  }

  /**
   * The cell that a descriptor falls into.
   * @param descriptor - `(descriptorDimensions)`, finite.
   * @throws ARGUMENT if it has another length or is not finite.
   */
  cellOf(descriptor: ArrayLike<number>): number {
    const owner = `${this.#owner}.cellOf`;
    const { dimensions } = this.#bounds;
    checkRow(owner, 'descriptor', descriptor, dimensions);
    for (let j = 0; j < dimensions; j++) checkNumber(owner, `descriptor[${j}]`, descriptor[j]);
    const cell = new Int32Array(1);
    findCells(owner, this.#index, Float64Array.from(descriptor), cell);
    return cell[0]!;
  }

  /** The elite of a row in [0, size). @throws ARGUMENT if there is no such row. */
  elite(row: number): Elite<G, F> {
    checkInteger(`${this.#owner}.elite`, 'row', row, 0, this.size - 1);
    return eliteOf(this.#elites.table, row);
  }

  /** Elites, row by row. @throws STATE if the archive is changed meanwhile. */
  *[Symbol.iterator](): Generator<Elite<G, F>, void, undefined> {
    const { version } = this.#elites;
    for (let row = 0; row < this.size; row++) {
      yield this.elite(row);
      if (version !== this.#elites.version) {
        throw stateError(this.#owner, 'the archive was changed while it was iterated over');
      }
    }
  }

  /** Removes the elite of a cell. @returns whether there was one. @throws ARGUMENT if there is no such cell. */
  remove(cell: number): boolean {
    checkInteger(`${this.#owner}.remove`, 'cell', cell, 0, this.cells - 1);
    const row = this.#elites.rowOf(cell);
    this.#elites.begin();
    if (row >= 0) this.#elites.remove(row);
    return row >= 0;
  }

  /**
   * Takes results of elites that were evaluated again. Of a noisy domain an elite is the mean of its evaluations, of any other what
   * was told last. It moves to the cell of its new descriptor, and the cell that it leaves is empty. If the new cell has an elite, it
   * is dropped unless it is better; of a noisy domain, if it was evaluated less often than that elite, it becomes its challenger.
   * @param ids - `(rows)`: the elites' ids, see {@link CellArchive.ids}; of those that have left, the results are dropped.
   * @throws ARGUMENT if a shape does not fit; then nothing has changed. ARGUMENT if the index misses a cell or a threshold is no number, and
   *   what the admission throws; then the rows before were taken.
   */
  revise(ids: ArrayLike<number>, results: Results): AddReport {
    const owner = `${this.#owner}.revise`;
    checkObject(owner, 'ids', ids);
    const checked = checkResults(owner, results, ids.length, this.#resultSchema);
    const report = new ReportRows(ids.length);
    this.#elites.begin();
    this.#revisions.revise(owner, ids, checked, report);
    return report;
  }

  /**
   * What of a noisy domain is to be evaluated again next: at most `count` elites and challengers, those that were tried least
   * often. A failed evaluation is a try.
   * @param out - Ids that are not wanted, because they are being evaluated.
   * @throws ARGUMENT if count is no integer in [0, 2^24], or `out` has no `has`.
   */
  uncertain(
    count: number,
    out: { has(id: number): boolean },
  ): { readonly ids: Float64Array; readonly genomes: Genomes<G> } {
    const owner = `${this.#owner}.uncertain`;
    checkInteger(owner, 'count', count, 0, 2 ** 24);
    checkMethods(owner, 'out', out, 'has');
    const rows = this.#revisions.uncertain(count, out);
    return { ids: rows.numbers('id'), genomes: this.#genomes.view(rows) };
  }

  /**
   * Which cells have changed since a version (0: since the beginning), to update a picture of the archive.
   * @throws ARGUMENT if there was no such version.
   */
  changes(since: number): ArchiveChanges {
    checkInteger(`${this.#owner}.changes`, 'since', since, 0, this.#elites.version);
    return { version: this.#elites.version, cells: this.#elites.changes(since) };
  }

  /**
   * An empty archive of the same cells, for the same domain without noise, fields and lineage.
   * @param admission - Who may enter a cell of it (default: whoever is better than its elite).
   */
  emptied(admission?: Admission): CellArchive<G> {
    const { genome, descriptor, fitnessFloor } = this;
    const domain = { genome, descriptor, fitnessFloor };
    return emptyArchive({ domain, index: this.#index, admission, name: this.#owner });
  }

  /** Where its cells lie; undefined if its index does not tell. */
  geometry(): Geometry | undefined {
    return this.#index.geometry?.();
  }

  /**
   * The elites with all their columns, the cells and the spaces, as a file. Same elites, same bytes. That of a GridArchive or
   * CvtArchive needs nothing else (`fromBytes`); that of an index or admission of one's own is read by `restore` of an equal archive.
   */
  toBytes(): Uint8Array {
    return archiveBytes(this.#file());
  }

  /** The same bytes as {@link CellArchive.toBytes}. */
  snapshot(): Uint8Array {
    return this.toBytes();
  }

  /**
   * Takes the elites of a snapshot in place of its own.
   * @throws ARGUMENT if `bytes` is no Uint8Array; SNAPSHOT if they are damaged, of other cells or spaces, or no archive
   *   could hold what they hold. Nothing has changed then.
   */
  restore(bytes: Uint8Array): void {
    this.#nextId = restoreArchive(this.#file(), bytes);
  }

  #file(): StoredArchive {
    return {
      owner: this.#owner,
      problem: this as never,
      index: this.#index,
      admission: this.#admission,
      elites: this.#elites,
      schema: this.#stored,
      revisions: this.#revisions,
      nextId: this.#nextId,
    };
  }

  /** The rows of a batch with all their columns, which are those of the batch where they need no copy. */
  #incoming(candidates: Genomes<G>, checked: CheckedResults, origins: Origins | undefined): Table {
    const { rows } = candidates;
    const id = new Float64Array(rows);
    for (let i = 0; i < rows; i++) id[i] = this.#nextId++;
    const { fitness, descriptor } = checked.table.data;
    const genome = this.#genomes.dataOf(candidates);
    const data: Record<string, Column> = { genome, fitness: fitness!, descriptor: descriptor!, id };
    if (this.fields !== undefined) Object.assign(data, checked.table.data);
    if (this.lineage) Object.assign(data, originColumns(rows, origins));
    if (this.noisy) Object.assign(data, firstColumns(rows));
    return new Table(this.#stored, rows, data);
  }

  /**
   * Decides on a valid row.
   * @param place - The row of its cell's elite when the batch came, or −1.
   * @returns the row that it is to be written to, or −1.
   */
  #admit(rows: Table, i: number, place: number, report: ReportRows): number {
    const cell = report.cell[i]!;
    const fitness = (rows.data.fitness as Float64Array)[i]!;
    // An earlier row of the batch may have opened the cell.
    const row = place < 0 ? this.#elites.rowOf(cell) : place;
    const fitnesses = this.#elites.table.data.fitness as Float64Array;
    const bar = thresholdOf(`${this.#owner}.add`, this.#admission, cell, row < 0 ? undefined : fitnesses[row]!);
    report.improvement[i] = fitness - (bar === Number.NEGATIVE_INFINITY ? (this.fitnessFloor ?? Number.NaN) : bar);
    countOutside(report, this.#bounds, this.fitnessFloor, rows, i);
    if (!(fitness > bar + this.#revisions.doubt(row, 1))) report.push('rejected');
    else if (row >= 0 && this.#revisions.mustChallenge(row)) {
      report.push(this.#revisions.challenge(rows, i, cell) ? 'challenging' : 'rejected');
    } else {
      report.push(row < 0 ? 'new' : 'improved');
      this.#admission.entered?.(cell, fitness);
      return this.#enter(row, cell, rows, i);
    }
    return -1;
  }

  /** Gives a cell what later rows of the batch are compared with; the other columns are written with all rows. @returns the row. */
  #enter(row: number, cell: number, rows: Table, i: number): number {
    const at = row < 0 ? this.#elites.open(cell) : row;
    this.#elites.touch(at);
    const columns = this.#elites.table.data as Record<string, Float64Array>;
    columns.fitness![at] = (rows.data.fitness as Float64Array)[i]!;
    this.#elites.identify(at, (rows.data.id as Float64Array)[i]!);
    if (this.noisy) for (const name in FIRST) columns[name]![at] = FIRST[name as keyof typeof FIRST];
    return at;
  }

  /** The row of each cell's elite, or −1; its fitness is in the cache afterwards. Reserves memory for cells that are empty. */
  #fetch(cells: Int32Array): Int32Array {
    const rows = this.#elites.rowsOf(cells);
    touchRows(this.#elites.table.data.fitness as Float64Array, 1, rows);
    let empty = 0;
    for (let i = 0; i < rows.length; i++) if (rows[i]! < 0) empty++;
    this.#elites.reserve(empty);
    return rows;
  }
}

// Not within the class: bundlers rename a class that names itself.
function emptyArchive<G, F extends FieldKinds>(options: CellArchiveOptions<G, F>): CellArchive<G, F> {
  return new CellArchive(options);
}
