import {
  argumentError,
  CallSignals,
  CheckedResults,
  CollectedRows,
  checkGenomes,
  checkRow,
  copyRow,
  type EvaluationContext,
  type Genomes,
  isBatch,
  isFloat64Array,
  isThenable,
  pause,
  type Results,
  type RowsContext,
  type Schema,
  Table,
} from '../core/index.ts';
import type { Slots } from './slots.ts';

/** The evaluation of a genome that cannot be judged. */
export interface Infeasible {
  /** Why not. The row is invalid, with this reason. */
  readonly invalid: string;
}

/** What the evaluation of one genome found. */
export interface Evaluation {
  /** Always maximised. */
  readonly fitness: number;
  /** `(descriptorDimensions)` */
  readonly descriptor: ArrayLike<number>;
}

/** What the evaluation of one genome is given along with it. */
export interface OneContext {
  /** Aborted when the run is stopped. If rows are evaluated in parallel, each row has its own. */
  readonly signal?: AbortSignal | undefined;
  /** An integer in [0, 2^32), so that a noisy evaluation can be repeated. Without seeds, the number of the row. */
  readonly seed: number;
}

type Answer = Evaluation | Infeasible;

/** How genomes are evaluated with a function of one genome. */
export interface RowSpec<G> {
  /** The domain's name, for errors. */
  readonly name: string;
  /** The columns of results. */
  readonly schema: Schema;
  /** The names of the domain's own columns. */
  readonly fields: readonly string[];
  /** Shared by all evaluations that may run at once. */
  readonly slots: Slots;
  readonly evaluate: (genome: G, context: OneContext) => Answer | Promise<Answer>;
}

/** Evaluates all rows; synchronous if the function is. @throws the first error of a row. */
export function evaluateBatch<G>(
  spec: RowSpec<G>,
  genomes: Genomes<G>,
  { signal, seeds }: EvaluationContext,
): Results | Promise<Results> {
  const owner = `${spec.name}.evaluate`;
  checkGenomes(owner, 'genomes', genomes);
  let reject: ((error: unknown) => void) | undefined;
  const collected = new CollectedRows(owner, genomes.rows, spec.schema, { failed: (_, error) => reject?.(error) });
  const { done, failed } = collected;
  const working = new RowEvaluation(spec, genomes, { signal, seeds, done, failed }, noPause).start();
  if (working === undefined) return collected.plain(signal);
  // The promise rejects at the first failure. The other rows go on until they are done or stopped.
  return new Promise((resolve, fail) => {
    reject = fail;
    if (collected.failure !== undefined) fail(collected.failure.error);
    working.then(() => resolve(collected.plain(signal))).catch(fail);
  });
}

/** `evaluateBatch` never pauses, so that it stays synchronous if the function is. */
function noPause(): undefined {}

/** Evaluates rows as a `RowEvaluator`, at most as many at a time as there are slots. Yields to timers and signals every 20 ms. */
export function evaluateRows<G>(
  spec: RowSpec<G>,
  genomes: Genomes<G>,
  context: RowsContext,
): Promise<void> | undefined {
  return new RowEvaluation(spec, genomes, context, pause).start();
}

/** Rows that are reported at once, at most: a table for all that are left would be made anew after each pause. */
const MOST_ROWS = 256;

/** The evaluation of some rows. */
class RowEvaluation<G> {
  readonly #spec: RowSpec<G>;
  readonly #genomes: Genomes<G>;
  readonly #context: RowsContext;
  readonly #rest: () => Promise<void> | undefined;
  #signals: CallSignals | undefined;
  /** Number of rows to evaluate. */
  readonly #count: number;
  /** Asynchronous evaluations under way. */
  #waiting: Promise<void>[] | undefined;
  /** Rows that were evaluated synchronously and not yet reported, and their results. */
  #rows: number[] = [];
  #found: CheckedResults | undefined;

  constructor(spec: RowSpec<G>, genomes: Genomes<G>, context: RowsContext, rest: () => Promise<void> | undefined) {
    this.#spec = spec;
    this.#genomes = genomes;
    this.#context = context;
    this.#rest = rest;
    this.#count = context.rows?.length ?? genomes.rows;
  }

  start(): Promise<void> | undefined {
    for (let k = 0; k < this.#count && !this.#stopped; k++) {
      if (!this.#spec.slots.free) return this.#goOn(k);
      void this.#spec.slots.take();
      this.#call(k);
      // No pause after the last row: the caller pauses between batches.
      const others = k + 1 < this.#count ? this.#rest() : undefined;
      if (others !== undefined) return others.then(() => this.#goOn(k + 1));
    }
    if (this.#waiting !== undefined) return this.#goOn(this.#count);
    this.#tell();
    this.#signals?.release();
    return undefined;
  }

  /** Evaluates the remaining rows as slots become free, then awaits those under way. */
  async #goOn(from: number): Promise<void> {
    this.#tell();
    for (let k = from; k < this.#count; k++) {
      if (!this.#spec.slots.free) this.#tell();
      await this.#spec.slots.take();
      if (this.#stopped) {
        this.#spec.slots.give();
        break;
      }
      this.#call(k);
      const others = this.#rest();
      if (others === undefined) continue;
      this.#tell();
      await others;
    }
    this.#tell();
    await Promise.all(this.#waiting ?? []);
    this.#signals?.release();
  }

  /** The context of one call. A synchronous function gets the batch's signal itself: it leaves no listeners behind. */
  #contextOf(seed: number): OneContext {
    if (this.#spec.slots.later) {
      this.#signals ??= new CallSignals(this.#context.signal);
      return this.#signals.context({ seed });
    }
    return { seed, signal: this.#context.signal };
  }

  get #stopped(): boolean {
    return this.#context.signal?.aborted === true;
  }

  /** Evaluates the k-th row, in a slot that was taken before. */
  #call(k: number): void {
    const { rows, seeds } = this.#context;
    const row = rows === undefined ? k : rows[k]!;
    let answer: Answer | Promise<Answer>;
    try {
      const context = this.#contextOf(seeds?.[row] ?? row);
      answer = this.#spec.evaluate(copyOf(this.#genomes, row, this.#spec.slots.later), context);
      if (!isThenable(answer)) {
        if (this.#rows.length === this.#found?.rows) this.#tell();
        this.#found ??= new CheckedResults(new Table(this.#spec.schema, Math.min(this.#count - k, MOST_ROWS)));
        this.#take(this.#found, this.#rows.length, answer);
        this.#rows.push(row);
      }
    } catch (error) {
      this.#spec.slots.give();
      this.#fail(row, error);
      return;
    }
    if (!isThenable(answer)) this.#spec.slots.give();
    else {
      this.#spec.slots.later = true;
      this.#waiting ??= [];
      this.#waiting.push(this.#settle(row, answer));
    }
  }

  async #settle(row: number, answer: Promise<Answer>): Promise<void> {
    try {
      const results = new CheckedResults(new Table(this.#spec.schema, 1));
      this.#take(results, 0, await answer);
      this.#context.done([row], results);
    } catch (error) {
      this.#fail(row, error);
    } finally {
      this.#spec.slots.give();
    }
  }

  /** Reports the rows that were evaluated synchronously. */
  #tell(): void {
    const [rows, found] = [this.#rows, this.#found];
    if (found === undefined) return;
    this.#rows = [];
    this.#found = undefined;
    if (rows.length > 0)
      this.#context.done(rows, rows.length === found.rows ? found : found.gather(rows.map((_, i) => i)));
  }

  /** Writes an evaluation into a row of results. @throws ARGUMENT if it is not an evaluation. */
  #take(results: CheckedResults, row: number, answer: Answer): void {
    const { name, fields } = this.#spec;
    const owner = `${name}.evaluate`;
    const { size } = results.table.schema.descriptor as { readonly size: number };
    const { fitness, descriptor, invalid } = (answer ?? {}) as Partial<Evaluation & Infeasible>;
    if (invalid !== undefined) {
      if (typeof invalid !== 'string' || invalid === '') throw argumentError(owner, 'invalid', 'be a text', invalid);
      results.fault(row, invalid);
      return;
    }
    if (fitness === undefined) throw argumentError(owner, 'fitness', 'be a number', fitness);
    checkRow(owner, 'descriptor', descriptor, size);
    for (const field of fields) {
      if ((answer as unknown as Record<string, unknown>)[field] === undefined && !Object.hasOwn(answer, field))
        throw argumentError(owner, field, 'be given: the domain has this field', undefined);
    }
    results.take(row, answer as never);
  }

  #fail(row: number, error: unknown): void {
    const { signal, failed } = this.#context;
    if (!isAbortion(error, signal)) failed(row, error);
  }
}

/** Vectors up to this length are copied into shared arrays: a new array for each would take longer than most evaluations. */
const SHORT = 64;
let room: Float64Array = new Float64Array(0);
let used = 0;

/**
 * A copy of a vector, which the function may keep and change; another genome itself.
 * @param alone - Whether the copy gets its own memory, so that it can be transferred without affecting others.
 */
function copyOf<G>(genomes: Genomes<G>, row: number, alone: boolean): G {
  if (!isBatch(genomes)) {
    const genome = genomes.row(row);
    return isFloat64Array(genome) ? (genome.slice() as typeof genome) : genome;
  }
  const { columns, data } = genomes;
  const start = row * columns;
  if (alone || columns > SHORT) return data.slice(start, start + columns) as G;
  if (used + columns > room.length) {
    room = new Float64Array(64 * SHORT);
    used = 0;
  }
  copyRow(data, start, room, used, columns);
  used += columns;
  return room.subarray(used - columns, used) as G;
}

/** Whether a call ended because it was stopped, and not because it failed. */
function isAbortion(error: unknown, signal: AbortSignal | undefined): boolean {
  if (!signal?.aborted) return false;
  const { name, cause } = (error ?? {}) as Partial<Error>;
  return error === signal.reason || cause === signal.reason || name === 'AbortError';
}
