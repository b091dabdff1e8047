import {
  type AnySpace,
  argumentError,
  asBatch,
  ascending,
  Batch,
  boxBounds,
  checkFunction,
  checkMethods,
  copyGenomes,
  type Domain,
  type Encoding,
  type EvaluationContext,
  evaluatesRows,
  type FieldKinds,
  firstOutside,
  type Genomes,
  gatherRows,
  isBatch,
  type NoFields,
  type RowEvaluator,
  sameSpace,
  spaceDifference,
  stateMethodsOf,
} from '../core/index.ts';
import type { NamedDomain } from './vector-domain.ts';

/**
 * A domain whose genomes are latents: it decodes them, and the given domain evaluates the phenotypes. Descriptor, floor and
 * evaluation are those of the given domain; first genomes are drawn by the encoding's `sample`, if it has one. So anything that
 * optimises a domain can search a latent space. [Gaier2020, Section 5.2] The evaluation of a latent fails, as one that throws, if its phenotype
 * lies outside `encoding.phenotype`. If `decode` throws for a batch whose rows are evaluated independently, each row is decoded alone.
 * @throws ARGUMENT if the encoding's phenotype space is not the domain's genome space.
 */
export function withEncoding<D extends Domain<Float64Array, FieldKinds>>(
  domain: D,
  encoding: Encoding,
): NamedDomain<ReturnType<D['evaluate']>, Float64Array, FieldsIn<D>> {
  const owner = 'withEncoding';
  checkMethods(owner, 'domain', domain, 'evaluate');
  checkMethods(owner, 'encoding', encoding, 'decode');
  if (encoding.sample !== undefined) checkFunction(owner, 'encoding.sample', encoding.sample);
  checkPhenotypeSpace(owner, encoding, 'domain', domain.genome);
  const { dimensions } = boxBounds(owner, 'encoding.genome', encoding.genome);
  const phenotype = boxBounds(owner, 'encoding.phenotype', encoding.phenotype);
  const faultOf = (row: Float64Array): Error | undefined => {
    const gene = firstOutside(phenotype, row);
    if (gene < 0) return undefined;
    const bounds = `[${phenotype.lower[gene]}, ${phenotype.upper[gene]}] in dimension ${gene}`;
    const rule = `answer with phenotypes inside encoding.phenotype, ${bounds}`;
    return argumentError(owner, 'encoding.decode', rule, row[gene]);
  };
  const latentsOf = (latents: Genomes<Float64Array>): Batch => asBatch(`${owner}: evaluate`, latents, dimensions);
  const evaluate = (latents: Genomes<Float64Array>, context?: EvaluationContext): ReturnType<D['evaluate']> => {
    const phenotypes = mapped(owner, encoding, 'decode', latentsOf(latents));
    for (let i = 0; i < phenotypes.rows; i++) {
      const fault = faultOf(phenotypes.row(i));
      if (fault !== undefined) throw fault;
    }
    return domain.evaluate(copyGenomes(phenotypes), context) as ReturnType<D['evaluate']>;
  };
  const decode = (latents: Genomes<Float64Array>): Decoded => decodeEach(owner, encoding, latentsOf(latents), faultOf);
  const { name = 'domain', descriptor, fitnessFloor, fields, noisy } = domain;
  return {
    descriptor,
    fitnessFloor,
    ...(fields === undefined ? {} : { fields }),
    ...(noisy === undefined ? {} : { noisy }),
    name: `${name}, encoded`,
    genome: encoding.genome,
    initialGenome: encoding.sample?.bind(encoding),
    evaluate,
    ...rowsOf(domain, decode, evaluate),
    ...stateMethodsOf(domain),
  } as NamedDomain<ReturnType<D['evaluate']>, Float64Array, FieldsIn<D>>;
}

/** @throws ARGUMENT, in the name of `owner`, unless the encoding decodes to genomes of `space`. @param name - Whose space it is. */
export function checkPhenotypeSpace(owner: string, { phenotype }: Encoding, name: string, space: AnySpace): void {
  if (sameSpace(phenotype, space)) return;
  const [told, got] = spaceDifference(space, phenotype);
  throw argumentError(owner, 'encoding.phenotype', `be the genome space of the ${name}, ${told}`, got);
}

/**
 * What `decode` or `encode` of an encoding answers. It is given a copy.
 * @throws ARGUMENT, in the name of `owner`, unless that is a Batch of as many vectors of the other space.
 */
export function mapped(owner: string, encoding: Encoding, method: 'decode' | 'encode', vectors: Batch): Batch {
  const answer: unknown = encoding[method]!(copyGenomes(vectors) as Batch);
  const { rows } = vectors;
  const { dimensions } = method === 'decode' ? encoding.phenotype : encoding.genome;
  if (isBatch(answer) && answer.rows === rows && answer.columns === dimensions) return answer;
  throw argumentError(owner, `encoding.${method}`, `answer with a Batch (${rows}, ${dimensions})`, answer);
}

/** Phenotypes, and why a row has none. */
interface Decoded {
  readonly phenotypes: Batch;
  readonly faults: ReadonlyMap<number, unknown>;
}

/** Decodes latents together or, if that fails, each alone, so that one without a phenotype does not affect the others. */
function decodeEach(
  owner: string,
  encoding: Encoding,
  latents: Batch,
  faultOf: (phenotype: Float64Array) => Error | undefined,
): Decoded {
  const { rows } = latents;
  const phenotypes = Batch.zeros(rows, encoding.phenotype.dimensions);
  const faults = new Map<number, unknown>();
  const decode = (from: Batch, at: number): void => {
    try {
      phenotypes.data.set(mapped(owner, encoding, 'decode', from).data, at * phenotypes.columns);
    } catch (error) {
      if (from.rows === 1) faults.set(at, error);
      else for (let row = 0; row < rows; row++) decode(gatherRows(latents, Int32Array.of(row)) as Batch, row);
    }
  };
  decode(latents, 0);
  for (let i = 0; i < rows; i++) {
    const fault = faults.has(i) ? undefined : faultOf(phenotypes.row(i));
    if (fault !== undefined) faults.set(i, fault);
  }
  return { phenotypes, faults };
}

/** The type of a domain's own columns. */
type FieldsIn<D> = D extends Domain<Float64Array, infer F> ? F : NoFields;

/** `evaluateRows` if the domain has it; it decodes only the rows asked for, and each alone if they cannot be decoded together. */
function rowsOf(
  domain: Domain<Float64Array, FieldKinds>,
  decode: (latents: Genomes<Float64Array>) => Decoded,
  evaluate: unknown,
): { readonly evaluateRows?: RowEvaluator } {
  if (!evaluatesRows(domain)) return {};
  const evaluateRows: RowEvaluator = (latents, context) => {
    const { seeds, signal, done, failed } = context;
    const asked = Int32Array.from(context.rows ?? ascending(latents.rows));
    const { phenotypes, faults } = decode(gatherRows(latents, asked));
    for (const [i, fault] of faults) failed(asked[i]!, fault);
    const inside = ascending(asked.length).filter((i) => !faults.has(i));
    if (inside.length === 0) return undefined;
    const rows = inside.map((i) => asked[i]!);
    const rowsAt = (own: ArrayLike<number>): number[] => Array.from(own, (i) => rows[i]!);
    return domain.evaluateRows(gatherRows(phenotypes, inside), {
      seeds: seeds && Array.from(rows, (row) => seeds[row]!),
      signal,
      done: (own, results) => done(rowsAt(own), results),
      failed: (i, error) => failed(rows[i]!, error),
    });
  };
  return { evaluateRows: Object.assign(evaluateRows, { of: evaluate }) };
}
