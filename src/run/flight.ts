import {
  type AddReport,
  type Algorithm,
  type AskedBatch,
  argumentError,
  ascending,
  CallSignals,
  type CheckedResults,
  CollectedRows,
  copyGenomes,
  evaluatesRows,
  gatherRows,
  isThenable,
  pause,
  type RowsListener,
  type Schema,
} from '../core/index.ts';
import type { Asked, RunSettings } from './run-options.ts';

/** What all flights of a run share. */
export interface FlightContext<G> {
  readonly search: Algorithm<G>;
  readonly settings: RunSettings<G>;
  /** The columns of results. */
  readonly schema: Schema;
  /** Stops the evaluations of the run. */
  readonly signal: AbortSignal;
  /** Ends the run with an error. */
  readonly fail: (error: unknown) => void;
}

/** The evaluation of one batch: the rows that need results, how often each failed, and the results until they are told. */
export class Flight<G> implements RowsListener {
  readonly batch: Asked<G>;
  readonly #context: FlightContext<G>;
  /** Rows to evaluate; undefined if all. */
  readonly #rows: Int32Array | undefined;
  readonly #collected: CollectedRows;
  #failures: Map<number, number> | undefined;
  /** Number of evaluations under way, and what is called when the last of them has ended. */
  #working = 0;
  #ended: (() => void) | undefined;
  #signals: CallSignals | undefined;

  /** @param rows - Which rows to evaluate (default: all). */
  constructor(batch: Asked<G>, context: FlightContext<G>, rows?: Int32Array) {
    this.batch = batch;
    this.#context = context;
    if (rows?.length !== batch.rows) this.#rows = rows;
    this.#collected = new CollectedRows('run: evaluate', batch.rows, context.schema, this, rows);
  }

  /** Whether all rows have results, and the evaluation has ended: it may fail after its last row. */
  get landed(): boolean {
    return this.#collected.left === 0 && this.#working === 0;
  }

  /** Whether the batch is out. A restore of the search drops its batches: later results and failures are ignored. */
  get isOut(): boolean {
    return this.#context.search.pending?.includes(this.batch as AskedBatch<G>) !== false;
  }

  /**
   * Evaluates the rows that need it. Returns undefined if that was synchronous. The promise never rejects. Afterwards the batch has
   * landed, or the run was stopped by an error or a signal.
   */
  fly(): Promise<void> | undefined {
    if (this.landed) return undefined;
    this.#evaluate(this.#rows);
    if (this.#working === 0) {
      this.#end();
      return undefined;
    }
    const ended = new Promise<void>((resolve) => {
      this.#ended = resolve;
    });
    return ended.then(() => this.#end());
  }

  /** Passes results that came in one piece to the algorithm's `hold`, if the batch is still out: they cannot be told yet. */
  hold(): void {
    const { search } = this.#context;
    const { results } = this.#collected;
    if (results === undefined || search.hold === undefined) return;
    if (!this.isOut) return;
    // A tell that failed may have taken some of the rows.
    const rows = search.missing?.(this.batch) ?? ascending(this.batch.rows);
    search.hold(this.batch, results.gather(rows), { rows });
    this.#collected.results = undefined;
  }

  /** Tells the algorithm the results. */
  tell(): Promise<AddReport> {
    return this.#context.search.tell(this.batch, this.#collected.results);
  }

  /** Ends the run with ARGUMENT if rows are left. */
  #end(): void {
    this.#signals?.release();
    if (this.landed || this.#context.signal.aborted || !this.isOut) return;
    const missing = `none for row ${this.#collected.missing()[0]}`;
    this.#context.fail(argumentError('run', 'evaluator.evaluateRows', 'report every row before it ends', missing));
  }

  #evaluate(rows: Int32Array | undefined): void {
    const { settings, signal, fail } = this.#context;
    const { evaluator } = settings;
    if (!evaluatesRows(evaluator)) {
      this.#evaluateTogether(rows ?? ascending(this.batch.rows));
      return;
    }
    const { done, failed } = this.#collected;
    try {
      const working = evaluator.evaluateRows(this.batch, {
        seeds: this.batch.seeds,
        rows,
        signal,
        done,
        failed,
      });
      if (isThenable(working)) this.#await(working, (error) => this.#stopBy(error));
    } catch (error) {
      fail(error);
    }
  }

  #await(working: Promise<void>, failed?: (error: unknown) => void): void {
    this.#working++;
    const ended = (): void => {
      this.#working--;
      if (this.#working === 0) this.#ended?.();
    };
    // A failure may begin further evaluations.
    Promise.resolve(working).catch(failed).catch(this.#context.fail).then(ended);
  }

  /** Calls an evaluator of whole batches. It gets copies, which it may keep, change or transfer. */
  #evaluateTogether(rows: Int32Array): void {
    const { settings, signal } = this.#context;
    const { batch } = this;
    const { seeds } = this.batch;
    this.#signals ??= new CallSignals(signal);
    const all = rows.length === batch.rows;
    const genomes = all ? copyGenomes(batch) : gatherRows(batch, rows);
    const own = seeds && Uint32Array.from(rows, (row) => seeds[row]!);
    try {
      const results = settings.evaluator.evaluate(genomes, this.#signals.context({ seeds: own }));
      if (!isThenable(results)) {
        this.#collected.take(rows, results);
        return;
      }
      const arrived = Promise.resolve(results).then((found) => this.#collected.take(rows, found));
      this.#await(arrived, (error) => this.#failedTogether(rows, error));
    } catch (error) {
      this.#failedTogether(rows, error);
    }
  }

  /** Evaluates rows of a failed call one by one, because it is not known which row failed; ends the run if no retry is allowed. */
  #failedTogether(rows: Int32Array, error: unknown): void {
    const { settings, signal, fail } = this.#context;
    if (signal.aborted || !this.isOut) return;
    if (rows.length === 1) this.failed(rows[0]!, error);
    else if (settings.retries === 0 && settings.onEvaluationError === 'throw') fail(error);
    else for (const row of rows) this.#evaluateTogether(Int32Array.of(row));
  }

  /** Has a row evaluated again, as often as retries are allowed; then it is invalid, or the run ends. */
  failed(row: number, error: unknown): void {
    const { settings, signal, fail } = this.#context;
    if (!this.isOut) return;
    this.#failures ??= new Map();
    const failures = (this.#failures.get(row) ?? 0) + 1;
    this.#failures.set(row, failures);
    if (failures <= settings.retries) {
      if (signal.aborted) return;
      // A promise now and then keeps synchronous failures from filling the stack, and lets signals through.
      if (failures % 64 > 0) this.#evaluate(Int32Array.of(row));
      else this.#await(Promise.resolve(pause()).then(() => this.#retry(row)));
    } else if (settings.onEvaluationError === 'throw') fail(error);
    else this.#collected.giveUp(row, error);
  }

  #retry(row: number): void {
    if (!this.#context.signal.aborted) this.#evaluate(Int32Array.of(row));
  }

  /** Ends the run with ARGUMENT; what was reported before is kept. */
  wrong(row: number): void {
    this.#stopBy(argumentError('run', 'evaluator.evaluateRows', 'report each row of the batch once', `row ${row}`));
  }

  /** Passes results of some rows to the algorithm's `hold`, if it has one. */
  keep(rows: ArrayLike<number>, results: CheckedResults): boolean {
    const { search, fail } = this.#context;
    try {
      if (this.isOut) search.hold?.(this.batch, results, { rows });
    } catch (error) {
      // Not the evaluation's fault: the batch is no longer out.
      fail(error);
    }
    return search.hold !== undefined;
  }

  #stopBy(error: unknown): void {
    if (!this.#context.signal.aborted && this.isOut) this.#context.fail(error);
  }
}
