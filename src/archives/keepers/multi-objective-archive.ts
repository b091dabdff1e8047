import {
  type AddStatus,
  argumentError,
  checkInteger,
  checkOptions,
  copyList,
  type Elite,
  FIELD,
  type FieldKinds,
  isRow,
  type ReportRows,
  type Table,
} from '../../core/index.ts';
import type { Fail } from '../../formats/index.ts';
import { type ReadArchiveOptions, readArchive } from '../archive-file.ts';
import type { CommonArchiveOptions } from '../archive-options.ts';
import { type PlacedCells, placedIndex } from '../indices/placed-index.ts';
import { covers, crowding, hypervolume } from './pareto.ts';
import { SharedCells } from './shared-cells.ts';

/** What a {@link MultiObjectiveArchive} is made of. */
export interface MultiObjectiveArchiveOptions<G, F extends FieldKinds> extends CommonArchiveOptions<G, F>, PlacedCells {
  /** Names of at least two number fields of the domain, which are maximised. */
  readonly objectives: readonly (keyof F & string)[];
  /** `(objectives)`: what hypervolumes are measured from, the worst value of each. */
  readonly reference: ArrayLike<number>;
  /** The most elites of a cell, at least 1 (default 50). */
  readonly front?: number | undefined;
}

interface Settings {
  readonly cells: readonly number[] | undefined;
  readonly objectives: readonly string[];
  readonly reference: readonly number[];
  readonly front: number;
}

/**
 * Cells of a grid or of centroids that keep a Pareto front each: elites of which none is nowhere worse than another one. [Pierrot2022] A
 * row enters unless an elite of its cell is nowhere worse than it; elites that are nowhere better than the row leave. If the front is full,
 * the row or elite in the most crowded place leaves, of equal ones the youngest. [Deb2002] Fitness counts for metrics alone.
 *
 * A cell has several elites: `size` counts all of them, coverage the cells that have any. The status of a row is 'new' if its cell was empty,
 * 'improved' if it entered a front; `improvement` is what its cell's hypervolume gained by it. A row whose objective is not
 * finite is invalid. So a cell does not keep its fittest row, and elites do not come in the order of their cells.
 *
 * Deviation: where the source replaces an elite of a full front at random, the most crowded one leaves, because it costs least hypervolume.
 */
export class MultiObjectiveArchive<G, F extends FieldKinds> extends SharedCells<G, F> {
  readonly #settings: Settings;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: MultiObjectiveArchiveOptions<G, F>) {
    const name = 'MultiObjectiveArchive';
    checkOptions(name, options, ['domain', 'cells', 'centroids', 'objectives', 'reference', 'front', 'lineage']);
    const { domain, lineage, front = 50 } = options;
    const index = placedIndex(name, domain, options);
    const objectives = checkObjectives(name, options.objectives, domain.fields);
    const reference = [...copyList(name, 'reference', options.reference, objectives.length)];
    checkInteger(name, 'front', front, 1);
    const settings = { cells: index.grid, objectives, reference, front };
    super({ domain, lineage, name, settings }, index);
    this.#settings = settings;
  }

  /** The elites of a cell, in the order of their rows. @throws ARGUMENT if there is no such cell. */
  frontOf(cell: number): Elite<G, F>[] {
    checkInteger('MultiObjectiveArchive.frontOf', 'cell', cell, 0, this.cells - 1);
    return this.rowsOf(cell).map((row) => this.elite(row));
  }

  /** The hypervolume of a cell's front above the reference; 0 if the cell is empty. @throws ARGUMENT if there is no such cell. */
  hypervolumeOf(cell: number): number {
    checkInteger('MultiObjectiveArchive.hypervolumeOf', 'cell', cell, 0, this.cells - 1);
    return this.#hypervolume(cell);
  }

  /** The sum of all cells' hypervolumes, the MOQD score [Pierrot2022]; computed anew at each call. */
  moqdScore(): number {
    const cells = this.filledCells().sort((a, b) => a - b);
    return cells.reduce((sum, cell) => sum + this.#hypervolume(cell), 0);
  }

  #hypervolume(cell: number): number {
    return hypervolume(this.#front(cell), this.#settings.reference);
  }

  /** @internal */
  protected override fault(rows: Table, row: number): string | undefined {
    const point = this.#point(rows, row);
    const j = point.findIndex((x) => !Number.isFinite(x));
    if (j < 0) return undefined;
    return `${FIELD}${this.#settings.objectives[j]} must be finite, because it is an objective; got ${point[j]}`;
  }

  /** @internal */
  protected override enter(rows: Table, row: number, cell: number, report: ReportRows): AddStatus {
    const before = this.#hypervolume(cell);
    const status = this.#compete(rows, row, cell);
    report.improvement[row] = status === 'rejected' ? 0 : this.#hypervolume(cell) - before;
    return status;
  }

  #compete(rows: Table, row: number, cell: number): AddStatus {
    const [own, front, places] = [this.#point(rows, row), this.#front(cell), this.rowsOf(cell)];
    if (front.some((point) => covers(point, own))) return 'rejected';
    const beaten = places.filter((_, i) => covers(own, front[i]!));
    if (beaten.length === 0 && front.length === this.#settings.front) {
      const crowds = crowding([...front, own]);
      let most = front.length;
      // Backwards, so that of equal ones the youngest leaves.
      for (let i = most - 1; i >= 0; i--) if (crowds[i]! < crowds[most]!) most = i;
      if (most === front.length) return 'rejected';
      beaten.push(places[most]!);
    }
    const isNew = front.length === 0;
    this.append(cell, rows, row);
    this.remove(cell, beaten);
    return isNew ? 'new' : 'improved';
  }

  #point(rows: Table, row: number): number[] {
    return this.#settings.objectives.map((name) => (rows.data[FIELD + name] as Float64Array)[row]!);
  }

  #front(cell: number): number[][] {
    return this.rowsOf(cell).map((row) => this.#point(this.elites, row));
  }

  /** @internal */
  protected override check(elites: Table, rows: readonly number[], fail: Fail): void {
    const front: number[][] = [];
    for (const row of rows) {
      const own = this.#point(elites, row);
      if (front.length === this.#settings.front || front.some((one) => covers(one, own) || covers(own, one))) {
        throw fail(`have fronts of at most ${this.#settings.front} elites, none better than another`, own);
      }
      front.push(own);
    }
  }

  /**
   * Reads what `toBytes` wrote. Without `domain`, TypeScript takes genomes for vectors, and does not know the fields: give the types of others
   * in angle brackets.
   * @throws ARGUMENT if the domain must be given; SNAPSHOT if the bytes are damaged, or of another archive or domain.
   */
  static fromBytes<G = Float64Array, F extends FieldKinds = FieldKinds>(
    bytes: Uint8Array | ArrayBuffer,
    options?: ReadArchiveOptions<G, F>,
  ): MultiObjectiveArchive<G, F> {
    return readArchive('MultiObjectiveArchive', bytes, options, make<G, F>);
  }
}

const make = <G, F extends FieldKinds>(options: MultiObjectiveArchiveOptions<G, F>) =>
  new MultiObjectiveArchive(options);

function checkObjectives(owner: string, given: readonly string[], fields: FieldKinds = {}): readonly string[] {
  const rule = 'be a list of at least two names, no two equal';
  if (!isRow(given, given?.length) || !(given.length >= 2)) throw argumentError(owner, 'objectives', rule, given);
  const names = new Set<string>();
  for (let i = 0; i < given.length; i++) {
    const name = given[i]!;
    const isNumber = Object.hasOwn(fields, name) && fields[name] === 'number';
    if (!isNumber) throw argumentError(owner, `objectives[${i}]`, 'name a number field of the domain', name);
    if (names.has(name)) throw argumentError(owner, 'objectives', rule, given);
    names.add(name);
  }
  return [...names];
}
