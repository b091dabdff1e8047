import {
  type AddReport,
  type Archive,
  addCount,
  type CheckedResults,
  FIELD,
  type FieldKinds,
  type Metrics,
  Table,
} from '../core/index.ts';
import { counted, type StateKind, table } from '../formats/index.ts';
import type { Block } from './pending-batch.ts';

/** The most points that are kept. */
const MOST = 1000;
/** A point is recorded when the evaluations since the last one are at least this share of all evaluations. */
const STEP = 1 / 64;

const METRICS = ['size', 'coverage', 'qdScore', 'normalizedQdScore', 'meanFitness', 'maxFitness'] as const;

/** The course of a search, point by point; `(points)` each, copies. */
export interface HistoryColumns {
  readonly evaluations: Float64Array;
  /** Metrics of the archive, by name. */
  readonly metrics: Readonly<Record<(typeof METRICS)[number], Float64Array>>;
  /** Rows given by each emitter so far, by name. */
  readonly emitters: Readonly<Record<string, Float64Array>>;
  /** Rows of each emitter that entered the archive so far, by name; `''`: first genomes. */
  readonly entered: Readonly<Record<string, Float64Array>>;
}

/**
 * What a search counts, and its course in points: metrics of the archive, and rows of each emitter, given and entered. It records a point after
 * each of the first batches, later less and less often, at most 1,000. Part of the search's snapshot.
 */
export class History {
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
  /** Whether the archive had elites at the start. If so, no first genomes are drawn. */
  continues: boolean;
  /** Sums of the domain's own number columns over all valid rows told; NaN counts as 0. */
  readonly totals: Record<string, number> = {};
  readonly kind: StateKind<Table>;
  readonly #emitters: readonly string[];
  /** Who can make rows that enter: the emitters, and last `''`, the first genomes. */
  readonly #makers: readonly string[];
  #points: Table;
  /** `(emitters)`: rows given by each so far. */
  readonly rows: Float64Array;
  /** `(emitters + 1)`: rows of each that entered so far; last those of the first genomes. */
  readonly entries: Float64Array;

  /** @param continues - Whether the archive has elites at the start. */
  constructor(emitters: readonly string[], fields: FieldKinds | undefined, continues: boolean) {
    this.continues = continues;
    for (const [name, kind] of Object.entries(fields ?? {})) if (kind === 'number') this.totals[name] = 0;
    const schema: Record<string, 'number'> = { evaluations: 'number' };
    for (const name of METRICS) schema[name] = 'number';
    for (const name of emitters) schema[`emitters.${name}`] = 'number';
    this.#emitters = emitters;
    this.#makers = [...emitters, ''];
    for (const name of this.#makers) schema[`entered.${name}`] = 'number';
    this.#points = new Table(schema);
    this.rows = new Float64Array(emitters.length);
    this.entries = new Float64Array(this.#makers.length);
    const metrics: readonly string[] = METRICS;
    const ranges = Object.keys(schema).flatMap((name) => (metrics.includes(name) ? [] : [[name, counted]]));
    this.kind = table(schema, 'history', Object.fromEntries(ranges));
  }

  /** The points as a table, for snapshots; not copied. */
  get points(): Table {
    return this.#points;
  }

  /** Restores stored points. */
  restore(points: Table, rows: Float64Array, entries: Float64Array): void {
    this.#points = points;
    this.rows.set(rows);
    this.entries.set(entries);
  }

  /** Number of rows that entered the archive. */
  get entered(): number {
    return this.entries.reduce((sum, count) => sum + count, 0);
  }

  /** Counts the rows of a batch that is asked for. @param initial - Whether they are first genomes. */
  ask(rows: number, blocks: readonly Block[], initial: boolean): void {
    this.asked += rows;
    this.batches++;
    if (initial) this.initialAsked = addCount(this.initialAsked, rows);
    for (const { emitter, rows: count } of blocks) if (emitter >= 0) this.rows[emitter]! += count;
  }

  /**
   * Counts rows that were told, and those that entered.
   * @param blocks - Of their batch.
   * @param rows - Their numbers in the batch, one for each row of the report.
   */
  tell(blocks: readonly Block[], rows: Int32Array, { status }: AddReport, { table, reasons }: CheckedResults): void {
    this.evaluations = addCount(this.evaluations, rows.length);
    for (let i = 0; i < rows.length; i++) {
      if (status[i] !== 'new' && status[i] !== 'improved') continue;
      const { emitter } = blocks.find(({ start, rows: count }) => rows[i]! < start + count)!;
      this.entries[emitter < 0 ? this.#emitters.length : emitter]!++;
    }
    for (const name in this.totals) {
      const column = table.data[FIELD + name] as Float64Array;
      for (let i = 0; i < rows.length; i++) if (reasons?.[i] === undefined) this.totals[name]! += column[i]! || 0;
    }
  }

  /**
   * Counts a batch whose rows were all told, and records a point, if one is due.
   * @returns what an archive of the user's own throws; no point is recorded then.
   */
  record(archive: Archive<never, FieldKinds>): unknown[] {
    this.generations = addCount(this.generations);
    const { evaluations } = this;
    const last = this.#points.rows === 0 ? 0 : (this.#points.value('evaluations', this.#points.rows - 1) as number);
    if (evaluations - last < Math.max(1, evaluations * STEP)) return [];
    let metrics: Metrics;
    try {
      metrics = { ...archive.metrics() };
    } catch (error) {
      return [error];
    }
    if (this.#points.rows === MOST) this.#thin();
    this.#points.reserve(this.#points.rows + 1, MOST);
    const at = this.#points.push();
    const set = (name: string, value: number): void => {
      (this.#points.data[name] as Float64Array)[at] = value;
    };
    set('evaluations', evaluations);
    for (const name of METRICS) set(name, metrics[name]);
    for (const [i, name] of this.#emitters.entries()) set(`emitters.${name}`, this.rows[i]!);
    for (const [i, name] of this.#makers.entries()) set(`entered.${name}`, this.entries[i]!);
    return [];
  }

  columns(): HistoryColumns {
    const copy = (name: string): Float64Array => this.#points.numbers(name).slice();
    const columns = (group: string, names: readonly string[]): Record<string, Float64Array> =>
      Object.fromEntries(names.map((name) => [name, copy(group + name)]));
    return {
      evaluations: copy('evaluations'),
      metrics: columns('', METRICS) as HistoryColumns['metrics'],
      emitters: columns('emitters.', this.#emitters),
      entered: columns('entered.', this.#makers),
    };
  }

  /** Drops every other point. */
  #thin(): void {
    this.#points = this.#points.gather(Array.from({ length: MOST / 2 }, (_, i) => 2 * i + 1));
  }
}
