import {
  type AddReport,
  type Algorithm,
  type Archive,
  type AskedBatch,
  type AskOptions,
  argumentError,
  type CheckedResults,
  checkInteger,
  checkObject,
  checkResults,
  checkSynchronous,
  type Emitter,
  type FieldKinds,
  type Genomes,
  invalidResults,
  isThenable,
  ownerOf,
  type Problem,
  type Random,
  type Results,
  resultSchema,
  type Schema,
  type Stateful,
  stateError,
  type TellOptions,
} from '../core/index.ts';
import { type RandomStream, randomStreams } from '../random/index.ts';
import { type AppliedRows, addRows, applyRows } from './apply-rows.ts';
import { checkArchives, checkEmitters, checkStart, partsOf, take } from './check-parts.ts';
import { type EmitterState, emit, firstRows, learnAll } from './emit.ts';
import { hear } from './hear.ts';
import { History, type HistoryColumns } from './history.ts';
import { firstBatches, InitialGenomes } from './initial-genomes.ts';
import { findBatch, type PendingBatch, rowSchema } from './pending-batch.ts';
import { Queue } from './queue.ts';
import { checkAskOptions, mostRows, OPTIONS, type SearchOptions } from './search-options.ts';
import { restoreSearch, type StoredSearch, searchBytes } from './search-state.ts';
import { Shares } from './shares.ts';

/** The streams of a search, split from its seed in this order, followed by one learning stream for each emitter. */
const STREAMS = ['initial', 'scheduling', 'emission', 'evaluation'] as const;

/**
 * A synchronous call whose parts could call the search: `apply` gives rows to the archives, `tell` counts them and rewards the bandit,
 * `store` writes or restores parts.
 */
type Step = 'apply' | 'tell' | 'store';

/** Streams that are rewound if an ask fails. */
type Streams = Readonly<Record<(typeof STREAMS)[number], RandomStream>>;

/**
 * A search asks its emitters for genomes, the caller evaluates them and tells the results, and the elites are kept in an archive.
 * Several batches may be out. They may be told in any order, whole or in parts. Every loop of this package is a search with certain
 * emitters.
 */
export class Search<G = Float64Array, A extends Archive<G, FieldKinds> = Archive<G, FieldKinds>>
  implements Algorithm<G>, Stateful
{
  readonly domain: Problem<G, FieldKinds>;
  readonly archive: A;
  /** Genomes per batch. */
  readonly batchSize: number;
  readonly #guide: Archive<G, FieldKinds>;
  readonly #owner: string;
  readonly #emitters: readonly EmitterState<G>[];
  /** Whether any emitter learns. */
  readonly #learns: boolean;
  readonly #shares: Shares;
  readonly #initial: InitialGenomes<G>;
  readonly #streams: Streams;
  readonly #names: readonly string[];
  /** The parts that no other search may use while batches are out. */
  readonly #parts: ReadonlyMap<object, string>;
  /** The columns of results, and of batches that are out. */
  readonly #schema: Schema;
  readonly #rowSchema: Schema;
  readonly #history: History;
  readonly #pending: PendingBatch<G>[] = [];
  /** Asks and learning run one at a time. */
  readonly #asks = new Queue();
  /** Emitters hear of rows in the order in which the archive took them. */
  readonly #tells = new Queue();
  /** The step under way. */
  #step: Step | undefined;
  /** Whether no other search may use the parts of this one. */
  readonly #user = {
    isBusy: (): boolean =>
      this.#pending.length > 0 || this.#asks.isBusy || this.#tells.isBusy || this.#step !== undefined,
  };

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: SearchOptions<G, A>) {
    const owner = ownerOf('Search', options, OPTIONS);
    const { domain, archive, emitters, bandit, batchSize = 100, seed } = options;
    const { initial = firstBatches(batchSize), guide = archive } = options;
    checkArchives(owner, domain, archive, guide);
    checkInteger(owner, 'batchSize', batchSize, 1, mostRows(domain.genome));
    checkObject(owner, 'initial', initial);
    const names = checkEmitters(owner, emitters);
    checkStart(owner, initial, guide, emitters);
    this.#initial = new InitialGenomes(owner, domain, initial);
    this.#shares = new Shares(owner, emitters, options);
    const streams = randomStreams(seed, [...STREAMS, ...names.map((name) => `learning.${name}`)], owner);
    this.#streams = Object.fromEntries(STREAMS.map((name) => [name, streams[name]!])) as Streams;
    this.#emitters = names.map((name) => {
      const emitter = emitters[name]!;
      return { name, emitter, learning: streams[`learning.${name}`]!, asks: 0 };
    });
    this.#learns = this.#emitters.some(({ emitter }) => emitter.learn !== undefined);
    for (const { name, emitter } of this.#emitters) {
      checkSynchronous(owner, `emitters.${name}.check()`, emitter.check?.(guide, domain.genome));
    }
    this.domain = domain;
    this.archive = archive;
    this.#guide = guide;
    this.batchSize = batchSize;
    this.#owner = owner;
    this.#schema = resultSchema(domain);
    this.#rowSchema = rowSchema(owner, domain.genome);
    this.#history = new History(names, domain.fields, guide.size > 0);
    this.#names = names;
    this.#parts = partsOf({ archive, guide, bandit, emitters });
  }

  /** Genomes told so far. */
  get evaluations(): number {
    return this.#history.evaluations;
  }

  /** Batches that are out, the oldest first. */
  get pending(): readonly AskedBatch<G>[] {
    return this.#pending.map(({ asked }) => asked);
  }

  /** Sums of the domain's own number columns, such as costs, over all valid rows told so far, by name. */
  get totals(): Readonly<Record<string, number>> {
    return { ...this.#history.totals };
  }

  /** The course of the search so far, at most 1,000 points, which lie closest at the beginning; a copy. */
  get history(): HistoryColumns {
    return this.#history.columns();
  }

  /**
   * The next batch. It never gives a batch twice: to resume a search with batches out, go on with `pending`. Lets the emitters learn first,
   * if they have not since the last batch was told. Calls are queued and run one at a time. Draws from the streams initial, or
   * scheduling and emission; then from evaluation. An emitter must not await `ask` or `learn` of the search: that is a deadlock.
   * @returns a copy (a Batch for vectors), so changing it does not affect the search; with `view: true`, a view of the search's own
   *   memory.
   * @throws what an emitter throws, as `options.onError` says; the streams are then rewound, and the next ask starts again. STATE if
   *   no emitter gives a genome, or another search has a batch out with this archive, bandit or emitter.
   */
  ask(options: AskOptions = {}): Promise<AskedBatch<G>> {
    try {
      checkAskOptions(this.#method('ask'), options);
      const batch = this.#asks.run(() => {
        if (!this.#mayLearn()) return this.#make(options);
        return this.#learn(options).then(() => this.#make(options));
      });
      return Promise.resolve(batch);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /**
   * Takes results of a batch that is out, whole or in parts, in any order, and applies them at once: the archive takes the rows, after
   * the last row of the batch the bandit gets its rewards, then the emitters are told.
   * @param results - One row for each row told. Without it, the held results are taken.
   * @returns the report on these rows.
   * @throws STATE if the batch is not out, a row was told before, or has no results; ARGUMENT if a shape does not fit. Nothing has changed
   *   then. What an archive of the user's own throws, or ARGUMENT if it gives no report: all rows are still out if `add` fails, those of
   *   elites that are evaluated again if `revise` fails. ARGUMENT if the genomes' memory was transferred: the batch was dropped. What an
   *   emitter, `reward` or the bandit throws: the rows were taken nevertheless.
   */
  tell(genomes: Genomes<G>, results?: Results, options: TellOptions = {}): Promise<AddReport> {
    try {
      const { batch, rows, checked } = this.toTell(genomes, results, options);
      if (!batch.isLost) return Promise.resolve(this.#tell(batch, rows, checked));
      return this.drop(genomes).then(() => {
        const why = 'keep their memory until they are told; the batch was dropped';
        throw argumentError(`${this.#owner}.tell`, 'genomes', why, 'a transferred buffer');
      });
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /**
   * What a tell with these arguments applies, with a copy of the results. @throws as tell.
   * @internal
   */
  toTell(
    genomes: Genomes<G>,
    results: Results | undefined,
    options: TellOptions,
  ): { readonly batch: PendingBatch<G>; readonly rows: Int32Array; readonly checked: CheckedResults } {
    const owner = this.#method('tell');
    checkObject(owner, 'options', options);
    const batch = findBatch(owner, this.#pending, genomes);
    const rows = batch.rowsOf(owner, options.rows);
    if (results === undefined) return { batch, rows, checked: batch.heldResults(owner, rows) };
    return { batch, rows, checked: checkResults(owner, results, rows.length, this.#schema) };
  }

  /**
   * Adds rows that were evaluated elsewhere, such as elites of another search, to the archive and the guide. No emitter is told, and they
   * do not count as evaluations.
   * @returns the report of the archive.
   * @throws ARGUMENT if a shape does not fit, STATE if another search has a batch out with this archive. Nothing has changed then.
   */
  add(genomes: Genomes<G>, results: Results): AddReport {
    const owner = this.#method('add');
    take(owner, this.#user, this.#parts);
    const archives = { owner, archive: this.archive, guide: this.#guide };
    return this.#during('apply', () => addRows(archives, genomes, results, this.#schema));
  }

  /**
   * Stores results with their batch without applying them; a later tell without results applies them. Snapshots contain them.
   * @throws as tell. Nothing has changed then.
   */
  hold(genomes: Genomes<G>, results: Results, options: TellOptions = {}): void {
    const owner = this.#method('hold');
    checkObject(owner, 'options', options);
    const batch = findBatch(owner, this.#pending, genomes);
    const rows = batch.rowsOf(owner, options.rows);
    batch.hold(rows, checkResults(owner, results, rows.length, this.#schema), this.#schema);
  }

  /** The rows of a batch that is out whose results were neither told nor held. @throws STATE if the batch is not out. */
  missing(genomes: Genomes<G>): Int32Array {
    return findBatch(this.#method('missing'), this.#pending, genomes).missing();
  }

  /** Drops a batch: its rows that were not told yet are told as invalid. @throws STATE if the batch is not out. */
  async drop(genomes: Genomes<G>): Promise<AddReport> {
    const batch = findBatch(this.#method('drop'), this.#pending, genomes);
    const rows = batch.untold();
    return await this.#tell(batch, rows, invalidResults(this.#schema, rows.length, 'the batch was dropped'));
  }

  /**
   * Lets emitters learn from the archive, once the first genomes are complete. Draws from the emitters' learning streams.
   * @returns undefined if there is nothing to learn: no batch was told since the last call, or no emitter learns.
   * @throws ARGUMENT if an option breaks its contract; what an emitter throws: its stream is then rewound, and the next call tries again.
   */
  learn(options: Pick<AskOptions, 'signal'> = {}): Promise<void> | undefined {
    checkAskOptions(this.#method('learn'), options);
    if (!this.#mayLearn()) return undefined;
    return Promise.resolve(this.#asks.run(() => this.#learn(options)));
  }

  /**
   * Configuration and state, including batches that are out, the archive and other stateful parts. A search that is restored from it
   * continues bit for bit like this one. Equal states give equal bytes.
   * @throws STATE while ask, tell, learn, finish, snapshot or restore is under way, or if a part that has state has no `snapshot` or `restore`.
   */
  snapshot(): Uint8Array {
    const stored = this.#stored('snapshot');
    return this.#during('store', () => searchBytes(stored));
  }

  /**
   * Restores a snapshot of a search with the same configuration (the seed may differ), including the batches that were out.
   * Functions cannot be compared: the caller must see to it that evaluation, operators and reward are the same.
   * @throws ARGUMENT if `bytes` is neither a Uint8Array nor an ArrayBuffer; SNAPSHOT if they are damaged, of another version, or of another
   *   configuration, naming the difference; STATE as snapshot, or if another search has a batch out with a part of this one. Nothing has
   *   changed then.
   */
  restore(bytes: Uint8Array | ArrayBuffer): void {
    const stored = this.#stored('restore');
    take(stored.owner, this.#user, this.#parts);
    this.#during('store', () => restoreSearch(stored, bytes));
  }

  /**
   * Runs work of an emitter with its learning stream. Asks and learning wait for it; results may be told meanwhile.
   * @param method - Named in errors.
   * @throws STATE while ask, tell or learn is under way, or if another search has a batch out with a part of this one.
   * @internal
   */
  protected async learnApart<T>(method: string, learns: Emitter<G>, work: (random: Random) => Promise<T>): Promise<T> {
    take(this.#idle(method), this.#user, this.#parts);
    const { learning } = this.#emitters.find(({ emitter }) => emitter === learns)!;
    return this.#asks.run(() => work(learning));
  }

  get #initialized(): boolean {
    const { continues, initialAsked } = this.#history;
    return (continues && this.#guide.size > 0) || this.#initial.done(this.archive, this.#guide, initialAsked);
  }

  #mayLearn(): boolean {
    return this.#learns && this.#history.learned !== this.#history.generations && this.#initialized;
  }

  async #learn({ signal }: Pick<AskOptions, 'signal'>): Promise<void> {
    if (!this.#mayLearn()) return;
    take(`${this.#owner}.ask`, this.#user, this.#parts);
    const { generations, entered } = this.#history;
    const { archive, domain } = this;
    await learnAll(this.#emitters, { archive, space: domain.genome, generations, entered, signal });
    this.#history.learned = generations;
  }

  /** Makes a batch; synchronous if its emitters are. */
  #make(options: AskOptions): AskedBatch<G> | Promise<AskedBatch<G>> {
    take(`${this.#owner}.ask`, this.#user, this.#parts);
    for (const name of STREAMS) this.#streams[name].mark();
    const fail = (error: unknown): never => {
      for (const name of STREAMS) this.#streams[name].rewind();
      throw error;
    };
    try {
      const initial = !this.#initialized;
      const rows = initial ? this.#first() : this.#emit(options);
      if (!isThenable(rows)) return this.#out(rows, initial, options);
      return rows.then((batch) => this.#out(batch, initial, options)).catch(fail);
    } catch (error) {
      return fail(error);
    }
  }

  /** Adds rows to the pending batches, with a seed for each. @returns the batch for the caller. */
  #out(batch: PendingBatch<G>, initial: boolean, { view = false }: AskOptions): AskedBatch<G> {
    const { rows, blocks } = batch;
    const seeds = rows.data.seed as Float64Array;
    for (let i = 0; i < seeds.length; i++) seeds[i] = this.#streams.evaluation.integer(0, 2 ** 32 - 1);
    for (const { emitter } of blocks) if (emitter >= 0) this.#emitters[emitter]!.asks++;
    const asked = batch.ask(this.#history.batches, this.#history.asked, this.#names, view);
    this.#pending.push(batch);
    this.#history.ask(rows.rows, blocks, initial);
    return asked;
  }

  #first(): PendingBatch<G> {
    const genomes = this.#initial.next(this.batchSize, this.#history.initialAsked, this.#streams.initial);
    return firstRows(genomes, this.#rowSchema);
  }

  #emit({ signal, retries = 0, onError = 'throw' }: AskOptions): PendingBatch<G> | Promise<PendingBatch<G>> {
    const { emission: random, scheduling } = this.#streams;
    const { arm, counts } = this.#shares.deal(this.batchSize, scheduling, this.#pending);
    const context = { random, archive: this.#guide, space: this.domain.genome, signal, retries, onError };
    return emit({
      guided: this.#guide !== this.archive,
      owner: `${this.#owner}.ask`,
      emitters: this.#emitters,
      arm,
      counts,
      context,
      schema: this.#rowSchema,
    });
  }

  /** Applies results; synchronous if the tell methods of the emitters are. */
  #tell(batch: PendingBatch<G>, rows: Int32Array, results: CheckedResults): AddReport | Promise<AddReport> {
    // Emitters would hear of these rows before those that are being told.
    if (this.#step === 'tell') throw stateError(`${this.#owner}.tell`, 'tell() is under way');
    const { report, heard, errors } = this.#during('tell', () => this.#apply(batch, rows, results));
    const hearing = this.#tells.run(() => hear(heard, errors));
    return isThenable(hearing) ? hearing.then(() => report) : report;
  }

  /** Gives rows to the archives, counts them, and rewards the bandit after the last row of the batch. */
  #apply(batch: PendingBatch<G>, rows: Int32Array, results: CheckedResults): AppliedRows<G> {
    const archives = { owner: `${this.#owner}.tell`, archive: this.archive, guide: this.#guide };
    const taken = this.#during('apply', () => applyRows(batch, rows, results, archives, this.#emitters));
    const { report, judged, errors } = taken;
    const whole = batch.tell(taken.rows, judged);
    this.#history.tell(batch.blocks, taken.rows, report, taken.results);
    if (whole !== undefined) {
      this.#pending.splice(this.#pending.indexOf(batch), 1);
      errors.push(...this.#history.record(this.archive as never));
      errors.push(...this.#shares.reward(batch, whole));
    }
    return taken;
  }

  #during<T>(step: Step, work: () => T): T {
    const before = this.#step;
    this.#step = step;
    try {
      return work();
    } finally {
      this.#step = before;
    }
  }

  /**
   * @throws STATE if a part that is being stored or restored calls the method, or an archive that is given rows.
   * @returns the owner of its errors.
   */
  #method(name: string): string {
    const owner = `${this.#owner}.${name}`;
    if (this.#step === 'store') throw stateError(owner, 'snapshot() or restore() is under way');
    if (this.#step === 'apply') throw stateError(owner, 'an archive is being given rows');
    return owner;
  }

  /** @throws STATE while a call is under way. @returns the owner of errors of the method. */
  #idle(method: string): string {
    const owner = this.#method(method);
    if (this.#asks.isBusy) throw stateError(owner, 'ask(), learn() or finish() is under way');
    if (this.#tells.isBusy || this.#step === 'tell') throw stateError(owner, 'tell() is under way');
    return owner;
  }

  #stored(method: string): StoredSearch<G> {
    const owner = this.#idle(method);
    if (this.#pending.some(({ isLost }) => isLost)) {
      throw stateError(owner, 'the memory of a batch was transferred; drop it');
    }
    return {
      owner,
      name: this.#owner,
      domain: this.domain,
      archive: this.archive,
      guide: this.#guide,
      batchSize: this.batchSize,
      initial: this.#initial.configuration,
      emitters: this.#emitters,
      mixtures: this.#shares.mixtures,
      bandit: this.#shares.bandit,
      streams: this.#streams,
      schema: this.#schema,
      rowSchema: this.#rowSchema,
      history: this.#history,
      pending: this.#pending,
    };
  }
}
