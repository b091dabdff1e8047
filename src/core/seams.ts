import type { AddReport, Archive } from './archive.ts';
import type { FieldKinds } from './fields.ts';
import type { Batch, Genomes } from './genomes.ts';
import type { Domain, Problem, Results } from './problem.ts';
import type { Random } from './random.ts';
import type { CheckedResults } from './results.ts';
import type { Selection } from './selection.ts';
import type { Box, GenomeSpace } from './space.ts';
import type { MaybeStateful, Stateful } from './stateful.ts';

/** What an operator is given beside the parents. */
export interface VariationContext<G = Float64Array> {
  /** The stream to draw from, and no other. */
  readonly random: Random;
  /** To read, never to add to. */
  readonly archive: Archive<G, FieldKinds>;
  /** Where children must lie. */
  readonly space: GenomeSpace<G>;
  /** Aborted when the run is stopped. */
  readonly signal?: AbortSignal | undefined;
  /** Draws further elites, which count as parents of the children as well if there is one for each. */
  readonly select?: ((count: number) => Selection<G>) | undefined;
  /** How often a call that makes one child is to be tried again if it fails (default 0). */
  readonly retries?: number | undefined;
  /** To be told why a child could not be made, by an operator that then answers with undefined in its row. */
  readonly failed?: ((row: number, error: unknown) => void) | undefined;
}

/** Makes one child of each parent. */
export interface VariationOperator<G = Float64Array> extends MaybeStateful {
  /**
   * As many children as parents, in their order, inside the space; undefined in place of one that it has not. May be
   * asynchronous. They are copied at once: they may be the parents, or lie in memory that the operator uses again.
   * @param parents - The loops give a {@link Selection}; its genomes are copies.
   */
  vary(parents: Genomes<G>, context: VariationContext<G>): Genomes<G> | Promise<Genomes<G>>;
  /** Looked at by the constructor of a loop. @throws ARGUMENT if it cannot vary genomes of this space. */
  check?(space: GenomeSpace<G>): void;
}

/** What an emitter is given when it is asked. */
export interface EmitterContext<G = Float64Array> {
  /** The stream to draw from, and no other. */
  readonly random: Random;
  /** To read, never to add to. */
  readonly archive: Archive<G, FieldKinds>;
  /** Where genomes must lie. */
  readonly space: GenomeSpace<G>;
  /** Aborted when the run is stopped. */
  readonly signal?: AbortSignal | undefined;
  /** What is to become of calls that fail, see {@link AskOptions}: for an emitter that `retries` by itself. */
  readonly retries: number;
  readonly onError: 'throw' | 'invalid';
}

/** Genomes with where they come from. */
export interface Proposal<G = Float64Array> {
  readonly genomes: Genomes<G>;
  /** `(rows)`: ids of the parents of each, for archives with lineage. */
  readonly parents?: readonly (readonly number[])[] | undefined;
  /** `(rows)`: ids of elites that are to be evaluated again; then the genomes are theirs. */
  readonly revises?: ArrayLike<number> | undefined;
}

/** What an emitter is told of rows that it proposed. */
export interface Told<G = Float64Array> {
  /** Number of the ask that they came from, from 0 for each emitter. */
  readonly ask: number;
  /** Which rows of that ask they are. */
  readonly rows: ArrayLike<number>;
  /** The genomes of these rows. */
  readonly genomes: Genomes<G>;
  /** Their results. */
  readonly results: CheckedResults;
  /** What the archive did with them. */
  readonly report: AddReport;
  /** `(rows)`: ids of the elites that were evaluated again, if the emitter had that done. */
  readonly revises?: Float64Array | undefined;
  readonly archive: Archive<G, FieldKinds>;
}

/** What an emitter is given when it may learn. */
export interface LearnContext<G = Float64Array> {
  readonly archive: Archive<G, FieldKinds>;
  readonly space: GenomeSpace<G>;
  /** The stream to draw from, and no other; only of this emitter's learning. */
  readonly random: Random;
  /** Number of batches whose rows have all been told. */
  readonly generations: number;
  /** Number of rows that entered the archive so far. */
  readonly entered: number;
  /** Aborted when the run is stopped. */
  readonly signal?: AbortSignal | undefined;
}

/** Proposes genomes, and hears what became of them. */
export interface Emitter<G = Float64Array> extends MaybeStateful {
  /** How many rows it gives at a time, if it fixes that (default: as many as it is asked for). */
  readonly batchSize?: number | undefined;
  /** Parts of it that no other search may use while batches are out. */
  readonly parts?: readonly object[] | undefined;
  /** @throws ARGUMENT if it does not fit an archive or a space: the constructor of a search asks. */
  check?(archive: Archive<G, FieldKinds>, space: GenomeSpace<G>): void;
  /** Whether it tries again by itself what failed; else the search asks it again, from the same random numbers. */
  readonly retries?: boolean | undefined;
  /** At most `count` genomes inside the space, at least one. May be asynchronous. Called again while others of its batches are out. */
  ask(count: number, context: EmitterContext<G>): Genomes<G> | Proposal<G> | Promise<Genomes<G> | Proposal<G>>;
  /** Hears of rows that were told, in the order in which the archive took them. May be asynchronous. */
  tell?(told: Told<G>): void | Promise<void>;
  /** Learns from the archive, if it is time for that; taken between two asks, once there are elites. May be asynchronous. */
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
  /** `(rows, phenotypeDimensions)` → `(rows, genomeDimensions)`, new, if the encoding can. */
  encode?(phenotypes: Batch): Batch;
  /** Draws a typical genome, `(genomeDimensions)`, if the encoding says how. */
  sample?(random: Random): Float64Array;
}

/** What a learner is given beside the genomes. */
export interface LearnerContext {
  /** Where the genomes live. A learner is bound to the first space that it sees. */
  readonly space: Box;
  /** The stream to draw from, and no other. */
  readonly random: Random;
  /** Aborted when the run is stopped: a fit may then end with an error, and leave the learner as it was before. */
  readonly signal?: AbortSignal | undefined;
  /** To be awaited between two pieces of work, if it gives a promise, so that timers and signals are heard; then fit is asynchronous. */
  readonly pause?: (() => Promise<void> | undefined) | undefined;
}

/** Learns an encoding from the genomes of an archive. */
export interface Learner<E extends Encoding = Encoding> extends Partial<Stateful> {
  /**
   * Learns from `(rows, genomeDimensions)`, a copy that it may keep, going on from what it learned before; leaves the genomes as they
   * are. May be asynchronous.
   */
  fit(genomes: Batch, context: LearnerContext): void | Promise<void>;
  /** Looked at by the constructor of a loop. @throws ARGUMENT if it cannot learn genomes of this space, as `fit` would. */
  check?(space: Box): void;
  /**
   * Begins a fit aside, if the learner can, in a worker say, and resolves to a function that puts it into effect: only its call
   * changes the learner, and moves the stream on. It is not called if the fit is not wanted any more.
   */
  fitAside?(genomes: Batch, context: LearnerContext): Promise<() => void>;
  /** Encodes and decodes: `(rows, genomeDimensions)` → the same shape, new. May be asynchronous. */
  reconstruct(genomes: Batch): Batch | Promise<Batch>;
  /** A frozen copy of what was learned. */
  encoding(): E;
}

/** Chooses among arms, by what each has earned. */
export interface Bandit extends Partial<Stateful> {
  /** Number of arms. */
  readonly arms: number;
  /**
   * The arm to use next, in [0, arms).
   * @param out - `(arms)`: how often each was chosen without having been rewarded yet. It counts as tried.
   */
  select(random: Random, out: Int32Array): number;
  /** Tells what an arm earned, in [0, 1]. */
  reward(arm: number, value: number): void;
}

/** A batch that an algorithm gave out: genomes, a live view to be read until they are told. */
export interface AskedBatch<G = Float64Array> extends Genomes<G> {
  /** Number of the batch, from 0. */
  readonly number: number;
  /** `(rows)`: an integer in [0, 2^32) for the evaluation of each genome. */
  readonly seeds: Uint32Array;
  /** Number of rows of each emitter, by name; all 0 of first genomes. */
  readonly emitters: Readonly<Record<string, number>>;
}

/** How {@link Algorithm.ask} deals with operators and emitters that fail. */
export interface AskOptions {
  /** Reaches operators, emitters and learners. */
  readonly signal?: AbortSignal | undefined;
  /** How often one that failed is tried again, at least 0 (default 0). */
  readonly retries?: number | undefined;
  /** `'throw'` (default): the error reaches the caller, and the next ask begins anew. `'invalid'`: another parent is drawn. */
  readonly onError?: 'throw' | 'invalid' | undefined;
  /**
   * Whether the batch may be a view of the search's own memory, for whoever neither changes, keeps nor transfers it (default false:
   * a copy).
   */
  readonly view?: boolean | undefined;
}

/** Which rows of a batch are told. */
export interface TellOptions {
  /** Rows of the batch, each once, in the order of the results (default: all that have not been told). */
  readonly rows?: ArrayLike<number> | undefined;
}

/** What every loop implements: it is asked for genomes, somebody evaluates them, and it is told. */
export interface Algorithm<G = Float64Array> extends Partial<Stateful> {
  readonly archive: Archive<G, FieldKinds>;
  /** Genomes told so far. */
  readonly evaluations: number;
  /** What is searched; `run` evaluates with it if it can. */
  readonly domain?: Problem<G, FieldKinds> | Domain<G, FieldKinds> | undefined;
  /** Batches that are out, the oldest first. An algorithm without it has one batch out at a time. */
  readonly pending?: readonly AskedBatch<G>[] | undefined;
  /** The next batch. */
  ask(options?: AskOptions): Promise<Genomes<G>>;
  /** Takes results of a batch that ask gave, or of some of its rows, and applies them at once. */
  tell(genomes: Genomes<G>, results?: Results, options?: TellOptions): Promise<AddReport>;
  /** Keeps results with their batch, to be applied by a tell without results: a snapshot holds them. */
  hold?(genomes: Genomes<G>, results: Results, options?: TellOptions): void;
  /** Rows of a batch that is out whose results were neither told nor held. */
  missing?(genomes: Genomes<G>): Int32Array;
  /** Sums of the domain's own number columns over all rows told, by name. */
  readonly totals?: Readonly<Record<string, number>> | undefined;
  /** An optional step between two asks; ask performs it if nobody has. Undefined if there is nothing to learn. */
  learn?(options?: Pick<AskOptions, 'signal'>): Promise<void> | undefined;
}
