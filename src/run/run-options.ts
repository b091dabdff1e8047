import {
  type AddReport,
  type Algorithm,
  type AskedBatch,
  argumentError,
  checkChoice,
  checkFunction,
  checkInteger,
  checkMethods,
  checkNumber,
  checkObject,
  checkOptions,
  checkSignal,
  type Evaluator,
  MOST_COUNTED,
} from '../core/index.ts';

/** What `onGeneration` and `until` are given after each batch. */
export interface GenerationReport<G = Float64Array> {
  /** Number of batches that this call of run has told so far. */
  readonly generation: number;
  /** The algorithm's total. */
  readonly evaluations: number;
  /** What the archive did with the batch. */
  readonly report: AddReport;
  /**
   * The batch that was told, with its `seeds`: a live view, to be read during the callback. Row i is that of `report.status[i]` and
   * `report.reasons[i]`. Only where rows of the batch were told before the run, by `tell` with `rows`, the report is on the others alone.
   */
  readonly genomes: AskedBatch<G>;
  /** Number of rows of the batch from each emitter, by name. */
  readonly emitters: Readonly<Record<string, number>>;
  readonly search: Algorithm<G>;
  /** Wall-clock time of this call so far. */
  readonly seconds: RunSeconds;
}

/** Wall-clock time in seconds: `evaluation` is the wait for evaluations, `rest` is everything else. */
export interface RunSeconds {
  readonly total: number;
  readonly evaluation: number;
  readonly learning: number;
  readonly rest: number;
}

/**
 * The order in which a run with `order: 'arrival'` applied its batches. A run with this record as its `order` repeats it, whatever the
 * latencies.
 */
export interface OrderRecord {
  readonly inFlight: number;
  /** One more than the number of the last batch that this run asked for, or found pending when it began; 0 without any. */
  readonly asked: number;
  /** Batch numbers in the order in which they were applied. */
  readonly applied: readonly number[];
}

/** How {@link run} drives an algorithm. */
export interface RunOptions<G = Float64Array> {
  /**
   * Number of evaluations, over all runs of this search, after which no more batches are asked for. The rows of batches that are out
   * count too. Whole batches are evaluated, so the total may go beyond it: 150 with batches of 100 gives 200. In [0, 2^52]; Infinity
   * for no limit.
   */
  readonly evaluations: number;
  /** How many batches are out at a time, at least 1 (default 1). Use more if one batch does not keep all workers busy. */
  readonly inFlight?: number | undefined;
  /**
   * `'asked'` (default): results are applied in the order in which batches were asked for. A batch is asked for as soon as fewer than
   * `inFlight` are out, before any other is applied, so the archive does not depend on time. `'arrival'`: results are applied as they come, without
   * waiting for slow batches. The {@link RunOutcome.order} of such a run, given here with the same `evaluations`, repeats it,
   * unless the search was restored during that run.
   */
  readonly order?: 'asked' | 'arrival' | OrderRecord | undefined;
  /** Called after each batch and the learning after it, if these succeed; awaited. */
  readonly onGeneration?: ((report: GenerationReport<G>) => void | Promise<void>) | undefined;
  /** Called after each batch. If it returns true the run ends, after the batches that are out. */
  readonly until?: ((report: GenerationReport<G>) => boolean) | undefined;
  /**
   * Seconds of this call, not of all runs, after which no more is asked for, above 0, or Infinity; the batches that are out are awaited. A
   * run that is limited by time alone has `evaluations: Infinity`.
   */
  readonly seconds?: number | undefined;
  /**
   * Ends the run when the sum of one of the domain's number columns, such as a cost, over all valid rows told to the search, in all runs, has reached
   * `total` ({@link Algorithm.totals}). Invalid rows do not count. The batches that are out are awaited, so the sum may go beyond it.
   */
  readonly budget?: { readonly field: string; readonly total: number } | undefined;
  /**
   * Stops the run. Passed to evaluations, operators and learners; rows that were evaluated are kept with their batch. Evaluations
   * that ignore it are waited for; only pools of workers give up, 200 ms later.
   */
  readonly signal?: AbortSignal | undefined;
  /** Evaluates the batches, for example a pool of workers (default: the algorithm's domain). */
  readonly evaluator?: Evaluator<G> | undefined;
  /**
   * What to do if the evaluation of a row, an operator or an emitter fails. `'throw'` (default): the error reaches the caller; the batch
   * stays out with the rows already evaluated, and the next run continues it. `'invalid'`: the row is invalid, with the error's message as
   * reason; if a child could not be made, another parent is varied.
   */
  readonly onEvaluationError?: 'throw' | 'invalid' | undefined;
  /** How often a failed row is evaluated again, alone and with the same seed; likewise for an operator; at least 0 (default 0). */
  readonly retries?: number | undefined;
}

/** Rows that were invalid for one reason. */
export interface InvalidRows {
  readonly reason: string;
  readonly rows: number;
}

/** The result of a run. */
export interface RunOutcome {
  /** The algorithm's total. */
  readonly evaluations: number;
  /** Number of batches that this call has told. */
  readonly generations: number;
  /** Number of invalid rows in this call, see {@link AddReport.invalid}. */
  readonly invalid: number;
  /**
   * Why rows were invalid: the ten most frequent reasons, each with its number of rows. Reasons that differ only in the value after `; got`
   * count as one, with the first value.
   */
  readonly reasons: readonly InvalidRows[];
  /** Number of valid rows in this call whose descriptor was outside its space, see {@link AddReport.outsideDescriptor}. */
  readonly outsideDescriptor: number;
  /** Number of valid rows in this call below the fitness floor, see {@link AddReport.belowFloor}. */
  readonly belowFloor: number;
  /**
   * `'signal'` if the signal ended the run: batches were out, or not yet asked for, or learning was due; or it was aborted before the run
   * began. The next run goes on there.
   */
  readonly stoppedBy: 'evaluations' | 'signal' | 'until' | 'seconds' | 'budget';
  /** With `order: 'arrival'` or a record; else undefined. */
  readonly order: OrderRecord | undefined;
  readonly seconds: RunSeconds;
}

/** Checked {@link RunOptions} with the defaults filled in. */
export interface RunSettings<G> extends RunOptions<G> {
  readonly inFlight: number;
  readonly order: 'asked' | 'arrival' | OrderRecord;
  readonly evaluator: Evaluator<G>;
  readonly onEvaluationError: 'throw' | 'invalid';
  readonly retries: number;
}

const OPTIONS = [
  'evaluations',
  'inFlight',
  'order',
  'onGeneration',
  'until',
  'seconds',
  'budget',
  'signal',
  'evaluator',
  'onEvaluationError',
  'retries',
];

/** @throws ARGUMENT if an option breaks its contract, or there is no evaluator. */
export function runSettings<G>(search: Algorithm<G>, options: RunOptions<G>): RunSettings<G> {
  const owner = 'run';
  checkOptions(owner, options, OPTIONS);
  const { evaluations, order = 'asked', onEvaluationError = 'throw', retries = 0, seconds, signal } = options;
  if (evaluations === undefined)
    throw argumentError(owner, 'evaluations', 'be given; Infinity for no limit', evaluations);
  if (evaluations !== Number.POSITIVE_INFINITY) checkInteger(owner, 'evaluations', evaluations, 0, MOST_COUNTED);
  checkChoice(owner, 'onEvaluationError', onEvaluationError, ['throw', 'invalid']);
  checkInteger(owner, 'retries', retries, 0);
  if (seconds !== undefined && seconds !== Number.POSITIVE_INFINITY)
    checkNumber(owner, 'seconds', seconds, Number.MIN_VALUE);
  for (const name of ['onGeneration', 'until'] as const) {
    if (options[name] !== undefined) checkFunction(owner, name, options[name]);
  }
  checkSignal(owner, signal);
  checkMethods(owner, 'search', search, 'ask', 'tell');
  checkBudget(owner, search, options.budget);
  const evaluator = options.evaluator ?? search.domain;
  checkMethods(owner, 'evaluator or search.domain', evaluator, 'evaluate');
  if (typeof order !== 'object') checkChoice(owner, 'order', order, ['asked', 'arrival']);
  const recorded = typeof order === 'object' ? checkRecord(owner, order) : 1;
  const inFlight = options.inFlight ?? recorded;
  checkInteger(owner, 'inFlight', inFlight, 1, 2 ** 20);
  if (inFlight > 1 && search.pending === undefined) {
    throw argumentError(owner, 'inFlight', 'be 1 for a search without `pending`', inFlight);
  }
  return { ...options, inFlight, order, evaluator: evaluator as Evaluator<G>, onEvaluationError, retries };
}

function checkRecord(owner: string, order: OrderRecord): number {
  checkObject(owner, 'order', order);
  const { inFlight, asked, applied } = order;
  checkInteger(owner, 'order.inFlight', inFlight, 1, 2 ** 20);
  checkInteger(owner, 'order.asked', asked, 0, Number.MAX_SAFE_INTEGER);
  if (!Array.isArray(applied)) throw argumentError(owner, 'order.applied', 'be a list of numbers of batches', applied);
  for (const [i, number] of applied.entries()) checkInteger(owner, `order.applied[${i}]`, number, 0, asked - 1);
  if (new Set(applied).size < applied.length)
    throw argumentError(owner, 'order.applied', 'have each number once', applied);
  return inFlight;
}

function checkBudget<G>(owner: string, search: Algorithm<G>, budget: RunOptions<G>['budget']): void {
  if (budget === undefined) return;
  checkOptions(owner, budget, ['field', 'total'], 'budget');
  checkNumber(owner, 'budget.total', budget.total);
  const known = Object.keys(search.totals ?? {});
  if (known.includes(budget.field)) return;
  throw argumentError(
    owner,
    'budget.field',
    `be a number column of the domain (${known.join(', ') || 'none'})`,
    budget.field,
  );
}

/** A batch of an algorithm. Optional members are missing if the algorithm is not a search. */
export type Asked<G> = Pick<AskedBatch<G>, 'rows' | 'row'> & Partial<AskedBatch<G>>;
