import {
  asBatch,
  Batch,
  type BoxBounds,
  batchFor,
  clip,
  copyGenomes,
  copyRow,
  copyRows,
  firstOutside,
  type Genomes,
  ListBatch,
  touchRows,
} from '../core/index.ts';
import { insideBox, insideInterval } from '../kernels/index.ts';

/** Keeps the genomes of an archive's elites by row number, in memory that follows the rows in use. */
export interface GenomeStore<G> {
  /**
   * Makes the genomes of a batch readable as this store needs them: a read cannot fail any more, and none of them lies in
   * memory of this store. @throws ARGUMENT if their shape is wrong.
   */
  accept(owner: string, genomes: Genomes<G>): Genomes<G>;
  /** Whether every genome can be stored, if that is known sooner for all of them than for each. */
  sound(genomes: Genomes<G>): boolean;
  /** Why genome `i` cannot be stored, or undefined. */
  fault(genomes: Genomes<G>, i: number): string | undefined;
  /** Makes room for so many rows, so that nothing can fail while they are written. */
  reserve(rows: number): void;
  /** Copies each genome, in order, to its row, an old one or a new one that is reserved; those of row −1 nowhere. */
  put(rows: Int32Array, genomes: Genomes<G>): void;
  /** The genome of a row, copied if it is a vector. */
  get(row: number): G;
  /** The genomes of some rows, copied if they are vectors: to `into`, if it has room for just them. */
  gather(rows: Int32Array, into?: Genomes<G>): Genomes<G>;
  /** A live view of the first `size` rows. */
  view(size: number): Genomes<G>;
  /** Holds these rows from now on, and no others; the store's own from now on. */
  load(genomes: Genomes<G>): void;
}

const FIRST_ROWS = 64;

/**
 * Numbers that the second array has room for, 16 MB: pages that nobody wrote to take no memory, and every large array that
 * is given up makes the C library keep more of what is freed later (glibc's dynamic thresholds).
 */
const RESERVE = 2 ** 21;

/** Vectors in one flat array, which grows by half beyond 16 MB, never beyond `limit` rows. */
export class VectorStore implements GenomeStore<Float64Array> {
  readonly #columns: number;
  readonly #bounds: BoxBounds;
  /** The bounds, and finite ones in place of those that are not: what lies inside is finite, too. */
  readonly #finite: BoxBounds;
  /** Whether all dimensions have the same. */
  readonly #cube: boolean;
  readonly #limit: number;
  #data: Float64Array = new Float64Array(0);

  /** @param bounds - Where genomes live. */
  constructor(bounds: BoxBounds, limit: number) {
    const finite = (x: number): number => clip(x, -Number.MAX_VALUE, Number.MAX_VALUE);
    this.#columns = bounds.dimensions;
    this.#bounds = bounds;
    const [lower, upper] = [bounds.lower.map(finite), bounds.upper.map(finite)];
    this.#finite = { ...bounds, lower, upper };
    this.#cube = [lower, upper].every((side) => side.every((x) => x === side[0]));
    this.#limit = limit;
  }

  accept(owner: string, genomes: Genomes<Float64Array>): Batch {
    const batch = asBatch(owner, genomes, this.#columns);
    return batch.data.buffer === this.#data.buffer ? (copyGenomes(batch) as Batch) : batch;
  }

  sound(genomes: Genomes<Float64Array>): boolean {
    const { data } = genomes as Batch;
    const { lower, upper } = this.#finite;
    return this.#cube ? insideInterval(lower[0]!, upper[0]!, data) : insideBox(this.#finite, data);
  }

  fault(genomes: Genomes<Float64Array>, i: number): string | undefined {
    const columns = this.#columns;
    const { data } = genomes as Batch;
    const row = data.subarray(i * columns, (i + 1) * columns);
    const j = firstOutside(this.#bounds, row);
    if (j < 0) return undefined;
    const { lower, upper } = this.#bounds;
    const rule = Number.isFinite(row[j]) ? `lie in [${lower[j]}, ${upper[j]}]` : 'be finite';
    return `gene ${j} must ${rule}; got ${row[j]}`;
  }

  reserve(rows: number): void {
    if (rows * this.#columns <= this.#data.length) return;
    const reserved =
      rows <= FIRST_ROWS ? FIRST_ROWS : Math.max(Math.ceil(rows * 1.5), Math.floor(RESERVE / this.#columns));
    const grown = new Float64Array(Math.min(reserved, this.#limit) * this.#columns);
    grown.set(this.#data);
    this.#data = grown;
  }

  put(rows: Int32Array, genomes: Genomes<Float64Array>): void {
    const columns = this.#columns;
    const { data } = genomes as Batch;
    touchRows(this.#data, columns, rows);
    for (let i = 0; i < rows.length; i++) {
      if (rows[i]! >= 0) copyRow(data, i * columns, this.#data, rows[i]! * columns, columns);
    }
  }

  get(row: number): Float64Array {
    return this.#data.slice(row * this.#columns, (row + 1) * this.#columns);
  }

  gather(rows: Int32Array, into?: Genomes<Float64Array>): Batch {
    const columns = this.#columns;
    const batch = batchFor(rows.length, columns, into, this.#data);
    copyRows(this.#data, columns, rows, 0, columns, batch.data);
    return batch;
  }

  view(size: number): Batch {
    return new Batch(size, this.#columns, this.#data.subarray(0, size * this.#columns));
  }

  load(genomes: Genomes<Float64Array>): void {
    this.#data = (genomes as Batch).data;
  }
}

/** Genomes of any other kind, in a list. The archive keeps the very objects. */
export class ListStore<G> implements GenomeStore<G> {
  #list: G[] = [];

  accept(_owner: string, genomes: Genomes<G>): Genomes<G> {
    return copyGenomes(genomes);
  }

  sound(_genomes: Genomes<G>): boolean {
    return false;
  }

  fault(genomes: Genomes<G>, i: number): string | undefined {
    return genomes.row(i) === undefined ? 'the genome is undefined' : undefined;
  }

  reserve(_rows: number): void {}

  put(rows: Int32Array, genomes: Genomes<G>): void {
    for (let i = 0; i < rows.length; i++) if (rows[i]! >= 0) this.#list[rows[i]!] = genomes.row(i);
  }

  get(row: number): G {
    return this.#list[row] as G;
  }

  gather(rows: Int32Array): ListBatch<G> {
    return new ListBatch(Array.from(rows, (row) => this.#list[row] as G));
  }

  view(_size: number): ListBatch<G> {
    return new ListBatch(this.#list);
  }

  load(genomes: Genomes<G>): void {
    this.#list = Array.from({ length: genomes.rows }, (_, i) => genomes.row(i));
  }
}
