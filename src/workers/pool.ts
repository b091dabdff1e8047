import {
  ascending,
  type Box,
  CollectedRows,
  checkFields,
  checkFunction,
  checkGenomes,
  checkInteger,
  checkLimit,
  checkMethods,
  checkObject,
  copyGenomes,
  type Domain,
  ElitesError,
  type EvaluationContext,
  type FieldKinds,
  finiteBounds,
  type GenomeSpace,
  type Genomes,
  genomeKind,
  type MaybeStateful,
  messageOf,
  type NoFields,
  onAbort,
  ownerOf,
  type Problem,
  type Random,
  type Results,
  type RowsContext,
  resultSchema,
  stateError,
} from '../core/index.ts';
import { checkStateless } from './answer-request.ts';
import { checkProblem } from './check-problem.ts';
import type { Lane, OpenLane } from './lane.ts';
import { LaneQueue } from './lane-queue.ts';
import { LoadError } from './lane-slot.ts';
import { type CallSettings, RowsCall } from './rows-call.ts';

/** What every pool takes. */
export interface CommonPoolOptions<G = Float64Array, F extends FieldKinds = NoFields> {
  /**
   * The domain, or just its problem part: what the workers' domains must be. None with state (`stateful`, `snapshot`): each
   * worker would have its own, and a snapshot of the search none of them.
   */
  readonly domain: Problem<G, F>;
  /** How many workers work at a time, from 1 to 1024 (default: one for each core). They start when they are needed. */
  readonly workers?: number | undefined;
  /** ms that the evaluation of a genome may take, above 0; of n that are sent together n times as many (default Infinity: no limit). */
  readonly timeout?: number | undefined;
  /** ms that a worker may take to load the domain, above 0 (default 60,000; Infinity: no limit). */
  readonly loadTimeout?: number | undefined;
}

/** What a {@link Pool} is made of. */
export interface PoolOptions<G = Float64Array, F extends FieldKinds = NoFields> extends CommonPoolOptions<G, F> {
  /** Opens the lane to a worker; also to one that takes the place of one that was lost. */
  readonly open: OpenLane;
  /** Whom errors name (default 'Pool'). */
  readonly name?: string | undefined;
}

/** With a timeout no more rows are sent together, so that one that hangs is found soon. */
const MOST_ROWS = 8;

/** Requests for each worker, so that those that are done early take from the others. */
const REQUESTS = 4;

/**
 * A domain whose genomes are evaluated by workers, each with a domain of its own, to which lanes lead. Takes the place of the domain in
 * a search, or as the `evaluator` of `run`. Calls share the lanes: rows are sent as lanes get free. If a domain's result for a row
 * depends on that row and its seed alone, results depend neither on the number of workers nor on their speed.
 *
 * If the evaluation of rows that were sent together throws, hangs, ends its worker or answers with rubbish, they are sent again one by
 * one (more than 64 rows first in eight parts, of which those that fail are divided again), to other workers and with the same seeds. A
 * row that fails alone has failed; `run` has it tried again, see its `retries`, by another worker. Lost workers are replaced.
 */
export class Pool<G = Float64Array, F extends FieldKinds = NoFields> implements Domain<G, F> {
  readonly name: string | undefined;
  readonly genome: GenomeSpace<G>;
  readonly descriptor: Box;
  readonly fitnessFloor: number | undefined;
  readonly initialGenome: ((random: Random) => G) | undefined;
  readonly fields: F | undefined;
  readonly noisy: boolean | undefined;
  readonly #workers: number;
  readonly #call: CallSettings;
  /** Set during a call of `failed`: the lane where the row failed. Rows that are asked for within that call avoid it. */
  #failing: Lane | undefined;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: PoolOptions<G, F>) {
    const owner = ownerOf('Pool', options, ['domain', 'workers', 'timeout', 'loadTimeout', 'open']);
    // As many as this machine runs at a time, as far as it tells.
    const cores = (globalThis.navigator as Navigator | undefined)?.hardwareConcurrency ?? 4;
    const { domain, open, workers = cores, timeout = Number.POSITIVE_INFINITY, loadTimeout = 60_000 } = options;
    checkObject(owner, 'domain', domain);
    checkStateless(owner, 'domain', domain as MaybeStateful);
    finiteBounds(owner, 'domain.descriptor', domain.descriptor);
    if (domain.fields !== undefined) checkFields(owner, domain.fields);
    checkFunction(owner, 'open', open);
    checkInteger(owner, 'workers', workers, 1, 1024);
    checkLimit(owner, 'timeout', timeout);
    checkLimit(owner, 'loadTimeout', loadTimeout);
    this.name = domain.name;
    this.genome = domain.genome;
    this.descriptor = domain.descriptor;
    this.fitnessFloor = domain.fitnessFloor;
    this.initialGenome = domain.initialGenome && ((random) => domain.initialGenome!(random));
    this.fields = domain.fields;
    this.noisy = domain.noisy;
    this.#workers = workers;
    this.#call = {
      owner,
      kind: genomeKind(owner, domain.genome),
      schema: resultSchema(domain),
      queue: new LaneQueue(
        { open: checked(owner, open), loadTimeout, check: (loaded) => checkProblem(domain, loaded) },
        workers,
      ),
      timeout,
      failed: (lane, tell) => {
        this.#failing = lane;
        tell();
        this.#failing = undefined;
      },
    };
  }

  /**
   * Evaluates a batch, of which it takes a copy.
   * @throws the error of the first row that fails, and stops the others; what {@link Pool.evaluateRows} throws; the signal's reason.
   */
  async evaluate(genomes: Genomes<G>, { signal, seeds }: EvaluationContext = {}): Promise<Results> {
    checkGenomes(`${this.#call.owner}.evaluate`, 'genomes', genomes);
    const { owner, schema } = this.#call;
    const collected = new CollectedRows(owner, genomes.rows, schema, { failed: (_, error) => call.stop(error) });
    const { done, failed } = collected;
    // Without seeds the numbers of the rows, which a worker does not know.
    const context = { signal, seeds: new Uint32Array(seeds ?? ascending(genomes.rows)), done, failed };
    const call = this.#begin(copyGenomes(genomes), context);
    await this.#run(call, ascending(genomes.rows), signal);
    return collected.plain(signal);
  }

  /**
   * Evaluates rows by themselves, see {@link RowEvaluator}, and tells of them as they come back. An aborted signal reaches the workers'
   * evaluations; workers that do not stop are ended. A row that is asked for again within `failed` goes to another worker.
   * @throws ARGUMENT if genomes are not of the space, or the workers' domain cannot be loaded or is of another problem; STATE once
   *   the pool is closed.
   */
  async evaluateRows(genomes: Genomes<G>, context: RowsContext): Promise<void> {
    const { rows, signal } = context;
    const call = this.#begin(genomes, context);
    await this.#run(call, rows === undefined ? ascending(genomes.rows) : Int32Array.from(rows), signal);
  }

  /** Ends the workers, and what they are doing; waits at most 200 ms for workers that do not end. The pool cannot be used again. */
  close(): Promise<void> {
    const { owner, queue } = this.#call;
    return queue.close(stateError(owner, 'the pool is closed'));
  }

  #begin(genomes: Genomes<G>, context: RowsContext): RowsCall<G> {
    const { closed } = this.#call.queue;
    if (closed !== undefined) throw closed;
    return new RowsCall(this.#call, genomes, context, this.#failing);
  }

  async #run(call: RowsCall<G>, rows: Int32Array, signal: AbortSignal | undefined): Promise<void> {
    const release = signal && onAbort(signal, () => call.stop(signal.reason));
    try {
      await call.run(rows, this.#most(rows.length));
    } catch (error) {
      throw error instanceof LoadError ? this.#loadError(error) : error;
    } finally {
      release?.();
    }
  }

  /** Rows that are sent together, at most. */
  #most(rows: number): number {
    const even = Math.ceil(rows / (this.#workers * REQUESTS));
    return Math.max(1, this.#call.timeout === Number.POSITIVE_INFINITY ? even : Math.min(even, MOST_ROWS));
  }

  #loadError({ cause, loading }: LoadError): ElitesError {
    if (loading === 'be started' && cause instanceof ElitesError) return cause;
    const message = `${this.#call.owner}: each worker must ${loading}; it failed: ${messageOf(cause)}`;
    return new ElitesError('ARGUMENT', message, { cause });
  }
}

/** `open`, which throws ARGUMENT if its answer is no lane. */
function checked(owner: string, open: OpenLane): OpenLane {
  return (lost) => {
    const lane: unknown = open(lost);
    checkMethods(owner, 'what open returns', lane, 'ask', 'close');
    return lane as Lane;
  };
}
