import { type CheckedResults, type ReportRows, type Schema, Table } from '../core/index.ts';
import type { Admission } from './admissions/admission.ts';
import type { EliteTable } from './elite-table.ts';
import type { CellIndex } from './indices/cell-index.ts';

interface Candidate {
  readonly rows: Table;
  readonly row: number;
  readonly repeats: number;
  readonly id: number;
}

/** The `count` candidates with the fewest evaluations, the oldest first among equals. */
class Fewest {
  readonly list: Candidate[] = [];
  readonly #count: number;

  constructor(count: number) {
    this.#count = count;
  }

  takes(repeats: number, id: number): boolean {
    const last = this.list[this.#count - 1];
    return last === undefined || repeats < last.repeats || (repeats === last.repeats && id < last.id);
  }

  push(candidate: Candidate): void {
    let at = this.list.length;
    while (at > 0 && isBefore(candidate, this.list[at - 1]!)) at--;
    this.list.splice(at, 0, candidate);
    if (this.list.length > this.#count) this.list.pop();
  }
}

function isBefore(a: Candidate, b: Candidate): boolean {
  return a.repeats < b.repeats || (a.repeats === b.repeats && a.id < b.id);
}

/**
 * What becomes of elites that are evaluated again, and of rows of a noisy domain that want to replace an elite.
 *
 * Adaptive sampling [Justesen2019]: an elite is the mean of its evaluations. A row that is better than the elite of its cell becomes
 * its challenger, one at a time for each cell, and is evaluated again until it is no longer better, or was evaluated as often as the
 * elite: then it takes its place. Whatever is evaluated again belongs to the cell of its mean descriptor. Elites and challengers
 * with the fewest evaluations are evaluated again first.
 *
 * Deviation: better means by more than the standard error of the difference of the means, because half of the rows that are no
 * better would be challengers otherwise, and use up the evaluations (`npm run bench:noise`).
 */
export class Revisions {
  readonly #elites: EliteTable;
  readonly #schema: Schema;
  readonly #index: CellIndex;
  readonly #admission: Admission;
  readonly #noisy: boolean;
  /** The challenger of each cell, as a table of one row; the oldest first. */
  readonly #challengers = new Map<number, Table>();

  constructor(elites: EliteTable, schema: Schema, index: CellIndex, admission: Admission, noisy: boolean) {
    this.#elites = elites;
    this.#schema = schema;
    this.#index = index;
    this.#admission = admission;
    this.#noisy = noisy;
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
    if (this.#challengers.has(cell)) return false;
    this.#challengers.set(cell, rows.gather([row]));
    return true;
  }

  /** The challengers as a table, the oldest first. */
  challengers(): Table {
    const rows = new Table(this.#schema, this.#challengers.size);
    for (const [i, one] of [...this.#challengers.values()].entries()) rows.copy(one, 0, i);
    return rows;
  }

  /** Replaces all challengers. */
  load(rows: Table): void {
    const cells = new Int32Array(rows.rows);
    this.#index.find(rows.numbers('descriptor'), cells);
    this.#challengers.clear();
    for (const [i, cell] of cells.entries()) this.challenge(rows, i, cell);
  }

  /** See {@link CellArchive.uncertain}. */
  uncertain(count: number, out: { has(id: number): boolean }): Table {
    const chosen = new Table(this.#schema);
    if (!this.#noisy || count === 0) return chosen;
    const fewest = new Fewest(count);
    const offer = (rows: Table): void => {
      const { repeats, id } = rows.data as Record<string, Float64Array>;
      for (let row = 0; row < rows.rows; row++) {
        if (!fewest.takes(repeats![row]!, id![row]!) || out.has(id![row]!)) continue;
        fewest.push({ rows, row, repeats: repeats![row]!, id: id![row]! });
      }
    };
    offer(this.#elites.table);
    for (const one of this.#challengers.values()) offer(one);
    for (const { rows, row } of fewest.list) chosen.copy(rows, row, chosen.push());
    return chosen;
  }

  /** See {@link CellArchive.revise}. */
  revise(ids: ArrayLike<number>, results: CheckedResults, report: ReportRows): void {
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i]!;
      const challenged = this.#challengerOf(id);
      const row = challenged === undefined ? this.#elites.table.numbers('id').indexOf(id) : -1;
      const reason = results.reasons?.[i];
      if (reason !== undefined) report.push('invalid', reason);
      else if (challenged !== undefined) {
        const [cell, one] = challenged;
        this.#challengers.delete(cell);
        this.#merge(one, 0, results.table, i);
        report.cell[i] = this.#cellOf(one, 0);
        report.push(this.#settle(one, report.cell[i]!));
      } else if (row >= 0) {
        report.push(this.#move(row, results.table, i, report));
      } else {
        report.cell[i] = this.#cellOf(results.table, i);
        report.push('rejected');
      }
    }
  }

  /** The challenger of this id, with the cell that it wants. */
  #challengerOf(id: number): [number, Table] | undefined {
    for (const entry of this.#challengers) if (entry[1].value('id', 0) === id) return entry;
    return undefined;
  }

  /** @returns what became of an elite that was evaluated again. */
  #move(row: number, results: Table, i: number, report: ReportRows): 'revised' | 'rejected' | 'challenging' {
    const { table } = this.#elites;
    const before = table.value('cell', row) as number;
    const fitness = table.value('fitness', row) as number;
    this.#merge(table, row, results, i);
    const cell = this.#cellOf(table, row);
    report.cell[i] = cell;
    report.improvement[i] = (table.value('fitness', row) as number) - fitness;
    if (cell === before) this.#elites.touch(row);
    else if (this.#elites.rowOf(cell) < 0) this.#elites.move(row, cell);
    else {
      const one = new Table(this.#schema, 1);
      one.copy(table, row, 0);
      this.#elites.remove(row);
      const outcome = this.#settle(one, cell);
      return outcome === 'rejected' || outcome === 'challenging' ? outcome : 'revised';
    }
    return 'revised';
  }

  /** Finds a place for a row that has none: in its cell, as its challenger, or nowhere. */
  #settle(one: Table, cell: number): 'new' | 'improved' | 'challenging' | 'rejected' {
    const { table } = this.#elites;
    const row = this.#elites.rowOf(cell);
    const fitness = one.value('fitness', 0) as number;
    const elite = row < 0 ? undefined : (table.value('fitness', row) as number);
    const repeats = this.#repeatsOf(one, 0);
    if (!(fitness > this.#admission.threshold(cell, elite) + this.doubt(row, repeats))) return 'rejected';
    if (row >= 0 && repeats < this.#repeatsOf(table, row)) {
      return this.challenge(one, 0, cell) ? 'challenging' : 'rejected';
    }
    const at = row < 0 ? this.#elites.open(cell) : row;
    this.#elites.touch(at);
    table.copy(one, 0, at);
    this.#admission.entered?.(cell, fitness);
    return row < 0 ? 'new' : 'improved';
  }

  /** Takes one more evaluation into a row: of a noisy domain into its means [Welford1962], else in place of what it had. */
  #merge(rows: Table, row: number, results: Table, i: number): void {
    const { fitness, descriptor, repeats, squares } = rows.data as Record<string, Float64Array>;
    const before = fitness![row]!;
    const size = this.#dimensions;
    const old = descriptor!.slice(row * size, (row + 1) * size);
    rows.copy(results, i, row);
    if (!this.#noisy) return;
    const told = fitness![row]!;
    repeats![row]!++;
    const n = repeats![row]!;
    fitness![row] = before + (told - before) / n;
    squares![row]! += (told - before) * (told - fitness![row]!);
    for (let j = 0; j < size; j++) {
      const at = row * size + j;
      descriptor![at] = old[j]! + (descriptor![at]! - old[j]!) / n;
    }
  }

  /** Number of evaluations of a row; without noise the last one counts alone. */
  #repeatsOf(rows: Table, row: number): number {
    return this.#noisy ? (rows.value('repeats', row) as number) : 1;
  }

  get #dimensions(): number {
    return (this.#schema.descriptor as { readonly size: number }).size;
  }

  #cellOf(rows: Table, row: number): number {
    const cell = new Int32Array(1);
    this.#index.find(rows.value('descriptor', row) as Float64Array, cell);
    return cell[0]!;
  }
}
