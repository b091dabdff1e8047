import {
  ascending,
  type Batch,
  type Domain,
  type EvaluationContext,
  type FieldKinds,
  type Genomes,
  gatherRows,
  type NoFields,
  type Random,
  type Results,
  type RowEvaluator,
  type RowsContext,
} from '../core/index.ts';

/** Results as flat arrays. */
export interface VectorResults extends Results {
  /** `(rows)`, new. */
  readonly fitness: Float64Array;
  /** `(rows, descriptorDimensions)`, new. */
  readonly descriptors: Batch;
}

/** A domain with a name, whose evaluation returns `R`. */
export interface NamedDomain<R extends Results | Promise<Results>, G = Float64Array, F extends FieldKinds = NoFields>
  extends Domain<G, F> {
  readonly name: string;
  evaluate(genomes: Genomes<G>, context?: EvaluationContext): R;
}

/** A domain of vectors with a synchronous evaluation that returns flat arrays. */
export interface VectorDomain extends NamedDomain<VectorResults> {
  readonly fitnessFloor: number;
  /** Draws a first genome, `(genomeDimensions)`. */
  readonly initialGenome: (random: Random) => Float64Array;
  /**
   * `(rows, genomeDimensions)` → fitness and descriptors. A row's results depend on that row alone.
   * @throws ARGUMENT if the genomes have another number of columns.
   */
  evaluate(genomes: Genomes<Float64Array>, context?: EvaluationContext): VectorResults;
}

/** A {@link VectorDomain} that knows its gradients. */
export interface DifferentiableDomain extends VectorDomain {
  /** See {@link Domain.gradients}. @throws ARGUMENT if the genomes have another number of columns. */
  readonly gradients: (genomes: Genomes<ArrayLike<number>>) => Batch;
}

/** Makes a domain of vectors whose evaluation only reads its genomes, so that `run` need not copy them. */
export function vectorDomain(
  problem: Omit<VectorDomain, 'evaluateRows' | 'evaluate'>,
  evaluate: (genomes: Genomes<Float64Array>) => VectorResults,
): VectorDomain {
  const evaluateRows = (genomes: Genomes<Float64Array>, { rows, done, failed }: RowsContext): void => {
    const some = rows === undefined ? genomes : gatherRows(genomes, Int32Array.from(rows));
    const all = rows ?? ascending(genomes.rows);
    try {
      done(all, evaluate(some));
    } catch (error) {
      for (let i = 0; i < all.length; i++) failed(all[i]!, error);
    }
  };
  const rowEvaluator: RowEvaluator = Object.assign(evaluateRows, { of: evaluate });
  return { ...problem, evaluate, evaluateRows: rowEvaluator };
}
