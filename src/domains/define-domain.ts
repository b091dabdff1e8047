import {
  type AnySpace,
  argumentError,
  type Box,
  boxBounds,
  checkFields,
  checkFunction,
  checkInteger,
  checkNumber,
  checkOptions,
  type Domain,
  type EvaluationContext,
  type FieldKinds,
  finiteBounds,
  type GenomeOf,
  type GenomeSpace,
  type Genomes,
  isObjectSpace,
  type JsonKind,
  type NoFields,
  type Random,
  type Results,
  type RowsContext,
  resultSchema,
} from '../core/index.ts';
import { type Evaluation, type OneContext, RowEvaluation } from './row-evaluation.ts';
import type { NamedDomain, VectorResults } from './vector-domain.ts';

/** What the evaluation of one genome says in the domain's own columns. */
export type FieldAnswers<S extends FieldKinds> = {
  readonly [K in keyof S]: S[K] extends 'number'
    ? number
    : S[K] extends { readonly size: number }
      ? ArrayLike<number>
      : unknown;
};

/** The columns of a domain, with the types of JSON values as the evaluation answers with them. */
export type FieldsOf<S extends FieldKinds, R> = {
  readonly [K in keyof S]: S[K] extends 'json' ? JsonKind<K extends keyof R ? R[K] : unknown> : S[K];
};

/** What {@link defineDomain} makes a domain of. */
export interface DomainSpec<G, S, R, F extends FieldKinds = NoFields> {
  /** For people. */
  readonly name: string;
  /** Where genomes live. */
  readonly genome: S;
  /** Where diversity is wanted; finite bounds. */
  readonly descriptor: Box;
  /** A known lower bound of fitness: what QD score is counted from. */
  readonly fitnessFloor?: number | undefined;
  /** Draws a first genome, inside its space (default: uniform in the box, or the object space's `sample`). */
  readonly initialGenome?: ((random: Random) => G) | undefined;
  /**
   * Columns that the evaluation fills beside fitness and descriptor, and elites carry: `'number'`, `{ size }` for so many numbers, or
   * `'json'`. Names fitness, descriptor, descriptors and reasons are taken.
   */
  readonly fields?: F | undefined;
  /** Whether two evaluations of a genome may differ (default false): then elites are judged by the mean of several. */
  readonly noisy?: boolean | undefined;
  /** How many evaluations may run at once, over all batches, if they are asynchronous (default: all). */
  readonly concurrency?: number | undefined;
  /** Evaluates one genome, which it must not change. May be asynchronous. */
  evaluate(genome: G, context: OneContext): R;
}

type Answer<F extends FieldKinds> = Evaluation & FieldAnswers<F>;

/** What a domain answers with whose evaluation of one genome answers with `R`. */
export type ResultsOf<R> = unknown extends R
  ? VectorResults | Promise<VectorResults>
  : [R] extends [Evaluation]
    ? VectorResults
    : [R] extends [Promise<unknown>]
      ? Promise<VectorResults>
      : VectorResults | Promise<VectorResults>;

/**
 * Lifts a function of one genome to a domain, a plain object. It answers at once; if the function is asynchronous, later, and
 * as many rows of a batch are under way at once as `concurrency` allows. In a run, a row that fails costs no other.
 * @throws ARGUMENT if a part breaks its contract, or, in `evaluate`, the genomes have no rows and row(), fitness is missing,
 *   or a descriptor has another length than its space has dimensions.
 */
// One signature: of overloads, whatever is wrong with a part is told once for each.
export function defineDomain<
  S extends AnySpace,
  R extends Answer<F> | Promise<Answer<F>>,
  F extends FieldKinds = NoFields,
>(spec: DomainSpec<GenomeOf<S>, S, R, F>): NamedDomain<ResultsOf<R>, GenomeOf<S>, FieldsOf<F, Awaited<R>>> {
  return lift(spec as unknown as AnySpec<unknown>) as never;
}

type AnySpec<G> = DomainSpec<G, GenomeSpace<G>, Evaluation | Promise<Evaluation>, FieldKinds>;

const OPTIONS = [
  'name',
  'genome',
  'descriptor',
  'fitnessFloor',
  'initialGenome',
  'fields',
  'noisy',
  'concurrency',
  'evaluate',
];

function lift<G>(spec: AnySpec<G>): Domain<G, FieldKinds> {
  const owner = 'defineDomain';
  checkOptions(owner, spec, OPTIONS);
  const { name, genome, descriptor, fitnessFloor, initialGenome, fields, noisy, concurrency } = spec;
  if (typeof name !== 'string') throw argumentError(owner, 'name', 'be a string', name);
  checkFunction(owner, 'evaluate', spec.evaluate);
  if (initialGenome !== undefined) checkFunction(owner, 'initialGenome', initialGenome);
  if (!isObjectSpace(genome)) boxBounds(owner, 'genome', genome as Box);
  finiteBounds(owner, 'descriptor', descriptor);
  if (fitnessFloor !== undefined) checkNumber(owner, 'fitnessFloor', fitnessFloor);
  if (fields !== undefined) checkFields(owner, fields);
  if (concurrency !== undefined) checkInteger(owner, 'concurrency', concurrency, 1);
  const rows = new RowEvaluation<G>({
    name,
    schema: resultSchema({ descriptor, fields }),
    concurrency: concurrency ?? Number.POSITIVE_INFINITY,
    evaluate: (one, context) => spec.evaluate(one, context),
  });
  const evaluate = (genomes: Genomes<G>, context: EvaluationContext = {}): Results | Promise<Results> =>
    rows.evaluate(genomes, context);
  const evaluateRows = (genomes: Genomes<G>, context: RowsContext): void | Promise<void> =>
    rows.evaluateRows(genomes, context);
  return {
    name,
    genome,
    descriptor,
    fitnessFloor,
    initialGenome,
    ...(fields === undefined ? {} : { fields }),
    ...(noisy === undefined ? {} : { noisy }),
    evaluate,
    evaluateRows: Object.assign(evaluateRows, { of: evaluate }),
  };
}
