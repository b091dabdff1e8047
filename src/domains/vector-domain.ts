import type {
  Batch,
  Domain,
  EvaluationContext,
  FieldKinds,
  Genomes,
  NoFields,
  Random,
  Results,
} from '../core/index.ts';

/** Results in flat arrays. */
export interface VectorResults extends Results {
  /** `(rows)`, new. */
  readonly fitness: Float64Array;
  /** `(rows, descriptorDimensions)`, new. */
  readonly descriptors: Batch;
}

/** A domain that has a name, and whose evaluation answers with `R`. */
export interface NamedDomain<R extends Results | Promise<Results>, G = Float64Array, F extends FieldKinds = NoFields>
  extends Domain<G, F> {
  readonly name: string;
  evaluate(genomes: Genomes<G>, context?: EvaluationContext): R;
}

/** A domain of vectors that evaluates at once and answers with flat arrays. */
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
