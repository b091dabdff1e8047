import {
  type Archive,
  addCount,
  argumentError,
  asBatch,
  type Batch,
  type Box,
  boxBounds,
  checkChoice,
  checkInteger,
  checkMethods,
  checkOptions,
  checkSynchronous,
  type Emitter,
  type EmitterContext,
  type ErrorCode,
  type FieldKinds,
  firstOutside,
  freshBatch,
  isAscending,
  type Random,
  selectElites,
  type Told,
} from '../../core/index.ts';
import { flag, integer, record, type SnapshotLayout, type StateKind, type StateKinds } from '../../formats/index.ts';
import type { Strategy } from '../../optimizers/index.ts';
import { judgedAlone } from './judged-alone.ts';
import { addTold, noneTold, type PartlyTold, partlyToldKind, wholeGeneration } from './partly-told.ts';
import { type RankedRows, type Ranker, twoStageImprovementRanker } from './rankers.ts';

/** When a strategy begins anew, from a random elite. */
export type RestartRule = 'noImprovement' | 'stopped' | { readonly every: number };

/** How a strategy learns from the archive. */
export interface GenerationOptions {
  /** Orders each generation. One with state belongs to this emitter. */
  readonly ranker?: Ranker | undefined;
  /** Who are the parents of the next generation: `'filter'`, all rows that entered the archive; `'mu'`, the better half. */
  readonly selection?: 'filter' | 'mu' | undefined;
  /**
   * When the strategy begins anew from a random elite, besides when it has a reason to stop: `'noImprovement'`, after a generation of which
   * no row entered the archive; `'stopped'`, never; `{ every }`, after that many generations.
   */
  readonly restart?: RestartRule | undefined;
}

/** The valid rows of a generation, the best first, and how many of them are parents. */
interface Ranking {
  readonly order: Int32Array;
  readonly parents: number;
}

/** What snapshots contain: the generations, and more. */
type GenerationLayout<K extends StateKinds> = SnapshotLayout<K & { readonly generations: StateKind<GenerationsState> }>;

/** The state of {@link GenerationEmitter}. */
interface GenerationsState {
  readonly due: boolean;
  readonly begun: number;
  readonly starts: number;
  readonly generations: number;
  readonly told: readonly PartlyTold[];
}

/** An emitter of one strategy's generations: collects their rows, ranks them, and says when the strategy begins anew. */
export abstract class GenerationEmitter implements Emitter {
  readonly startsEmpty: boolean = true;
  /** What no other search may use while batches are out. */
  readonly parts: readonly object[];
  readonly #owner: string;
  readonly #strategy: Strategy;
  readonly #ranker: Ranker;
  readonly #selection: 'filter' | 'mu';
  readonly #restart: RestartRule;
  /** Generations of which some rows were told, by the number of their ask. */
  readonly #told = new Map<number, PartlyTold>();
  #due = true;
  /** The ask that began last; −1 before the first. */
  #begun = -1;
  /** How often the strategy began. */
  #starts = 0;
  /** Generations since it began. */
  #generations = 0;

  /**
   * @param usual - What `selection` is by default.
   * @throws ARGUMENT if an option breaks its contract.
   */
  constructor(owner: string, options: GenerationOptions & { readonly strategy: Strategy }, usual: 'filter' | 'mu') {
    const { strategy, ranker = twoStageImprovementRanker, selection = usual, restart = 'noImprovement' } = options;
    checkMethods(owner, 'strategy', strategy, 'sample', 'tell', 'stopReasons', 'restart', 'snapshot');
    checkMethods(owner, 'ranker', ranker, 'rank');
    checkChoice(owner, 'selection', selection, ['filter', 'mu']);
    if (typeof restart === 'object') {
      checkOptions(owner, restart, ['every'], 'restart');
      checkInteger(owner, 'restart.every', restart.every, 1);
    } else if (restart !== 'noImprovement' && restart !== 'stopped')
      throw argumentError(owner, 'restart', "be 'noImprovement', 'stopped' or { every: generations }", restart);
    this.#owner = owner;
    this.#strategy = strategy;
    this.#ranker = ranker;
    this.#selection = selection;
    this.#restart = restart;
    this.parts = ranker.snapshot === undefined ? [strategy] : [strategy, ranker];
  }

  abstract readonly batchSize: number;

  abstract ask(count: number, context: EmitterContext): ReturnType<Emitter['ask']>;

  /** @internal */
  protected get strategy(): Strategy {
    return this.#strategy;
  }

  /** @throws ARGUMENT if the ranker does not fit the archive. */
  check(archive: Archive<Float64Array, FieldKinds>, _space: Box): void {
    checkSynchronous(this.#owner, 'ranker.check()', this.#ranker.check?.(archive));
  }

  /** Starts the ranker anew. @internal */
  protected start(archive: Archive<Float64Array, FieldKinds>, random: Random): void {
    checkSynchronous(this.#owner, 'ranker.start()', this.#ranker.start?.({ archive, random }));
  }

  /** Whether the strategy begins, or begins anew, with the next ask. */
  get ended(): boolean {
    return this.#due;
  }

  /** How often the strategy began anew. */
  get restarts(): number {
    return Math.max(0, this.#starts - 1);
  }

  /**
   * Begins, if that is due. An ask that failed elsewhere in its batch is repeated with its number, and begins again.
   * @returns whether it begins.
   * @internal
   */
  protected begins(ask: number): boolean {
    if (!this.#due && this.#begun !== ask) return false;
    if (this.#due) this.#starts = addCount(this.#starts);
    this.#due = false;
    this.#begun = ask;
    this.#generations = 0;
    this.#told.clear();
    return true;
  }

  /** The genome of a random elite to begin anew from; undefined for the first beginning, and if there is none. @internal */
  protected elite(archive: Archive<Float64Array, FieldKinds>, random: Random): Float64Array | undefined {
    return this.#starts > 1 && archive.size > 0 ? selectElites(archive, 1, random).row(0) : undefined;
  }

  /** Restarts the strategy from an elite; from its first mean if there is none, or it is no place that the strategy may start from. @internal */
  protected restart(elite: Float64Array | undefined, mean: Float64Array): void {
    try {
      checkSynchronous(this.#owner, 'strategy.restart()', this.#strategy.restart(elite ?? mean));
    } catch (error) {
      // An elite of another emitter may lie outside the strategy's own box.
      if (elite === undefined || !hasCode(error, 'ARGUMENT')) throw error;
      this.#strategy.restart(mean);
    }
  }

  /**
   * The candidates of a generation, in memory that the strategy does not use again.
   * @throws ARGUMENT if the strategy gives no batch of their shape.
   * @internal
   */
  protected sample(random: Random): Batch {
    const { dimensions, populationSize } = this.#strategy;
    const owner = `${this.#owner}: strategy.sample()`;
    const batch = asBatch(owner, this.#strategy.sample(random), dimensions);
    if (batch.rows === populationSize) return freshBatch(batch);
    throw argumentError(owner, 'the answer', `have ${populationSize} rows`, batch.rows);
  }

  /**
   * Collects told rows.
   * @returns the whole generation of `size` rows, in their order, once all are known; rows from before the beginning are ignored.
   * @internal
   */
  protected collect({ ask, rows, genomes, results, report, archive }: Told, size: number): RankedRows | undefined {
    if (this.#due || ask < this.#begun) return undefined;
    const { fitness, descriptors } = results;
    const given = { rows: rows.length, genomes: genomes as Batch, fitness, descriptors, report, archive };
    if (rows.length === size && isAscending(rows)) return given;
    const generation = this.#told.get(ask) ?? noneTold(ask, size, given);
    this.#told.set(ask, generation);
    addTold(generation, rows, given);
    if (generation.told.includes(0)) return undefined;
    this.#told.delete(ask);
    return wholeGeneration(generation, archive);
  }

  /**
   * @returns the valid rows, the best first, and how many of them are parents.
   * @throws ARGUMENT if the ranker does not give row numbers; what the ranker throws.
   * @internal
   */
  protected rank(told: RankedRows): Ranking {
    const generation = told.archive.several === true ? told : { ...told, report: judgedAlone(told) };
    const { status } = generation.report;
    let entered = 0;
    for (const one of status) if (one === 'new' || one === 'improved') entered++;
    const order = checkOrder(this.#ranker.rank(generation), generation.rows).filter((row) => status[row] !== 'invalid');
    this.#generations = addCount(this.#generations);
    const rule = this.#restart;
    const isFlat = this.#ranker.isFlat?.(generation);
    checkSynchronous(this.#owner, 'ranker.isFlat()', isFlat);
    this.#due =
      isFlat === true ||
      (rule === 'noImprovement' && entered === 0) ||
      (typeof rule === 'object' && this.#generations >= rule.every);
    return { order, parents: this.#selection === 'filter' ? entered : Math.min(order.length, generation.rows >> 1) };
  }

  /** Lets the strategy learn from its parents. It begins anew if it then has a reason to stop, or if its numbers would overflow. @internal */
  protected teach(rows: Batch, { order, parents }: Ranking): void {
    try {
      if (parents > 0) {
        checkSynchronous(this.#owner, 'strategy.tell()', this.#strategy.tell(rows, order, parents));
      }
      const reasons = this.#strategy.stopReasons();
      checkSynchronous(this.#owner, 'strategy.stopReasons()', reasons);
      if (reasons.length > 0) this.#due = true;
    } catch (error) {
      if (!hasCode(error, 'NUMERICAL')) throw error;
      this.#due = true;
    }
  }

  /** Lets the strategy begin anew with the next ask. @internal */
  protected end(): void {
    this.#due = true;
  }

  /**
   * What its snapshots contain.
   * @param dimensions - Of genomes.
   * @param options - Further options. @param more - Further state.
   * @internal
   */
  protected layout<K extends StateKinds>(dimensions: number, options: object, more: K): GenerationLayout<K> {
    const told = partlyToldKind(this.batchSize, dimensions);
    const generations = { due: flag, begun: integer(-1), starts: integer(), generations: integer(), told };
    return {
      kind: this.#owner,
      configuration: { selection: this.#selection, restart: this.#restart, ...options },
      state: { generations: record(generations), ...more },
      parts: { strategy: this.#strategy },
      maybeParts: { ranker: this.#ranker },
    };
  }

  /** @internal */
  protected get generations(): GenerationsState {
    const [due, begun, starts, generations] = [this.#due, this.#begun, this.#starts, this.#generations];
    return { due, begun, starts, generations, told: [...this.#told.values()] };
  }

  /** @internal */
  protected restoreGenerations({ due, begun, starts, generations, told }: GenerationsState): void {
    this.#due = due;
    this.#begun = begun;
    this.#starts = starts;
    this.#generations = generations;
    this.#told.clear();
    for (const generation of told) this.#told.set(generation.ask, generation);
  }
}

/** @throws ARGUMENT unless these are all row numbers, each once. */
function checkOrder(given: ArrayLike<number>, rows: number): Int32Array {
  const seen = new Uint8Array(rows);
  let found = 0;
  for (let i = 0; i < rows && given?.length === rows; i++) {
    const row = given[i]!;
    if (seen[row] === 0) found++;
    seen[row] = 1;
  }
  if (found === rows) return Int32Array.from(given);
  throw argumentError('ranker.rank', 'the answer', `be the ${rows} row numbers, each once`, given);
}

function hasCode(error: unknown, code: ErrorCode): boolean {
  return (error as { readonly code?: unknown } | undefined)?.code === code;
}

/** @throws ARGUMENT, in the name of `owner`, if a mean lies outside the genome space. */
export function checkInside(owner: string, argument: string, mean: Float64Array, space: Box): void {
  const outside = firstOutside(boxBounds(owner, 'the genome space', space), mean);
  if (outside >= 0) throw argumentError(owner, `${argument}[${outside}]`, 'lie in the genome space', mean[outside]);
}
