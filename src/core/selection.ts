import type { Archive, Elite } from './archive.ts';
import { stateError } from './errors.ts';
import type { FieldKinds } from './fields.ts';
import { Batch, collectRows, type Genomes, isBatch } from './genomes.ts';
import { copyRows } from './numbers.ts';
import type { Random } from './random.ts';

/**
 * Elites that were drawn as parents, by their rows of the archive. Genomes are copied when they are first asked for; their values
 * are those of the moment of the draw.
 */
export class Selection<G = Float64Array, F extends FieldKinds = FieldKinds> implements Genomes<G> {
  readonly rows: number;
  /** Where the parents are elites, undefined if the archive tells no rows. */
  readonly archive: Archive<G, F>;
  /** `(rows)`: the row of each in the archive at the time of the draw; undefined if the archive tells no rows. */
  readonly indices: Int32Array | undefined;
  /** The ids of the elites, if the archive keeps lineage. */
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
      this.ids = ids && Float64Array.from(drawn, (row) => ids[row]!);
    } else {
      this.rows = drawn.rows;
      this.#genomes = drawn;
    }
  }

  /** The genome of a parent; of a vector a view of the selection's own copy. */
  row(i: number): G {
    return this.gathered().row(i);
  }

  /**
   * A parent as an elite, with fitness, descriptor and fields.
   * @throws STATE if the archive has no `select` and `elite`.
   */
  elite(i: number): Elite<G, F> {
    if (this.indices === undefined || this.archive.elite === undefined) {
      throw stateError('Selection.elite', 'the archive has no select() and elite(), so parents are genomes alone');
    }
    this.#elites ??= new Array(this.rows).fill(undefined);
    this.#elites[i] ??= this.archive.elite(this.indices[i]!);
    return this.#elites[i]!;
  }

  /** All genomes, copied once; the selection's own from then on. */
  gathered(): Genomes<G> {
    this.#genomes ??= gatherRows(this.archive.genomes(), this.indices!);
    return this.#genomes;
  }

  /**
   * The memory of vectors of `columns` numbers, and which of its rows the parents are, as long as the archive is not changed:
   * nothing is copied. Undefined if genomes do not lie so.
   */
  source(columns: number): { readonly data: Float64Array; readonly indices: Int32Array } | undefined {
    if (this.#genomes !== undefined || this.indices === undefined) return undefined;
    const all = this.archive.genomes();
    return isBatch(all) && all.columns === columns ? { data: all.data, indices: this.indices } : undefined;
  }

  /** Copies everything that can still be asked for: the archive may change from now on. */
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
  return new Selection(archive, archive.select?.(count, random) ?? archive.sample(count, random));
}

/** Some rows of genomes, copied if they are vectors. */
export function gatherRows<G>(genomes: Genomes<G>, rows: Int32Array): Genomes<G> {
  if (!isBatch(genomes))
    return collectRows(
      Array.from(rows, (row) => genomes.row(row)),
      genomes,
    );
  const { columns, data } = genomes as Batch;
  const batch = Batch.zeros(rows.length, columns);
  copyRows(data, columns, rows, 0, columns, batch.data);
  return batch as unknown as Genomes<G>;
}
