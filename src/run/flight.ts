import {
  type AddReport,
  type Algorithm,
  type CallSignals,
  CheckedResults,
  checkResults,
  collectRows,
  isThenable,
  type Results,
  type Schema,
  Table,
} from '../core/index.ts';
import type { Asked, RunSettings } from './run-options.ts';

/** What the flights of a run have in common. */
export interface FlightContext<G> {
  readonly search: Algorithm<G>;
  readonly settings: RunSettings<G>;
  /** The columns of results. */
  readonly schema: Schema;
  /** Signals of calls; they follow that of the run. */
  readonly signals: CallSignals;
  /** Whether evaluations are to stop. */
  readonly stopped: () => boolean;
  /** To be called with an error that ends the run. */
  readonly fail: (error: unknown) => void;
}

/** The evaluation of one batch: which rows need results, how often each has failed, and results until they are told. */
export class Flight<G> {
  readonly batch: Asked<G>;
  readonly #context: FlightContext<G>;
  /** `(rows)`: 1 where there are results. */
  readonly #has: Uint8Array;
  #left: number;
  /** Results of the whole batch, if they came at once. */
  #whole: CheckedResults | undefined;
  /** Results, of an algorithm that holds none. */
  #kept: CheckedResults | undefined;
  readonly #failures = new Map<number, number>();
  readonly #working: Promise<void>[] = [];

  constructor(batch: Asked<G>, context: FlightContext<G>) {
    this.batch = batch;
    this.#context = context;
    this.#has = new Uint8Array(batch.rows);
    this.#left = batch.rows;
  }

  /** Whether all rows have results. */
  get landed(): boolean {
    return this.#left === 0;
  }

  /**
   * Evaluates the rows that need it. The promise, if it takes time, never rejects; afterwards the batch has landed, or was stopped, by
   * an error or a signal.
   */
  fly(): Promise<void> | undefined {
    const { batch } = this;
    const missing = this.#context.search.missing?.(batch);
    if (missing !== undefined && missing.length < batch.rows) {
      this.#has.fill(1);
      for (const row of missing) this.#has[row] = 0;
      this.#left = missing.length;
    }
    if (this.landed) return undefined;
    this.#evaluate(missing ?? Int32Array.from(this.#has.keys()));
    return this.#working.length === 0 ? undefined : this.#settle();
  }

  /** Keeps results that came at once with their batch: it has to wait. */
  hold(): void {
    const { search } = this.#context;
    if (this.#whole === undefined || search.hold === undefined) return;
    search.hold(this.batch as never, this.#whole);
    this.#whole = undefined;
  }

  /** Tells the algorithm. */
  tell(): Promise<AddReport> {
    return this.#context.search.tell(this.batch as never, this.#whole ?? this.#kept);
  }

  async #settle(): Promise<void> {
    // Rows that failed are evaluated again meanwhile.
    for (let i = 0; i < this.#working.length; i++) await this.#working[i];
    if (this.landed || this.#context.stopped()) return;
    this.#context.fail(new Error(`run: evaluateRows must tell of every row; row ${this.#has.indexOf(0)} is missing.`));
  }

  #evaluate(rows: Int32Array): void {
    const { settings, signals, fail } = this.#context;
    const { evaluator } = settings;
    const goesWith = evaluator.evaluateRows?.of ?? evaluator.evaluate;
    if (evaluator.evaluateRows === undefined || goesWith !== evaluator.evaluate) {
      this.#evaluateTogether(rows);
      return;
    }
    const done = (some: ArrayLike<number>, results: Results): void => {
      try {
        this.#take(some, results);
      } catch (error) {
        for (let i = 0; i < some.length; i++) this.#failed(some[i]!, error);
      }
    };
    const failed = (row: number, error: unknown): void => this.#failed(row, error);
    try {
      const context = signals.context({ seeds: this.batch.seeds, rows, done, failed });
      const working = evaluator.evaluateRows(this.batch as never, context);
      if (isThenable(working)) this.#working.push(Promise.resolve(working).catch((error) => this.#end(error)));
    } catch (error) {
      fail(error);
    }
  }

  /** By an evaluator of whole batches. */
  #evaluateTogether(rows: Int32Array): void {
    const { settings, signals } = this.#context;
    const { batch } = this;
    const all = rows.length === batch.rows;
    const some = all
      ? batch
      : collectRows(
          Array.from(rows, (row) => batch.row(row)),
          batch as never,
        );
    const seeds = all ? batch.seeds : batch.seeds && rows.map((row) => batch.seeds![row]!);
    try {
      const results = settings.evaluator.evaluate(some as never, signals.context({ seeds: seeds as Uint32Array }));
      if (!isThenable(results)) {
        this.#take(rows, results as Results);
        return;
      }
      const arrived = Promise.resolve(results).then((found) => this.#take(rows, found));
      this.#working.push(arrived.catch((error) => this.#failedTogether(rows, error)));
    } catch (error) {
      this.#failedTogether(rows, error);
    }
  }

  /** Rows that failed together are evaluated one by one, if a failure is not the end: nobody knows which of them it was. */
  #failedTogether(rows: Int32Array, error: unknown): void {
    const { settings, stopped, fail } = this.#context;
    if (stopped()) return;
    if (rows.length === 1) this.#failed(rows[0]!, error);
    else if (settings.retries === 0 && settings.onEvaluationError === 'throw') fail(error);
    else for (const row of rows) this.#evaluateTogether(Int32Array.of(row));
  }

  #failed(row: number, error: unknown): void {
    const { settings, schema, stopped, fail } = this.#context;
    const failures = (this.#failures.get(row) ?? 0) + 1;
    this.#failures.set(row, failures);
    if (failures <= settings.retries) {
      if (!stopped()) this.#evaluate(Int32Array.of(row));
    } else if (settings.onEvaluationError === 'throw') fail(error);
    else {
      const invalid = new CheckedResults(new Table(schema, 1));
      invalid.fault(0, error instanceof Error ? error.message : String(error));
      this.#take([row], invalid);
    }
  }

  /** @throws ARGUMENT if results break their contract; Error if a row has results already. */
  #take(rows: ArrayLike<number>, results: Results): void {
    const { search, schema } = this.#context;
    const checked = checkResults('run: evaluate', results, rows.length, schema);
    for (let i = 0; i < rows.length; i++) {
      if (this.#has[rows[i]!] !== 0)
        throw new Error(`run: evaluateRows must tell of a row once; got row ${rows[i]} again.`);
      this.#has[rows[i]!] = 1;
    }
    if (rows.length === this.batch.rows && this.#left === rows.length && isInOrder(rows)) this.#whole = checked;
    else if (search.hold !== undefined) search.hold(this.batch as never, checked, { rows });
    else {
      this.#kept ??= new CheckedResults(new Table(schema, this.batch.rows));
      this.#kept.put(rows, checked);
    }
    this.#left -= rows.length;
  }

  #end(error: unknown): void {
    if (!this.#context.stopped()) this.#context.fail(error);
  }
}

function isInOrder(rows: ArrayLike<number>): boolean {
  for (let i = 0; i < rows.length; i++) if (rows[i] !== i) return false;
  return true;
}
