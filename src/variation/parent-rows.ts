import {
  asBatch,
  ascending,
  type Batch,
  copyRows,
  FreshBatch,
  type Genomes,
  Selection,
  selectElites,
  type VariationContext,
} from '../core/index.ts';
import type { Rows } from '../kernels/index.ts';

/** The parents' genomes as rows of a flat array: the archive's own memory if possible, else a batch. */
export function rowsOf(owner: string, parents: Genomes<Float64Array>, columns: number): Rows {
  const source = parents instanceof Selection ? parents.source(columns) : undefined;
  if (source !== undefined) return source;
  const { rows, data } = asBatch(owner, parents, columns);
  return { data, indices: ascending(rows) };
}

/**
 * One mate for each child, drawn uniformly from the archive; it may be the parent itself. Archives with lineage count it as a parent.
 * @throws STATE if the archive is empty.
 */
export function matesOf(
  owner: string,
  count: number,
  columns: number,
  { archive, random, select }: VariationContext,
): Rows {
  return rowsOf(owner, select?.(count) ?? selectElites(archive, count, random), columns);
}

/** `(rows, columns)`, new: the rows themselves, to be changed into children. */
export function copiesOf({ data, indices }: Rows, columns: number): Batch {
  const copies = new FreshBatch(indices.length, columns, new Float64Array(indices.length * columns));
  copyRows(data, columns, indices, 0, columns, copies.data);
  return copies;
}

/** Copies of the parents, and a mate for each: what a crossover works on. @throws STATE if the archive is empty. */
export function pairsOf(
  owner: string,
  parents: Genomes<Float64Array>,
  context: VariationContext,
): { readonly children: Batch; readonly mates: Rows } {
  const { dimensions } = context.space;
  const rows = rowsOf(owner, parents, dimensions);
  const mates = matesOf(owner, rows.indices.length, dimensions, context);
  return { children: copiesOf(rows, dimensions), mates };
}
