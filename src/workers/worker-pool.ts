import {
  argumentError,
  type Box,
  type CheckedResults,
  checkFunction,
  checkInteger,
  checkLimit,
  checkObject,
  checkOptions,
  type Domain,
  ElitesError,
  type EvaluationContext,
  finiteBounds,
  type GenomeSpace,
  type Genomes,
  isObjectSpace,
  type MaybeStateful,
  type Problem,
  type Random,
  sameSpace,
  stateError,
} from '../core/index.ts';
import type { Answer } from './messages.ts';
import type { PoolWorker } from './pool-worker.ts';
import { checkStateless } from './serve-domain.ts';
import { divided, type Slice, Slices } from './slices.ts';
import { TaskError, TaskQueue } from './task-queue.ts';
import { LoadError } from './worker-lane.ts';

/** What every pool of workers takes. */
export interface PoolOptions<G = Float64Array> {
  /**
   * The domain, or just its problem part: what the workers' domains must be. None with state (`stateful`, `snapshot`): each
   * worker would have its own, and a snapshot of the search none of them.
   */
  readonly domain: Problem<G>;
  /** What `createDomain` is given in each worker: anything that structuredClone can copy. */
  readonly options?: unknown;
  /** How many workers work at a time, at least 1 (default: one for each core). They start when they are needed. */
  readonly workers?: number | undefined;
  /** ms that the evaluation of a genome may take, above 0; of n at once n times as many (default Infinity: no limit). */
  readonly timeout?: number | undefined;
  /**
   * How often a genome that failed alone is evaluated again, by another worker; at least 0 (default 1). That a slice which
   * failed as a whole is evaluated row by row does not count: healthy genomes of it cost nothing.
   */
  readonly retries?: number | undefined;
  /** ms that a worker may take to load the domain, above 0 (default 60,000; Infinity: no limit). */
  readonly loadTimeout?: number | undefined;
}

/** What a {@link WorkerPool} is made of. */
export interface WorkerPoolOptions<G = Float64Array> extends PoolOptions<G> {
  /** Starts a worker whose script calls {@link serveDomain}. */
  readonly spawn: () => PoolWorker;
}

/** With a timeout slices are no larger, so that one that hangs is found soon. */
const MOST_ROWS = 8;

/** Slices for each worker, so that those that are done early take from the others. */
const SLICES = 4;

/** A slice that failed is evaluated again in so many parts. */
const PARTS = 8;

/** A slice that failed, of no more rows than this, is evaluated row by row: so each healthy row only once more. */
const MOST_ALONE = 64;

/**
 * A domain whose genomes are evaluated by workers, each with a domain of its own. Takes the place of the domain in an
 * algorithm, or as the `evaluator` of `run`. What comes of a genome is what a worker finds for it and its seed, so results
 * depend neither on the number of workers nor on who is faster, provided that a domain's result for a row depends on that
 * row and its seed alone.
 *
 * A slice whose evaluation throws, hangs, ends its worker or answers with rubbish is evaluated again, row by row (one of more
 * than 64 rows first in eight parts, of which those that fail are divided again), by other workers and with the same seeds,
 * and then what fails alone; see {@link PoolOptions.retries}. Lost workers are replaced.
 */
export class WorkerPool<G = Float64Array> implements Domain<G> {
  readonly #owner: string;
  readonly #problem: Problem<G>;
  readonly #dimensions: number;
  readonly #workers: number;
  readonly #timeout: number;
  readonly #retries: number;
  readonly #queue: TaskQueue;
  readonly #module: string | undefined;

  /**
   * @param owner - Whom errors name, where another pool is built on this one.
   * @param module - URL of the module with `createDomain`, where the worker's script asks for it.
   * @throws ARGUMENT if an option breaks its contract.
   */
  constructor(options: WorkerPoolOptions<G>, owner: string = 'WorkerPool', module?: string | undefined) {
    checkOptions(owner, options, ['domain', 'options', 'workers', 'timeout', 'retries', 'loadTimeout', 'spawn']);
    const {
      domain,
      workers = cores(),
      timeout = Number.POSITIVE_INFINITY,
      retries = 1,
      loadTimeout = 60_000,
      spawn,
    } = options;
    checkObject(owner, 'domain', domain);
    checkStateless(owner, 'domain', domain as MaybeStateful);
    this.#dimensions = finiteBounds(owner, 'domain.descriptor', domain.descriptor).dimensions;
    checkFunction(owner, 'spawn', spawn);
    checkInteger(owner, 'workers', workers, 1, 1024);
    checkInteger(owner, 'retries', retries, 0);
    checkLimit(owner, 'timeout', timeout);
    checkLimit(owner, 'loadTimeout', loadTimeout);
    const load = { module, options: copied(owner, options.options) };
    this.#owner = owner;
    this.#module = module;
    this.#problem = domain;
    this.#workers = workers;
    this.#timeout = timeout;
    this.#retries = retries;
    this.#queue = new TaskQueue({ spawn, load, loadTimeout, check: (loaded) => checkSpaces(domain, loaded) }, workers);
  }

  get name(): string | undefined {
    return this.#problem.name;
  }

  get genome(): GenomeSpace<G> {
    return this.#problem.genome;
  }

  get descriptor(): Box {
    return this.#problem.descriptor;
  }

  get fitnessFloor(): number | undefined {
    return this.#problem.fitnessFloor;
  }

  get initialGenome(): ((random: Random) => G) | undefined {
    return this.#problem.initialGenome;
  }

  /**
   * Evaluates a batch. An aborted signal reaches the workers' evaluations; those that do not stop are ended.
   * @returns `(rows)` fitness and `(rows, descriptorDimensions)` descriptors, new.
   * @throws what an evaluation of one genome throws, or why it ended, after all retries; ARGUMENT if the workers' domain
   *   cannot be loaded or is of other spaces; STATE once the pool is closed; the signal's reason.
   */
  evaluate(genomes: Genomes<G>, context: EvaluationContext = {}): Promise<CheckedResults> {
    return this.#evaluate(genomes, context, 'throw');
  }

  /** As {@link WorkerPool.evaluate}, but a row that fails after all retries becomes invalid, with the reason. */
  evaluateRows(genomes: Genomes<G>, context: EvaluationContext = {}): Promise<CheckedResults> {
    return this.#evaluate(genomes, context, 'invalid');
  }

  /** Ends the workers, and what they are doing. The pool cannot be used again. */
  close(): Promise<void> {
    return this.#queue.close(stateError(this.#owner, 'the pool is closed'));
  }

  async #evaluate(
    genomes: Genomes<G>,
    { signal, seeds }: EvaluationContext,
    onFailure: 'throw' | 'invalid',
  ): Promise<CheckedResults> {
    if (this.#queue.closed !== undefined) throw this.#queue.closed;
    const batch = new Slices(this.#owner, genomes, seeds, this.#problem.genome, this.#dimensions);
    const stop = new AbortController();
    stop.signal.addEventListener('abort', () => this.#queue.withdraw(stop.signal), { once: true });
    const abort = (): void => stop.abort(signal!.reason);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
    try {
      const slices = batch.split(this.#rowsPerSlice(genomes.rows));
      const all = slices.map((slice) => this.#slice(batch, slice, stop.signal, onFailure));
      // One that cannot go on stops the others, and they are waited for: nothing goes on behind the caller's back.
      for (const one of all) one.catch((error) => stop.abort(error));
      await Promise.allSettled(all);
      stop.signal.throwIfAborted();
      return batch.results;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  /**
   * Evaluates a slice; if it fails as a whole, its parts, down to single rows.
   * @param before - Why the slice failed that this one is a part of. Its worker is avoided by all parts of parts: each time
   *   another would mean a new worker each time, where there is only one.
   */
  async #slice(
    batch: Slices<G>,
    slice: Slice,
    signal: AbortSignal,
    onFailure: 'throw' | 'invalid',
    before?: TaskError | undefined,
  ): Promise<void> {
    const failure = await this.#attempt(batch, slice, signal, before?.worker);
    if (failure === undefined) return;
    if (slice.rows === 1) return this.#row(batch, slice, this.#retries, failure, signal, onFailure);
    const first = before ?? failure;
    const parts = divided(slice, slice.rows > MOST_ALONE ? PARTS : slice.rows);
    const evaluate = (part: Slice): Promise<void> =>
      part.rows === 1
        ? this.#row(batch, part, this.#retries + 1, first, signal, onFailure)
        : this.#slice(batch, part, signal, onFailure, first);
    await Promise.all(parts.map(evaluate));
  }

  /** Evaluates a row that failed, or whose slice did, until it succeeds or has failed `attempts` times. */
  async #row(
    batch: Slices<G>,
    row: Slice,
    attempts: number,
    before: TaskError,
    signal: AbortSignal,
    onFailure: 'throw' | 'invalid',
  ): Promise<void> {
    let failure = before;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const again = await this.#attempt(batch, row, signal, failure.worker);
      if (again === undefined) return;
      failure = again;
    }
    if (onFailure === 'throw') throw failure.cause;
    batch.fail(row.start, failure.message);
  }

  /** @returns why it failed; undefined if it did not. */
  async #attempt(
    batch: Slices<G>,
    slice: Slice,
    signal: AbortSignal,
    avoid?: PoolWorker | undefined,
  ): Promise<TaskError | undefined> {
    const limit = this.#timeout * slice.rows;
    try {
      const found = await this.#queue.perform({ make: () => batch.request(slice), limit, avoid, signal });
      batch.keep(slice, found);
      return undefined;
    } catch (error) {
      if (error instanceof TaskError) return error;
      throw error instanceof LoadError ? this.#loadError(error) : error;
    }
  }

  #rowsPerSlice(rows: number): number {
    const even = Math.ceil(rows / (this.#workers * SLICES));
    return Math.max(1, this.#timeout === Number.POSITIVE_INFINITY ? even : Math.min(even, MOST_ROWS));
  }

  #loadError({ cause, part }: LoadError): ElitesError {
    if (part === 'script' && cause instanceof ElitesError) return cause;
    const [script, domain] =
      this.#module === undefined
        ? ['run its script, which calls serveDomain', 'load its domain']
        : ['run its script', `load its domain from ${shortened(this.#module)}`];
    const message = `${this.#owner}: each worker must ${part === 'script' ? script : domain}; it failed: ${cause.message}`;
    return new ElitesError('ARGUMENT', message, { cause });
  }
}

/** How many threads this machine runs at a time, as far as it tells. */
function cores(): number {
  return (globalThis.navigator as Navigator | undefined)?.hardwareConcurrency ?? 4;
}

/** A URL as messages show it: a `data:` URL may hold a whole module. */
function shortened(url: string): string {
  return url.length > 500 ? `${url.slice(0, 497)}...` : url;
}

function copied(owner: string, options: unknown): unknown {
  try {
    return structuredClone(options);
  } catch {
    throw argumentError(owner, 'options', 'be what structuredClone can copy', options);
  }
}

/** @throws ARGUMENT if the worker's domain is not of the spaces of the pool's. */
function checkSpaces<G>({ genome, descriptor }: Problem<G>, loaded: Extract<Answer, { kind: 'loaded' }>): void {
  checkSpace('genome', isObjectSpace(genome) ? undefined : (genome as Box), loaded.genome);
  checkSpace('descriptor', descriptor, loaded.descriptor);
}

function checkSpace(name: string, expected: Box | undefined, got: Box | undefined): void {
  if (expected === undefined ? got === undefined : got !== undefined && sameSpace(expected, got)) return;
  const bounds = expected?.dimensions === got?.dimensions ? ' with other bounds' : '';
  const text = (box: Box | undefined): string =>
    box === undefined ? 'a space of objects' : `a box of ${box.dimensions} dimensions`;
  const rule = `its ${name} space must be that of the pool's domain, ${text(expected)}`;
  throw new ElitesError('ARGUMENT', `${rule}; got ${text(got)}${bounds}.`);
}
