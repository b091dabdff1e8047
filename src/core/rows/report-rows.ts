import type { AddReport, AddStatus } from '../seams/archive.ts';
import { ascending } from './numbers.ts';

/** The members of a report that `put` merges. */
type RowReports = Pick<
  AddReport,
  'status' | 'reasons' | 'improvement' | 'novelty' | 'cell' | 'belowFloor' | 'outsideDescriptor'
>;

/** An {@link AddReport} that is written row by row, or merged from reports of some rows. */
export class ReportRows implements AddReport {
  new = 0;
  improved = 0;
  rejected = 0;
  invalid = 0;
  revised = 0;
  challenging = 0;
  belowFloor = 0;
  outsideDescriptor = 0;
  readonly status: AddStatus[] = [];
  readonly improvement: Float64Array;
  declare novelty?: Float64Array | undefined;
  readonly cell: Int32Array;
  readonly reasons: (string | undefined)[] = [];

  constructor(rows: number) {
    this.improvement = new Float64Array(rows).fill(Number.NaN);
    this.cell = new Int32Array(rows);
  }

  /** Records what became of the next row. */
  push(status: AddStatus, reason?: string): void {
    if (status === 'invalid') this.cell[this.status.length] = -1;
    this.status.push(status);
    this.reasons.push(reason);
    this[status]++;
  }

  /** Merges the report of some rows: row i of `report` becomes row `rows[i]`. */
  put(rows: ArrayLike<number>, report: RowReports): void {
    if (report.novelty !== undefined) this.novelty ??= new Float64Array(this.improvement.length).fill(Number.NaN);
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      if (report.novelty !== undefined) this.novelty![row] = report.novelty[i]!;
      const status = report.status[i]!;
      this.status[row] = status;
      this.reasons[row] = report.reasons[i];
      this.improvement[row] = report.improvement[i]!;
      this.cell[row] = report.cell[i]!;
      this[status]++;
    }
    this.belowFloor += report.belowFloor;
    this.outsideDescriptor += report.outsideDescriptor ?? 0;
  }
}

/**
 * The report on `count` rows of a report, from row `start` on; a copy. `belowFloor` and `outsideDescriptor` are NaN, because a report
 * does not say which rows they count.
 */
export function partOfReport(report: AddReport, start: number, count: number): AddReport {
  const part = new ReportRows(count);
  const end = start + count;
  part.put(ascending(count), {
    status: report.status.slice(start, end),
    reasons: report.reasons.slice(start, end),
    improvement: report.improvement.subarray(start, end),
    novelty: report.novelty?.subarray(start, end),
    cell: report.cell.subarray(start, end),
    belowFloor: Number.NaN,
    outsideDescriptor: Number.NaN,
  });
  return part;
}
