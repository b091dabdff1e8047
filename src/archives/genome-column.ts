import {
  asBatch,
  Batch,
  type Box,
  boxBounds,
  type Column,
  type ColumnKind,
  type GenomeSpace,
  type Genomes,
  isObjectSpace,
  ListBatch,
  type Table,
} from '../core/index.ts';
import { finiteNumbers } from '../kernels/index.ts';

/** The name of the column. */
const GENOME = 'genome';

/** How an archive keeps genomes in its table: as vectors, or as objects. */
export interface GenomeColumn<G> {
  readonly kind: ColumnKind;
  /**
   * Makes the genomes of a batch readable without failing, and apart from the table's own memory.
   * @throws ARGUMENT, in the name of `owner`, if their shape is wrong.
   */
  accept(owner: string, genomes: Genomes<G>, table: Table): Genomes<G>;
  /** Whether every genome can be stored, if that is known sooner for all of them than for each. */
  sound(genomes: Genomes<G>): boolean;
  /** Why genome `i` cannot be stored, or undefined. */
  fault(genomes: Genomes<G>, i: number): string | undefined;
  /** The memory of accepted genomes. */
  dataOf(genomes: Genomes<G>): Column;
  /** A live view of all rows of a table. */
  view(table: Table): Genomes<G>;
}

/** The column that a genome space needs. */
export function genomeColumn<G>(owner: string, space: GenomeSpace<G>): GenomeColumn<G> {
  if (isObjectSpace(space)) return objectColumn(space as never) as unknown as GenomeColumn<G>;
  return vectorColumn(boxBounds(owner, 'domain.genome', space as Box).dimensions) as unknown as GenomeColumn<G>;
}

function vectorColumn(size: number): GenomeColumn<Float64Array> {
  const kind = { size };
  let last: Batch | undefined;
  return {
    kind,
    accept(owner, genomes, table) {
      const batch = asBatch(owner, genomes, size);
      const aliased = batch.data.buffer === (table.data[GENOME] as Float64Array).buffer;
      return aliased ? new Batch(batch.rows, size, batch.data.slice()) : batch;
    },
    sound: (genomes) => finiteNumbers((genomes as Batch).data),
    fault(genomes, i) {
      const row = genomes.row(i);
      const j = row.findIndex((gene) => !Number.isFinite(gene));
      return j < 0 ? undefined : `gene ${j} must be finite; got ${row[j]}`;
    },
    dataOf: (genomes) => (genomes as Batch).data,
    view(table) {
      const { buffer } = table.data[GENOME] as Float64Array;
      if (last === undefined || last.rows !== table.rows || last.data.buffer !== buffer) last = table.vectors(GENOME);
      return last;
    },
  };
}

function objectColumn(kind: ColumnKind): GenomeColumn<unknown> {
  return {
    kind,
    accept: (_owner, genomes) => new ListBatch(listOf(genomes)),
    sound: () => false,
    fault: (genomes, i) => (genomes.row(i) === undefined ? 'the genome is undefined' : undefined),
    dataOf: listOf,
    view: (table) => new ListBatch(table.values(GENOME)),
  };
}

function listOf<G>(genomes: Genomes<G>): G[] {
  return Array.from({ length: genomes.rows }, (_, i) => genomes.row(i));
}
