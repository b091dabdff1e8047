import {
  type AnySpace,
  argumentError,
  type Box,
  boxBounds,
  checkFunction,
  checkGenomes,
  checkNumber,
  checkOptions,
  checkResults,
  checkRow,
  type EvaluationContext,
  finiteBounds,
  type GenomeOf,
  type GenomeSpace,
  type Genomes,
  isObjectSpace,
  isThenable,
  type ObjectSpace,
  type Random,
} from '../core/index.ts';
import type { NamedDomain, VectorResults } from './vector-domain.ts';

/** What the evaluation of one genome found. */
export interface Evaluation {
  /** Always maximised. */
  readonly fitness: number;
  /** `(descriptorDimensions)` */
  readonly descriptor: ArrayLike<number>;
}

/** What the evaluation of one genome is given beside it. */
export interface OneContext {
  readonly signal?: AbortSignal | undefined;
  /** An integer in [0, 2^32), so that a noisy evaluation can be repeated. */
  readonly seed?: number | undefined;
}

/** What {@link defineDomain} makes a domain of. */
export interface DomainSpec<G, S, R = Evaluation | Promise<Evaluation>> {
  /** For people. */
  readonly name: string;
  /** Where genomes live. */
  readonly genome: S;
  /** Where diversity is wanted; finite bounds. */
  readonly descriptor: Box;
  /** A known lower bound of fitness: what QD score is counted from. */
  readonly fitnessFloor?: number | undefined;
  /** Draws a first genome (default: uniform in the box, or the object space's `sample`). */
  readonly initialGenome?: ((random: Random) => G) | undefined;
  /** Evaluates one genome, which it must not change. May be asynchronous. */
  evaluate(genome: G, context: OneContext): R;
}

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
 * all rows of a batch are under way at once.
 * @throws ARGUMENT if a part breaks its contract, or, in `evaluate`, the genomes have no rows and row(), fitness is missing,
 *   or a descriptor has another length than its space has dimensions.
 */
// One signature: of overloads, whatever is wrong with a part is told once for each.
export function defineDomain<S extends AnySpace, R extends Evaluation | Promise<Evaluation>>(
  spec: DomainSpec<GenomeOf<S>, S, R>,
): NamedDomain<ResultsOf<R>, GenomeOf<S>> {
  return lift(spec as unknown as DomainSpec<unknown, ObjectSpace<unknown>>) as never;
}

function lift<G>(spec: DomainSpec<G, GenomeSpace<G>>): NamedDomain<VectorResults | Promise<VectorResults>, G> {
  const owner = 'defineDomain';
  checkOptions(owner, spec, ['name', 'genome', 'descriptor', 'fitnessFloor', 'initialGenome', 'evaluate']);
  const { name, genome, descriptor, fitnessFloor, initialGenome } = spec;
  if (typeof name !== 'string') throw argumentError(owner, 'name', 'be a string', name);
  checkFunction(owner, 'evaluate', spec.evaluate);
  if (initialGenome !== undefined) checkFunction(owner, 'initialGenome', initialGenome);
  if (!isObjectSpace(genome)) boxBounds(owner, 'genome', genome as Box);
  const { dimensions } = finiteBounds(owner, 'descriptor', descriptor);
  if (fitnessFloor !== undefined) checkNumber(owner, 'fitnessFloor', fitnessFloor);
  const evaluate = (genomes: Genomes<G>, context: EvaluationContext = {}): VectorResults | Promise<VectorResults> => {
    checkGenomes(`${name}.evaluate`, 'genomes', genomes);
    const { signal, seeds } = context;
    const rows = evaluateEach(genomes, (genome, i) => spec.evaluate(genome, { signal, seed: seeds?.[i] }));
    if (!rows.some(isThenable)) return collect(`${name}.evaluate`, rows as Evaluation[], dimensions);
    return Promise.all(rows).then((found) => collect(`${name}.evaluate`, found, dimensions));
  };
  return { name, genome, descriptor, fitnessFloor, initialGenome, evaluate };
}

/**
 * Starts every evaluation, one after the other. One that throws at once ends it, unless others are under way: then it is
 * one more that fails later, so that none of them is left without somebody who waits for it.
 */
function evaluateEach<G>(
  genomes: Genomes<G>,
  evaluate: (genome: G, i: number) => Evaluation | Promise<Evaluation>,
): (Evaluation | Promise<Evaluation>)[] {
  const rows: (Evaluation | Promise<Evaluation>)[] = [];
  for (let i = 0; i < genomes.rows; i++) {
    try {
      rows.push(evaluate(genomes.row(i), i));
    } catch (error) {
      if (!rows.some(isThenable)) throw error;
      rows.push(Promise.reject(error));
      break;
    }
  }
  return rows;
}

function collect(owner: string, rows: readonly Evaluation[], dimensions: number): VectorResults {
  for (const row of rows) {
    checkRow(owner, 'descriptor', row?.descriptor, dimensions);
    if (row.fitness === undefined) throw argumentError(owner, 'fitness', 'be a number', row.fitness);
  }
  const [fitness, descriptors] = [rows.map((row) => row.fitness), rows.map((row) => row.descriptor)];
  return checkResults(owner, { fitness, descriptors }, rows.length, dimensions);
}
