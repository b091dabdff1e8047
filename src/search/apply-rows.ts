import {
  type AddReport,
  type Archive,
  Batch,
  type CheckedResults,
  checkGenomes,
  checkResults,
  type Emitter,
  type FieldKinds,
  type Genomes,
  gatherRows,
  isAscending,
  isBatch,
  isThenable,
  type Origins,
  ReportRows,
  type Results,
  type Schema,
  type Told,
} from '../core/index.ts';
import type { EmitterState } from './emit.ts';
import type { Block, PendingBatch } from './pending-batch.ts';

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

/** Told rows that lie in one block and follow each other. */
interface Run {
  readonly block: Block;
  /** Row numbers in the batch. */
  readonly rows: Int32Array;
  /** Index of their first result. */
  readonly from: number;
}

/**
 * Applies rows of a batch to the archives, in order: new genomes are added, elites that were evaluated again are revised. Emitters are
 * not told yet: `heard` says what each is to be told, its own rows only.
 */
export function applyRows<G>(
  batch: PendingBatch<G>,
  rows: Int32Array,
  results: CheckedResults,
  archives: Archives<G>,
  emitters: readonly EmitterState<G>[],
): AppliedRows<G> {
  const heard: Heard<G>[] = [];
  if (batch.blocks.length === 1) {
    const run = { block: batch.blocks[0]!, rows, from: 0 };
    return { ...applyRun(batch, run, results, archives, emitters, heard), heard };
  }
  const report = new ReportRows(rows.length);
  const judged = archives.guide === archives.archive ? report : new ReportRows(rows.length);
  for (const run of runsOf(batch.blocks, rows)) {
    const at = run.rows.map((_, i) => run.from + i);
    const own = applyRun(batch, run, results.gather(at), archives, emitters, heard);
    report.put(at, own.report);
    if (judged !== report) judged.put(at, own.judged);
  }
  return { report, judged, heard };
}

function applyRun<G>(
  batch: PendingBatch<G>,
  run: Run,
  results: CheckedResults,
  { archive, guide }: Archives<G>,
  emitters: readonly EmitterState<G>[],
  heard: Heard<G>[],
): Omit<AppliedRows<G>, 'heard'> {
  const { block, rows } = run;
  const all = batch.genomes;
  const genomes = rows.length === all.rows && isAscending(rows) ? all : genomesOf(all, rows);
  const revises = revisedIds(batch, rows);
  const report =
    revises === undefined
      ? archive.add(genomes, results, originsOf(batch, run, archive, emitters))
      : archive.revise!(revises, results);
  const judged = guide === archive ? report : guide.add(genomes, results, originsOf(batch, run, guide, emitters));
  const emitter = emitters[block.emitter]?.emitter;
  if (emitter?.tell !== undefined) {
    const own = rows.map((row) => row - block.start);
    heard.push({
      emitter,
      told: { ask: block.ask, rows: own, genomes, results, report: judged, revises, archive: guide },
    });
  }
  return { report, judged };
}

/** Ids of the elites that these rows of a block evaluate again; undefined if the rows are new genomes. */
function revisedIds<G>({ rows: { data } }: PendingBatch<G>, rows: Int32Array): Float64Array | undefined {
  const revises = data.revises as Float64Array | undefined;
  if (revises === undefined || rows.length === 0 || Number.isNaN(revises[rows[0]!]!)) return undefined;
  return Float64Array.from(rows, (row) => revises[row]!);
}

/** Splits rows wherever the block changes. */
function runsOf(blocks: readonly Block[], rows: Int32Array): readonly Run[] {
  const blockOf = (row: number): Block => blocks.find(({ start, rows: count }) => row >= start && row < start + count)!;
  const runs: Run[] = [];
  for (let from = 0; from < rows.length; ) {
    const block = blockOf(rows[from]!);
    let end = from + 1;
    while (end < rows.length && blockOf(rows[end]!) === block) end++;
    runs.push({ block, rows: rows.subarray(from, end), from });
    from = end;
  }
  return runs;
}

/** Genomes of some rows: a view if they are vectors in consecutive rows. */
function genomesOf<G>(asked: Genomes<G>, rows: Int32Array): Genomes<G> {
  const first = rows[0] ?? 0;
  if (isBatch(asked) && rows.every((row, i) => row === first + i)) {
    const { columns, data } = asked;
    const part = data.subarray(first * columns, (first + rows.length) * columns);
    return new Batch(rows.length, columns, part) as unknown as Genomes<G>;
  }
  return gatherRows(asked, rows);
}

function originsOf<G>(
  { rows: { data }, first }: PendingBatch<G>,
  { block, rows }: Run,
  archive: Archive<G, FieldKinds>,
  emitters: readonly EmitterState<G>[],
): Origins | undefined {
  if (archive.lineage !== true) return undefined;
  const none: readonly number[] = [];
  const origins = {
    parents: new Array<readonly number[]>(rows.length),
    emitters: new Array<string>(rows.length).fill(emitters[block.emitter]?.name ?? ''),
    seeds: new Float64Array(rows.length),
    evaluations: new Float64Array(rows.length),
  };
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    origins.parents[i] = (data.parents?.[row] as readonly number[] | undefined) ?? none;
    origins.seeds[i] = (data.seed as Float64Array)[row]!;
    origins.evaluations[i] = first + row;
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
