import type { FieldKinds, NoFields } from './fields.ts';
import type { Batch, Genomes } from './genomes.ts';
import type { Random } from './random.ts';
import type { Box, GenomeSpace } from './space.ts';
import type { MaybeStateful } from './stateful.ts';

/** What is searched: where genomes and descriptors live. Archives and algorithms need no more than this. */
export interface Problem<G = Float64Array, F extends FieldKinds = NoFields> {
  /** For people. */
  readonly name?: string | undefined;
  /** Where genomes live. */
  readonly genome: GenomeSpace<G>;
  /** Where diversity is wanted; finite bounds. */
  readonly descriptor: Box;
  /** A known lower bound of fitness: what QD score is counted from. Without it there is no QD score (NaN). */
  readonly fitnessFloor?: number | undefined;
  /** Draws a first genome, inside its space (default: uniform in the box, or the object space's `sample`). */
  readonly initialGenome?: ((random: Random) => G) | undefined;
  /** Columns that evaluations fill beside fitness and descriptor, and elites carry. */
  readonly fields?: F | undefined;
  /** Whether two evaluations of a genome may differ: then elites are judged by the mean of several. */
  readonly noisy?: boolean | undefined;
}

/** What an evaluation found, row by row as the genomes. */
export interface Results {
  /** `(rows)`, always maximised. */
  readonly fitness: ArrayLike<number>;
  /** `(rows, descriptorDimensions)` */
  readonly descriptors: Batch | ArrayLike<ArrayLike<number>>;
  /** The domain's own columns by name, `(rows)` each: numbers, vectors (or a Batch), or values. */
  readonly fields?: Readonly<Record<string, Batch | ArrayLike<unknown>>> | undefined;
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

/** What the evaluation of single rows is given beside the genomes. */
export interface RowsContext extends EvaluationContext {
  /** Which rows to evaluate (default: all). */
  readonly rows?: ArrayLike<number> | undefined;
  /** To be told of rows as they are done, each once; `results` has a row for each of them. */
  readonly done: (rows: ArrayLike<number>, results: Results) => void;
  /** To be told of a row whose evaluation failed. Not for rows that were stopped by the signal. */
  readonly failed: (row: number, error: unknown) => void;
}

/** Evaluates batches: a domain in this process, or a pool of workers. */
export interface Evaluator<G = Float64Array> {
  /**
   * Results in the order of the genomes. May be asynchronous.
   * @param genomes - `run` gives copies.
   */
  evaluate(genomes: Genomes<G>, context?: EvaluationContext): Results | Promise<Results>;
  /** Evaluates rows by themselves, if the evaluator can, so that one that fails costs no other. */
  readonly evaluateRows?: RowEvaluator<G> | undefined;
}

/**
 * Evaluates rows by themselves. Tells of each row, done or failed, before it ends; after an abort, of those alone that were done by
 * then. An error that it throws ends the run. Genomes and seeds are views of the search's own memory: they are read, and neither changed,
 * transferred nor used once all rows were told.
 */
export interface RowEvaluator<G = Float64Array> {
  (genomes: Genomes<G>, context: RowsContext): void | Promise<void>;
  /** The `evaluate` that it goes with, if it is to be taken with no other: a domain may be spread into one that evaluates otherwise. */
  readonly of?: unknown;
}

/** Whether an evaluator has an `evaluateRows` that goes with its `evaluate`. */
export function evaluatesRows<G>(
  evaluator: Evaluator<G>,
): evaluator is Evaluator<G> & { readonly evaluateRows: RowEvaluator<G> } {
  const { evaluate, evaluateRows } = evaluator;
  return evaluateRows !== undefined && (evaluateRows.of ?? evaluate) === evaluate;
}

/** A problem and its evaluation. */
export interface Domain<G = Float64Array, F extends FieldKinds = NoFields>
  extends Problem<G, F>,
    Evaluator<G>,
    MaybeStateful {}
