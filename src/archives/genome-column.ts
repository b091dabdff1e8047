import {
  asBatch,
  type Batch,
  type Box,
  type BoxBounds,
  boxBounds,
  clip,
  copyGenomes,
  firstOutside,
  type GenomeSpace,
  type Genomes,
  isObjectSpace,
  ListBatch,
  messageOf,
  type ObjectSpace,
  type Table,
} from '../core/index.ts';
import { insideBox, insideInterval } from '../kernels/index.ts';

/** The name of the column. */
const GENOME = 'genome';

/** How an archive keeps genomes in its table: as vectors, or as objects. */
export interface GenomeColumn<G> {
  /**
   * Checks the shape of genomes, and copies them if they are no vectors or lie in the table's own memory.
   * @throws ARGUMENT, in the name of `owner`, if their shape is wrong.
   */
  accept(owner: string, genomes: Genomes<G>, table: Table): Genomes<G>;
  /** Why genome `i` cannot be stored; undefined if all can be. */
  faults(genomes: Genomes<G>): ((i: number) => string | undefined) | undefined;
  /** Why no snapshot could hold genome `i`; to be asked only of rows that enter, because it writes the genome. */
  unwritable?(genomes: Genomes<G>, i: number): string | undefined;
  /** A live view of all rows of a table. */
  view(table: Table): Genomes<G>;
}

/** The column that a genome space needs. */
export function genomeColumn<G>(owner: string, space: GenomeSpace<G>): GenomeColumn<G> {
  if (isObjectSpace(space)) return objectColumn(space as ObjectSpace<G>);
  return vectorColumn(boxBounds(owner, 'domain.genome', space as Box)) as GenomeColumn<G>;
}

function vectorColumn(bounds: BoxBounds): GenomeColumn<Float64Array> {
  const size = bounds.dimensions;
  const inside = insideOf(bounds);
  let last: Batch | undefined;
  return {
    accept(owner, genomes, table) {
      const batch = asBatch(owner, genomes, size);
      const aliased = batch.data.buffer === (table.data[GENOME] as Float64Array).buffer;
      return aliased ? copyGenomes(batch) : batch;
    },
    faults: (genomes) => (inside((genomes as Batch).data) ? undefined : (i) => outsideOf(bounds, genomes.row(i))),
    view(table) {
      const { buffer } = table.data[GENOME] as Float64Array;
      if (last === undefined || last.rows !== table.rows || last.data.buffer !== buffer) last = table.vectors(GENOME);
      return last;
    },
  };
}

/** Whether all genes are finite and lie in their bounds. */
function insideOf(bounds: BoxBounds): (genes: Float64Array) => boolean {
  const finite = (x: number): number => clip(x, -Number.MAX_VALUE, Number.MAX_VALUE);
  const [lower, upper] = [bounds.lower.map(finite), bounds.upper.map(finite)];
  const [low, high] = [lower[0]!, upper[0]!];
  const cube = lower.every((x) => x === low) && upper.every((x) => x === high);
  const box = { ...bounds, lower, upper };
  return (genes) => (cube ? insideInterval(low, high, genes) : insideBox(box, genes));
}

function outsideOf(bounds: BoxBounds, row: Float64Array): string | undefined {
  const j = firstOutside(bounds, row);
  if (j < 0) return undefined;
  const rule = Number.isFinite(row[j]) ? `lie in [${bounds.lower[j]}, ${bounds.upper[j]}]` : 'be finite';
  return `gene ${j} must ${rule}; got ${row[j]}`;
}

function objectColumn<G>(space: ObjectSpace<G>): GenomeColumn<G> {
  return {
    accept: (_owner, genomes) => copyGenomes(genomes),
    faults: (genomes) => (i) => (genomes.row(i) === undefined ? 'the genome is undefined' : undefined),
    unwritable(genomes, i) {
      try {
        space.serialize(genomes.row(i));
        return undefined;
      } catch (error) {
        return `the genome cannot be written: ${messageOf(error)}`;
      }
    },
    view: (table) => new ListBatch(table.values(GENOME) as G[]),
  };
}
