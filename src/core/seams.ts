import type { AddReport, Archive } from './archive.ts';
import type { Batch, Genomes } from './genomes.ts';
import type { Domain, Problem, Results } from './problem.ts';
import type { Random } from './random.ts';
import type { Box, GenomeSpace } from './space.ts';
import type { MaybeStateful, Stateful } from './stateful.ts';

/** What an operator is given beside the parents. */
export interface VariationContext<G = Float64Array> {
  /** The stream to draw from, and no other. */
  readonly random: Random;
  /** To read, never to add to. */
  readonly archive: Archive<G>;
  /** Where children must lie. */
  readonly space: GenomeSpace<G>;
  /** @internal For the children, given to operators marked as borrowing: a batch that nobody needs any more. */
  readonly into?: Genomes<G> | undefined;
}

/** Makes one child of each parent. */
export interface VariationOperator<G = Float64Array> extends MaybeStateful {
  /**
   * As many children as parents, in their order, inside the space; parents are left as they are. May be asynchronous. Children
   * are copied at once: they may be the parents, or lie in memory that the operator uses again.
   * @param parents - Valid until the operator has answered: the loops write the next ones over them.
   */
  vary(parents: Genomes<G>, context: VariationContext<G>): Genomes<G> | Promise<Genomes<G>>;
  /** Looked at by the constructor of a loop. @throws ARGUMENT if it cannot vary genomes of this space. */
  check?(space: GenomeSpace<G>): void;
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
}

/** Learns an encoding from the genomes of an archive. */
export interface Learner<E extends Encoding = Encoding> extends Partial<Stateful> {
  /**
   * Learns from `(rows, genomeDimensions)`, going on from what it learned before. May be asynchronous. It may keep the
   * genomes, and leaves them as they are; DdeElites gives it a copy.
   */
  fit(genomes: Batch, context: LearnerContext): void | Promise<void>;
  /** Looked at by the constructor of a loop. @throws ARGUMENT if it cannot learn genomes of this space, as `fit` would. */
  check?(space: Box): void;
  /**
   * Begins a fit aside, if the learner can, in a worker say. What it learns is in effect, and the stream has gone on, when
   * the function was called that the promise gives; until then everything is as before. That function is not called if
   * nobody wants the fit any more. `genomes` stay as they are meanwhile.
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
  /** The arm to use next, in [0, arms). */
  select(random: Random): number;
  /** Tells what an arm earned, in [0, 1]. */
  reward(arm: number, value: number): void;
}

/** What every loop implements: it is asked for genomes, somebody evaluates them, and it is told. */
export interface Algorithm<G = Float64Array> extends Partial<Stateful> {
  readonly archive: Archive<G>;
  /** Genomes told so far. */
  readonly evaluations: number;
  /** What is searched; `run` evaluates with it if it can. */
  readonly domain?: Problem<G> | Domain<G> | undefined;
  /** `(rows)`: evaluation seeds of the batch that waits to be told. */
  readonly seeds?: Uint32Array | undefined;
  /**
   * The next batch; the same one until it is told.
   * @param into - The batch that was told last, if nobody needs it any more: it may be written over and given again.
   * @param lent - Whether whoever asks neither keeps nor changes the batch, so that it need not be a copy.
   */
  ask(into?: Genomes<G>, lent?: boolean): Promise<Genomes<G>>;
  /** Takes the results of the very batch that ask gave. */
  tell(genomes: Genomes<G>, results: Results): Promise<AddReport>;
  /** An optional third step between tell and ask; ask performs it if nobody has. */
  learn?(): Promise<void>;
}
