import {
  type AddReport,
  type AddStatus,
  type Archive,
  type Box,
  type BoxBounds,
  borrowing,
  boxBounds,
  checkGenomes,
  checkInteger,
  checkNumber,
  checkObject,
  checkResults,
  checkRow,
  type Elite,
  finiteBounds,
  type GenomeSpace,
  type Genomes,
  isObjectSpace,
  type Metrics,
  type Problem,
  type Random,
  type Results,
  type Stateful,
  snapshotError,
  stateError,
  touchRows,
} from '../core/index.ts';
import { readArchive, writeArchive } from './archive-snapshot.ts';
import { CellTable } from './cell-table.ts';
import { type GenomeStore, ListStore, VectorStore } from './genome-store.ts';

/**
 * Writes the cell of each descriptor, `(cells, descriptorDimensions)` row-major; of one that is not finite, anything.
 */
export type CellFinder = (descriptors: Float64Array, cells: Int32Array) => void;

/**
 * An archive with a fixed number of cells that keeps one elite in each. Grid and CVT archives differ only in how they
 * find a cell. Elites lie in parallel arrays, in the order in which their cells were filled [Mouret2015].
 */
export abstract class CellArchive<G> implements Archive<G>, Stateful {
  readonly cells: number;
  readonly genome: GenomeSpace<G>;
  readonly descriptor: Box;
  /** What QD score is counted from, if the problem has a floor. */
  readonly fitnessFloor: number | undefined;
  readonly #owner: string;
  readonly #findCells: CellFinder;
  readonly #dimensions: number;
  /** Of descriptors. */
  readonly #bounds: BoxBounds;
  readonly #layout: object;
  #table: CellTable;
  readonly #store: GenomeStore<G>;
  #size = 0;
  #changes = 0;
  #cell: Int32Array = new Int32Array(64);
  #fitness: Float64Array = new Float64Array(64);
  #descriptors: Float64Array;

  /** @param layout - names and numbers of the cells, which a snapshot must share. */
  constructor(owner: string, problem: Problem<G>, cells: number, findCells: CellFinder, layout: object) {
    this.cells = cells;
    this.genome = problem.genome;
    this.descriptor = problem.descriptor;
    this.fitnessFloor = problem.fitnessFloor;
    borrowing(add);
    this.#owner = owner;
    this.#findCells = findCells;
    this.#bounds = finiteBounds(owner, 'domain.descriptor', problem.descriptor);
    this.#dimensions = this.#bounds.dimensions;
    this.#layout = layout;
    this.#table = new CellTable(cells);
    this.#store = makeStore<G>(owner, problem.genome, cells);
    this.#descriptors = new Float64Array(64 * this.#dimensions);
  }

  get size(): number {
    return this.#size;
  }

  /**
   * Adds rows in order; the result equals adding them one by one. A row enters an empty cell, or replaces an elite of
   * lower fitness; equal fitness does not replace. A descriptor outside its space goes to the nearest cell, and is counted. A
   * row with a fitness, descriptor or gene that is not finite, or a gene outside its bounds, is invalid: reported with the
   * reason, never stored.
   * @param genomes - `(rows, genomeDimensions)`, copied if they are vectors.
   * @throws ARGUMENT if a shape does not fit; then nothing was added.
   */
  add(genomes: Genomes<G>, results: Results): AddReport {
    const owner = `${this.#owner}.add`;
    checkGenomes(owner, 'genomes', genomes);
    const candidates = this.#store.accept(owner, genomes);
    const { rows } = candidates;
    const checked = checkResults(owner, results, rows, this.#dimensions);
    const status: AddStatus[] = [];
    const reasons: (string | undefined)[] = [];
    const cell = new Int32Array(rows);
    this.#findCells(checked.descriptors.data, cell);
    const places = this.#fetch(cell);
    this.#reserve(places);
    const improvement = new Float64Array(rows).fill(Number.NaN);
    const counts = { new: 0, improved: 0, rejected: 0, invalid: 0, belowFloor: 0, outsideDescriptor: 0 };
    const floor = this.fitnessFloor ?? Number.NaN;
    const sound = this.#store.sound(candidates);
    this.#changes++;
    for (let i = 0; i < rows; i++) {
      const fitness = checked.fitness[i]!;
      const reason =
        checked.reasons?.[i] ??
        this.#resultFault(fitness, checked.descriptors.data, i) ??
        (sound ? undefined : this.#store.fault(candidates, i));
      reasons.push(reason);
      if (reason !== undefined) {
        cell[i] = places[i] = -1;
        status.push('invalid');
        counts.invalid++;
        continue;
      }
      // An earlier row may have opened the cell.
      const row = places[i]! < 0 ? this.#table.get(cell[i]!) : places[i]!;
      const before = row < 0 ? floor : this.#fitness[row]!;
      improvement[i] = fitness - before;
      if (fitness < floor) counts.belowFloor++;
      if (this.#isOutside(checked.descriptors.data, i)) counts.outsideDescriptor++;
      const outcome = row < 0 ? 'new' : fitness > before ? 'improved' : 'rejected';
      status.push(outcome);
      counts[outcome]++;
      if (outcome === 'rejected') places[i] = -1;
      else places[i] = this.#put(row < 0 ? this.#open(cell[i]!) : row, fitness, checked.descriptors.data, i);
    }
    this.#store.put(places, candidates);
    return { ...counts, status, improvement, cell, reasons };
  }

  /**
   * Draws elites uniformly, with replacement.
   * @param into - An earlier answer that nobody needs any more: written over and given again if it is a {@link Batch} of
   *   this shape, which saves making a new one.
   * @returns `(count, genomeDimensions)`, a copy if genomes are vectors.
   * @throws ARGUMENT if count is no integer in [0, 2^24]; STATE if the archive is empty.
   */
  sample(count: number, random: Random, into?: Genomes<G>): Genomes<G> {
    checkInteger(`${this.#owner}.sample`, 'count', count, 0, 2 ** 24);
    if (this.#size === 0) throw stateError(`${this.#owner}.sample`, 'the archive is empty');
    const rows = new Int32Array(count);
    for (let i = 0; i < count; i++) rows[i] = random.integer(0, this.#size - 1);
    return this.#store.gather(rows, into);
  }

  /** All genomes, in the order in which their cells were filled: a live view, valid until the next add. */
  genomes(): Genomes<G> {
    return this.#store.view(this.#size);
  }

  /** Computed anew at each call, in time linear in the number of elites. */
  metrics(): Metrics {
    const size = this.#size;
    const floor = this.fitnessFloor ?? Number.NaN;
    let sum = 0;
    let qdScore = this.fitnessFloor === undefined ? Number.NaN : 0;
    let maxFitness = Number.NaN;
    for (let row = 0; row < size; row++) {
      const fitness = this.#fitness[row]!;
      sum += fitness;
      qdScore += fitness - floor;
      if (!(fitness <= maxFitness)) maxFitness = fitness;
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

  /** The elite of the highest fitness, the one filled first among equals; undefined if the archive is empty. */
  best(): Elite<G> | undefined {
    let best = -1;
    for (let row = 0; row < this.#size; row++) {
      if (best < 0 || this.#fitness[row]! > this.#fitness[best]!) best = row;
    }
    return best < 0 ? undefined : this.#elite(best);
  }

  /**
   * The elite of the cell that a descriptor falls into; undefined if the cell is empty.
   * @param descriptor - `(descriptorDimensions)`, finite.
   * @throws ARGUMENT if it has another length or is not finite.
   */
  at(descriptor: ArrayLike<number>): Elite<G> | undefined {
    const owner = `${this.#owner}.at`;
    checkRow(owner, 'descriptor', descriptor, this.#dimensions);
    for (let j = 0; j < this.#dimensions; j++) checkNumber(owner, `descriptor[${j}]`, descriptor[j]);
    const cell = new Int32Array(1);
    this.#findCells(Float64Array.from(descriptor), cell);
    const row = this.#table.get(cell[0]!);
    return row < 0 ? undefined : this.#elite(row);
  }

  /** Elites in the order in which their cells were filled. @throws STATE if the archive is added to meanwhile. */
  *[Symbol.iterator](): Generator<Elite<G>, void, undefined> {
    const changes = this.#changes;
    for (let row = 0; row < this.#size; row++) {
      yield this.#elite(row);
      if (changes !== this.#changes)
        throw stateError(this.#owner, 'the archive was added to while it was iterated over');
    }
  }

  /** Elites in their order, their cells' layout, and the spaces, as a snapshot. Same elites, same bytes. */
  snapshot(): Uint8Array {
    const size = this.#size;
    return writeArchive(this.#owner, this, this.#layout, {
      fitness: this.#fitness.subarray(0, size),
      descriptors: this.#descriptors.subarray(0, size * this.#dimensions),
      genomes: this.genomes(),
    });
  }

  /**
   * Takes the elites of a snapshot in place of its own.
   * @throws ARGUMENT if `bytes` is no Uint8Array; SNAPSHOT if they are damaged, of other cells or spaces, or no archive
   *   could hold what they hold. Nothing has changed then.
   */
  restore(bytes: Uint8Array): void {
    const { fitness, descriptors, genomes } = readArchive(this.#owner, this, this.#layout, bytes);
    const size = fitness.length;
    const table = new CellTable(this.cells);
    const cell = new Int32Array(size);
    this.#findCells(descriptors, cell);
    for (let row = 0; row < size; row++) {
      if (table.get(cell[row]!) >= 0) {
        throw snapshotError(`${this.#owner}.restore`, 'have one elite a cell', `two in cell ${cell[row]}`);
      }
      table.set(cell[row]!, row);
    }
    this.#changes++;
    this.#size = size;
    this.#table = table;
    this.#cell = cell;
    this.#fitness = fitness;
    this.#descriptors = descriptors;
    this.#store.load(genomes);
  }

  #elite(row: number): Elite<G> {
    const start = row * this.#dimensions;
    return {
      cell: this.#cell[row]!,
      fitness: this.#fitness[row]!,
      descriptor: this.#descriptors.slice(start, start + this.#dimensions),
      genome: this.#store.get(row),
    };
  }

  #resultFault(fitness: number, descriptors: Float64Array, i: number): string | undefined {
    if (!Number.isFinite(fitness)) return `fitness must be finite; got ${fitness}`;
    for (let j = 0; j < this.#dimensions; j++) {
      const value = descriptors[i * this.#dimensions + j]!;
      if (!Number.isFinite(value)) return `descriptor ${j} must be finite; got ${value}`;
    }
    return undefined;
  }

  #isOutside(descriptors: Float64Array, i: number): boolean {
    const { dimensions, lower, upper } = this.#bounds;
    for (let j = 0; j < dimensions; j++) {
      const x = descriptors[i * dimensions + j]!;
      if (x < lower[j]! || x > upper[j]!) return true;
    }
    return false;
  }

  /** The row of each cell's elite, or −1: with what is compared and written, fetched for all of them side by side. */
  #fetch(cells: Int32Array): Int32Array {
    const rows = this.#table.rows(cells);
    touchRows(this.#fitness, 1, rows);
    touchRows(this.#descriptors, this.#dimensions, rows);
    return rows;
  }

  /** Makes room for the elites of a batch, so that nothing can fail once the first is written. @param places - Of each, or −1. */
  #reserve(places: Int32Array): void {
    let rows = this.#size;
    for (let i = 0; i < places.length; i++) if (places[i]! < 0) rows++;
    rows = Math.min(rows, this.cells);
    this.#store.reserve(rows);
    if (rows <= this.#fitness.length) return;
    const room = Math.max(rows, 2 * this.#fitness.length);
    const cell = grown(this.#cell, new Int32Array(room));
    const fitness = grown(this.#fitness, new Float64Array(room));
    this.#descriptors = grown(this.#descriptors, new Float64Array(room * this.#dimensions));
    this.#cell = cell;
    this.#fitness = fitness;
  }

  #open(cell: number): number {
    const row = this.#size;
    this.#table.set(cell, row);
    this.#cell[row] = cell;
    this.#size++;
    return row;
  }

  #put(row: number, fitness: number, descriptors: Float64Array, i: number): number {
    const dimensions = this.#dimensions;
    this.#fitness[row] = fitness;
    for (let j = 0; j < dimensions; j++) {
      this.#descriptors[row * dimensions + j] = descriptors[i * dimensions + j]!;
    }
    return row;
  }
}

const add = /* @__PURE__ */ (() => CellArchive.prototype.add)();

function makeStore<G>(owner: string, space: GenomeSpace<G>, cells: number): GenomeStore<G> {
  if (isObjectSpace(space)) return new ListStore<G>();
  return new VectorStore(boxBounds(owner, 'domain.genome', space as Box), cells) as unknown as GenomeStore<G>;
}

function grown<T extends Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/**
 * Checks the part of a problem that an archive needs, and gives the bounds of its descriptors.
 * @throws ARGUMENT if the descriptor box is not finite, or the floor no finite number.
 */
export function descriptorBounds<G>(owner: string, problem: Problem<G>): BoxBounds {
  checkObject(owner, 'domain', problem);
  if (problem.fitnessFloor !== undefined) checkNumber(owner, 'domain.fitnessFloor', problem.fitnessFloor);
  return finiteBounds(owner, 'domain.descriptor', problem.descriptor);
}
