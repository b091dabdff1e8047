import { type AddReport, addCount, type CheckedResults, FIELD, type FieldKinds } from '../core/index.ts';

/** Counters of a search. */
export class Counts {
  /** Number of rows told. */
  evaluations = 0;
  /** Number of rows and number of batches that were asked for. */
  asked = 0;
  batches = 0;
  /** Number of first genomes that were asked for. */
  initialAsked = 0;
  /** Number of batches whose rows were all told. */
  generations = 0;
  /** Number of batches that had been told when the emitters learned last; −1 before. */
  learned = -1;
  /** Number of rows that entered the archive. */
  entered = 0;
  /** Whether the archive had elites at the start. If so, no first genomes are drawn. */
  continues: boolean;
  /** Sums of the domain's own number columns over all valid rows told; NaN counts as 0. */
  readonly totals: Record<string, number> = {};

  constructor(fields: FieldKinds | undefined, continues: boolean) {
    this.continues = continues;
    for (const [name, kind] of Object.entries(fields ?? {})) if (kind === 'number') this.totals[name] = 0;
  }

  ask(rows: number, initial: boolean): void {
    this.asked += rows;
    this.batches++;
    if (initial) this.initialAsked = addCount(this.initialAsked, rows);
  }

  tell(rows: number, report: AddReport, { table, reasons }: CheckedResults): void {
    this.evaluations = addCount(this.evaluations, rows);
    this.entered = addCount(this.entered, report.new + report.improved);
    for (const name in this.totals) {
      const column = table.data[FIELD + name] as Float64Array;
      for (let i = 0; i < rows; i++) if (reasons?.[i] === undefined) this.totals[name]! += column[i]! || 0;
    }
  }
}
