import type { ArchiveChanges } from '../archives/index.ts';
import {
  Batch,
  checkObject,
  type Elite,
  type FieldKinds,
  type Genomes,
  type ListBatch,
  type Origin,
} from '../core/index.ts';
import { checkDrawn, type ExplorerSpace } from './explorer-space.ts';

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
  /** `(rows)`: where they come from, for colours by operator and evaluation, and for lineage. */
  readonly origins?: readonly (Origin | undefined)[] | undefined;
  /** The domain's own columns by name, `(rows)` each. Cells can be coloured by those of numbers. */
  readonly fields?: Readonly<Record<string, ArrayLike<unknown> | Rows>> | undefined;
}

/**
 * An archive that an explorer can follow. One without `changes`, such as a DeepGridArchive, is read whole at each update; of several elites
 * in a cell the fittest is shown.
 */
export interface ExplorerArchive<G = unknown> extends ExplorerSpace, Iterable<Elite<G, FieldKinds>> {
  readonly cells: number;
  get?(cell: number): Elite<G, FieldKinds> | undefined;
  changes?(since: number): ArchiveChanges;
}

/** @throws ARGUMENT if it is neither rows nor an archive that an explorer can follow. */
export function checkSource(owner: string, source: ExplorerRows | ExplorerArchive): void {
  checkObject(owner, 'source', source);
  if (isArchive(source)) {
    if (source.changes === undefined) checkDrawn(owner, 'source', source.geometry?.());
    return;
  }
  checkObject(owner, 'source.cells', source.cells);
  checkObject(owner, 'source.fitness', source.fitness);
}

/** Whether it is an archive, not rows. */
export function isArchive(source: ExplorerRows | ExplorerArchive): source is ExplorerArchive {
  return 'geometry' in source || 'changes' in source;
}

/**
 * The elites of the cells that changed since a version (0: all), to be sent to an explorer elsewhere; and the version to ask from next.
 * @throws ARGUMENT if the archive has no `changes`, and its cells are no grid and have no centroids.
 */
export function changedRows<G>(archive: ExplorerArchive<G>, since: number): { version: number; rows: ExplorerRows } {
  if (archive.changes === undefined || archive.get === undefined) {
    checkDrawn('changedRows', 'archive', archive.geometry?.());
    const best = fittest(archive);
    return { version: 0, rows: rowsOf([...best.keys()], best) };
  }
  const { version, cells } = archive.changes(since);
  const elites = Array.from(cells, (cell) => archive.get!(cell) as AnyElite | undefined);
  return { version, rows: rowsOf(cells, elites) };
}

type AnyElite = Elite<unknown, FieldKinds>;

/** `(cells)`: the fittest elite of each cell. */
function fittest(archive: Iterable<AnyElite> & { readonly cells: number }): (AnyElite | undefined)[] {
  const best: (AnyElite | undefined)[] = Array(archive.cells).fill(undefined);
  for (const elite of archive) {
    if (!(elite.fitness <= (best[elite.cell]?.fitness ?? Number.NaN))) best[elite.cell] = elite;
  }
  return best;
}

/** Elites as rows. @param elites - `(rows)`: undefined for a cell that is empty now. */
function rowsOf(cells: ArrayLike<number>, elites: readonly (AnyElite | undefined)[]): ExplorerRows {
  const known = elites.find((elite) => elite !== undefined);
  const size = known?.descriptor.length ?? 0;
  const names = Object.keys(known?.fields ?? {});
  const descriptors = Batch.zeros(elites.length, size);
  for (const [row, elite] of elites.entries()) if (elite !== undefined) descriptors.row(row).set(elite.descriptor);
  return {
    cells: Int32Array.from(cells),
    fitness: Float64Array.from(elites, (elite) => elite?.fitness ?? Number.NaN),
    descriptors: known && descriptors,
    genomes: elites.map((elite) => elite?.genome),
    origins: elites.map((elite) => elite?.origin),
    fields: Object.fromEntries(names.map((name) => [name, elites.map((elite) => elite?.fields[name])])),
  };
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
