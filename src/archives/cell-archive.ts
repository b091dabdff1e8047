import {
  type AddReport,
  argumentError,
  type Batch,
  checkInteger,
  checkMethods,
  checkNumber,
  checkObject,
  checkResults,
  checkRow,
  type Elite,
  type FieldKinds,
  type Genomes,
  type Geometry,
  type NoFields,
  type Origins,
  ownerOf,
  ReportRows,
  type Results,
  sameSpace,
  type Table,
  touchRows,
} from '../core/index.ts';
import { type Admission, elitist, tellEntered, thresholdOf } from './admissions/admission.ts';
import type { StoredArchive } from './archive-file.ts';
import type { ArchiveChanges, CellArchiveOptions } from './archive-options.ts';
import { FIRST, fitnessOf } from './elite-columns.ts';
import { EliteRows, type GivenRows } from './elite-rows.ts';
import { EliteTable } from './elite-table.ts';
import { type CellIndex, descriptorsOf, findCells } from './indices/cell-index.ts';
import { Revisions } from './revisions.ts';
import { TableArchive } from './table-archive.ts';

/** What a geometry may say of cells that files contain. */
interface WrittenCells {
  readonly grid: readonly number[];
  readonly names: readonly (readonly string[] | undefined)[];
  readonly centroids: Batch;
}

/**
 * An archive with a fixed number of cells that keeps one elite in each: columns, an index that finds the cell of a descriptor, and
 * an admission that says who may enter it. Grid, CVT and categorical archives are assemblies of these. A file of an archive with an index or an
 * admission of one's own is read by `restore` of an equal archive; there is no `fromBytes`. [Mouret2015]
 */
export class CellArchive<
  G = Float64Array,
  F extends FieldKinds = NoFields,
  P extends Geometry | undefined = Geometry | undefined,
> extends TableArchive<G, F> {
  readonly cells: number;
  readonly #index: CellIndex;
  readonly #admission: Admission;
  readonly #rows: EliteRows<G, F>;
  readonly #elites: EliteTable;
  readonly #revisions: Revisions;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: CellArchiveOptions<G, F>) {
    const owner = ownerOf('CellArchive', options, ['domain', 'index', 'admission', 'lineage']);
    const { domain, index, admission = elitist, lineage } = options;
    const rows = new EliteRows(owner, domain, lineage);
    checkMethods(owner, 'index', index, 'find');
    checkInteger(owner, 'index.cells', index.cells, 1);
    checkObject(owner, 'index.layout', index.layout);
    const { dimensions } = domain.descriptor;
    const found = descriptorsOf(index) ?? dimensions;
    if (found !== dimensions)
      throw argumentError(owner, 'index', `be for ${dimensions} descriptors, as the domain has`, found);
    checkMethods(owner, 'admission', admission, 'threshold');
    const elites = new EliteTable(rows.all, index.cells);
    super(rows, elites);
    this.cells = index.cells;
    this.#index = index;
    this.#admission = admission;
    this.#rows = rows;
    this.#elites = elites;
    this.#revisions = new Revisions(rows as never, elites, index, admission);
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
    const owner = `${this.#rows.owner}.add`;
    const given = this.#rows.check(owner, genomes, results, this.#elites.table);
    const { descriptors, reasons } = given.results;
    const report = new ReportRows(given.genomes.rows);
    findCells(owner, this.#index, descriptors.data, report.cell, reasons);
    const places = this.#fetch(report.cell);
    const incoming = this.#rows.incoming(owner, given, origins);
    this.#elites.begin();
    let i = 0;
    try {
      for (; i < places.length; i++) {
        const reason = given.reasonOf(i);
        if (reason === undefined) places[i] = this.#admit(incoming, i, places[i]!, report, given);
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

  /** The elite of a cell; undefined if the cell is empty. @throws ARGUMENT if there is no such cell. */
  get(cell: number): Elite<G, F> | undefined {
    checkInteger(`${this.#rows.owner}.get`, 'cell', cell, 0, this.cells - 1);
    const row = this.#elites.rowOf(cell);
    return row < 0 ? undefined : this.elite(row);
  }

  /**
   * The cell that a descriptor falls into.
   * @param descriptor - `(descriptorDimensions)`, finite.
   * @throws ARGUMENT if it has another length or is not finite.
   */
  cellOf(descriptor: ArrayLike<number>): number {
    const owner = `${this.#rows.owner}.cellOf`;
    const { dimensions } = this.#rows.bounds;
    checkRow(owner, 'descriptor', descriptor, dimensions);
    for (let j = 0; j < dimensions; j++) checkNumber(owner, `descriptor[${j}]`, descriptor[j]);
    return findCells(owner, this.#index, Float64Array.from(descriptor), new Int32Array(1))[0]!;
  }

  /** Removes the elite of a cell. @returns whether there was one. @throws ARGUMENT if there is no such cell. */
  remove(cell: number): boolean {
    checkInteger(`${this.#rows.owner}.remove`, 'cell', cell, 0, this.cells - 1);
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
   * @throws ARGUMENT if a shape does not fit; then nothing has changed. ARGUMENT if the index misses a cell, a threshold is no number or the
   *   admission asynchronous, and what the admission throws; then the rows before were taken.
   */
  revise(ids: ArrayLike<number>, results: Results): AddReport {
    const owner = `${this.#rows.owner}.revise`;
    checkObject(owner, 'ids', ids);
    const checked = checkResults(owner, results, ids.length, this.#rows.results);
    // A copy: what `ids()` gives changes while elites move.
    const given = Array.from(ids);
    const report = new ReportRows(given.length);
    this.#elites.begin();
    this.#revisions.revise(owner, given, checked, report);
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
    const owner = `${this.#rows.owner}.uncertain`;
    checkInteger(owner, 'count', count, 0, 2 ** 24);
    checkMethods(owner, 'out', out, 'has');
    const rows = this.#revisions.uncertain(count, out);
    return { ids: rows.numbers('id'), genomes: this.#rows.genomes(rows) };
  }

  /**
   * Which cells have changed since a version (0: since the beginning), to update a picture of the archive.
   * @throws ARGUMENT if there was no such version.
   */
  changes(since: number): ArchiveChanges {
    checkInteger(`${this.#rows.owner}.changes`, 'since', since, 0, this.#elites.version);
    return { version: this.#elites.version, cells: this.#elites.changes(since) };
  }

  /**
   * Takes copies of another archive's elites in place of its own, for a change of resolution. Where several fall into a cell, the best
   * stays, of equal ones the first. Ids, origins, repeats and challengers are kept; the admission hears of each elite that stays.
   * @param from - An archive of cells with the same spaces (an object space is the same only if it is the same object), fields, lineage and noise.
   * @throws ARGUMENT if it is no such archive, or the index misses a cell; then nothing has changed.
   */
  adopt(from: CellArchive<G, F>): void {
    const owner = `${this.#rows.owner}.adopt`;
    checkObject(owner, 'from', from);
    if (!(#rows in from)) throw argumentError(owner, 'from', 'be an archive of cells', from);
    const [own, other] = [this.#rows, from.#rows];
    const same = {
      genome: sameSpace(own.problem.genome, other.problem.genome),
      descriptor: sameSpace(own.problem.descriptor, other.problem.descriptor),
      lineage: own.lineage === other.lineage,
      noisy: own.noisy === other.noisy,
      fields: JSON.stringify(own.stored) === JSON.stringify(other.stored),
    };
    for (const name in same)
      if (!same[name as keyof typeof same])
        throw argumentError(owner, `from.${name}`, 'be that of this archive', from[name as keyof typeof same]);
    const { table } = from.#elites;
    const challengers = from.#revisions.challengers();
    const [cells, wanted] = [this.#cellsOf(owner, table), this.#cellsOf(owner, challengers)];
    const best = new Map<number, number>();
    const fitness = table.numbers('fitness');
    for (const [row, cell] of cells.entries()) {
      const before = best.get(cell);
      if (before === undefined || fitness[row]! > fitness[before]!) best.set(cell, row);
    }
    const kept = table.gather([...best.values()], this.#rows.stored);
    this.#rows.nextId = from.#rows.nextId;
    this.#elites.load(kept, Int32Array.from(best.keys()));
    this.#revisions.load(challengers, wanted);
    for (const [i, cell] of [...best.keys()].entries())
      tellEntered(owner, this.#admission, cell, kept.numbers('fitness')[i]!);
  }

  /**
   * An empty archive of the same cells, for the same domain without noise, fields and lineage.
   * @param admission - Who may enter a cell of it (default: whoever is better than its elite).
   */
  emptied(admission?: Admission): CellArchive<G> {
    const { genome, descriptor, fitnessFloor } = this;
    const domain = { genome, descriptor, fitnessFloor };
    return emptyArchive({ domain, index: this.#index, admission, name: this.#rows.owner });
  }

  /** Where its cells lie; undefined if its index does not tell. */
  geometry(): P {
    return this.#index.geometry?.() as P;
  }

  #cellsOf(owner: string, rows: Table): Int32Array {
    return findCells(owner, this.#index, rows.numbers('descriptor'), new Int32Array(rows.rows));
  }

  /** @internal */
  protected override stored(): StoredArchive {
    // Cells of another kind are made by the archive that reads the file.
    const { grid, centroids, names } = (this.geometry() ?? {}) as Partial<WrittenCells>;
    return {
      rows: this.#rows as never,
      elites: this.#elites.table,
      challengers: this.#revisions.challengers(),
      layout: this.#index.layout,
      grid,
      centroids,
      options: names && { categories: names.map((list, j) => list ?? grid![j]) },
      maybeParts: { admission: this.#admission },
      take: (elites, challengers, _nextId, fail) => {
        const owner = `${this.#rows.owner}.restore`;
        const cells = this.#cellsOf(owner, elites);
        const wanted = this.#cellsOf(owner, challengers);
        if (new Set(cells).size < cells.length) throw fail('have one elite a cell', 'two in one');
        return () => {
          this.#elites.load(elites, cells);
          this.#revisions.load(challengers, wanted);
        };
      },
    };
  }

  /**
   * Decides on a valid row.
   * @param place - The row of its cell's elite when the batch came, or −1.
   * @returns the row that it is to be written to, or −1.
   */
  #admit(rows: Table, i: number, place: number, report: ReportRows, given: GivenRows<G>): number {
    const cell = report.cell[i]!;
    const fitness = fitnessOf(rows, i);
    // An earlier row of the batch may have opened the cell.
    const row = place < 0 ? this.#elites.rowOf(cell) : place;
    const elite = row < 0 ? undefined : fitnessOf(this.#elites.table, row);
    const bar = thresholdOf(`${this.#rows.owner}.add`, this.#admission, cell, elite);
    const enters = fitness > bar + this.#revisions.doubt(row, 1);
    const reason = enters ? given.unwritable(i) : undefined;
    if (reason !== undefined) {
      report.push('invalid', reason);
      return -1;
    }
    report.improvement[i] = fitness - (bar === Number.NEGATIVE_INFINITY ? (this.fitnessFloor ?? Number.NaN) : bar);
    this.#rows.countOutside(report, rows, i);
    if (!enters) report.push('rejected');
    else if (row >= 0 && this.#revisions.mustChallenge(row)) {
      report.push(this.#revisions.challenge(rows, i, cell) ? 'challenging' : 'rejected');
    } else {
      report.push(row < 0 ? 'new' : 'improved');
      tellEntered(`${this.#rows.owner}.add`, this.#admission, cell, fitness);
      return this.#enter(row, cell, rows, i);
    }
    return -1;
  }

  /** Gives a cell what later rows of the batch are compared with; the other columns are written with all rows. @returns the row. */
  #enter(row: number, cell: number, rows: Table, i: number): number {
    const at = row < 0 ? this.#elites.open(cell) : row;
    this.#elites.touch(at);
    const columns = this.#elites.table.data;
    columns.fitness![at] = fitnessOf(rows, i);
    this.#elites.identify(at, (rows.data.id as Float64Array)[i]!);
    if (this.noisy) for (const name in FIRST) columns[name]![at] = FIRST[name]!;
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
