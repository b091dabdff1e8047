import {
  type AddReport,
  type Archive,
  Batch,
  type CheckedResults,
  collectRows,
  type Emitter,
  type FieldKinds,
  type Genomes,
  isAscending,
  isBatch,
  isThenable,
  type Origins,
  ReportRows,
  type Told,
} from '../core/index.ts';
import type { EmitterState } from './emit.ts';
import type { Block, PendingBatch } from './pending-batch.ts';

/** What became of rows that were applied, and who is to hear of it. */
export interface AppliedRows<G> {
  readonly report: AddReport;
  readonly heard: readonly { readonly emitter: Emitter<G>; readonly told: Told<G> }[];
}

/** Rows of one block, as they are told. */
interface Run {
  readonly block: Block;
  /** Rows of the batch. */
  readonly rows: Int32Array;
  /** Where their results begin. */
  readonly from: number;
}

/**
 * Has an archive take rows of a batch, in their order: new genomes are added, elites that were evaluated again are revised. Emitters
 * hear of their own rows.
 */
export function applyRows<G>(
  batch: PendingBatch<G>,
  rows: Int32Array,
  results: CheckedResults,
  archive: Archive<G, FieldKinds>,
  emitters: readonly EmitterState<G>[],
): AppliedRows<G> {
  const runs = runsOf(batch.blocks, rows);
  const all = batch.genomes;
  const heard: { emitter: Emitter<G>; told: Told<G> }[] = [];
  const reports = runs.map((run) => {
    const genomes = isWhole(run.rows, all.rows) ? all : genomesOf(all, run.rows);
    const own = runs.length === 1 ? results : resultsOf(results, run);
    const revises =
      batch.revises && !Number.isNaN(batch.revises[run.rows[0]!]!)
        ? Float64Array.from(run.rows, (row) => batch.revises![row]!)
        : undefined;
    const report =
      revises === undefined
        ? archive.add(genomes, own, originsOf(batch, run, archive, emitters))
        : archive.revise!(revises, own);
    const emitter = emitters[run.block.emitter]?.emitter;
    if (emitter?.tell !== undefined) {
      const { ask, start } = run.block;
      const told = { ask, rows: run.rows.map((row) => row - start), genomes, results: own, report, revises, archive };
      heard.push({ emitter, told });
    }
    return report;
  });
  return { report: reports.length === 1 ? reports[0]! : merged(runs, reports, rows.length), heard };
}

/** Whether these are all rows, in their order. */
function isWhole(rows: Int32Array, count: number): boolean {
  return rows.length === count && isAscending(rows);
}

/** Cuts rows where the block changes. */
function runsOf(blocks: readonly Block[], rows: Int32Array): readonly Run[] {
  if (blocks.length === 1) return [{ block: blocks[0]!, rows, from: 0 }];
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

/** Some genomes of a batch: a view of vectors that lie one after the other. */
function genomesOf<G>(asked: Genomes<G>, rows: Int32Array): Genomes<G> {
  const first = rows[0] ?? 0;
  if (isBatch(asked) && rows.every((row, i) => row === first + i)) {
    const { columns, data } = asked as Batch;
    const part = data.subarray(first * columns, (first + rows.length) * columns);
    return new Batch(rows.length, columns, part) as unknown as Genomes<G>;
  }
  return collectRows(
    Array.from(rows, (row) => asked.row(row)),
    asked,
  );
}

function resultsOf(results: CheckedResults, { rows, from }: Run): CheckedResults {
  return results.gather(Array.from(rows, (_, i) => from + i));
}

function originsOf<G>(
  { asked, first, parents }: PendingBatch<G>,
  { block, rows }: Run,
  archive: Archive<G, FieldKinds>,
  emitters: readonly EmitterState<G>[],
): Origins | undefined {
  if (archive.lineage !== true) return undefined;
  const name = emitters[block.emitter]?.name ?? '';
  return {
    parents: Array.from(rows, (row) => parents?.[row] ?? []),
    emitters: Array.from(rows, () => name),
    seeds: Array.from(rows, (row) => asked.seeds[row]!),
    evaluations: Array.from(rows, (row) => first + row),
  };
}

function merged(runs: readonly Run[], reports: readonly AddReport[], rows: number): AddReport {
  const report = new ReportRows(rows);
  for (const [i, { rows: own, from }] of runs.entries())
    report.put(
      own.map((_, j) => from + j),
      reports[i]!,
    );
  return report;
}

/** Tells emitters of their rows, one after the other. @returns undefined if none of them does something later. */
export function hear<G>(heard: AppliedRows<G>['heard']): Promise<void> | undefined {
  for (let i = 0; i < heard.length; i++) {
    const hearing = heard[i]!.emitter.tell!(heard[i]!.told);
    if (!isThenable(hearing)) continue;
    return Promise.resolve(hearing).then(async () => {
      for (const { emitter, told } of heard.slice(i + 1)) await emitter.tell!(told);
    });
  }
  return undefined;
}
