import { type Archive, type FieldKinds, type Metrics, type Schema, Table } from '../core/index.ts';
import { type StateKind, table } from '../formats/index.ts';

/** The most points that are kept. */
const MOST = 1000;
/** A point is kept when the evaluations since the last one are this part of all. */
const STEP = 1 / 64;

const METRICS = ['size', 'coverage', 'qdScore', 'normalizedQdScore', 'meanFitness', 'maxFitness'] as const;

/** How a search went, point by point; `(points)` each, copies. */
export interface HistoryColumns {
  readonly evaluations: Float64Array;
  /** Metrics of the archive, by name. */
  readonly metrics: Readonly<Record<(typeof METRICS)[number], Float64Array>>;
  /** Rows of each emitter so far, by name. */
  readonly emitters: Readonly<Record<string, Float64Array>>;
}

/**
 * The course of a search: after the first batches, then ever more rarely, metrics and what each emitter gave. Part of its snapshot;
 * at most 1,000 points.
 */
export class History {
  readonly kind: StateKind<Table>;
  readonly #emitters: readonly string[];
  #points: Table;
  /** `(emitters)` */
  readonly rows: Float64Array;

  constructor(emitters: readonly string[]) {
    const schema: Record<string, 'number'> = { evaluations: 'number' };
    for (const name of METRICS) schema[name] = 'number';
    for (const name of emitters) schema[`emitters.${name}`] = 'number';
    this.#emitters = emitters;
    this.#points = new Table(schema as Schema);
    this.rows = new Float64Array(emitters.length);
    this.kind = table(schema, 'history');
  }

  /** The points, to be stored. */
  get points(): Table {
    return this.#points;
  }

  /** Goes on from points that were stored. */
  restore(points: Table, rows: Float64Array): void {
    this.#points = points;
    this.rows.set(rows);
  }

  /** Keeps a point, if it is time. */
  record(evaluations: number, archive: Archive<never, FieldKinds>): void {
    const last = this.#points.rows === 0 ? 0 : (this.#points.value('evaluations', this.#points.rows - 1) as number);
    if (evaluations - last < Math.max(1, evaluations * STEP)) return;
    if (this.#points.rows === MOST) this.#thin();
    const metrics: Metrics = archive.metrics();
    const at = this.#points.push();
    const set = (name: string, value: number): void => {
      (this.#points.data[name] as Float64Array)[at] = value;
    };
    set('evaluations', evaluations);
    for (const name of METRICS) set(name, metrics[name]);
    for (const [i, name] of this.#emitters.entries()) set(`emitters.${name}`, this.rows[i]!);
  }

  columns(): HistoryColumns {
    const copy = (name: string): Float64Array => this.#points.numbers(name).slice();
    return {
      evaluations: copy('evaluations'),
      metrics: Object.fromEntries(METRICS.map((name) => [name, copy(name)])) as HistoryColumns['metrics'],
      emitters: Object.fromEntries(this.#emitters.map((name) => [name, copy(`emitters.${name}`)])),
    };
  }

  /** Drops every other point. */
  #thin(): void {
    this.#points = this.#points.gather(Array.from({ length: MOST / 2 }, (_, i) => 2 * i + 1));
  }
}
