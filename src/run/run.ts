import {
  type AddReport,
  type Algorithm,
  type AskedBatch,
  type AskOptions,
  allowListeners,
  argumentError,
  onAbort,
  pause,
  resultSchema,
  type Schema,
  stateError,
} from '../core/index.ts';
import { Flight, type FlightContext } from './flight.ts';
import {
  type Asked,
  type GenerationReport,
  type RunOptions,
  type RunOutcome,
  type RunSeconds,
  type RunSettings,
  runSettings,
} from './run-options.ts';

/** Reasons of invalid rows that an outcome names, and different ones that are counted. */
const [SHOWN_REASONS, MOST_REASONS] = [10, 1000];

/**
 * Drives an algorithm: ask, evaluate, tell, learn, until `evaluations` or another limit is reached; then awaits the batches that are out.
 * Continues batches that are out at the start. Yields to timers, signals and messages every 20 ms, between calls of an evaluation, an
 * operator or a learner.
 * @throws ARGUMENT if an option breaks its contract, or neither the algorithm's domain nor an evaluator can evaluate; what
 *   the evaluation throws, unless `onEvaluationError` is `'invalid'`; what the algorithm throws.
 */
export async function run<G>(search: Algorithm<G>, options: RunOptions<G>): Promise<RunOutcome> {
  return new Run(search, runSettings(search, options)).run();
}

/** One call of {@link run}. */
class Run<G> {
  readonly #search: Algorithm<G>;
  readonly #settings: RunSettings<G>;
  readonly #stop = new AbortController();
  readonly #context: FlightContext<G>;
  /** Batches that are out, in the order in which they were asked for. */
  readonly #flights: Flight<G>[] = [];
  /** Batches that have landed, in the order of landing. */
  readonly #landed: Flight<G>[] = [];
  readonly #flying = new Set<Promise<void>>();
  readonly #applied: number[] = [];
  /** Options of each ask. */
  readonly #asking: AskOptions;
  /** Number of the next batch. */
  #asked = 0;
  /** Times in ms: when the run began, and how long it waited for evaluations and for learning. */
  readonly #start = performance.now();
  #evaluating = 0;
  #learning = 0;
  /** Time in ms at which the last evaluation or fit ended. */
  #now = 0;
  #wake: (() => void) | undefined;
  #error: { readonly reason: unknown } | undefined;
  #generations = 0;
  /** Counts of the outcome, over all rows told. */
  readonly #told = { invalid: 0, outsideDescriptor: 0, belowFloor: 0 };
  /** Invalid rows by reason, without the value that was got. */
  readonly #reasons = new Map<string, { readonly reason: string; rows: number }>();
  #stoppedBy: RunOutcome['stoppedBy'] | undefined;
  /** Whether nothing is left to do: all batches were told, and learning that was due is done. */
  #ended = false;

  constructor(search: Algorithm<G>, settings: RunSettings<G>) {
    // Every batch in flight adds a listener.
    allowListeners(this.#stop.signal);
    this.#search = search;
    this.#settings = settings;
    this.#asking = {
      signal: this.#stop.signal,
      retries: settings.retries,
      onError: settings.onEvaluationError,
      // A view is safe: evaluators of whole batches get copies, evaluators of rows only read.
      view: true,
    };
    this.#context = {
      search,
      settings,
      schema: schemaOf(search),
      signal: this.#stop.signal,
      fail: (error) => {
        this.#error ??= { reason: error };
        this.#stop.abort(error);
      },
    };
  }

  async run(): Promise<RunOutcome> {
    const { signal } = this.#settings;
    const release = signal && onAbort(signal, () => this.#stop.abort(signal.reason));
    this.#stop.signal.addEventListener('abort', () => this.#wake?.(), { once: true });
    try {
      await this.#drive();
    } catch (error) {
      if (!signal?.aborted) this.#context.fail(error);
    }
    await Promise.all(this.#flying);
    release?.();
    for (const flight of this.#flights) if (flight.landed) flight.hold();
    if (this.#error !== undefined) throw this.#error.reason;
    return this.#outcome();
  }

  async #drive(): Promise<void> {
    if (this.#stop.signal.aborted) return;
    await this.#follow();
    // If learning failed at the end of the last run, it is repeated before the first ask.
    await this.#learn();
    for (;;) {
      while (this.#flights.length < this.#settings.inFlight && this.#isDue()) {
        // What has landed by now is held: it may be applied after this ask, and not before.
        if (this.#stop.signal.aborted) return;
        const flight = this.#launch(await this.#search.ask(this.#asking));
        const others = pause(this.#now);
        // Its evaluation may have restored the search.
        if (others !== undefined || !flight.isOut) await this.#follow(others);
      }
      let flight = this.#wanted();
      if (flight?.landed !== true) {
        if (await this.#landing()) continue;
        flight = this.#wanted();
      }
      if (flight?.landed !== true) {
        this.#ended = this.#flights.length === 0;
        return;
      }
      await this.#tell(flight);
      const others = pause(this.#now);
      if (others !== undefined) await this.#follow(others);
    }
  }

  /**
   * Forgets batches that were dropped during `meanwhile`. If none is left that was in flight, the search was perhaps restored: its pending
   * batches are launched.
   * @returns whether there are other flights than before.
   */
  async #follow(meanwhile?: Promise<void>): Promise<boolean> {
    await meanwhile;
    for (let changed = false; ; changed = true) {
      const pending: readonly unknown[] | undefined = this.#search.pending;
      if (this.#stop.signal.aborted || pending === undefined) return changed;
      const lost = this.#flights.filter(({ batch }) => !pending.includes(batch));
      for (const flight of lost) {
        remove(this.#flights, flight);
        remove(this.#landed, flight);
      }
      changed ||= lost.length > 0;
      if (this.#flights.length > 0 || pending.length === 0) return changed;
      this.#launchPending();
    }
  }

  /** Whether another batch is wanted, if there is room for it. */
  #isDue(): boolean {
    const { evaluations, order, seconds, budget } = this.#settings;
    if (this.#stoppedBy !== undefined) return false;
    if (typeof order === 'object' && this.#asked >= order.asked) return false;
    let out = this.#search.evaluations;
    for (const { batch } of this.#flights) out += batch.rows;
    if (out >= evaluations) return false;
    if (seconds !== undefined && this.#seconds().total >= seconds) this.#stoppedBy = 'seconds';
    if (budget !== undefined && this.#search.totals![budget.field]! >= budget.total) this.#stoppedBy = 'budget';
    return this.#stoppedBy === undefined;
  }

  #launchPending(): void {
    for (const batch of this.#search.pending ?? []) this.#launch(batch, this.#search.missing?.(batch));
  }

  #launch(batch: Asked<G>, rows?: Int32Array): Flight<G> {
    const flight = new Flight(batch, this.#context, rows);
    this.#asked = Math.max(this.#asked, (batch.number ?? this.#asked) + 1);
    this.#flights.push(flight);
    const start = performance.now();
    const flying = flight.fly();
    this.#now = performance.now();
    this.#evaluating += this.#now - start;
    if (flying === undefined) {
      if (flight.landed) this.#land(flight);
      return flight;
    }
    const ended = flying.then(() => {
      this.#flying.delete(ended);
      if (flight.landed) this.#land(flight);
      this.#wake?.();
    });
    this.#flying.add(ended);
    return flight;
  }

  /** Results that cannot be applied next are held with their batch, so that a snapshot has them. */
  #land(flight: Flight<G>): void {
    if (!this.#flights.includes(flight)) return;
    if (this.#settings.order === 'arrival') this.#landed.push(flight);
    try {
      if (this.#wanted() !== flight) flight.hold();
    } catch (error) {
      this.#context.fail(error);
    }
  }

  /** The batch to apply next; undefined if there is none. */
  #wanted(): Flight<G> | undefined {
    const { order } = this.#settings;
    if (order === 'arrival') return this.#landed[0];
    if (order === 'asked') return this.#flights[0];
    const number = order.applied[this.#applied.length];
    return this.#flights.find(({ batch }) => batch.number === number);
  }

  /** Waits until the batch to apply next has landed, or no batch is being evaluated. @returns whether there are other flights than before. */
  async #landing(): Promise<boolean> {
    const start = performance.now();
    while (this.#wanted()?.landed !== true && this.#flying.size > 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#now = performance.now();
    this.#evaluating += this.#now - start;
    return this.#follow();
  }

  #count({ invalid, reasons, outsideDescriptor = 0, belowFloor }: AddReport): void {
    const told = this.#told;
    told.invalid += invalid;
    told.outsideDescriptor += outsideDescriptor;
    told.belowFloor += belowFloor;
    if (invalid === 0) return;
    const known = this.#reasons;
    for (const reason of reasons) {
      if (reason === undefined) continue;
      const rule = reason.split('; got ')[0]!;
      const alike = known.get(rule);
      if (alike !== undefined) alike.rows++;
      else if (known.size < MOST_REASONS) known.set(rule, { reason, rows: 1 });
    }
  }

  async #tell(flight: Flight<G>): Promise<void> {
    const { onGeneration, until, order } = this.#settings;
    const report = await flight.tell();
    remove(this.#flights, flight);
    remove(this.#landed, flight);
    this.#generations++;
    this.#count(report);
    if (order !== 'asked') this.#applied.push(flight.batch.number!);
    const learning = this.#learn();
    if (learning !== undefined) await learning;
    if (onGeneration === undefined && until === undefined) return;
    try {
      const told = this.#report(flight, report);
      const ends: unknown = until?.(told) ?? false;
      if (typeof ends !== 'boolean') throw argumentError('run', 'until', 'answer true or false', ends);
      if (ends) this.#stoppedBy ??= 'until';
      await onGeneration?.(told);
      await this.#follow();
    } catch (error) {
      // An error of the caller's own functions is not that of a stopped evaluation.
      this.#context.fail(error);
      throw error;
    }
  }

  #learn(): Promise<void> | undefined {
    const learning = this.#search.learn?.(this.#asking);
    if (learning === undefined) return undefined;
    const start = performance.now();
    return learning.then(() => {
      this.#now = performance.now();
      this.#learning += this.#now - start;
    });
  }

  #seconds(): RunSeconds {
    const total = (performance.now() - this.#start) / 1000;
    const [evaluation, learning] = [this.#evaluating / 1000, this.#learning / 1000];
    return { total, evaluation, learning, rest: total - evaluation - learning };
  }

  #report({ batch }: Flight<G>, report: AddReport): GenerationReport<G> {
    return {
      generation: this.#generations,
      evaluations: this.#search.evaluations,
      report,
      genomes: batch as AskedBatch<G>,
      emitters: batch.emitters ?? {},
      search: this.#search,
      seconds: this.#seconds(),
    };
  }

  /** @throws STATE if the batches of a record were not asked for: it is that of another search, or of another state. */
  #outcome(): RunOutcome {
    const { order, signal, inFlight } = this.#settings;
    if (typeof order === 'object' && !this.#stop.signal.aborted && this.#applied.length < order.applied.length) {
      throw stateError(
        'run',
        `order does not fit this search: batch ${order.applied[this.#applied.length]} is not out`,
      );
    }
    const stoppedBy = signal?.aborted && !this.#ended ? 'signal' : (this.#stoppedBy ?? 'evaluations');
    return {
      evaluations: this.#search.evaluations,
      generations: this.#generations,
      ...this.#told,
      reasons: [...this.#reasons.values()].sort((a, b) => b.rows - a.rows).slice(0, SHOWN_REASONS),
      stoppedBy,
      order: order === 'asked' ? undefined : { inFlight, asked: this.#asked, applied: this.#applied },
      seconds: this.#seconds(),
    };
  }
}

function remove<T>(list: T[], item: T): void {
  if (list[0] === item) list.shift();
  else if (list.includes(item)) list.splice(list.indexOf(item), 1);
}

/** The columns of results. @throws ARGUMENT if the search has neither a domain nor an archive with a descriptor space. */
function schemaOf<G>(search: Algorithm<G>): Schema {
  const descriptor = search.domain?.descriptor ?? search.archive?.descriptor;
  if (descriptor !== undefined) return resultSchema({ descriptor, fields: search.domain?.fields });
  throw argumentError('run', 'search.archive.descriptor', 'be given, or search.domain', descriptor);
}
