import type { AddReport, AddStatus } from '../seams/archive.ts';

/** The members of a report that are not counted from its rows. */
type RowReports = Omit<AddReport, 'new' | 'improved' | 'rejected' | 'invalid' | 'revised' | 'challenging'>;

const STATUSES: ReadonlySet<unknown> = new Set(['rejected', 'improved', 'new', 'invalid', 'revised', 'challenging']);

export function isStatus(value: unknown): value is AddStatus {
  return STATUSES.has(value);
}

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
  put(rows: ArrayLike<number>, report: AddReport): void {
    if (report.novelty !== undefined) this.novelty ??= new Float64Array(this.improvement.length).fill(Number.NaN);
    for (let i = 0; i < rows.length; i++) this.copy(rows[i]!, report, i);
    this.belowFloor += report.belowFloor;
    this.outsideDescriptor += report.outsideDescriptor ?? 0;
  }

  /** Copies row `from` of a report into row `row`. */
  copy(row: number, report: RowReports, from: number): void {
    const status = report.status[from]!;
    this.status[row] = status;
    this.reasons[row] = report.reasons[from];
    this.improvement[row] = report.improvement[from]!;
    this.cell[row] = report.cell[from]!;
    if (report.novelty !== undefined) this.novelty![row] = report.novelty[from]!;
    this[status]++;
  }
}

/**
 * The report on some rows of a report; a copy. `belowFloor` and `outsideDescriptor` are NaN, because a report does not say which rows
 * they count.
 */
export function gatherReport(report: AddReport, rows: ArrayLike<number>): AddReport {
  const part = new ReportRows(rows.length);
  if (report.novelty !== undefined) part.novelty = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) part.copy(i, report, rows[i]!);
  part.belowFloor = Number.NaN;
  part.outsideDescriptor = Number.NaN;
  return part;
}
