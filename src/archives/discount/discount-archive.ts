import {
  type AddReport,
  type Archive,
  argumentError,
  asBatch,
  ascending,
  type Box,
  type BoxBounds,
  checkInteger,
  checkMethods,
  checkNumber,
  checkOptions,
  clip,
  type Elite,
  type Genomes,
  type Geometry,
  type Metrics,
  type NoFields,
  type Random,
  ReportRows,
  type Results,
  type Stateful,
  Table,
} from '../../core/index.ts';
import { decodeSnapshot, encodeSnapshot, float32, integer } from '../../formats/index.ts';
import { type RandomStream, randomStream, streamState } from '../../random/index.ts';
import type { CellArchive } from '../cell-archive.ts';
import { EliteRows } from '../elite-rows.ts';
import { cellCentres } from './cell-centres.ts';
import { DiscountModel } from './discount-model.ts';

/** The thresholds of a {@link DiscountArchive}. */
export interface DiscountOptions {
  /** α, in [0, 1]: how far a threshold moves to the fitness of a row that exceeds it (default 0.1). */
  readonly learningRate?: number | undefined;
  /** The threshold where no row has been. Use the problem's fitness floor. */
  readonly minimum: number;
  /**
   * About the best fitness, above `minimum`: thresholds are learned in units of the range between them. If it is far too large, the model
   * learns nothing.
   */
  readonly maximum: number;
  /** Number of empty cells whose centres have the threshold `minimum` in a training, at least 0 (default 100). */
  readonly emptyPoints?: number | undefined;
}

/** What a {@link DiscountArchive} is made of. */
export interface DiscountArchiveOptions extends DiscountOptions {
  /** Has the elites, and is only read here; with cells of a grid or of centroids. */
  readonly archive: CellArchive;
  /** Number of rows after which the model is trained on them, at least 1: those of a batch of the search. */
  readonly every: number;
  /** Any safe integer: weights, empty cells and the order of training are drawn from it. */
  readonly seed: number;
}

const OPTIONS = ['archive', 'every', 'learningRate', 'minimum', 'maximum', 'emptyPoints', 'seed'];
/** Cells in the first training, at most. */
const FIRST_POINTS = 1000;
/** The largest float32 number. */
const LARGEST = 3.4028234663852886e38;

/**
 * The guide of discount model search: it judges rows, while another archive has the elites. A network predicts the threshold t of each
 * descriptor; a row of fitness f is reported as new if f > t, else as rejected, with improvement f − t. After `every` rows the network is
 * trained on their descriptors, with (1 − α) t + α f for a new row and t for a rejected one, and on the centres of some empty cells,
 * with the least threshold. All that it says of elites is what `archive` says. [Tjanaka2026, Sec. 5]
 *
 * A training takes some milliseconds, at once. If a weight is not finite after it, because a fitness was huge, it is undone. Reports name no
 * cells (−1): thresholds belong to descriptors.
 *
 * Deviation: a descriptor outside its space counts as the nearest point inside, because it does so in the cells, too. The first training
 * takes the centres of any cells, also of those with elites: no row has been judged yet.
 */
export class DiscountArchive implements Archive, Stateful {
  /** True: rows of one cell have thresholds of their own. */
  readonly several: boolean = true;
  readonly #archive: CellArchive;
  readonly #options: Required<{ [K in keyof DiscountOptions]: number }> & { readonly every: number };
  readonly #rows: EliteRows<Float64Array, NoFields>;
  readonly #bounds: BoxBounds;
  readonly #centre: (cell: number) => ArrayLike<number>;
  readonly #random: RandomStream;
  readonly #model: DiscountModel;
  /** Rows since the last training. */
  #seen = 0;
  /** What is to be learned: descriptors as the model takes them, and thresholds in its units; float32 numbers. */
  readonly #lessons: Table;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: DiscountArchiveOptions) {
    const owner = 'DiscountArchive';
    checkOptions(owner, options, OPTIONS);
    const { archive, every, learningRate = 0.1, minimum, maximum, emptyPoints = 100, seed } = options;
    checkMethods(owner, 'archive', archive, 'columns', 'geometry', 'select');
    checkInteger(owner, 'every', every, 1);
    checkNumber(owner, 'learningRate', learningRate, 0, 1);
    checkNumber(owner, 'minimum', minimum);
    checkNumber(owner, 'maximum', maximum);
    if (!(maximum > minimum && Number.isFinite(maximum - minimum))) {
      throw argumentError(owner, 'maximum', `be above minimum, ${minimum}, by a finite number`, maximum);
    }
    checkInteger(owner, 'emptyPoints', emptyPoints, 0);
    const { genome, descriptor, fitnessFloor } = archive;
    this.#rows = new EliteRows<Float64Array, NoFields>(owner, { genome, descriptor, fitnessFloor });
    this.#bounds = this.#rows.bounds;
    this.#centre = cellCentres(owner, archive.geometry(), this.#bounds);
    this.#archive = archive;
    this.#options = { every, learningRate, minimum, maximum, emptyPoints };
    this.#random = randomStream(seed, owner);
    this.#model = new DiscountModel(this.#bounds, this.#random);
    this.#lessons = new Table({ input: { size: this.#bounds.dimensions }, threshold: 'number' });
    this.#keepCentres(ascending(archive.cells), FIRST_POINTS);
    this.#train();
  }

  get elitesIn(): CellArchive {
    return this.#archive;
  }

  get size(): number {
    return this.#archive.size;
  }

  get cells(): number {
    return this.#archive.cells;
  }

  get genome(): CellArchive['genome'] {
    return this.#archive.genome;
  }

  get descriptor(): Box {
    return this.#archive.descriptor;
  }

  /** That of its archive, which knows the parents of a child. */
  get lineage(): boolean {
    return this.#archive.lineage;
  }

  /**
   * Judges rows, in order; equal to judging them one by one. Draws from its own stream when it trains.
   * @param genomes - `(rows, genomeDimensions)`, not stored.
   * @throws ARGUMENT if a shape does not fit; then nothing has changed.
   */
  add(genomes: Genomes<Float64Array>, results: Results): AddReport {
    const owner = 'DiscountArchive.add';
    const given = this.#rows.check(owner, genomes, results, new Table(this.#rows.all));
    const rows = this.#rows.incoming(owner, given, undefined);
    const report = new ReportRows(rows.rows);
    report.cell.fill(-1);
    const { every, emptyPoints } = this.#options;
    for (let start = 0; start < rows.rows; ) {
      const end = Math.min(rows.rows, start + every - this.#seen);
      this.#judge(rows, start, end, report, given.reasonOf);
      this.#seen += end - start;
      start = end;
      if (this.#seen < every) break;
      this.#keepCentres(this.#emptyCells(), emptyPoints);
      this.#train();
    }
    return report;
  }

  /**
   * `(rows)`: the thresholds at descriptors, `(rows, descriptorDimensions)`.
   * @throws ARGUMENT if the shape does not fit.
   */
  thresholds(descriptors: Genomes<ArrayLike<number>>): Float64Array {
    const { data } = asBatch('DiscountArchive.thresholds', descriptors, this.#bounds.dimensions, 'descriptor');
    return this.#predict(this.#model.scaled(data));
  }

  sample(count: number, random: Random): Genomes<Float64Array> {
    return this.#archive.sample(count, random);
  }

  select(count: number, random: Random): Int32Array {
    return this.#archive.select(count, random);
  }

  genomes(): Genomes<Float64Array> {
    return this.#archive.genomes();
  }

  ids(): Float64Array {
    return this.#archive.ids();
  }

  elite(row: number): Elite {
    return this.#archive.elite(row);
  }

  metrics(): Metrics {
    return this.#archive.metrics();
  }

  geometry(): Geometry | undefined {
    return this.#archive.geometry();
  }

  [Symbol.iterator](): Iterator<Elite> {
    return this.#archive[Symbol.iterator]();
  }

  /** Options, the model, what it is to learn, and the stream; not the elites, which are those of `archive`. Same state, same bytes. */
  snapshot(): Uint8Array {
    const [model, random] = [this.#model.state, this.#random.getState()];
    return encodeSnapshot(this.#stored(), { model, seen: this.#seen, ...this.#kept(), random });
  }

  /** @throws SNAPSHOT if `bytes` are damaged or of other options. Nothing has changed then. */
  restore(bytes: Uint8Array | ArrayBuffer): void {
    const { state, fail } = decodeSnapshot('DiscountArchive.restore', bytes, this.#stored());
    const { model, seen, inputs, thresholds, random } = state;
    if (thresholds.length > seen) throw fail(`have at most ${seen} rows to learn from`, thresholds.length);
    this.#model.restore(model);
    this.#random.setState(random);
    this.#seen = seen;
    this.#lessons.resize(thresholds.length);
    this.#lessons.numbers('input').set(inputs);
    this.#lessons.numbers('threshold').set(thresholds);
  }

  /** Judges rows, and keeps what is to be learned from them. */
  #judge(
    rows: Table,
    start: number,
    end: number,
    report: ReportRows,
    reasonOf: (i: number) => string | undefined,
  ): void {
    const { dimensions } = this.#bounds;
    const { learningRate } = this.#options;
    const fitness = rows.numbers('fitness');
    const inputs = this.#model.scaled(rows.numbers('descriptor').subarray(start * dimensions, end * dimensions));
    for (const [i, t] of this.#predict(inputs).entries()) {
      const reason = reasonOf(start + i);
      if (reason !== undefined) {
        report.push('invalid', reason);
        continue;
      }
      const f = fitness[start + i]!;
      this.#rows.countOutside(report, rows, start + i);
      report.improvement[start + i] = f - t;
      report.push(f > t ? 'new' : 'rejected');
      // [Tjanaka2026, Eq. 1]
      this.#keep(inputs, i, f > t ? (1 - learningRate) * t + learningRate * f : t);
    }
  }

  /** The thresholds at scaled descriptors; the least where none is finite, because weights of a snapshot are huge. */
  #predict(inputs: Float32Array): Float64Array {
    const { minimum, maximum } = this.#options;
    return this.#model.predict(inputs).map((unit) => {
      const threshold = minimum + unit * (maximum - minimum);
      return Number.isFinite(threshold) ? threshold : minimum;
    });
  }

  /** Keeps row i of the inputs with its threshold. */
  #keep(inputs: Float32Array, i: number, threshold: number): void {
    const { minimum, maximum } = this.#options;
    const { dimensions } = this.#bounds;
    const at = this.#lessons.push();
    const { input, threshold: units } = this.#lessons.data as Record<string, Float64Array>;
    input!.set(inputs.subarray(i * dimensions, (i + 1) * dimensions), at * dimensions);
    units![at] = Math.fround(clip((threshold - minimum) / (maximum - minimum), -LARGEST, LARGEST));
  }

  /** What is to be learned, as the model and a snapshot take it. */
  #kept(): { readonly inputs: Float32Array; readonly thresholds: Float32Array } {
    const [inputs, thresholds] = [this.#lessons.numbers('input'), this.#lessons.numbers('threshold')];
    return { inputs: Float32Array.from(inputs), thresholds: Float32Array.from(thresholds) };
  }

  /** Keeps the least threshold at the centres of `count` of these cells, or of all if there are fewer. */
  #keepCentres(cells: Int32Array, count: number): void {
    const last = cells.length - 1;
    for (let i = 0; i < count && i <= last; i++) {
      const drawn = this.#random.integer(i, last);
      const cell = cells[drawn]!;
      cells[drawn] = cells[i]!;
      this.#keep(this.#model.scaled(this.#centre(cell)), 0, this.#options.minimum);
    }
  }

  #emptyCells(): Int32Array {
    const filled = new Uint8Array(this.cells);
    for (const cell of this.#archive.columns().cells) filled[cell] = 1;
    // Not cells minus size of them: some archives have several elites in a cell.
    return ascending(this.cells).filter((cell) => filled[cell] === 0);
  }

  /** Trains on what was kept. */
  #train(): void {
    const { inputs, thresholds } = this.#kept();
    this.#model.train(inputs, thresholds, this.#random);
    this.#seen = 0;
    this.#lessons.resize(0);
  }

  #stored() {
    const { cells, descriptor } = this.#archive;
    const state = {
      model: this.#model.kind,
      seen: integer(0, this.#options.every - 1),
      inputs: float32(['kept', this.#bounds.dimensions]),
      thresholds: float32(['kept']),
      random: streamState,
    };
    return { kind: 'DiscountArchive', configuration: { ...this.#options, cells, descriptor }, state };
  }
}
