import {
  type AnySpace,
  argumentError,
  type Box,
  boxBounds,
  CallSignals,
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
  /** Aborted when the run is stopped; a row's own, where rows are evaluated at once. */
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
    const signals = signal ? new CallSignals(signal) : undefined;
    const { rows, later } = evaluateEach(genomes, (genome, i, own) => {
      const seed = seeds?.[i];
      return spec.evaluate(genome, (own && signals?.context({ seed })) || { signal, seed });
    });
    if (!later) return collect(`${name}.evaluate`, rows as Evaluation[], dimensions);
    const found = Promise.all(signals === undefined ? rows : followed(rows, signals));
    return found.then((evaluations) => collect(`${name}.evaluate`, evaluations, dimensions));
  };
  return { name, genome, descriptor, fitnessFloor, initialGenome, evaluate };
}

/**
 * Starts every evaluation, one after the other. One that throws at once ends it, unless others are under way: then it is
 * one more that fails later, so that none of them is left without somebody who waits for it.
 * @param evaluate - `own` asks for a signal of the row's own: rows may be under way together as soon as one answers later.
 * @returns what the rows answered, and whether any of them answers later.
 */
function evaluateEach<G>(
  genomes: Genomes<G>,
  evaluate: (genome: G, i: number, own: boolean) => Evaluation | Promise<Evaluation>,
): { rows: (Evaluation | Promise<Evaluation>)[]; later: boolean } {
  const rows: (Evaluation | Promise<Evaluation>)[] = [];
  let later = false;
  for (let i = 0; i < genomes.rows; i++) {
    try {
      const row = evaluate(genomes.row(i), i, later);
      later ||= isThenable(row);
      rows.push(isThenable(row) ? row : copied(row as Evaluation));
    } catch (error) {
      if (!later) throw error;
      rows.push(Promise.reject(error));
      break;
    }
  }
  return { rows, later };
}

/** An answer as it is now: a function may answer with the same object, or the same descriptor, each time. */
function copied(row: Evaluation): Evaluation {
  const { fitness, descriptor } = row ?? {};
  return { fitness, descriptor: (descriptor as number[] | undefined)?.slice?.() ?? descriptor };
}

/** The rows as promises; their signals are released when all have ended: others may be under way when one fails. */
function followed<R>(rows: readonly (R | Promise<R>)[], signals: CallSignals): Promise<R>[] {
  const answers = rows.map((row) => Promise.resolve(row));
  void Promise.allSettled(answers).then(() => signals.release());
  return answers;
}

function collect(owner: string, rows: readonly Evaluation[], dimensions: number): VectorResults {
  for (const row of rows) {
    checkRow(owner, 'descriptor', row?.descriptor, dimensions);
    if (row.fitness === undefined) throw argumentError(owner, 'fitness', 'be a number', row.fitness);
  }
  const [fitness, descriptors] = [rows.map((row) => row.fitness), rows.map((row) => row.descriptor)];
  return checkResults(owner, { fitness, descriptors }, rows.length, dimensions);
}
