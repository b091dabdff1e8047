import {
  argumentError,
  Batch,
  CallSignals,
  checkGenomes,
  checkRow,
  copyNumbers,
  type EvaluationContext,
  type FieldKinds,
  type Genomes,
  isThenable,
  pause,
  type Results,
  type RowsContext,
  show,
} from '../core/index.ts';
import type { Evaluation, OneContext } from './define-domain.ts';
import { Slots } from './slots.ts';

/** What a {@link RowEvaluation} needs of a domain's definition. */
export interface RowSpec<G> {
  readonly name: string;
  readonly descriptor: { readonly dimensions: number };
  readonly fields?: FieldKinds | undefined;
  evaluate(genome: G, context: OneContext): Evaluation | Promise<Evaluation>;
}

/** Evaluates genomes by a function of one, at most so many at a time if it is asynchronous. */
export class RowEvaluation<G> {
  readonly #spec: RowSpec<G>;
  readonly #slots: Slots;

  constructor(spec: RowSpec<G>, concurrency: number) {
    this.#spec = spec;
    this.#slots = new Slots(concurrency);
  }

  /** All rows; at once, if the function answers at once. @throws what the first row that fails throws. */
  evaluate(genomes: Genomes<G>, context: EvaluationContext): Results | Promise<Results> {
    checkGenomes(`${this.#spec.name}.evaluate`, 'genomes', genomes);
    const found = new FoundRows(this.#spec, genomes.rows);
    const errors: unknown[] = [];
    const done = (rows: ArrayLike<number>, results: FoundResults): void => found.put(rows, results);
    const failed = (_row: number, error: unknown): void => void errors.push(error);
    const finish = (): Results => {
      if (errors.length > 0) throw errors[0];
      context.signal?.throwIfAborted();
      return found.results(genomes.rows);
    };
    const working = this.#evaluateRows(genomes, { ...context, done: done as RowsContext['done'], failed }, noPause);
    return working === undefined ? finish() : working.then(finish);
  }

  /** As {@link RowEvaluator}. Timers and signals have their turn every 20 ms. */
  evaluateRows(genomes: Genomes<G>, context: RowsContext): undefined | Promise<void> {
    return this.#evaluateRows(genomes, context, pause);
  }

  #evaluateRows(
    genomes: Genomes<G>,
    context: RowsContext,
    rest: () => Promise<void> | undefined,
  ): undefined | Promise<void> {
    const { signal, done } = context;
    const rows = context.rows ?? Int32Array.from({ length: genomes.rows }, (_, i) => i);
    const signals = new CallSignals(signal);
    const waiting: Promise<void>[] = [];
    let found = new FoundRows(this.#spec, rows.length);
    const tell = (): void => {
      if (found.rows.length > 0) done(found.rows, found.results());
      found = new FoundRows(this.#spec, rows.length);
    };
    const call = (row: number): void => this.#call(genomes, row, context, signals, found, waiting);
    const goOn = async (from: number): Promise<void> => {
      for (let k = from; k < rows.length; k++) {
        tell();
        await this.#slots.take();
        if (signal?.aborted) {
          this.#slots.give();
          break;
        }
        call(rows[k]!);
        await rest();
      }
      tell();
      await Promise.all(waiting);
      signals.release();
    };
    for (let k = 0; k < rows.length && !signal?.aborted; k++) {
      if (!this.#slots.free) return goOn(k);
      void this.#slots.take();
      call(rows[k]!);
      const others = rest();
      if (others !== undefined) return others.then(() => goOn(k + 1));
    }
    if (waiting.length > 0) return goOn(rows.length);
    tell();
    signals.release();
    return undefined;
  }

  /** Evaluates a row, in a slot that was taken for it. */
  #call(
    genomes: Genomes<G>,
    row: number,
    { signal, seeds, done, failed }: RowsContext,
    signals: CallSignals,
    found: FoundRows,
    waiting: Promise<void>[],
  ): void {
    const fail = (error: unknown): void => {
      if (!isAbortion(error, signal)) failed(row, error);
    };
    let answer: Evaluation | Promise<Evaluation>;
    try {
      answer = this.#spec.evaluate(copyOf(genomes.row(row)), signals.context({ seed: seeds?.[row] }));
      if (!isThenable(answer)) found.add(row, answer as Evaluation);
    } catch (error) {
      this.#slots.give();
      fail(error);
      return;
    }
    if (!isThenable(answer)) {
      this.#slots.give();
      return;
    }
    const told = Promise.resolve(answer).then((one) => {
      const alone = new FoundRows(this.#spec, 1);
      alone.add(row, one);
      done(alone.rows, alone.results());
    });
    waiting.push(told.catch(fail).finally(() => this.#slots.give()));
  }
}

/** For a function that answers at once: whoever calls it does not wait. */
function noPause(): undefined {}

/** A vector's copy: the function may keep it, change it, or transfer its memory. */
function copyOf<G>(genome: G): G {
  return genome instanceof Float64Array ? (genome.slice() as typeof genome) : genome;
}

/** Whether a call ended because it was stopped, not because it failed. */
function isAbortion(error: unknown, signal: AbortSignal | undefined): boolean {
  if (!signal?.aborted) return false;
  const { name, cause } = (error ?? {}) as Partial<Error>;
  return error === signal.reason || cause === signal.reason || name === 'AbortError';
}

/** What evaluations of single genomes found, as results. */
class FoundRows {
  /** The rows, in the order in which they were found. */
  readonly rows: number[] = [];
  readonly #owner: string;
  readonly #fitness: Float64Array;
  readonly #descriptors: Batch;
  readonly #fields: Record<string, unknown[]> = {};
  #reasons: (string | undefined)[] | undefined;

  constructor({ name, descriptor, fields }: RowSpec<never>, rows: number) {
    this.#owner = `${name}.evaluate`;
    this.#fitness = new Float64Array(rows);
    this.#descriptors = Batch.zeros(rows, descriptor.dimensions);
    for (const field in fields) this.#fields[field] = new Array(rows).fill(undefined);
  }

  /** Takes what was found of a row. @throws ARGUMENT if it is no evaluation. */
  add(row: number, answer: Evaluation): void {
    const at = this.rows.length;
    const { columns, data } = this.#descriptors;
    checkRow(this.#owner, 'descriptor', answer?.descriptor, columns);
    const { fitness } = answer;
    if (fitness === undefined) throw argumentError(this.#owner, 'fitness', 'be a number', fitness);
    const isNumber = typeof fitness === 'number';
    this.#fitness[at] = isNumber ? fitness : Number.NaN;
    if (!isNumber) this.#fault(at, `fitness must be finite; got ${show(fitness)}`);
    copyNumbers(answer.descriptor, data, at * columns);
    for (const field in this.#fields) this.#fields[field]![at] = (answer as unknown as Record<string, unknown>)[field];
    this.rows.push(row);
  }

  /** Takes results of some rows, in their places. */
  put(rows: ArrayLike<number>, { fitness, descriptors, fields, reasons }: FoundResults): void {
    const { columns, data } = this.#descriptors;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      this.#fitness[row] = fitness[i]!;
      data.set(descriptors.data.subarray(i * columns, (i + 1) * columns), row * columns);
      for (const field in this.#fields) this.#fields[field]![row] = fields?.[field]?.[i];
      const reason = reasons?.[i];
      if (reason !== undefined) this.#fault(row, reason);
    }
  }

  /** What was found: the memory of this object. @param rows - How many (default: those that were added). */
  results(rows: number = this.rows.length): FoundResults {
    const { columns, data } = this.#descriptors;
    const all = rows === this.#fitness.length;
    const fields = Object.entries(this.#fields).map(([name, list]) => [name, all ? list : list.slice(0, rows)]);
    return {
      fitness: all ? this.#fitness : this.#fitness.subarray(0, rows),
      descriptors: all ? this.#descriptors : new Batch(rows, columns, data.subarray(0, rows * columns)),
      ...(fields.length === 0 ? {} : { fields: Object.fromEntries(fields) }),
      ...(this.#reasons === undefined ? {} : { reasons: this.#reasons.slice(0, rows) }),
    };
  }

  #fault(row: number, reason: string): void {
    this.#reasons ??= new Array(this.#fitness.length).fill(undefined);
    this.#reasons[row] = reason;
  }
}

interface FoundResults extends Results {
  readonly fitness: Float64Array;
  readonly descriptors: Batch;
  readonly fields?: Readonly<Record<string, readonly unknown[]>>;
}
