import type { FieldKinds } from '../rows/fields.ts';
import type { Batch, Genomes } from '../rows/genomes.ts';
import type { CheckedResults } from '../rows/results.ts';
import type { Selection } from '../rows/selection.ts';
import type { Box, GenomeSpace } from '../space.ts';
import type { AddReport, Archive } from './archive.ts';
import type { Domain, Problem, Results } from './problem.ts';
import type { Random } from './random.ts';
import type { MaybeStateful, Stateful } from './stateful.ts';

/** What an operator is given along with the parents. */
export interface VariationContext<G = Float64Array> {
  /** The only stream to draw from. */
  readonly random: Random;
  /** Read only; do not add to it. */
  readonly archive: Archive<G, FieldKinds>;
  /** Where children must lie. */
  readonly space: GenomeSpace<G>;
  /** Aborted when the run is stopped. */
  readonly signal?: AbortSignal | undefined;
  /** Draws further elites. If there is one for each child, they count as parents too. */
  readonly select?: ((count: number) => Selection<G>) | undefined;
  /** How often a failed call for one child is repeated (default 0). */
  readonly retries?: number | undefined;
  /** Call it with the error of a row that has no child; the answer must have undefined in that row. */
  readonly failed?: ((row: number, error: unknown) => void) | undefined;
}

/** Makes one child of each parent. */
export interface VariationOperator<G = Float64Array> extends MaybeStateful {
  /**
   * As many children as parents, in the same order, inside the space; undefined in a row that has no child. May be asynchronous. The
   * loop copies the answer at once, so it may be the parents themselves, or memory that the operator uses again. A batch that an
   * operator of this package made is not copied: an operator that returns it gives up ownership, and must not write to it later.
   * @param parents - The loops give a {@link Selection}; its genomes are copies, but its `source` is the live archive, valid during
   *   this call.
   */
  vary(parents: Genomes<G>, context: VariationContext<G>): Genomes<G> | Promise<Genomes<G>>;
  /** Called by the constructor of a loop. @throws ARGUMENT if the operator cannot vary genomes of this space. */
  check?(space: GenomeSpace<G>): void;
}

/** What an emitter is given when it is asked. */
export interface EmitterContext<G = Float64Array> {
  /** Number of this ask, from 0 for each emitter. An ask whose batch was not made, because something failed, is repeated with its number. */
  readonly ask: number;
  /** The only stream to draw from. */
  readonly random: Random;
  /** Read only; do not add to it. */
  readonly archive: Archive<G, FieldKinds>;
  /** Where genomes must lie. */
  readonly space: GenomeSpace<G>;
  /** Aborted when the run is stopped. */
  readonly signal?: AbortSignal | undefined;
  /** How to treat failed calls, see {@link AskOptions}; for emitters with `retries: true`. */
  readonly retries: number;
  readonly onError: 'throw' | 'invalid';
}

/** Genomes with where they come from. */
export interface Proposal<G = Float64Array> {
  readonly genomes: Genomes<G>;
  /** `(rows)`: ids of each row's parents, for archives with lineage. */
  readonly parents?: readonly (readonly number[])[] | undefined;
  /** `(rows)`: ids of elites that shall be evaluated again; the genomes are theirs. */
  readonly revises?: ArrayLike<number> | undefined;
}

/** What an emitter is told about rows that it proposed. */
export interface Told<G = Float64Array> {
  /** Number of the ask that the rows came from, counted from 0 for each emitter. */
  readonly ask: number;
  /** Which rows of that ask they are. */
  readonly rows: ArrayLike<number>;
  /** The genomes of these rows: the search's memory, which may be read and kept, but not changed or transferred. */
  readonly genomes: Genomes<G>;
  /** Their results. */
  readonly results: CheckedResults;
  /** What the archive did with them; `belowFloor` and `outsideDescriptor` are NaN if rows of other emitters were told with them. */
  readonly report: AddReport;
  /** `(rows)`: ids of the elites that were evaluated again, if the proposal had `revises`. */
  readonly revises?: Float64Array | undefined;
  readonly archive: Archive<G, FieldKinds>;
}

/** What an emitter is given when it learns. `random` is a stream for this emitter's learning alone. */
export interface LearnContext<G = Float64Array>
  extends Pick<EmitterContext<G>, 'random' | 'archive' | 'space' | 'signal'> {
  /** Number of batches whose rows have all been told. */
  readonly generations: number;
  /** Number of rows that entered the archive so far. */
  readonly entered: number;
}

/** Proposes genomes, and is told their results. */
export interface Emitter<G = Float64Array> extends MaybeStateful {
  /** Number of rows that each ask gives, if it is fixed (default: as many as asked for). */
  readonly batchSize?: number | undefined;
  /**
   * The part of each batch that it gets before ratios or a bandit divide the rest, above 0 and below 1. It is no arm of a bandit. Not used
   * if a mixture names the emitter, or all emitters have a share (default: none, it competes with the others).
   */
  readonly share?: number | undefined;
  /** Parts of this emitter that no other search may use while batches are out. */
  readonly parts?: readonly object[] | undefined;
  /** Called by the constructor of a search. @throws ARGUMENT if the emitter does not fit the archive or the space. */
  check?(archive: Archive<G, FieldKinds>, space: GenomeSpace<G>): void;
  /** Whether it can be asked while the archive is empty. If all emitters of a search can, it needs no first genomes. */
  readonly startsEmpty?: boolean | undefined;
  /** Whether the next ask begins anew, as when a strategy restarts, so that a bandit may choose another emitter (default: always). */
  readonly ended?: boolean | undefined;
  /** Whether the emitter repeats failed calls itself. Otherwise the search repeats the ask with the same random numbers. */
  readonly retries?: boolean | undefined;
  /** At least 1 and at most `count` genomes inside the space. May be asynchronous. May be called while earlier batches are out. */
  ask(count: number, context: EmitterContext<G>): Genomes<G> | Proposal<G> | Promise<Genomes<G> | Proposal<G>>;
  /**
   * Called with the results of its rows, in the order in which the archive took them. May be asynchronous; to await the search's `ask` or
   * `tell` in it is a deadlock.
   */
  tell?(told: Told<G>): void | Promise<void>;
  /** Learns from the archive, if it is due. Called between two asks, once there are elites. May be asynchronous. */
  learn?(context: LearnContext<G>): void | Promise<void>;
}

/** Decodes genomes to phenotypes. */
export interface Encoding {
  /** Where genomes live: what an optimiser searches. */
  readonly genome: Box;
  /** Where phenotypes live: what a domain evaluates. */
  readonly phenotype: Box;
  /** `(genomeDimensions)` → `(phenotypeDimensions)`, new. */
  decode(latent: Float64Array): Float64Array;
  /** `(rows, genomeDimensions)` → `(rows, phenotypeDimensions)`, new. */
  decode(latents: Batch): Batch;
  /** `(rows, phenotypeDimensions)` → `(rows, genomeDimensions)`, new. Optional. */
  encode?(phenotypes: Batch): Batch;
  /** Draws a typical genome, `(genomeDimensions)`. Optional. */
  sample?(random: Random): Float64Array;
}

/** What a learner is given along with the genomes. */
export interface LearnerContext {
  /** The space of the genomes. A learner is bound to the first space that it sees. */
  readonly space: Box;
  /** The only stream to draw from. */
  readonly random: Random;
  /** Aborted when the run is stopped. A fit may then end with an error; the learner must be as it was before. */
  readonly signal?: AbortSignal | undefined;
  /** Call it between two pieces of work and await its promise, if any: timers and signals are heard then. It makes `fit` asynchronous. */
  readonly pause?: (() => Promise<void> | undefined) | undefined;
}

/** Learns an encoding from the genomes of an archive. */
export interface Learner<E extends Encoding = Encoding> extends Partial<Stateful> {
  /**
   * Learns from `(rows, genomeDimensions)`, starting from what was learned before. The genomes are a copy that the learner may keep; it
   * must not change them. May be asynchronous.
   */
  fit(genomes: Batch, context: LearnerContext): void | Promise<void>;
  /** Called by the constructor of a loop. @throws ARGUMENT if `fit` could not learn genomes of this space. */
  check?(space: Box): void;
  /**
   * Starts a fit in the background, for example in a worker. The promise gives a function that puts the fit into effect: it
   * replaces what was learned and advances the random stream. Until that call nothing changes. The caller may drop the fit by never
   * calling it.
   */
  fitAside?(genomes: Batch, context: LearnerContext): Promise<() => void>;
  /**
   * Moves and shrinks the latents so that over these genomes, `(rows, genomeDimensions)`, each has the mean 0 and a standard deviation of at
   * most 1, up to rounding; reconstructions change by rounding only. A search for latents then starts among the elites, and few of them lie
   * outside its box. Called when training has ended. The genomes are a copy that the learner may keep; it must not change them. Must be
   * deterministic, and what it changes must be in `snapshot`. If it fails, the learner must be as before. May be asynchronous. Optional.
   */
  normalize?(genomes: Batch): void | Promise<void>;
  /** Encodes and decodes: `(rows, genomeDimensions)` → the same shape, new. May be asynchronous. */
  reconstruct(genomes: Batch): Batch | Promise<Batch>;
  /** A frozen copy of what was learned so far. */
  encoding(): E;
}

/**
 * Chooses among arms by their rewards. It has one of two methods: `select` chooses one arm, a mixture of emitters, for a whole batch;
 * `shares` gives each arm, an emitter, a share of the rows of a batch. If it has both, `shares` is used.
 */
export interface Bandit extends Partial<Stateful> {
  /** Number of arms. With `shares`: one for each emitter without a share of its own, in their order in `emitters`. */
  readonly arms: number;
  /**
   * The arm to use next, in [0, arms).
   * @param out - `(arms)`: how often each arm was chosen and not rewarded yet. These count as tries.
   */
  select?(random: Random, out: Int32Array): number;
  /**
   * `(arms)`: the share of each arm among the rows of the next batch: finite, at least 0, not all 0; scaled to a sum of 1. It must not
   * change the state: the call is repeated if the batch cannot be made.
   * @param ended - `(arms)`: whether each emitter begins anew with its next ask, see {@link Emitter.ended}.
   */
  shares?(random: Random, ended: readonly boolean[]): ArrayLike<number>;
  /**
   * Records the reward of an arm, in [0, 1].
   * @param value - With `shares`: the reward of the rows that the arm gave in one batch, a mean over its rows.
   * @param children - With `shares`: the number of these rows, at least 1. When all rows of a batch have been told, each arm that gave
   *   rows is rewarded once, in ascending order.
   * @param batch - With `shares`: the number of the batch, see {@link AskedBatch.number}.
   */
  reward(arm: number, value: number, children?: number, batch?: number): void;
}

/** A batch that an algorithm gave out: a copy, or with `view: true` a live view, to be read until it is told. */
export interface AskedBatch<G = Float64Array> extends Genomes<G> {
  /** Number of the batch, from 0. */
  readonly number: number;
  /** `(rows)`: an integer in [0, 2^32) for the evaluation of each genome. */
  readonly seeds: Uint32Array;
  /** Number of rows from each emitter, by name; all 0 for first genomes. */
  readonly emitters: Readonly<Record<string, number>>;
}

/** How {@link Algorithm.ask} treats operators and emitters that fail. */
export interface AskOptions {
  /** Passed to operators, emitters and learners. */
  readonly signal?: AbortSignal | undefined;
  /** How often a failed call is repeated, at least 0 (default 0). */
  readonly retries?: number | undefined;
  /** `'throw'` (default): the error reaches the caller, and the next ask starts again. `'invalid'`: another parent is drawn. */
  readonly onError?: 'throw' | 'invalid' | undefined;
  /**
   * Whether the batch may be a view of the search's own memory (default false: a copy). The caller must then not change, keep or
   * transfer it.
   */
  readonly view?: boolean | undefined;
}

/** Which rows of a batch are told. */
export interface TellOptions {
  /** Rows of the batch, each once, in the order of the results (default: all that have not been told). */
  readonly rows?: ArrayLike<number> | undefined;
}

/** What every loop implements: `ask` gives genomes, the caller evaluates them, `tell` takes the results. */
export interface Algorithm<G = Float64Array> extends Partial<Stateful> {
  readonly archive: Archive<G, FieldKinds>;
  /** Genomes told so far. */
  readonly evaluations: number;
  /** The problem that is searched. `run` evaluates with it if it is a domain. */
  readonly domain?: Problem<G, FieldKinds> | Domain<G, FieldKinds> | undefined;
  /** Batches that are out, the oldest first. An algorithm without this member has at most one. */
  readonly pending?: readonly AskedBatch<G>[] | undefined;
  /** The next batch. */
  ask(options?: AskOptions): Promise<Genomes<G>>;
  /** Takes results of a batch, or of some of its rows, and applies them at once. */
  tell(genomes: Genomes<G>, results?: Results, options?: TellOptions): Promise<AddReport>;
  /** Stores results with their batch without applying them; a tell without results applies them. Snapshots contain them. */
  hold?(genomes: Genomes<G>, results: Results, options?: TellOptions): void;
  /** The rows of a pending batch whose results were neither told nor held. */
  missing?(genomes: Genomes<G>): Int32Array;
  /** Sums of the domain's own number columns, such as costs, over all valid rows told so far, by name. */
  readonly totals?: Readonly<Record<string, number>> | undefined;
  /** Lets emitters learn, between two asks; `ask` does it if the caller did not. Undefined if there is nothing to learn. */
  learn?(options?: Pick<AskOptions, 'signal'>): Promise<void> | undefined;
}
