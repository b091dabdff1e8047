import {
  type AddReport,
  type Archive,
  ascending,
  Batch,
  type CheckedResults,
  checkGenomes,
  checkResults,
  type Emitter,
  type FieldKinds,
  type Genomes,
  gatherReport,
  gatherRows,
  isBatch,
  isThenable,
  type Origins,
  ReportRows,
  type Results,
  type Schema,
  type Told,
} from '../core/index.ts';
import type { EmitterState } from './emit.ts';
import type { PendingBatch } from './pending-batch.ts';

/** Where rows are added. */
export interface Archives<G> {
  readonly archive: Archive<G, FieldKinds>;
  /** The archive that judges rows; it may be `archive`. */
  readonly guide: Archive<G, FieldKinds>;
}

/** The reports on applied rows, and what to tell which emitters. */
export interface AppliedRows<G> {
  readonly report: AddReport;
  /** The report of the guide. */
  readonly judged: AddReport;
  readonly heard: readonly Heard<G>[];
}

interface Heard<G> {
  readonly emitter: Emitter<G>;
  readonly told: Told<G>;
}

/**
 * Applies rows of a batch to the archives, in order: new genomes are added, elites that were evaluated again are revised after that.
 * Emitters are not told yet: `heard` says what each is to be told, its own rows only.
 */
export function applyRows<G>(
  batch: PendingBatch<G>,
  rows: Int32Array,
  results: CheckedResults,
  { archive, guide }: Archives<G>,
  emitters: readonly EmitterState<G>[],
): AppliedRows<G> {
  const told = { batch, rows, results, genomes: genomesOf(batch.genomes, rows), emitters };
  const revises = batch.rows.data.revises as Float64Array | undefined;
  const report =
    revises === undefined
      ? archive.add(told.genomes, results, originsOf(told, archive))
      : addAndRevise(told, revises, archive);
  const judged = guide === archive ? report : guide.add(told.genomes, results, originsOf(told, guide));
  return { report, judged, heard: heardOf(told, revises, judged, guide) };
}

/** Rows that are being told. */
interface ToldRows<G> {
  readonly batch: PendingBatch<G>;
  /** Row numbers in the batch. */
  readonly rows: Int32Array;
  /** Their results and genomes. */
  readonly results: CheckedResults;
  readonly genomes: Genomes<G>;
  readonly emitters: readonly EmitterState<G>[];
}

/** @param revises - `(batch rows)`: the id of the elite that a row evaluates again; NaN for a new genome. */
function addAndRevise<G>(told: ToldRows<G>, revises: Float64Array, archive: Archive<G, FieldKinds>): AddReport {
  const { rows, results } = told;
  const report = new ReportRows(rows.length);
  const all = ascending(rows.length);
  const added = all.filter((i) => Number.isNaN(revises[rows[i]!]!));
  const revised = all.filter((i) => !Number.isNaN(revises[rows[i]!]!));
  if (added.length > 0) {
    const some = { ...told, rows: added.map((i) => rows[i]!) };
    const genomes = gatherRows(told.genomes, added);
    report.put(added, archive.add(genomes, results.gather(added), originsOf(some, archive)));
  }
  if (revised.length > 0) {
    const ids = Float64Array.from(revised, (i) => revises[rows[i]!]!);
    report.put(revised, archive.revise!(ids, results.gather(revised)));
  }
  return report;
}

/** What to tell each emitter that listens, in the order of the blocks. */
function heardOf<G>(
  { batch, rows, results, genomes, emitters }: ToldRows<G>,
  revises: Float64Array | undefined,
  report: AddReport,
  archive: Archive<G, FieldKinds>,
): Heard<G>[] {
  const heard: Heard<G>[] = [];
  for (const { emitter: index, start, rows: count, ask } of batch.blocks) {
    const emitter = emitters[index]?.emitter;
    if (emitter?.tell === undefined) continue;
    const at: number[] = [];
    for (let i = 0; i < rows.length; i++) if (rows[i]! >= start && rows[i]! < start + count) at.push(i);
    if (at.length === 0) continue;
    const whole = at.length === rows.length;
    const own = Int32Array.from(at, (i) => rows[i]!);
    const told: Told<G> = {
      ask,
      rows: own.map((row) => row - start),
      genomes: whole ? genomes : genomesOf(batch.genomes, own),
      results: whole ? results : results.gather(at),
      report: whole ? report : gatherReport(report, at),
      revises: revisedIds(revises, own),
      archive,
    };
    heard.push({ emitter, told });
  }
  return heard;
}

/** Ids of the elites that rows of one block evaluate again; undefined if the rows are new genomes. */
function revisedIds(revises: Float64Array | undefined, rows: Int32Array): Float64Array | undefined {
  if (revises === undefined || Number.isNaN(revises[rows[0]!]!)) return undefined;
  return Float64Array.from(rows, (row) => revises[row]!);
}

/** Genomes of some rows: a view if they are vectors in consecutive rows. */
function genomesOf<G>(asked: Genomes<G>, rows: Int32Array): Genomes<G> {
  const first = rows[0] ?? 0;
  if (!rows.every((row, i) => row === first + i)) return gatherRows(asked, rows);
  if (rows.length === asked.rows) return asked;
  if (!isBatch(asked)) return gatherRows(asked, rows);
  const { columns, data } = asked;
  const part = data.subarray(first * columns, (first + rows.length) * columns);
  return new Batch(rows.length, columns, part) as unknown as Genomes<G>;
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
  owner: string,
  { archive, guide }: Archives<G>,
  genomes: Genomes<G>,
  results: Results,
  schema: Schema,
): AddReport {
  checkGenomes(owner, 'genomes', genomes);
  const checked = checkResults(owner, results, genomes.rows, schema);
  const report = archive.add(genomes, checked);
  if (guide !== archive) guide.add(genomes, checked);
  return report;
}

/**
 * Tells emitters of their rows, one after the other, also those after one that fails.
 * @returns undefined if all of them answered synchronously.
 * @throws the first error of an emitter.
 */
export function hear<G>(heard: AppliedRows<G>['heard']): Promise<void> | undefined {
  const errors: unknown[] = [];
  for (let i = 0; i < heard.length; i++) {
    try {
      const hearing = heard[i]!.emitter.tell!(heard[i]!.told);
      if (isThenable(hearing)) return hearLater(hearing, heard.slice(i + 1), errors);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return undefined;
}

async function hearLater<G>(first: Promise<void>, rest: AppliedRows<G>['heard'], errors: unknown[]): Promise<void> {
  await first.catch((error) => errors.push(error));
  for (const { emitter, told } of rest) {
    try {
      await emitter.tell!(told);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
