import type { FieldKinds, NoFields } from '../rows/fields.ts';
import type { Batch, Genomes } from '../rows/genomes.ts';
import type { Box, GenomeSpace } from '../space.ts';
import type { Random } from './random.ts';
import type { MaybeStateful } from './stateful.ts';

/** What is searched: the spaces of genomes and descriptors. Archives and algorithms need nothing else. */
export interface Problem<G = Float64Array, F extends FieldKinds = NoFields> {
  /** Name for display. */
  readonly name?: string | undefined;
  /** Where genomes live. */
  readonly genome: GenomeSpace<G>;
  /** The space of descriptors; finite bounds. */
  readonly descriptor: Box;
  /** A known lower bound of fitness, from which the QD score is counted. Without it the QD score is NaN. */
  readonly fitnessFloor?: number | undefined;
  /** Draws a first genome, inside its space (default: uniform in the box, or the object space's `sample`). */
  readonly initialGenome?: ((random: Random) => G) | undefined;
  /** Columns that evaluations fill beside fitness and descriptor, and elites carry. */
  readonly fields?: F | undefined;
  /** Whether two evaluations of a genome may differ (default false): then elites are judged by the mean of several. */
  readonly noisy?: boolean | undefined;
}

/** What an evaluation found, one row for each genome, in the same order. */
export interface Results {
  /** `(rows)`, always maximised. */
  readonly fitness: ArrayLike<number>;
  /** `(rows, descriptorDimensions)` */
  readonly descriptors: Batch | ArrayLike<ArrayLike<number>>;
  /** The domain's own columns by name, `(rows)` each: numbers, vectors (or a Batch), or JSON values. */
  readonly fields?: Readonly<Record<string, Batch | ArrayLike<unknown>>> | undefined;
  /** `(rows)`: why a row is invalid, if the evaluation knows; undefined for valid rows. */
  readonly reasons?: readonly (string | undefined)[] | undefined;
}

/** What an evaluation is given along with the genomes. */
export interface EvaluationContext {
  /** A signal for this call alone, aborted if the run is stopped during the call. */
  readonly signal?: AbortSignal | undefined;
  /** `(rows)`: an integer in [0, 2^32) for each genome, so that a noisy evaluation can be repeated. */
  readonly seeds?: ArrayLike<number> | undefined;
}

/** What the evaluation of single rows is given along with the genomes. */
export interface RowsContext extends EvaluationContext {
  /** Which rows to evaluate (default: all). */
  readonly rows?: ArrayLike<number> | undefined;
  /** Call it with rows that are done, each row once; `results` has a row for each of them. */
  readonly done: (rows: ArrayLike<number>, results: Results) => void;
  /** Call it with a row whose evaluation failed. Not for rows that were stopped by the signal. */
  readonly failed: (row: number, error: unknown) => void;
}

/** Evaluates batches: a domain in this process, or a pool of workers. */
export interface Evaluator<G = Float64Array> {
  /**
   * Results in the order of the genomes. May be asynchronous.
   * @param genomes - `run` gives copies.
   */
  evaluate(genomes: Genomes<G>, context?: EvaluationContext): Results | Promise<Results>;
  /** Evaluates rows independently, if the evaluator can. A row that fails then does not affect the others. */
  readonly evaluateRows?: RowEvaluator<G> | undefined;
}

/**
 * Evaluates rows independently. Before it ends, it must call `done` or `failed` for each row; after an abort, only for the rows that were
 * done by then. An error that it throws ends the run. Genomes and seeds are views of the search's memory: do not change or transfer
 * them, and do not read them after the last row was reported.
 */
export interface RowEvaluator<G = Float64Array> {
  (genomes: Genomes<G>, context: RowsContext): void | Promise<void>;
  /**
   * The `evaluate` that this function belongs to; `run` uses both together only. Set it so that a domain that is spread into another object with
   * another `evaluate` is not evaluated by this function.
   */
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
    MaybeStateful {
  /** For emitters and operators that follow gradients. */
  readonly gradients?: Gradients | undefined;
}

/**
 * Derivatives by genes: `(rows, genomeDimensions)` → `(rows, (1 + descriptorDimensions) * genomeDimensions)`, new; in each row the gradient
 * of the fitness, then that of each descriptor. May be asynchronous. The genomes are a copy. The signal is aborted when the run is stopped.
 */
export type Gradients = (
  genomes: Batch,
  context?: { readonly signal?: AbortSignal | undefined },
) => Batch | Promise<Batch>;
