import {
  type AddStatus,
  asBatch,
  ascending,
  checkFlag,
  checkInteger,
  checkNumber,
  checkOptions,
  type FieldKinds,
  type Genomes,
  type GeometryOf,
  type NoFields,
  notFinite,
  type ReportRows,
  type Stateful,
  type Table,
} from '../../core/index.ts';
import { decodeSnapshot, encodeSnapshot, float64, integer } from '../../formats/index.ts';
import { type ReadArchiveOptions, readArchive } from '../archive-file.ts';
import type { CommonArchiveOptions } from '../archive-options.ts';
import { fitnessOf } from '../elite-columns.ts';
import { PointTree } from '../neighbours/point-tree.ts';
import { KeeperArchive, putRow } from './keeper-archive.ts';

/** How the threshold of an {@link UnstructuredArchive} adapts. */
export interface ThresholdAdaptation {
  /** Number of valid rows that are looked at together, a generation of the source, at least 1 (default 250). */
  readonly every?: number | undefined;
  /** If more of them than this enter, the threshold grows by a fifth; at least 0 (default 4). */
  readonly most?: number | undefined;
}

/** What an {@link UnstructuredArchive} is made of. */
export interface UnstructuredArchiveOptions<G = Float64Array, F extends FieldKinds = NoFields>
  extends CommonArchiveOptions<G, F> {
  /** The least novelty with which a row enters, a distance of descriptors; at least 0. */
  readonly threshold: number;
  /** Number of neighbours that novelty is measured by, at least 1 (default 15). */
  readonly neighbours?: number | undefined;
  /** Whether a row that is not novel replaces its nearest elite if it is better (default false). */
  readonly localCompetition?: boolean | undefined;
  /** Adapts the threshold to how many rows enter [Lehman2011] (default: it stays). */
  readonly adapt?: ThresholdAdaptation | undefined;
}

/** The options, checked and complete; plain JSON. */
interface Settings {
  readonly threshold: number;
  readonly neighbours: number;
  readonly localCompetition: boolean;
  readonly adapt?: { readonly every: number; readonly most: number };
}

// A function: bundlers keep a constant that calls others.
const snapshotKind = () => ({
  kind: 'UnstructuredArchive.keeper',
  configuration: {},
  state: { threshold: float64([1], 0, Number.MAX_VALUE), seen: integer(), entered: integer(), idle: integer() },
});

/**
 * An archive without cells that grows: a row enters if it is novel, that is, if the mean distance to the nearest elites is at least
 * the threshold; with local competition, a row that is not novel replaces its nearest elite if it is better. [Lehman2011; Lehman2011b]
 *
 * Each elite is a cell of its own, numbered in the order of entry, so `cells` is `size` (1 if it is empty), and coverage is 1. A row that does
 * not enter is reported with the cell of its nearest elite. The report's `novelty` says how novel each row was when it came. Without local
 * competition no elite is replaced, so a cell does not keep its best row.
 */
export class UnstructuredArchive<G = Float64Array, F extends FieldKinds = NoFields> extends KeeperArchive<G, F> {
  #threshold: number;
  readonly #settings: Settings;
  readonly #tree: PointTree;
  /** Valid rows of the generation so far, those that entered, and generations in a row without any. */
  #seen = 0;
  #entered = 0;
  #idle = 0;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: UnstructuredArchiveOptions<G, F>) {
    const name = 'UnstructuredArchive';
    const given = ['threshold', 'neighbours', 'localCompetition', 'adapt'];
    checkOptions(name, options, ['domain', 'lineage', ...given]);
    const settings = checkSettings(name, options);
    const { domain, lineage } = options;
    super({ domain, lineage, name, settings });
    this.#threshold = settings.threshold;
    this.#settings = settings;
    this.#tree = new PointTree(this.kinds.bounds);
  }

  /** The least novelty with which a row enters now. */
  get threshold(): number {
    return this.#threshold;
  }

  /**
   * `(rows)`: the mean distance of each descriptor to the nearest elites, ∞ if there are none. An elite's own descriptor has
   * itself as a neighbour.
   * @param descriptors - `(rows, descriptorDimensions)`, finite.
   * @throws ARGUMENT if the shape does not fit, or a number is not finite.
   */
  novelty(descriptors: Genomes<ArrayLike<number>>): Float64Array {
    const owner = 'UnstructuredArchive.novelty';
    const { data, rows, columns } = asBatch(owner, descriptors, this.descriptor.dimensions, 'descriptor');
    if (!data.every(Number.isFinite)) throw notFinite(owner, 'descriptors', data, columns);
    return Float64Array.from({ length: rows }, (_, i) => this.#novelty(data, i * columns));
  }

  get cells(): number {
    return Math.max(1, this.elites.rows);
  }

  #novelty(descriptors: Float64Array, at: number): number {
    this.#tree.nearest(descriptors, at, this.#settings.neighbours);
    return this.#tree.meanDistance();
  }

  /** @internal */
  protected override take(rows: Table, valid: readonly number[], report: ReportRows): AddStatus[] {
    report.novelty = new Float64Array(rows.rows).fill(Number.NaN);
    return valid.map((row) => this.#admit(rows, row, report));
  }

  #admit(rows: Table, row: number, report: ReportRows): AddStatus {
    const descriptors = rows.data.descriptor as Float64Array;
    const at = row * (descriptors.length / rows.rows);
    const fitness = fitnessOf(rows, row);
    const novelty = this.#novelty(descriptors, at);
    report.novelty![row] = novelty;
    const isNovel = novelty >= this.#threshold;
    const cell = isNovel ? this.elites.rows : this.#tree.found[0]!;
    const before = isNovel ? this.floor : fitnessOf(this.elites, cell);
    report.cell[row] = cell;
    report.improvement[row] = fitness - before;
    if (this.#settings.adapt !== undefined) this.#adapt(this.#settings.adapt, isNovel);
    if (!isNovel && !(this.#settings.localCompetition && fitness > before)) return 'rejected';
    putRow(this.elites, cell, rows, row, cell);
    if (isNovel) this.#tree.add(descriptors, at);
    else this.#tree.move(cell, descriptors, at);
    return isNovel ? 'new' : 'improved';
  }

  /** The threshold grows by 20 % after a generation in which too many rows entered, and shrinks by 5 % after ten without one. [Lehman2011] */
  #adapt({ every, most }: NonNullable<Settings['adapt']>, entered: boolean): void {
    if (entered) this.#entered++;
    if (++this.#seen < every) return;
    this.#idle = this.#entered === 0 ? this.#idle + 1 : 0;
    if (this.#entered > most) this.#threshold = Math.min(1.2 * this.#threshold, Number.MAX_VALUE);
    else if (this.#idle >= 10) {
      this.#threshold *= 0.95;
      this.#idle = 0;
    }
    this.#seen = 0;
    this.#entered = 0;
  }

  /** Each elite is a cell of its own. */
  geometry(): GeometryOf<'points'> {
    return { points: true };
  }

  /** @internal */
  protected override cellsOf(elites: Table): Int32Array {
    return ascending(elites.rows);
  }

  /** @internal */
  protected override load(): void {
    const { columns, data, rows } = this.elites.vectors('descriptor');
    this.#tree.clear();
    for (let row = 0; row < rows; row++) this.#tree.add(data, row * columns);
  }

  /** @internal */
  protected override part(): Stateful {
    return { snapshot: () => this.#write(), restore: (bytes) => this.#read(bytes) };
  }

  #write(): Uint8Array {
    const threshold = Float64Array.of(this.#threshold);
    return encodeSnapshot(snapshotKind(), { threshold, seen: this.#seen, entered: this.#entered, idle: this.#idle });
  }

  #read(bytes: Uint8Array): void {
    const { state } = decodeSnapshot('UnstructuredArchive.restore', bytes, snapshotKind());
    const { threshold, seen, entered, idle } = state;
    this.#threshold = threshold[0]!;
    this.#seen = seen;
    this.#entered = entered;
    this.#idle = idle;
  }

  /**
   * Reads what `toBytes` wrote. Without `domain`, TypeScript takes genomes for vectors, and does not know the fields: give the types of others
   * in angle brackets.
   * @throws ARGUMENT if the domain must be given; SNAPSHOT if the bytes are damaged, or of another archive or domain.
   */
  static fromBytes<G = Float64Array, F extends FieldKinds = FieldKinds>(
    bytes: Uint8Array | ArrayBuffer,
    options?: ReadArchiveOptions<G, F>,
  ): UnstructuredArchive<G, F> {
    return readArchive('UnstructuredArchive', bytes, options, make<G, F>);
  }
}

const make = <G, F extends FieldKinds>(options: UnstructuredArchiveOptions<G, F>) => new UnstructuredArchive(options);

function checkSettings(owner: string, options: Omit<UnstructuredArchiveOptions, 'domain'>): Settings {
  const { threshold, neighbours = 15, localCompetition = false, adapt } = options;
  checkNumber(owner, 'threshold', threshold, 0);
  checkInteger(owner, 'neighbours', neighbours, 1);
  checkFlag(owner, 'localCompetition', localCompetition);
  const settings = { threshold, neighbours, localCompetition };
  if (adapt === undefined) return settings;
  checkOptions(owner, adapt, ['every', 'most'], 'adapt');
  const { every = 250, most = 4 } = adapt;
  checkInteger(owner, 'adapt.every', every, 1);
  checkInteger(owner, 'adapt.most', most, 0);
  return { ...settings, adapt: { every, most } };
}
