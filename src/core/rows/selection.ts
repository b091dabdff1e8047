import { argumentError, stateError } from '../checks/errors.ts';
import type { Archive, Elite } from '../seams/archive.ts';
import type { Random } from '../seams/random.ts';
import type { FieldKinds } from './fields.ts';
import { Batch, type Genomes, isBatch, ListBatch } from './genomes.ts';
import { copyRows } from './numbers.ts';

/**
 * Elites that were drawn as parents, by their rows of the archive. Genomes are copied when they are first read. Valid during `vary`: when
 * an operator returns a promise, what it was given and what it drew until then is copied, and stays valid. What it draws later by
 * `context.select` must be read before the next await.
 */
export class Selection<G = Float64Array, F extends FieldKinds = FieldKinds> implements Genomes<G> {
  readonly rows: number;
  /** The archive that the parents were drawn from. */
  readonly archive: Archive<G, F>;
  /** `(rows)`: each parent's row in the archive at the time of the draw; undefined if the archive has no `select`. */
  readonly indices: Int32Array | undefined;
  /** `(rows)`: the ids of the elites, if the archive keeps lineage. */
  readonly ids: Float64Array | undefined;
  #genomes: Genomes<G> | undefined;
  #elites: (Elite<G, F> | undefined)[] | undefined;
  /** Whether the archive may have changed since the draw. */
  #fixed = false;

  constructor(archive: Archive<G, F>, drawn: Int32Array | Genomes<G>) {
    this.archive = archive;
    if (ArrayBuffer.isView(drawn)) {
      this.rows = drawn.length;
      this.indices = drawn;
      const ids = archive.lineage === true ? archive.ids?.() : undefined;
      this.ids = ids && new Float64Array(drawn.length);
      for (let i = 0; ids !== undefined && i < drawn.length; i++) this.ids![i] = ids[drawn[i]!]!;
    } else {
      this.rows = drawn.rows;
      this.#genomes = drawn;
    }
  }

  /** The genome of a parent; for vectors a view of the selection's own copy. */
  row(i: number): G {
    return this.gathered().row(i);
  }

  /**
   * A parent as an elite, with fitness, descriptor and fields.
   * @throws STATE if the archive has no `select` and `elite`.
   */
  elite(i: number): Elite<G, F> {
    if (this.indices === undefined || this.archive.elite === undefined) {
      throw stateError('Selection.elite', 'the archive has no select() and elite(), so parents are plain genomes');
    }
    this.#elites ??= new Array(this.rows).fill(undefined);
    this.#elites[i] ??= this.archive.elite(this.indices[i]!);
    return this.#elites[i]!;
  }

  /** All genomes, copied at the first call; the selection owns the copy. */
  gathered(): Genomes<G> {
    this.#genomes ??= gatherRows(this.archive.genomes(), this.indices!);
    return this.#genomes;
  }

  /**
   * The archive's genomes in one flat array, with the rows of the parents; valid until the archive changes. Nothing is copied. Undefined
   * if the genomes are not vectors of `columns` numbers, or were copied already.
   */
  source(columns: number): { readonly data: Float64Array; readonly indices: Int32Array } | undefined {
    if (this.#genomes !== undefined || this.indices === undefined) return undefined;
    const all = this.archive.genomes();
    return isBatch(all) && all.columns === columns ? { data: all.data, indices: this.indices } : undefined;
  }

  /** Copies everything that can still be read, because the archive may change from now on. */
  fix(): void {
    if (this.#fixed) return;
    this.#fixed = true;
    this.gathered();
    if (this.indices !== undefined && this.archive.elite !== undefined) {
      for (let i = 0; i < this.rows; i++) this.elite(i);
    }
  }
}

/** Draws elites uniformly, with replacement. */
export function selectElites<G, F extends FieldKinds>(
  archive: Archive<G, F>,
  count: number,
  random: Random,
): Selection<G, F> {
  const selection = new Selection(archive, archive.select?.(count, random) ?? archive.sample(count, random));
  if (selection.rows === count) return selection;
  throw argumentError('selectElites', 'the archive', `draw ${count} rows`, selection.rows);
}

/** Some rows of genomes, copied if they are vectors. */
export function gatherRows<G>(genomes: Genomes<G>, rows: Int32Array): Genomes<G> {
  if (!isBatch(genomes)) return new ListBatch(Array.from(rows, (row) => genomes.row(row)));
  const { columns, data } = genomes;
  const batch = Batch.zeros(rows.length, columns);
  copyRows(data, columns, rows, 0, columns, batch.data);
  return batch as unknown as Genomes<G>;
}
