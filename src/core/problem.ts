import type { Batch, Genomes } from './genomes.ts';
import type { Random } from './random.ts';
import type { Box, GenomeSpace } from './space.ts';
import type { MaybeStateful } from './stateful.ts';

/** What is searched: where genomes and descriptors live. Archives and algorithms need no more than this. */
export interface Problem<G = Float64Array> {
  /** For people. */
  readonly name?: string | undefined;
  /** Where genomes live. */
  readonly genome: GenomeSpace<G>;
  /** Where diversity is wanted; finite bounds. */
  readonly descriptor: Box;
  /** A known lower bound of fitness: what QD score is counted from. Without it there is no QD score (NaN). */
  readonly fitnessFloor?: number | undefined;
  /** Draws a first genome (default: uniform in the box, or the object space's `sample`). */
  readonly initialGenome?: ((random: Random) => G) | undefined;
}

/** What an evaluation found, row by row as the genomes. */
export interface Results {
  /** `(rows)`, always maximised. */
  readonly fitness: ArrayLike<number>;
  /** `(rows, descriptorDimensions)` */
  readonly descriptors: Batch | ArrayLike<ArrayLike<number>>;
  /** `(rows)`: why a row is invalid, where the evaluation knows. */
  readonly reasons?: readonly (string | undefined)[] | undefined;
}

/** What an evaluation is given beside the genomes. */
export interface EvaluationContext {
  /** The call's own: aborted when the run is stopped, until the call has ended. */
  readonly signal?: AbortSignal | undefined;
  /** `(rows)`: an integer in [0, 2^32) for each genome, so that a noisy evaluation can be repeated. */
  readonly seeds?: ArrayLike<number> | undefined;
}

/** Evaluates batches: a domain in this process, or a pool of workers. */
export interface Evaluator<G = Float64Array> {
  /** Results in the order of the genomes. May be asynchronous. */
  evaluate(genomes: Genomes<G>, context?: EvaluationContext): Results | Promise<Results>;
  /**
   * As `evaluate`, but a genome whose evaluation fails gets a reason instead of failing the batch, if the evaluator can
   * tell them apart. `run` calls it with `onEvaluationError: 'invalid'`; without it `run` evaluates row by row itself.
   */
  evaluateRows?(genomes: Genomes<G>, context?: EvaluationContext): Results | Promise<Results>;
}

/** A problem and its evaluation. */
export interface Domain<G = Float64Array> extends Problem<G>, Evaluator<G>, MaybeStateful {}
