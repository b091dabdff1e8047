import {
  argumentError,
  type Batch,
  checkChoice,
  checkInteger,
  checkMethods,
  checkOptions,
  type EmitterContext,
  type ErrorCode,
  isAscending,
  selectElites,
  type Told,
} from '../../core/index.ts';
import { flag, integer, record, type SnapshotOf, type StateKind, statefulParts } from '../../formats/index.ts';
import type { Strategy } from '../../optimizers/index.ts';
import { judgedAlone } from './judged-alone.ts';
import { addTold, noneTold, type PartlyTold, partlyToldKind, wholeGeneration } from './partly-told.ts';
import type { RankedRows, Ranker } from './ranker.ts';

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

/** The state of {@link Generations}. */
interface GenerationsState {
  readonly due: boolean;
  readonly begun: number;
  readonly starts: number;
  readonly generations: number;
  readonly told: readonly PartlyTold[];
}

/** The order of a generation. */
interface Ranking {
  /** The valid rows, the best first. */
  readonly order: Int32Array;
  /** How many of them are parents. */
  readonly parents: number;
}

/** What emitters of one strategy have in common: collects the rows of its generations, ranks them, and says when it begins anew. */
export abstract class Generations {
  readonly startsEmpty: boolean = true;
  readonly parts: readonly object[];
  /** @internal */
  protected readonly strategy: Strategy;
  /** @internal */
  protected readonly ranker: Ranker;
  readonly #owner: string;
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

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(owner: string, strategy: Strategy, { ranker, selection, restart }: Required<GenerationOptions>) {
    checkMethods(owner, 'strategy', strategy, 'sample', 'tell', 'stopReasons', 'restart', 'snapshot');
    checkMethods(owner, 'ranker', ranker, 'rank');
    checkChoice(owner, 'selection', selection, ['filter', 'mu']);
    if (typeof restart === 'object') {
      checkOptions(owner, restart, ['every'], 'restart');
      checkInteger(owner, 'restart.every', restart.every, 1);
    } else if (restart !== 'noImprovement' && restart !== 'stopped')
      throw argumentError(owner, 'restart', "be 'noImprovement', 'stopped' or { every: generations }", restart);
    this.strategy = strategy;
    this.ranker = ranker!;
    this.parts = ranker!.snapshot === undefined ? [strategy] : [strategy, ranker!];
    this.#owner = owner;
    this.#selection = selection!;
    this.#restart = restart!;
  }

  /** Rows of a generation. */
  abstract get batchSize(): number;

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
   * @internal
   */
  protected beginIfDue({ ask, archive, random }: EmitterContext): void {
    if (!this.#due && this.#begun !== ask) return;
    if (this.#due) this.#starts++;
    this.#due = false;
    this.#begun = ask;
    this.#generations = 0;
    this.#told.clear();
    this.begin(this.#starts > 1 && archive.size > 0 ? selectElites(archive, 1, random).row(0) : undefined);
    this.ranker.start?.({ archive, random });
  }

  /**
   * Starts the strategy.
   * @param elite - The genome of a random elite to begin anew from; undefined for the first beginning, and if there is none.
   * @internal
   */
  protected abstract begin(elite: Float64Array | undefined): void;

  /**
   * Collects told rows; those from before the beginning are ignored.
   * @returns the whole generation, in the order of its rows, once all are known.
   * @internal
   */
  protected collect({ ask, rows, genomes, results, report, archive }: Told): RankedRows | undefined {
    const size = this.batchSize;
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
   * Orders a generation.
   * @throws ARGUMENT if the ranker does not give row numbers; what the ranker throws.
   * @internal
   */
  protected rank(told: RankedRows): Ranking {
    const generation = told.archive.several === true ? told : { ...told, report: judgedAlone(told) };
    const { status } = generation.report;
    let entered = 0;
    for (const one of status) if (one === 'new' || one === 'improved') entered++;
    const order = checkOrder(this.ranker.rank(generation), generation.rows).filter((row) => status[row] !== 'invalid');
    this.#generations++;
    const rule = this.#restart;
    this.#due =
      this.ranker.isFlat?.(generation) === true ||
      (rule === 'noImprovement' && entered === 0) ||
      (typeof rule === 'object' && this.#generations >= rule.every);
    return { order, parents: this.#selection === 'filter' ? entered : Math.min(order.length, generation.rows >> 1) };
  }

  /**
   * Lets the strategy learn from its parents. It begins anew if it then has a reason to stop, or if its numbers would overflow.
   * @internal
   */
  protected teach(rows: Batch, { order, parents }: Ranking): void {
    try {
      if (parents > 0) this.strategy.tell(rows, order, parents);
      if (this.strategy.stopReasons().length > 0) this.#due = true;
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
   * The description of its snapshot.
   * @param dimensions - Of the genomes.
   * @param options - Further options of the emitter.
   * @throws STATE if a part cannot be stored.
   * @internal
   */
  protected storedGenerations(
    method: string,
    dimensions: number,
    options: object = {},
  ): SnapshotOf<{ readonly generations: StateKind<GenerationsState> }> {
    const parts = statefulParts(`${this.#owner}.${method}`, { strategy: this.strategy }, { ranker: this.ranker });
    const told = partlyToldKind(this.batchSize, dimensions);
    return {
      kind: this.#owner,
      configuration: {
        selection: this.#selection,
        restart: this.#restart,
        ...options,
        parts: [...parts.keys()].join(', '),
      },
      state: {
        generations: record({ due: flag, begun: integer(-1), starts: integer(), generations: integer(), told }),
      },
      parts,
    };
  }

  /** @internal */
  protected get state(): GenerationsState {
    const [due, begun, starts, generations] = [this.#due, this.#begun, this.#starts, this.#generations];
    return { due, begun, starts, generations, told: [...this.#told.values()] };
  }

  /** @internal */
  protected restoreState({ due, begun, starts, generations, told }: GenerationsState): void {
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

export function hasCode(error: unknown, code: ErrorCode): boolean {
  return (error as { readonly code?: unknown } | undefined)?.code === code;
}
