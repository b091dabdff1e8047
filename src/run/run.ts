import {
  type AddReport,
  type Algorithm,
  argumentError,
  CallSignals,
  checkChoice,
  checkFunction,
  checkInteger,
  checkMethods,
  checkOptions,
  copyGenomes,
  type EvaluationContext,
  type Evaluator,
  type Genomes,
  isBorrowing,
  MOST_COUNTED,
  type Results,
} from '../core/index.ts';
import { evaluateRows } from './evaluate.ts';

/** What `onGeneration` is told after each generation. */
export interface GenerationReport<G = Float64Array> {
  /** Number of generations of this call of run, from 1. */
  readonly generation: number;
  /** The algorithm's total. */
  readonly evaluations: number;
  /** What became of the batch. */
  readonly report: AddReport;
  readonly search: Algorithm<G>;
  /** Wall-clock time of this call so far. */
  readonly seconds: RunOutcome['seconds'];
}

/** How {@link run} drives an algorithm. */
export interface RunOptions<G = Float64Array> {
  /** The algorithm's total at which to stop: the first generation that reaches it is the last. In [0, 2^52]. */
  readonly evaluations: number;
  /** Called, and awaited, after each generation. */
  readonly onGeneration?: ((report: GenerationReport<G>) => void | Promise<void>) | undefined;
  /** Stops the run after the generation; reaches a running evaluation, whose failure then ends the run, not an error. */
  readonly signal?: AbortSignal | undefined;
  /** Who evaluates (default: the algorithm's domain), such as a pool of workers. */
  readonly evaluator?: Evaluator<G> | undefined;
  /**
   * What to do when an evaluation throws. `'throw'` (default): the error reaches the caller, the batch stays out, and
   * running again evaluates it again. `'invalid'`: the batch is evaluated once more row by row, with the same seeds, and
   * the rows that fail again become invalid, with the reason; an evaluator with `evaluateRows` does so itself.
   */
  readonly onEvaluationError?: 'throw' | 'invalid' | undefined;
}

/** What came of a run. */
export interface RunOutcome {
  /** The algorithm's total. */
  readonly evaluations: number;
  /** Number of generations of this call. */
  readonly generations: number;
  /** Number of rows of this call that the archive refused: see {@link AddReport.invalid}. */
  readonly invalid: number;
  readonly stoppedBy: 'evaluations' | 'signal';
  /** Wall-clock time: evaluation, learning, everything else, and all of it. */
  readonly seconds: {
    readonly total: number;
    readonly evaluation: number;
    readonly learning: number;
    readonly rest: number;
  };
}

/**
 * Drives an algorithm: ask, evaluate, tell, learn, until the budget is reached.
 * @throws ARGUMENT if an option breaks its contract, or neither the algorithm's domain nor an evaluator can evaluate; what
 *   the evaluation throws, unless `onEvaluationError` is `'invalid'`; what the algorithm throws.
 */
export async function run<G>(search: Algorithm<G>, options: RunOptions<G>): Promise<RunOutcome> {
  checkOptions('run', options, ['evaluations', 'onGeneration', 'signal', 'evaluator', 'onEvaluationError']);
  checkInteger('run', 'evaluations', options.evaluations, 0, MOST_COUNTED);
  checkChoice('run', 'onEvaluationError', options.onEvaluationError ?? 'throw', ['throw', 'invalid']);
  checkCallbacks(options);
  const evaluator = findEvaluator(search, options);
  const dimensions = options.onEvaluationError === 'invalid' ? descriptorDimensions(search) : 0;
  const clock = new Stopwatch();
  let generations = 0;
  let invalid = 0;
  const aborted = (): boolean => options.signal?.aborted === true;
  let spent: Genomes<G> | undefined;
  // What a fit that failed has left to do; where there is a next batch, ask sees to it.
  if (search.evaluations >= options.evaluations && !aborted()) await clock.time('learning', () => search.learn?.());
  while (search.evaluations < options.evaluations && !aborted()) {
    const reusable = isBorrowing(search.ask) && isBorrowing(search.tell);
    const genomes = await search.ask(spent, true);
    let results: Results;
    try {
      results = await clock.time('evaluation', () => evaluate(search, evaluator, genomes, options, dimensions));
    } catch (error) {
      if (aborted()) break;
      throw error;
    }
    const report = await search.tell(genomes, results);
    spent = reusable ? genomes : undefined;
    generations++;
    invalid += report.invalid;
    await clock.time('learning', () => search.learn?.());
    const { evaluations } = search;
    await options.onGeneration?.({ generation: generations, evaluations, report, search, seconds: clock.seconds() });
  }
  const stoppedBy = search.evaluations < options.evaluations ? 'signal' : 'evaluations';
  return { evaluations: search.evaluations, generations, invalid, stoppedBy, seconds: clock.seconds() };
}

/** Results by the rule for failures. Evaluators of others get copies: they may keep, change or transfer what they are given. */
async function evaluate<G>(
  search: Algorithm<G>,
  evaluator: Evaluator<G>,
  genomes: Genomes<G>,
  { signal, onEvaluationError }: RunOptions<G>,
  dimensions: number,
): Promise<Results> {
  const { seeds } = search;
  const signals = new CallSignals(signal);
  const given = (method: object): [Genomes<G>, EvaluationContext] =>
    isBorrowing(method)
      ? [genomes, signals.context({ seeds })]
      : [copyGenomes(genomes), signals.context({ seeds: seeds?.slice() })];
  const invalid = onEvaluationError === 'invalid';
  try {
    if (invalid && evaluator.evaluateRows) return await evaluator.evaluateRows(...given(evaluator.evaluateRows));
    try {
      return await evaluator.evaluate(...given(evaluator.evaluate));
    } catch (error) {
      if (!invalid || signal?.aborted) throw error;
    }
    return await evaluateRows(evaluator, genomes, { signal, seeds }, dimensions);
  } finally {
    signals.release();
  }
}

function checkCallbacks<G>({ onGeneration, signal }: RunOptions<G>): void {
  if (onGeneration !== undefined) checkFunction('run', 'onGeneration', onGeneration);
  if (signal === undefined) return;
  if (typeof signal?.aborted !== 'boolean' || typeof signal.addEventListener !== 'function') {
    throw argumentError('run', 'signal', 'be an AbortSignal', signal);
  }
}

function findEvaluator<G>(search: Algorithm<G>, { evaluator }: RunOptions<G>): Evaluator<G> {
  checkMethods('run', 'search', search, 'ask');
  const found = evaluator ?? search.domain;
  checkMethods('run', 'evaluator or search.domain', found, 'evaluate');
  return found as Evaluator<G>;
}

/** How long the descriptor of a row is whose evaluation failed. */
function descriptorDimensions<G>(search: Algorithm<G>): number {
  const space = search.domain?.descriptor ?? search.archive.descriptor;
  if (space !== undefined) return space.dimensions;
  throw argumentError('run', 'search.archive.descriptor', "be told for onEvaluationError 'invalid'", space);
}

/** Adds up wall-clock time by what it was spent on. */
class Stopwatch {
  readonly #start: number = performance.now();
  readonly #spent: { evaluation: number; learning: number } = { evaluation: 0, learning: 0 };

  async time<T>(what: 'evaluation' | 'learning', work: () => T | Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.#spent[what] += (performance.now() - start) / 1000;
    }
  }

  seconds(): RunOutcome['seconds'] {
    const total = (performance.now() - this.#start) / 1000;
    const { evaluation, learning } = this.#spent;
    return { total, evaluation, learning, rest: total - evaluation - learning };
  }
}
