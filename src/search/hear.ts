import {
  type AddReport,
  type Archive,
  ascending,
  type CheckedResults,
  type Emitter,
  type FieldKinds,
  type Genomes,
  gatherReport,
  isAscending,
  isThenable,
  type Told,
} from '../core/index.ts';
import type { EmitterState } from './emit.ts';
import type { PendingBatch } from './pending-batch.ts';

/** Rows that are being told. */
export interface ToldRows<G> {
  readonly owner: string;
  readonly batch: PendingBatch<G>;
  /** Row numbers in the batch. */
  readonly rows: Int32Array;
  /** Their results and genomes. */
  readonly results: CheckedResults;
  readonly genomes: Genomes<G>;
  readonly emitters: readonly EmitterState<G>[];
}

/** What an emitter is to be told. */
export interface Heard<G> {
  readonly emitter: Emitter<G>;
  readonly told: Told<G>;
}

/** What to tell each emitter that listens, in the order of the blocks. */
export function heardOf<G>(
  { batch, rows, results, genomes, emitters }: ToldRows<G>,
  revises: Float64Array | undefined,
  report: AddReport,
  archive: Archive<G, FieldKinds>,
): Heard<G>[] {
  const heard: Heard<G>[] = [];
  const inOrder = isAscending(rows);
  for (const { emitter: index, start, rows: count, ask } of batch.blocks) {
    const emitter = emitters[index]?.emitter;
    if (emitter?.tell === undefined) continue;
    const at = inOrder
      ? ascending(Math.max(0, Math.min(count, rows.length - start)), start)
      : ascending(rows.length).filter((i) => rows[i]! >= start && rows[i]! < start + count);
    if (at.length === 0) continue;
    const whole = at.length === rows.length;
    const own = inOrder ? at : at.map((i) => rows[i]!);
    const told: Told<G> = {
      ask,
      rows: own.map((row) => row - start),
      genomes: whole ? genomes : batch.genomesOf(own),
      results: whole ? results : results.gather(at),
      report: whole ? report : gatherReport(report, at),
      // Either all rows of a block evaluate elites again, or none.
      revises: revises && !Number.isNaN(revises[own[0]!]!) ? Float64Array.from(own, (row) => revises[row]!) : undefined,
      archive,
    };
    heard.push({ emitter, told });
  }
  return heard;
}

/**
 * Tells emitters of their rows, one after the other, also those after one that fails.
 * @param errors - Of what was done before.
 * @returns undefined if all of them answered synchronously.
 * @throws the first of all errors.
 */
export function hear<G>(heard: readonly Heard<G>[], errors: unknown[]): Promise<void> | undefined {
  for (const [i, { emitter, told }] of heard.entries()) {
    try {
      const hearing = emitter.tell!(told);
      if (!isThenable(hearing)) continue;
      return Promise.resolve(hearing)
        .catch((error) => void errors.push(error))
        .then(() => hear(heard.slice(i + 1), errors));
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return undefined;
}
