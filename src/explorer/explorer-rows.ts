import type { ArchiveChanges } from '../archives/index.ts';
import { Batch, type Elite, type FieldKinds, type Genomes, type ListBatch, type Origin } from '../core/index.ts';
import type { ExplorerSpace } from './explorer-space.ts';

/** Rows of numbers: a Batch, or what is left of it after `postMessage`. */
type Rows = Pick<Batch, 'rows' | 'columns' | 'data'>;

/** Elites, column by column. `archive.columns()` is one. Everything is copied. */
export interface ExplorerRows {
  /** `(rows)` */
  readonly cells: ArrayLike<number>;
  /** `(rows)`: NaN for a cell that is empty now. */
  readonly fitness: ArrayLike<number>;
  /** `(rows, descriptorDimensions)` */
  readonly descriptors?: Rows | undefined;
  /** `(rows)` genomes: vectors, or a list of anything. */
  readonly genomes?: Rows | readonly unknown[] | Genomes<unknown> | undefined;
  /** `(rows)`: where they come from, for colours by operator and age, and for lineage. */
  readonly origins?: readonly (Origin | undefined)[] | undefined;
  /** The domain's own columns by name, `(rows)` each. Cells can be coloured by those of numbers. */
  readonly fields?: Readonly<Record<string, ArrayLike<unknown> | Rows>> | undefined;
}

/** An archive that an explorer can follow: a CellArchive is one. */
export interface ExplorerArchive<G = never> extends ExplorerSpace {
  get(cell: number): Elite<G, FieldKinds> | undefined;
  changes(since: number): ArchiveChanges;
}

/** The elites of the cells that changed since a version (0: all), to be sent to an explorer elsewhere; and the version to ask from next. */
export function changedRows<G>(archive: ExplorerArchive<G>, since: number): { version: number; rows: ExplorerRows } {
  const { version, cells } = archive.changes(since);
  const elites = Array.from(cells, (cell) => archive.get(cell));
  return { version, rows: rowsOf(cells, elites as readonly (Elite<unknown, FieldKinds> | undefined)[]) };
}

/** Elites as rows. @param elites - `(rows)`: undefined for a cell that is empty now. */
function rowsOf(cells: ArrayLike<number>, elites: readonly (Elite<unknown, FieldKinds> | undefined)[]): ExplorerRows {
  const known = elites.find((elite) => elite !== undefined);
  const size = known?.descriptor.length ?? 0;
  const names = Object.keys(known?.fields ?? {});
  return {
    cells: Int32Array.from(cells),
    fitness: Float64Array.from(elites, (elite) => elite?.fitness ?? Number.NaN),
    descriptors: known && new Batch(elites.length, size, concatenated(elites, size)),
    genomes: elites.map((elite) => elite?.genome),
    origins: elites.map((elite) => elite?.origin),
    fields: Object.fromEntries(names.map((name) => [name, elites.map((elite) => elite?.fields[name])])),
  };
}

function concatenated(elites: readonly (Elite<unknown, FieldKinds> | undefined)[], size: number): Float64Array {
  const all = new Float64Array(elites.length * size);
  for (const [row, elite] of elites.entries()) if (elite !== undefined) all.set(elite.descriptor, row * size);
  return all;
}

/** A value of a column: a copy if it is a vector. */
export function valueAt(column: ExplorerRows['genomes'] | ArrayLike<unknown>, row: number): unknown {
  if (column === undefined) return undefined;
  if ('data' in column) {
    const { columns, data } = column as Rows;
    return data.slice(row * columns, (row + 1) * columns);
  }
  const value = 'row' in column ? (column as ListBatch<unknown>).row(row) : column[row];
  // The row of a live view would change with the archive.
  return ArrayBuffer.isView(value) ? (value as Float64Array).slice() : value;
}
