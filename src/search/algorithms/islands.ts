import {
  type AddReport,
  type Algorithm,
  type Archive,
  type AskedBatch,
  type AskOptions,
  addCount,
  argumentError,
  ascending,
  type CheckedResults,
  checkInteger,
  checkMethods,
  checkOptions,
  copyGenomes,
  type FieldKinds,
  type Genomes,
  gatherRows,
  isAscending,
  type Problem,
  type Results,
  type Stateful,
  selectElites,
  stateError,
  type TellOptions,
} from '../../core/index.ts';
import { decodeSnapshot, encodeSnapshot, integer, serial } from '../../formats/index.ts';
import { type RandomStream, randomStream, streamState } from '../../random/index.ts';
import { checkArchives, take } from '../check-parts.ts';
import { Queue } from '../queue.ts';
import type { Search } from '../search.ts';

/** Options of {@link Islands}. */
export interface IslandsOptions<G = Float64Array, A extends Archive<G, FieldKinds> = Archive<G, FieldKinds>> {
  /**
   * At least 2, new, of the same domain. Each has an archive, emitters and a seed of its own. From now on only the islands may ask them.
   */
  readonly searches: readonly Search<G>[];
  /** Every row that is told is added to it too. Nothing is selected from it. Without lineage: parents are elites of an island's archive. */
  readonly archive: A;
  /** Elites migrate after so many batches of each island, at least 1 (default 50). */
  readonly every?: number | undefined;
  /** Number of elites that migrate from each island, at least 1 (default 10). */
  readonly migrants?: number | undefined;
  /** Any safe integer, for the choice of migrants. */
  readonly seed: number;
}

/** A synchronous call whose parts could call the islands: the archive is given rows, a batch is told, parts are stored. */
type Step = 'add()' | 'tell() or drop()' | 'snapshot() or restore()';

/**
 * The island model [Martin1997]: several searches take turns, and now and then copies of some elites of each, drawn uniformly with replacement,
 * migrate to the next one, in a ring. They are added with their results, which costs no evaluation. In an archive with lineage a migrant has
 * no origin, as what is added by hand.
 *
 * `ask` gives a batch of each island in turn. Elites migrate when `every` times the number of islands batches were told since the last
 * time. `archive` has the best of all islands.
 */
export class Islands<G = Float64Array, A extends Archive<G, FieldKinds> = Archive<G, FieldKinds>>
  implements Algorithm<G>, Stateful
{
  readonly domain: Problem<G, FieldKinds>;
  readonly archive: A;
  readonly searches: readonly Search<G>[];
  readonly #every: number;
  readonly #migrants: number;
  readonly #random: RandomStream;
  /** Number of batches that were asked for, and that were told. */
  #asked = 0;
  #told = 0;
  /** The caller's copy of each island's batch. */
  readonly #copies = new WeakMap<AskedBatch<G>, AskedBatch<G>>();
  /** The step under way: a synchronous call whose parts could call the islands. */
  #step: Step | undefined;
  readonly #asks = new Queue();
  readonly #user = {
    isBusy: (): boolean => this.#asks.isBusy || this.#step !== undefined || this.pending.length > 0,
  };

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: IslandsOptions<G, A>) {
    const owner = 'Islands';
    checkOptions(owner, options, ['searches', 'archive', 'every', 'migrants', 'seed']);
    const { searches, archive, every = 50, migrants = 10, seed } = options;
    this.domain = checkSearches(owner, searches, archive);
    checkArchives(owner, this.domain, archive, archive);
    if (archive.lineage === true) {
      throw argumentError(owner, 'archive.lineage', "be false: the islands' own archives have the lineage", true);
    }
    checkInteger(owner, 'every', every, 1);
    checkInteger(owner, 'migrants', migrants, 1, 2 ** 24);
    this.archive = archive;
    this.searches = [...searches];
    this.#every = every;
    this.#migrants = migrants;
    this.#random = randomStream(seed, owner);
  }

  /** Genomes told so far, to all islands. */
  get evaluations(): number {
    return this.searches.reduce((sum, { evaluations }) => sum + evaluations, 0);
  }

  /** Batches that are out, the oldest first. */
  get pending(): readonly AskedBatch<G>[] {
    const all = this.searches.flatMap((search, island) => search.pending.map((batch) => this.#copyOf(batch, island)));
    return all.sort((a, b) => a.number - b.number);
  }

  /** Sums of the domain's own number columns over all valid rows told to the islands, by name. */
  get totals(): Readonly<Record<string, number>> {
    const [first, ...others] = this.searches;
    const totals: Record<string, number> = { ...first!.totals };
    for (const search of others) {
      for (const [name, sum] of Object.entries(search.totals)) totals[name]! += sum;
    }
    return totals;
  }

  /**
   * A batch of the next island, always a copy. Calls are queued and run one at a time.
   * @throws what the island's `ask` throws; the next call asks the same island.
   */
  async ask(options: AskOptions = {}): Promise<AskedBatch<G>> {
    this.#checkCall('Islands.ask');
    take('Islands.ask', this.#user, new Map([[this.archive, 'archive']]));
    return this.#asks.run(() => this.#ask(options));
  }

  /**
   * Takes results of a batch that is out, as {@link Search.tell} does: the island takes them, then `archive`.
   * @returns the report of `archive`.
   * @throws as {@link Search.tell}.
   */
  async tell(genomes: Genomes<G>, results?: Results, options: TellOptions = {}): Promise<AddReport> {
    const { search, batch } = this.#find('Islands.tell', genomes);
    const { rows, checked } = search.toTell(batch, results, options);
    const before = search.evaluations;
    const { told, added } = this.#during('tell() or drop()', () => {
      const told = search.tell(batch, checked, { rows });
      // If the migration below throws, nobody awaits this promise, and its rejection must not end the process.
      told.catch(() => undefined);
      const taken = search.evaluations - before;
      // A tell that fails gives no report. It may have taken some rows, or none.
      if (taken === 0) return { told, added: told };
      const share = (): AddReport => this.#during('add()', () => this.#share(search, batch, rows, checked, taken));
      const added = new Promise<AddReport>((resolve) => resolve(share()));
      // A failure is thrown below, after the island's emitters were told.
      added.catch(() => undefined);
      this.#count(search, batch);
      return { told, added };
    });
    await told;
    return added;
  }

  /** Stores results with their batch without applying them, as {@link Search.hold}. */
  hold(genomes: Genomes<G>, results: Results, options: TellOptions = {}): void {
    const { search, batch } = this.#find('Islands.hold', genomes);
    search.hold(batch, results, options);
  }

  /** The rows of a batch that is out whose results were neither told nor held. @throws STATE if the batch is not out. */
  missing(genomes: Genomes<G>): Int32Array {
    const { search, batch } = this.#find('Islands.missing', genomes);
    return search.missing(batch);
  }

  /** Drops a batch, as {@link Search.drop}. @throws STATE if the batch is not out. */
  async drop(genomes: Genomes<G>): Promise<AddReport> {
    const { search, batch } = this.#find('Islands.drop', genomes);
    return this.#during('tell() or drop()', () => {
      const dropped = search.drop(batch);
      // As in `tell`, if the migration throws.
      dropped.catch(() => undefined);
      this.#count(search, batch);
      return dropped;
    });
  }

  /** Lets the emitters of the next island learn, as {@link Search.learn}. */
  learn(options: Pick<AskOptions, 'signal'> = {}): Promise<void> | undefined {
    this.#checkCall('Islands.learn');
    return this.#next.learn(options);
  }

  /** Configuration and state, with those of the islands and of `archive`. @throws STATE during ask and learn, and in a callback of another call. */
  snapshot(): Uint8Array {
    const stored = this.#stored('snapshot');
    const state = { asked: this.#asked, told: this.#told, random: this.#random.getState() };
    return this.#during('snapshot() or restore()', () => encodeSnapshot(stored, state));
  }

  /**
   * Restores a snapshot of islands with the same configuration; the seed may differ.
   * @throws SNAPSHOT if `bytes` are damaged or of another configuration, STATE as snapshot. Nothing has changed then.
   */
  restore(bytes: Uint8Array | ArrayBuffer): void {
    const stored = this.#stored('restore');
    take('Islands.restore', this.#user, new Map([[this.archive, 'archive']]));
    const { state, restoreParts } = decodeSnapshot('Islands.restore', bytes, stored);
    this.#during('snapshot() or restore()', restoreParts);
    this.#asked = state.asked;
    this.#told = state.told;
    this.#random.setState(state.random);
  }

  #stored(method: string) {
    const owner = `Islands.${method}`;
    if (this.#asks.isBusy) throw stateError(owner, 'ask() is under way');
    if (this.#step !== undefined) throw stateError(owner, `${this.#step} is under way`);
    const islands = Object.fromEntries(this.searches.map((search, i) => [`searches.${i}`, search]));
    const configuration = { every: this.#every, migrants: this.#migrants, searches: this.searches.length };
    const state = { asked: serial, told: integer(), random: streamState };
    return { kind: 'Islands', configuration, state, parts: { archive: this.archive, ...islands } };
  }

  /** The island that is asked next. */
  get #next(): Search<G> {
    return this.searches[this.#asked % this.searches.length]!;
  }

  async #ask(options: AskOptions): Promise<AskedBatch<G>> {
    const batch = await this.#next.ask({ ...options, view: true });
    return this.#copyOf(batch, this.#asked++ % this.searches.length);
  }

  /** The copy that the caller has of an island's batch, made when it is needed first. */
  #copyOf(batch: AskedBatch<G>, island: number): AskedBatch<G> {
    const known = this.#copies.get(batch);
    if (known !== undefined) return known;
    const { number, seeds, emitters } = batch;
    const own = { number: number * this.searches.length + island, seeds: seeds.slice(), emitters };
    const copy: AskedBatch<G> = Object.assign(copyGenomes(batch), own);
    this.#copies.set(batch, copy);
    return copy;
  }

  /** The island that a batch is out of, and its own batch. */
  #find(owner: string, genomes: Genomes<G>): { readonly search: Search<G>; readonly batch: AskedBatch<G> } {
    this.#checkCall(owner);
    for (const search of this.searches) {
      const batch = search.pending.find((one) => this.#copies.get(one) === genomes);
      if (batch !== undefined) return { search, batch };
    }
    throw stateError(owner, 'the genomes are not a batch that is out');
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

  /** @throws STATE if a part calls that is being stored or restored, or the archive while it is given rows. */
  #checkCall(owner: string): void {
    if (this.#step === 'snapshot() or restore()' || this.#step === 'add()')
      throw stateError(owner, `${this.#step} is under way`);
  }

  /** Adds the rows that an island took to `archive`. @param taken - Their number: all of `rows`, or some. */
  #share(search: Search<G>, batch: AskedBatch<G>, rows: Int32Array, results: CheckedResults, taken: number): AddReport {
    if (taken === rows.length) {
      const whole = taken === batch.rows && isAscending(rows);
      return this.archive.add(whole ? batch : gatherRows(batch, rows), results);
    }
    const left = new Set(search.missing(batch));
    const at = ascending(rows.length).filter((i) => !left.has(rows[i]!));
    return this.archive.add(
      gatherRows(
        batch,
        at.map((i) => rows[i]!),
      ),
      results.gather(at),
    );
  }

  /** Counts a batch whose rows were all told, and lets elites migrate if that is due. */
  #count(search: Search<G>, batch: AskedBatch<G>): void {
    if (search.pending.includes(batch)) return;
    this.#told = addCount(this.#told);
    if (this.#told % (this.#every * this.searches.length) === 0) this.#migrate();
  }

  /** All migrants are drawn before the first arrives, so that none goes further than one island. */
  #migrate(): void {
    const leaving = this.searches.map(({ archive }) => drawRows(archive, this.#migrants, this.#random));
    for (const [island, drawn] of leaving.entries()) {
      const next = this.searches[(island + 1) % this.searches.length]!;
      if (drawn !== undefined) next.add(drawn.genomes, drawn.results);
    }
  }
}

/** Elites drawn uniformly, with replacement, as evaluated rows; undefined if there are none. */
function drawRows<G>(
  archive: Archive<G, FieldKinds>,
  count: number,
  random: RandomStream,
): { readonly genomes: Genomes<G>; readonly results: Results } | undefined {
  if (archive.size === 0) return undefined;
  const selection = selectElites(archive, count, random);
  const elites = Array.from({ length: count }, (_, i) => selection.elite(i));
  const names = Object.keys(elites[0]!.fields);
  const results = {
    fitness: elites.map(({ fitness }) => fitness),
    descriptors: elites.map(({ descriptor }) => descriptor),
    fields: Object.fromEntries(names.map((name) => [name, elites.map(({ fields }) => fields[name])])),
  };
  return { genomes: selection.gathered(), results };
}

/** @throws ARGUMENT unless they are new searches of one domain without noise, each with an archive of its own. @returns the domain. */
function checkSearches<G>(
  owner: string,
  searches: readonly Search<G>[],
  archive: Archive<G, FieldKinds>,
): Problem<G, FieldKinds> {
  if (!(Array.isArray(searches) && searches.length >= 2)) {
    throw argumentError(owner, 'searches', 'be a list of at least 2', searches);
  }
  const archives = new Set<unknown>([archive]);
  for (const [i, search] of (searches as readonly Search<G>[]).entries()) {
    const name = `searches[${i}]`;
    checkMethods(owner, name, search, 'ask', 'tell', 'toTell', 'add');
    const { evaluations, pending, domain } = search;
    if (evaluations > 0 || pending.length > 0) throw argumentError(owner, name, 'be new', `${evaluations} evaluations`);
    if (domain !== searches[0]!.domain) throw argumentError(owner, `${name}.domain`, 'be that of searches[0]', domain);
    if (archives.has(search.archive)) throw argumentError(owner, `${name}.archive`, 'be its own', search.archive);
    archives.add(search.archive);
    checkMethods(owner, `${name}.archive`, search.archive, 'select', 'elite');
  }
  const { domain } = searches[0]!;
  if (domain.noisy === true) throw argumentError(owner, 'searches[0].domain', 'have no noise', domain.noisy);
  return domain;
}
