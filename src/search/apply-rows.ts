import {
  type AddReport,
  type Archive,
  argumentError,
  ascending,
  type CheckedResults,
  checkGenomes,
  checkInteger,
  checkResults,
  type FieldKinds,
  type Genomes,
  gatherRows,
  isFloat64Array,
  isRow,
  isStatus,
  type Origins,
  ReportRows,
  type Results,
  type Schema,
} from '../core/index.ts';
import type { EmitterState } from './emit.ts';
import { type Heard, heardOf, type ToldRows } from './hear.ts';
import type { PendingBatch } from './pending-batch.ts';

/** Where rows are added. */
export interface Archives<G> {
  /** The method that errors name. */
  readonly owner: string;
  readonly archive: Archive<G, FieldKinds>;
  /** The archive that judges rows; it may be `archive`. */
  readonly guide: Archive<G, FieldKinds>;
}

/** Rows that the archives took, the reports on them, and what to tell which emitters. */
export interface AppliedRows<G> extends Pick<ToldRows<G>, 'rows' | 'results'> {
  readonly report: AddReport;
  /** The report of the guide. */
  readonly judged: AddReport;
  readonly heard: readonly Heard<G>[];
  /** Why the other rows were not taken. */
  readonly errors: unknown[];
}

/**
 * Applies rows of a batch to the archives, in order: new genomes are added, elites that were evaluated again are revised after that.
 * Emitters are not told yet: `heard` says what each is to be told, its own rows only.
 * @throws what the archive throws, if it took no row.
 */
export function applyRows<G>(
  batch: PendingBatch<G>,
  rows: Int32Array,
  results: CheckedResults,
  { owner, archive, guide }: Archives<G>,
  emitters: readonly EmitterState<G>[],
): AppliedRows<G> {
  const all = { owner, batch, rows, results, genomes: batch.genomesOf(rows), emitters };
  const revises = batch.rows.data.revises as Float64Array | undefined;
  const errors: unknown[] = [];
  const { told, report } =
    revises === undefined || rows.every((row) => Number.isNaN(revises[row]!))
      ? { told: all, report: add(all, archive) }
      : addAndRevise(all, revises, archive, errors);
  // If the guide throws, the rows stay out, although the archive has taken them: a guide must judge every row. Told again, they come to the
  // archive a second time, where one with one elite a cell rejects them.
  const judged = guide === archive ? report : add(told, guide, 'guide');
  const heard = heardOf(told, revises, judged, guide);
  return { rows: told.rows, results: told.results, report, judged, heard, errors };
}

/** @param name - Of the archive, for errors. */
function add<G>(told: ToldRows<G>, archive: Archive<G, FieldKinds>, name = 'archive'): AddReport {
  const report = archive.add(told.genomes, told.results, originsOf(told, archive));
  return checkReport(told, `${name}.add()`, report);
}

/** @throws ARGUMENT unless an archive of the user's own answers with a report on all rows. */
function checkReport(
  { owner, rows: { length: rows } }: Pick<ToldRows<never>, 'owner' | 'rows'>,
  method: string,
  report: AddReport,
): AddReport {
  if (report instanceof ReportRows && report.status.length === rows) return report;
  const { status, improvement, cell, reasons } = report ?? {};
  const whole =
    [status, improvement, cell, reasons].every((column) => isRow(column, rows)) &&
    isFloat64Array(improvement) &&
    ArrayBuffer.isView(cell) &&
    status.every(isStatus);
  const rule = `report on ${rows} rows, as AddReport says`;
  if (!whole) throw argumentError(owner, method, rule, report);
  for (const name of ['new', 'improved', 'rejected', 'invalid'] as const) {
    const count = status.filter((one) => one === name).length;
    if (report[name] !== count)
      throw argumentError(owner, `${name} of ${method}`, `be the number of these rows, ${count}`, report[name]);
  }
  checkInteger(owner, `belowFloor of ${method}`, report.belowFloor, 0);
  return report;
}

/**
 * @param revises - `(batch rows)`: the id of the elite that a row evaluates again, at least one; NaN for a new genome.
 * @param errors - Gets what `revise` throws, if rows were added before.
 * @returns the rows that the archive took, and its report on them.
 */
function addAndRevise<G>(
  told: ToldRows<G>,
  revises: Float64Array,
  archive: Archive<G, FieldKinds>,
  errors: unknown[],
): { readonly told: ToldRows<G>; readonly report: AddReport } {
  const { owner, rows, results } = told;
  const idOf = (i: number): number => revises[rows[i]!]!;
  const all = ascending(rows.length);
  const [fresh, again] = [all.filter((i) => Number.isNaN(idOf(i))), all.filter((i) => !Number.isNaN(idOf(i)))];
  const genomes = gatherRows(told.genomes, fresh);
  const first = { ...told, rows: fresh.map((i) => rows[i]!), genomes, results: results.gather(fresh) };
  const report = fresh.length > 0 ? add(first, archive) : undefined;
  const both = new ReportRows(rows.length);
  if (report !== undefined) both.put(fresh, report);
  try {
    const revised = archive.revise!(Float64Array.from(again, idOf), results.gather(again));
    both.put(again, checkReport({ owner, rows: again }, 'archive.revise()', revised));
  } catch (error) {
    if (report === undefined) throw error;
    errors.push(error);
    return { told: first, report };
  }
  return { told, report: both };
}

function originsOf<G>({ batch, rows, emitters }: ToldRows<G>, archive: Archive<G, FieldKinds>): Origins | undefined {
  if (archive.lineage !== true) return undefined;
  const { data } = batch.rows;
  const none: readonly number[] = [];
  const origins = {
    parents: new Array<readonly number[]>(rows.length),
    emitters: new Array<string>(rows.length),
    seeds: new Float64Array(rows.length),
    evaluations: new Float64Array(rows.length),
  };
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const block = batch.blocks.find(({ start, rows: count }) => row >= start && row < start + count)!;
    origins.parents[i] = (data.parents?.[row] as readonly number[] | undefined) ?? none;
    origins.emitters[i] = emitters[block.emitter]?.name ?? '';
    origins.seeds[i] = (data.seed as Float64Array)[row]!;
    origins.evaluations[i] = batch.first + row;
  }
  return origins;
}

/** Adds rows that no emitter gave. @returns the report of the archive. @throws ARGUMENT if a shape does not fit. */
export function addRows<G>(
  { owner, archive, guide }: Archives<G>,
  genomes: Genomes<G>,
  results: Results,
  schema: Schema,
): AddReport {
  checkGenomes(owner, 'genomes', genomes);
  const checked = checkResults(owner, results, genomes.rows, schema);
  const told = { owner, rows: ascending(genomes.rows) };
  const report = checkReport(told, 'archive.add()', archive.add(genomes, checked));
  if (guide !== archive) checkReport(told, 'guide.add()', guide.add(genomes, checked));
  return report;
}
