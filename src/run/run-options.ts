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
  type Evaluator,
} from '../core/index.ts';

/** What `onGeneration` and `until` are told after each batch. */
export interface GenerationReport<G = Float64Array> {
  /** Number of batches that this call of run has told, from 1. */
  readonly generation: number;
  /** The algorithm's total. */
  readonly evaluations: number;
  /** What became of the batch. */
  readonly report: AddReport;
  /** Number of rows of the batch that each emitter gave, by name. */
  readonly emitters: Readonly<Record<string, number>>;
  readonly search: Algorithm<G>;
  /** Wall-clock time of this call so far. */
  readonly seconds: RunSeconds;
}

/** Wall-clock time: waiting for evaluations, learning, everything else, and all of it. */
export interface RunSeconds {
  readonly total: number;
  readonly evaluation: number;
  readonly learning: number;
  readonly rest: number;
}

/**
 * The order in which a run with `order: 'arrival'` has applied its batches: given as `order`, it is repeated, whatever the latencies.
 */
export interface OrderRecord {
  readonly inFlight: number;
  /** Number of batches that the algorithm was asked for in all when the run ended. */
  readonly asked: number;
  /** Numbers of the batches, as they were applied. */
  readonly applied: readonly number[];
}

/** How {@link run} drives an algorithm. */
export interface RunOptions<G = Float64Array> {
  /** The algorithm's total at which to stop: nothing is asked for once it is reached or out. At least 0; Infinity if others end the run. */
  readonly evaluations: number;
  /** How many batches are out at a time, at least 1 (default 1). More, if evaluations take long and do not fill a batch's workers. */
  readonly inFlight?: number | undefined;
  /**
   * `'asked'` (default): results are applied in the order in which batches were asked for, and ask n begins when exactly the first
   * n − `inFlight` are applied, so that the archive depends on no clock. `'arrival'`: as they come, and nobody waits for a straggler;
   * {@link RunOutcome.order} is the record with which such a run is repeated.
   */
  readonly order?: 'asked' | 'arrival' | OrderRecord | undefined;
  /** Called, and awaited, after each batch. */
  readonly onGeneration?: ((report: GenerationReport<G>) => void | Promise<void>) | undefined;
  /** Ends the run after a batch of which it says true; what is out is awaited. */
  readonly until?: ((report: GenerationReport<G>) => boolean) | undefined;
  /** Seconds after which nothing is asked for any more, above 0; what is out is awaited. */
  readonly seconds?: number | undefined;
  /** Ends the run when the sum of one of the domain's number columns, over all evaluations of the search, has reached this: a cost, say. */
  readonly budget?: { readonly field: string; readonly total: number } | undefined;
  /** Stops the run: reaches evaluations, operators and learners; what was evaluated is kept with its batch. */
  readonly signal?: AbortSignal | undefined;
  /** Who evaluates (default: the algorithm's domain), such as a pool of workers. */
  readonly evaluator?: Evaluator<G> | undefined;
  /**
   * What to do with a row whose evaluation fails, and with an operator or emitter that does. `'throw'` (default): the error reaches
   * the caller, the batch stays out with what was already evaluated, and running again goes on. `'invalid'`: the row is invalid, with
   * the reason; in place of a child that could not be made, another parent is varied.
   */
  readonly onEvaluationError?: 'throw' | 'invalid' | undefined;
  /** How often a row that failed is evaluated again by itself, with the same seed; an operator likewise; at least 0 (default 0). */
  readonly retries?: number | undefined;
}

/** What came of a run. */
export interface RunOutcome {
  /** The algorithm's total. */
  readonly evaluations: number;
  /** Number of batches that this call has told. */
  readonly generations: number;
  /** Number of rows of this call that were invalid: see {@link AddReport.invalid}. */
  readonly invalid: number;
  readonly stoppedBy: 'evaluations' | 'signal' | 'until' | 'seconds' | 'budget';
  /** With `order: 'arrival'`, or a record. */
  readonly order: OrderRecord | undefined;
  readonly seconds: RunSeconds;
}

/** {@link RunOptions}, checked, with the defaults filled in. */
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

/** @throws ARGUMENT if an option breaks its contract, or nobody can evaluate. */
export function runSettings<G>(search: Algorithm<G>, options: RunOptions<G>): RunSettings<G> {
  const owner = 'run';
  checkOptions(owner, options, OPTIONS);
  const { evaluations, order = 'asked', onEvaluationError = 'throw', retries = 0, seconds, signal } = options;
  if (evaluations !== Number.POSITIVE_INFINITY)
    checkInteger(owner, 'evaluations', evaluations, 0, Number.MAX_SAFE_INTEGER);
  checkChoice(owner, 'onEvaluationError', onEvaluationError, ['throw', 'invalid']);
  checkInteger(owner, 'retries', retries, 0);
  if (seconds !== undefined) checkNumber(owner, 'seconds', seconds, Number.MIN_VALUE);
  for (const name of ['onGeneration', 'until'] as const) {
    if (options[name] !== undefined) checkFunction(owner, name, options[name]);
  }
  if (
    signal !== undefined &&
    !(typeof signal?.aborted === 'boolean' && typeof signal.addEventListener === 'function')
  ) {
    throw argumentError(owner, 'signal', 'be an AbortSignal', signal);
  }
  checkMethods(owner, 'search', search, 'ask', 'tell');
  checkBudget(owner, search, options.budget);
  const evaluator = options.evaluator ?? search.domain;
  checkMethods(owner, 'evaluator or search.domain', evaluator, 'evaluate');
  if (typeof order !== 'object') checkChoice(owner, 'order', order, ['asked', 'arrival']);
  const inFlight = options.inFlight ?? (typeof order === 'object' ? checkRecord(owner, order) : 1);
  checkInteger(owner, 'inFlight', inFlight, 1, 2 ** 20);
  if (inFlight > 1 && search.pending === undefined) {
    throw argumentError(owner, 'inFlight', 'be 1 for a search that tells no pending batches', inFlight);
  }
  return { ...options, inFlight, order, evaluator: evaluator as Evaluator<G>, onEvaluationError, retries };
}

function checkRecord(owner: string, order: OrderRecord): number {
  checkObject(owner, 'order', order);
  checkInteger(owner, 'order.asked', order.asked, 0, Number.MAX_SAFE_INTEGER);
  if (!Array.isArray(order.applied))
    throw argumentError(owner, 'order.applied', 'be a list of numbers of batches', order.applied);
  return order.inFlight;
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

/** A batch of an algorithm, which may tell less of it than a search does. */
export type Asked<G> = Pick<AskedBatch<G>, 'rows' | 'row'> & Partial<AskedBatch<G>>;
