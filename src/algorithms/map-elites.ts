import {
  type AddReport,
  type Algorithm,
  type Archive,
  addCount,
  argumentError,
  asBatch,
  Batch,
  type Box,
  borrowing,
  checkInteger,
  checkMethods,
  checkObject,
  checkOptions,
  checkResultRows,
  copyGenomes,
  type Genomes,
  isBorrowing,
  isObjectSpace,
  type MaybeStateful,
  type Problem,
  type Results,
  type Stateful,
  sameSpace,
  show,
  stateError,
  type VariationOperator,
} from '../core/index.ts';
import { statefulParts } from '../formats/index.ts';
import { type RandomStream, randomStreams } from '../random/index.ts';
import { type AskedBatch, givenAgain, spareMemory } from './asked-batch.ts';
import { claim } from './claim.ts';
import { type Initial, InitialGenomes } from './initial-genomes.ts';
import { readLoop, type StoredLoop, writeLoop } from './loop-snapshot.ts';

/** What every loop of this package takes. */
export interface LoopOptions<G = Float64Array, A extends Archive<G> = Archive<G>> {
  /** A domain, or just its problem part if others evaluate. */
  readonly domain: Problem<G>;
  /** Empty, or with elites, which then count as first genomes. Belongs to this algorithm from now on. */
  readonly archive: A;
  /** Genomes per generation, in [1, 2^24], with fewer than 2^31 genes (default 100). */
  readonly batchSize?: number | undefined;
  /** The first genomes (default: one batch). Not used, though checked, if the archive has elites. */
  readonly initial?: Initial<G> | undefined;
  /** Any safe integer. Same seed, same version, same evaluations: the same archive, bit for bit. */
  readonly seed: number;
}

/** What a {@link MapElites} is made of. */
export interface MapElitesOptions<G = Float64Array, A extends Archive<G> = Archive<G>> extends LoopOptions<G, A> {
  /** Makes children of elites. */
  readonly variation: VariationOperator<G>;
}

/** What an algorithm that is built around a {@link MapElites} gives it. */
export interface LoopHooks {
  /** Whom errors name, and whose state a snapshot says that it is (default `MapElites`). */
  readonly owner?: string | undefined;
  /** What belongs to the algorithm beside the archive, by name: no other may be given it. */
  readonly parts?: Readonly<Record<string, object>> | undefined;
  /** Awaited within ask, before a batch is made. */
  readonly asked?: (() => Promise<void>) | undefined;
  /** Called within tell, when the batch has been taken. */
  readonly told?: ((report: AddReport) => void) | undefined;
}

/** What an archive samples at most. */
const MOST_ROWS = 2 ** 24;

/** The streams of a loop, split from its seed in this order. Those of an algorithm around it come after them. */
export const LOOP_STREAMS = ['initial', 'selection', 'variation', 'evaluation'] as const;

/**
 * MAP-Elites [Mouret2015]: after the first genomes, each generation draws parents uniformly from the archive, with
 * replacement, varies them, and adds the children.
 */
export class MapElites<G = Float64Array, A extends Archive<G> = Archive<G>> implements Algorithm<G>, Stateful {
  readonly domain: Problem<G>;
  readonly archive: A;
  /** Genomes per generation. */
  readonly batchSize: number;
  readonly #owner: string;
  readonly #hooks: LoopHooks;
  readonly #variation: VariationOperator<G>;
  readonly #initial: InitialGenomes<G>;
  readonly #streams: Readonly<Record<(typeof LOOP_STREAMS)[number], RandomStream>>;
  /** Told at the start; an archive with elites needs no first genomes. */
  #continues: boolean;
  #evaluations = 0;
  #pending: Promise<Genomes<G>> | undefined;
  /** What pending gives, once it is made. */
  #asked: AskedBatch<G> | undefined;
  #telling = false;
  /** Whether whoever asked, each time, leaves the batch alone. */
  #lent = false;
  /** Whether it was asked for again before it was made. */
  #shared = false;
  /** The batch told last, if the archive keeps none. */
  #spent: AskedBatch<G> | undefined;
  /** The last parents, to be written over: operators keep none. */
  #parents: Genomes<G> | undefined;

  /**
   * @param hooks - For algorithms that are built around this one.
   * @throws ARGUMENT if an option breaks its contract; STATE if the archive belongs to another algorithm.
   */
  constructor(options: MapElitesOptions<G, A>, hooks: LoopHooks = {}) {
    const { owner = 'MapElites' } = hooks;
    checkOptions(owner, options, ['domain', 'archive', 'variation', 'batchSize', 'initial', 'seed']);
    const { domain, archive, variation, batchSize = 100, initial = { evaluations: batchSize }, seed } = options;
    checkInteger(owner, 'batchSize', batchSize, 1, MOST_ROWS);
    checkMethods(owner, 'variation', variation, 'vary');
    checkArchive(owner, domain, archive);
    checkObject(owner, 'initial', initial);
    this.#initial = new InitialGenomes(owner, domain, initial);
    const columns = isObjectSpace(domain.genome) ? 1 : (domain.genome as Box).dimensions;
    checkInteger(owner, 'batchSize', batchSize, 1, Math.min(MOST_ROWS, Math.floor((2 ** 31 - 1) / columns)));
    variation.check?.(domain.genome);
    this.#streams = randomStreams(seed, LOOP_STREAMS, owner);
    borrowing(ask);
    borrowing(tell);
    this.#owner = owner;
    this.#hooks = hooks;
    claim(owner, { archive, ...hooks.parts });
    this.domain = domain;
    this.archive = archive;
    this.batchSize = batchSize;
    this.#variation = variation;
    this.#continues = archive.size > 0;
  }

  get evaluations(): number {
    return this.#evaluations;
  }

  /** `(rows)`: evaluation seeds of the batch that ask gave, until it is told; a copy. */
  get seeds(): Uint32Array | undefined {
    return this.#asked?.seeds.slice();
  }

  /** Whether the first genomes are done, and the next batch comes from the archive. */
  get initialized(): boolean {
    return (this.#continues && this.archive.size > 0) || this.#initial.done(this.archive, this.#evaluations);
  }

  /**
   * The next batch; the same one until it is told. It is a copy: what is done to it has no effect on the search, and if it
   * was changed or transferred, the next ask gives its genes again. Draws from the streams initial, or selection and
   * variation; and from evaluation. An operator must not wait for ask itself: that would never end.
   * @param into - The batch that was told last, if nobody needs it any more: its memory may become that of the next, so that
   *   large genomes stay in the processor's caches. So it does if it was asked for once; others may have kept it. Any other
   *   batch is left alone.
   * @param lent - Of `run`: the batch may be the search's own, since it is neither kept nor changed.
   * @throws what the operator throws; then the streams are as before, and the next ask tries again.
   */
  ask(into?: Genomes<G>, lent: boolean = false): Promise<Genomes<G>> {
    if (this.#pending === undefined) {
      this.#lent = lent;
      this.#shared = false;
      // Made a moment later, so that a second ask, whoever makes it, already finds it under way.
      this.#pending = Promise.resolve().then(() => this.#make(into));
      return this.#pending;
    }
    this.#lent &&= lent;
    this.#shared = true;
    if (this.#asked !== undefined) {
      const { given } = this.#asked;
      this.#asked = givenAgain(this.#asked, this.#lent);
      if (this.#asked.given !== given) this.#pending = Promise.resolve(this.#asked.given);
    }
    return this.#pending;
  }

  /**
   * Takes the results of the very batch that ask gave.
   * @throws STATE if it is another one; ARGUMENT if a shape does not fit, and then the batch still waits.
   */
  async tell(genomes: Genomes<G>, results: Results): Promise<AddReport> {
    const asked = this.#asked;
    if (asked === undefined) throw stateError(`${this.#owner}.tell`, 'no batch waits to be told; ask for one first');
    if (genomes !== asked.given) throw stateError(`${this.#owner}.tell`, 'genomes are not the batch that waits');
    const { rows } = asked.genomes;
    checkResultRows(`${this.#owner}.tell`, results, rows);
    this.#telling = true;
    const unkept = isBorrowing(this.archive.add);
    try {
      const report = this.archive.add(asked.genomes, results);
      this.#evaluations = addCount(this.#evaluations, rows);
      this.#pending = undefined;
      this.#asked = undefined;
      this.#spent = unkept ? asked : undefined;
      this.#hooks.told?.(report);
      return report;
    } finally {
      this.#telling = false;
    }
  }

  /**
   * Configuration and state, the waiting batch, archive and other stateful parts included: what follows is the same, bit
   * for bit, wherever it is restored. Same state, same bytes.
   * @throws STATE while ask or tell is under way, or if a part that has state has no `snapshot` or `restore`.
   */
  snapshot(): Uint8Array {
    const loop = this.#stored('snapshot');
    return writeLoop(loop, { evaluations: this.#evaluations, continues: this.#continues, waiting: this.#asked });
  }

  /**
   * Goes on from a snapshot of an algorithm that is configured alike (the seed aside), with a batch waiting if one waited
   * then. Functions cannot be compared: that evaluation and operators are the same is yours to see to.
   * @throws ARGUMENT if `bytes` is no Uint8Array; SNAPSHOT if they are damaged, of another version, or of another
   *   configuration, naming what differs; STATE as snapshot. Nothing has changed then.
   */
  restore(bytes: Uint8Array): void {
    const { evaluations, continues, waiting } = readLoop(this.#stored('restore'), bytes);
    this.#evaluations = evaluations;
    this.#continues = continues;
    this.#asked = waiting && { ...waiting, given: copyGenomes(waiting.genomes), shared: false };
    this.#pending = this.#asked && Promise.resolve(this.#asked.given);
    this.#lent = false;
  }

  #stored(method: string): StoredLoop<G> {
    const owner = `${this.#owner}.${method}`;
    if (this.#pending !== undefined && this.#asked === undefined) throw stateError(owner, 'ask() is under way');
    if (this.#telling) throw stateError(owner, 'tell() is under way');
    const { archive, domain, batchSize } = this;
    const parts = statefulParts(owner, { archive }, { variation: this.#variation, domain: domain as MaybeStateful });
    const initial = this.#initial.configuration;
    return { owner: this.#owner, domain, batchSize, initial, streams: this.#streams, parts };
  }

  async #make(into?: Genomes<G>): Promise<Genomes<G>> {
    const { initial, selection, variation, evaluation } = this.#streams;
    const drawn = [initial, selection, variation];
    const before = drawn.map((stream) => stream.getState());
    const spare = spareMemory(this.#spent, into);
    this.#spent = undefined;
    try {
      await this.#hooks.asked?.();
      const genomes = this.initialized
        ? await this.#vary(spare.own)
        : this.#initial.next(this.batchSize, this.#evaluations, initial);
      const seeds = new Uint32Array(genomes.rows);
      for (let i = 0; i < genomes.rows; i++) seeds[i] = evaluation.integer(0, 2 ** 32 - 1);
      const given = this.#lent ? genomes : copyGenomes(genomes, spare.given);
      this.#asked = { genomes, seeds, given, shared: this.#shared };
      return given;
    } catch (error) {
      for (const [i, stream] of drawn.entries()) stream.setState(before[i]!);
      this.#pending = undefined;
      throw error;
    }
  }

  /** Children in memory of the search's own: `spare`, if it fits. An operator may answer with what it uses again. */
  async #vary(spare: Genomes<G> | undefined): Promise<Genomes<G>> {
    const { archive, domain } = this;
    const { selection, variation } = this.#streams;
    const parents = archive.sample(this.batchSize, selection, this.#parents);
    this.#parents = undefined;
    const ours = isBorrowing(this.#variation.vary);
    const context = { random: variation, archive, space: domain.genome, into: ours ? spare : undefined };
    const children = await this.#variation.vary(parents, context);
    this.#parents = parents;
    if (children?.rows !== this.batchSize) {
      throw argumentError(`${this.#owner}.ask`, 'variation', `answer with ${this.batchSize} rows`, children?.rows);
    }
    if (isObjectSpace(domain.genome)) return copyGenomes(children);
    const batch = asBatch(`${this.#owner}.ask`, children as never, (domain.genome as Box).dimensions);
    if (!ours && children === (batch as unknown)) return copyGenomes(children, spare);
    // Another batch in the same memory: tell knows each by what it is.
    return (children === spare ? new Batch(batch.rows, batch.columns, batch.data) : batch) as never;
  }
}

const ask = /* @__PURE__ */ (() => MapElites.prototype.ask)();
const tell = /* @__PURE__ */ (() => MapElites.prototype.tell)();

function checkArchive<G>(owner: string, domain: Problem<G>, archive: Archive<G>): void {
  checkObject(owner, 'domain', domain);
  checkMethods(owner, 'archive', archive, 'add');
  for (const name of ['genome', 'descriptor'] as const) {
    const [space, wanted] = [archive[name], domain[name]];
    if (space === undefined || sameSpace(space as Box, wanted as Box)) continue;
    throw argumentError(owner, `archive.${name}`, `be the ${name} space of the domain, ${show(wanted)}`, space);
  }
}
