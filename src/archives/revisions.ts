import { addCount, type CheckedResults, type FieldKinds, type ReportRows, Table } from '../core/index.ts';
import { type Admission, tellEntered, thresholdOf } from './admissions/admission.ts';
import { fitnessOf } from './elite-columns.ts';
import type { EliteRows } from './elite-rows.ts';
import { EliteTable } from './elite-table.ts';
import { type CellIndex, findCells } from './indices/cell-index.ts';

/** What becomes of a row that has no cell. */
type Outcome = 'new' | 'improved' | 'challenging' | 'rejected';

interface Candidate {
  readonly rows: Table;
  readonly row: number;
  /** Number of evaluations, failed ones too. */
  readonly tries: number;
  readonly id: number;
}

/** The `count` candidates with the fewest tries, the oldest first among equals. */
class Fewest {
  readonly list: Candidate[] = [];
  readonly #count: number;

  constructor(count: number) {
    this.#count = count;
  }

  takes(tries: number, id: number): boolean {
    const last = this.list[this.#count - 1];
    return last === undefined || tries < last.tries || (tries === last.tries && id < last.id);
  }

  push(candidate: Candidate): void {
    let at = this.list.length;
    while (at > 0 && isBefore(candidate, this.list[at - 1]!)) at--;
    this.list.splice(at, 0, candidate);
    if (this.list.length > this.#count) this.list.pop();
  }
}

function isBefore(a: Candidate, b: Candidate): boolean {
  return a.tries < b.tries || (a.tries === b.tries && a.id < b.id);
}

/**
 * What becomes of elites that are evaluated again, and of rows of a noisy domain that want to replace an elite.
 *
 * Adaptive sampling [Justesen2019]: an elite is the mean of its evaluations. A row that is better than the elite of its cell becomes
 * its challenger, one at a time for each cell, and is evaluated again until it is no longer better, or was evaluated as often as the
 * elite: then it takes its place. Whatever is evaluated again belongs to the cell of its mean descriptor. Elites and challengers
 * with the fewest tries are evaluated again first.
 *
 * Deviation: better means by more than the standard error of the difference of the means, because half of the rows that are no
 * better would be challengers otherwise, and use up the evaluations (`npm run bench:noise`).
 */
export class Revisions {
  readonly #kept: EliteRows<never, FieldKinds>;
  readonly #elites: EliteTable;
  /** The challenger of each cell; a version each. */
  readonly #challengers: EliteTable;
  readonly #index: CellIndex;
  readonly #admission: Admission;
  readonly #noisy: boolean;

  constructor(kept: EliteRows<never, FieldKinds>, elites: EliteTable, index: CellIndex, admission: Admission) {
    this.#kept = kept;
    this.#elites = elites;
    this.#challengers = new EliteTable(kept.all, index.cells);
    this.#index = index;
    this.#admission = admission;
    this.#noisy = kept.noisy;
  }

  /**
   * By how much a row with so many evaluations must be better than an elite: the standard error of the difference of their means.
   * 0 without noise, or if the elite was evaluated once.
   */
  doubt(elite: number, evaluations: number): number {
    if (elite < 0 || !this.#noisy) return 0;
    const { repeats, squares } = this.#elites.table.data as Record<string, Float64Array>;
    const n = repeats![elite]!;
    return n < 2 ? 0 : Math.sqrt((squares![elite]! / (n - 1)) * (1 / evaluations + 1 / n));
  }

  /** Whether a row has to be evaluated again before it may replace this elite. */
  mustChallenge(row: number): boolean {
    return this.#noisy && (this.#elites.table.data.repeats as Float64Array)[row]! > 1;
  }

  /** Keeps a row as the challenger of a cell. @returns whether the cell had none. */
  challenge(rows: Table, row: number, cell: number): boolean {
    if (this.#challengers.rowOf(cell) >= 0) return false;
    this.#challengers.begin();
    this.#challengers.reserve(1);
    const at = this.#challengers.open(cell);
    this.#challengers.identify(at, rows.value('id', row) as number);
    this.#challengers.table.copy(rows, row, at);
    return true;
  }

  /** The challengers as a table, the oldest first. */
  challengers(): Table {
    const { table } = this.#challengers;
    const versions = table.numbers('version');
    const order = [...versions.keys()].sort((a, b) => versions[a]! - versions[b]!);
    return table.gather(order, this.#kept.stored);
  }

  /** Replaces all challengers. @param cells - The cell that each wants. */
  load(rows: Table, cells: Int32Array): void {
    this.#challengers.load(new Table(this.#kept.stored), new Int32Array(0));
    for (const [i, cell] of cells.entries()) this.challenge(rows, i, cell);
  }

  /** See {@link CellArchive.uncertain}. */
  uncertain(count: number, out: { has(id: number): boolean }): Table {
    const fewest = new Fewest(count);
    const offer = (rows: Table): void => {
      const { repeats, failures, id } = rows.data as Record<string, Float64Array>;
      for (let row = 0; row < rows.rows; row++) {
        const tries = repeats![row]! + failures![row]!;
        if (!fewest.takes(tries, id![row]!) || out.has(id![row]!)) continue;
        fewest.push({ rows, row, tries, id: id![row]! });
      }
    };
    if (this.#noisy && count > 0) {
      offer(this.#elites.table);
      offer(this.#challengers.table);
    }
    const copies = new Table(this.#kept.stored, fewest.list.length);
    for (const [i, { rows, row }] of fewest.list.entries()) copies.copy(rows, row, i);
    return copies;
  }

  /** See {@link CellArchive.revise}. Each row is decided on before anything is changed for it. */
  revise(owner: string, ids: ArrayLike<number>, results: CheckedResults, report: ReportRows): void {
    for (let i = 0; i < ids.length; i++) {
      const challenger = this.#challengers.rowOfId(ids[i]!);
      const row = challenger < 0 ? this.#elites.rowOfId(ids[i]!) : challenger;
      const reason = results.reasons?.[i];
      if (reason !== undefined) {
        if (this.#noisy && row >= 0) this.#failed(challenger < 0 ? this.#elites : this.#challengers, row);
        report.push('invalid', reason);
        continue;
      }
      if (challenger >= 0) report.push(this.#challengeAgain(owner, challenger, results.table, i, report));
      else if (row >= 0) report.push(this.#reviseElite(owner, row, results.table, i, report));
      else {
        report.cell[i] = this.#cellOf(owner, results.table, i);
        report.push('rejected');
      }
      this.#kept.countOutside(report, results.table, i);
    }
  }

  /** Counts a failed evaluation, so that others are evaluated before the row is tried again. */
  #failed({ table }: EliteTable, row: number): void {
    const failures = table.data.failures as Float64Array;
    failures[row] = addCount(failures[row]!);
  }

  /** @returns what became of a challenger that was evaluated again. */
  #challengeAgain(owner: string, row: number, results: Table, i: number, report: ReportRows): Outcome {
    const { table } = this.#challengers;
    const one = this.#merged(table, row, results, i);
    const cell = this.#cellOf(owner, one, 0);
    const outcome = this.#judge(owner, one, cell, table.value('cell', row) as number);
    report.cell[i] = cell;
    this.#challengers.remove(row);
    this.#place(one, cell, outcome);
    return outcome;
  }

  /** @returns what became of an elite that was evaluated again. */
  #reviseElite(owner: string, row: number, results: Table, i: number, report: ReportRows): Outcome | 'revised' {
    const { table } = this.#elites;
    const one = this.#merged(table, row, results, i);
    const before = table.value('cell', row) as number;
    const cell = this.#cellOf(owner, one, 0);
    report.cell[i] = cell;
    report.improvement[i] = fitnessOf(one, 0) - fitnessOf(table, row);
    if (cell === before || this.#elites.rowOf(cell) < 0) {
      if (cell === before) this.#elites.touch(row);
      else this.#elites.move(row, cell);
      table.copy(one, 0, row);
      return 'revised';
    }
    const outcome = this.#judge(owner, one, cell);
    this.#elites.remove(row);
    this.#place(one, cell, outcome);
    return outcome === 'rejected' || outcome === 'challenging' ? outcome : 'revised';
  }

  /**
   * Decides on a row that has no cell, and tells the admission if it enters this one.
   * @param wants - The cell whose challenger it is itself.
   */
  #judge(owner: string, one: Table, cell: number, wants?: number): Outcome {
    const { table } = this.#elites;
    const row = this.#elites.rowOf(cell);
    if (row < 0) this.#elites.reserve(1);
    const fitness = fitnessOf(one, 0);
    const elite = row < 0 ? undefined : fitnessOf(table, row);
    const repeats = this.#repeatsOf(one, 0);
    const bar = thresholdOf(owner, this.#admission, cell, elite);
    if (!(fitness > bar + this.doubt(row, repeats))) return 'rejected';
    if (row >= 0 && repeats < this.#repeatsOf(table, row)) {
      return cell !== wants && this.#challengers.rowOf(cell) >= 0 ? 'rejected' : 'challenging';
    }
    tellEntered(owner, this.#admission, cell, fitness);
    return row < 0 ? 'new' : 'improved';
  }

  /** Puts a row where it was decided to belong: in its cell, as its challenger, or nowhere. */
  #place(one: Table, cell: number, outcome: Outcome): void {
    if (outcome === 'rejected') return;
    if (outcome === 'challenging') {
      this.challenge(one, 0, cell);
      return;
    }
    const row = this.#elites.rowOf(cell);
    const at = row < 0 ? this.#elites.open(cell) : row;
    this.#elites.touch(at);
    this.#elites.identify(at, one.value('id', 0) as number);
    this.#elites.table.copy(one, 0, at);
  }

  /**
   * A copy of a row with one more evaluation: of a noisy domain taken into its means [Welford1962], else in place of what it had.
   */
  #merged(rows: Table, row: number, results: Table, i: number): Table {
    const one = rows.gather([row], this.#kept.stored);
    const { fitness, descriptor, repeats, squares } = one.data as Record<string, Float64Array>;
    const before = fitness![0]!;
    const old = descriptor!.slice();
    one.copy(results, i, 0);
    if (!this.#noisy) return one;
    const told = fitness![0]!;
    const n = addCount(repeats![0]!);
    repeats![0] = n;
    fitness![0] = meanOf(before, told, n);
    squares![0] = Math.min(squares![0]! + (told - before) * (told - fitness![0]!), Number.MAX_VALUE);
    for (let j = 0; j < old.length; j++) descriptor![j] = meanOf(old[j]!, descriptor![j]!, n);
    return one;
  }

  /** Number of evaluations of a row; without noise the last one counts alone. */
  #repeatsOf(rows: Table, row: number): number {
    return this.#noisy ? (rows.value('repeats', row) as number) : 1;
  }

  #cellOf(owner: string, rows: Table, row: number): number {
    return findCells(owner, this.#index, rows.value('descriptor', row) as Float64Array, new Int32Array(1))[0]!;
  }
}

/** The mean of n numbers: of n − 1 whose mean is known, and the last. Finite if both are. */
export function meanOf(mean: number, last: number, n: number): number {
  const next = mean + (last - mean) / n;
  return Number.isFinite(next) ? next : mean * ((n - 1) / n) + last / n;
}
