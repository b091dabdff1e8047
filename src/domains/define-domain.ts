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
  type Problem,
  type Results,
  type RowsContext,
  resultSchema,
} from '../core/index.ts';
import {
  type Evaluation,
  evaluateBatch,
  evaluateRows,
  type Infeasible,
  type OneContext,
  type RowSpec,
} from './row-evaluation.ts';
import { Slots } from './slots.ts';
import type { NamedDomain, VectorResults } from './vector-domain.ts';

/** The values that the evaluation of one genome gives for the domain's own columns. */
export type FieldAnswers<S extends FieldKinds> = {
  readonly [K in keyof S]: S[K] extends 'number'
    ? number
    : S[K] extends { readonly size: number }
      ? ArrayLike<number>
      : unknown;
};

/** The columns of a domain; the types of JSON values are those of the evaluation's answer. */
export type FieldsOf<S extends FieldKinds, R> = {
  readonly [K in keyof S]: S[K] extends 'json' ? JsonKind<K extends keyof R ? R[K] : unknown> : S[K];
};

/** The definition of a domain, for {@link defineDomain}. */
export interface DomainSpec<G, S, R, F extends FieldKinds = NoFields> extends Omit<Problem<G, F>, 'name' | 'genome'> {
  /** Name for display. */
  readonly name: string;
  /** The space of genomes. */
  readonly genome: S;
  /**
   * Columns that the evaluation fills beside fitness and descriptor, and elites carry: `'number'`, `{ size }` for a vector, or
   * `'json'`. The names fitness, descriptor, descriptors and reasons are reserved.
   */
  readonly fields?: F | undefined;
  /** The most asynchronous evaluations at once, over all batches (default: no limit). */
  readonly concurrency?: number | undefined;
  /**
   * Evaluates one genome, which it must not change. `{ invalid: reason }` for one that cannot be judged. What it throws is a failure: `run`
   * may try it again. May be asynchronous.
   */
  evaluate(genome: G, context: OneContext): R;
}

type Answer<F extends FieldKinds> = (Evaluation & FieldAnswers<F>) | Infeasible;

/** The results type of a domain whose evaluation of one genome returns `R`. */
export type ResultsOf<R> = unknown extends R
  ? VectorResults | Promise<VectorResults>
  : [R] extends [Evaluation | Infeasible]
    ? VectorResults
    : [R] extends [Promise<unknown>]
      ? Promise<VectorResults>
      : VectorResults | Promise<VectorResults>;

/**
 * Makes a domain, a plain object, from a function that evaluates one genome. The domain is synchronous if the function is. If the
 * function is asynchronous, at most `concurrency` rows are under way at once. In a run, a row that fails does not affect the others.
 * @throws ARGUMENT if a part breaks its contract; from `evaluate`, if the genomes have no rows and row(), fitness is missing,
 *   or a descriptor has another length than its space has dimensions.
 */
// One signature: with overloads, TypeScript would report an error once for each.
export function defineDomain<
  S extends AnySpace,
  R extends Answer<F> | Promise<Answer<F>>,
  F extends FieldKinds = NoFields,
>(
  spec: DomainSpec<GenomeOf<S>, S, R, F>,
): NamedDomain<ResultsOf<R>, GenomeOf<S>, FieldsOf<F, Extract<Awaited<R>, Evaluation>>> {
  return lift(spec as unknown as AnySpec<unknown>) as never;
}

type AnySpec<G> = DomainSpec<G, GenomeSpace<G>, ReturnType<RowSpec<G>['evaluate']>, FieldKinds>;

/** The parts of a problem. */
const PROBLEM = ['name', 'genome', 'descriptor', 'fitnessFloor', 'initialGenome', 'fields', 'noisy'];

function lift<G>(spec: AnySpec<G>): Domain<G, FieldKinds> {
  const owner = 'defineDomain';
  checkOptions(owner, spec, [...PROBLEM, 'concurrency', 'evaluate']);
  const { name, genome, descriptor, fitnessFloor, initialGenome, fields, noisy, concurrency } = spec;
  if (typeof name !== 'string') throw argumentError(owner, 'name', 'be a string', name);
  checkFunction(owner, 'evaluate', spec.evaluate);
  if (initialGenome !== undefined) checkFunction(owner, 'initialGenome', initialGenome);
  if (!isObjectSpace(genome)) boxBounds(owner, 'genome', genome as Box);
  finiteBounds(owner, 'descriptor', descriptor);
  if (fitnessFloor !== undefined) checkNumber(owner, 'fitnessFloor', fitnessFloor);
  if (fields !== undefined) checkFields(owner, fields);
  if (concurrency !== undefined) checkInteger(owner, 'concurrency', concurrency, 1);
  const rows: RowSpec<G> = {
    name,
    schema: resultSchema({ descriptor, fields }),
    fields: Object.keys(fields ?? {}),
    slots: new Slots(concurrency ?? Number.POSITIVE_INFINITY),
    evaluate: (one, context) => spec.evaluate(one, context),
  };
  const evaluate = (genomes: Genomes<G>, context: EvaluationContext = {}): Results | Promise<Results> =>
    evaluateBatch(rows, genomes, context);
  const byRows = (genomes: Genomes<G>, context: RowsContext): void | Promise<void> =>
    evaluateRows(rows, genomes, context);
  return {
    name,
    genome,
    descriptor,
    fitnessFloor,
    initialGenome,
    ...(fields === undefined ? {} : { fields }),
    ...(noisy === undefined ? {} : { noisy }),
    evaluate,
    evaluateRows: Object.assign(byRows, { of: evaluate }),
  };
}
