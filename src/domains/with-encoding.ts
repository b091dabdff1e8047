import {
  type AnySpace,
  argumentError,
  asBatch,
  ascending,
  type Batch,
  boxBounds,
  checkMethods,
  type Domain,
  type Encoding,
  type EvaluationContext,
  evaluatesRows,
  type FieldKinds,
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
 * optimises a domain can search a latent space. [Gaier2020, Section 5.2]
 * @throws ARGUMENT if the encoding's phenotype space is not the domain's genome space.
 */
export function withEncoding<D extends Domain<Float64Array, FieldKinds>>(
  domain: D,
  encoding: Encoding,
): NamedDomain<ReturnType<D['evaluate']>, Float64Array, FieldsIn<D>> {
  const owner = 'withEncoding';
  checkMethods(owner, 'domain', domain, 'evaluate');
  checkMethods(owner, 'encoding', encoding, 'decode');
  checkPhenotypeSpace(owner, encoding, 'domain', domain.genome);
  const { dimensions } = boxBounds(owner, 'encoding.genome', encoding.genome);
  const decoded = (latents: Genomes<Float64Array>): Batch =>
    decodeRows(owner, encoding, asBatch(`${owner}: evaluate`, latents, dimensions));
  const evaluate = (latents: Genomes<Float64Array>, context?: EvaluationContext): ReturnType<D['evaluate']> =>
    domain.evaluate(decoded(latents), context) as ReturnType<D['evaluate']>;
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
    ...rowsOf(domain, decoded, evaluate),
    ...stateMethodsOf(domain),
  } as NamedDomain<ReturnType<D['evaluate']>, Float64Array, FieldsIn<D>>;
}

/** @throws ARGUMENT, in the name of `owner`, unless the encoding decodes to genomes of `space`. @param name - Whose space it is. */
export function checkPhenotypeSpace(owner: string, { phenotype }: Encoding, name: string, space: AnySpace): void {
  if (sameSpace(phenotype, space)) return;
  const [told, got] = spaceDifference(space, phenotype);
  throw argumentError(owner, 'encoding.phenotype', `be the genome space of the ${name}, ${told}`, got);
}

/** What latents decode to. @throws ARGUMENT, in the name of `owner`, unless it is a Batch of as many rows. */
export function decodeRows(owner: string, encoding: Encoding, latents: Batch): Batch {
  const phenotypes = encoding.decode(latents);
  if (isBatch(phenotypes) && phenotypes.rows === latents.rows) return phenotypes;
  throw argumentError(owner, 'encoding.decode', `answer with a Batch of ${latents.rows} rows`, phenotypes);
}

/** The type of a domain's own columns. */
type FieldsIn<D> = D extends Domain<Float64Array, infer F> ? F : NoFields;

/** `evaluateRows` if the domain has it; it decodes only the rows asked for. */
function rowsOf(
  domain: Domain<Float64Array, FieldKinds>,
  decoded: (latents: Genomes<Float64Array>) => Batch,
  evaluate: unknown,
): { readonly evaluateRows?: RowEvaluator } {
  if (!evaluatesRows(domain)) return {};
  const evaluateRows: RowEvaluator = (latents, context) => {
    const { seeds, signal, done, failed } = context;
    const rows = Int32Array.from(context.rows ?? ascending(latents.rows));
    const rowsAt = (own: ArrayLike<number>): number[] => Array.from(own, (i) => rows[i]!);
    let phenotypes: Batch;
    try {
      phenotypes = decoded(gatherRows(latents, rows));
    } catch (error) {
      for (const row of rows) failed(row, error);
      return undefined;
    }
    return domain.evaluateRows(phenotypes, {
      seeds: seeds && Array.from(rows, (row) => seeds[row]!),
      signal,
      done: (own, results) => done(rowsAt(own), results),
      failed: (i, error) => failed(rows[i]!, error),
    });
  };
  return { evaluateRows: Object.assign(evaluateRows, { of: evaluate }) };
}
