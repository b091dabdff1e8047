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
 * lies outside `encoding.phenotype`.
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
  const phenotype = boxBounds(owner, 'encoding.phenotype', encoding.phenotype);
  const decoded = (latents: Genomes<Float64Array>): Decoded => {
    const phenotypes = decodeRows(owner, encoding, asBatch(`${owner}: evaluate`, latents, dimensions));
    const faultOf = (row: number): Error | undefined => {
      const gene = firstOutside(phenotype, phenotypes.row(row));
      if (gene < 0) return undefined;
      const rule = 'answer with phenotypes inside encoding.phenotype';
      return argumentError(owner, 'encoding.decode', rule, phenotypes.row(row)[gene]);
    };
    return { phenotypes, faultOf };
  };
  const evaluate = (latents: Genomes<Float64Array>, context?: EvaluationContext): ReturnType<D['evaluate']> => {
    const { phenotypes, faultOf } = decoded(latents);
    for (let i = 0; i < phenotypes.rows; i++) {
      const fault = faultOf(i);
      if (fault !== undefined) throw fault;
    }
    return domain.evaluate(phenotypes, context) as ReturnType<D['evaluate']>;
  };
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

/** What latents decode to. @throws ARGUMENT, in the name of `owner`, unless it is a Batch of as many phenotypes. */
export function decodeRows(owner: string, encoding: Encoding, latents: Batch): Batch {
  const phenotypes = encoding.decode(latents);
  const { rows } = latents;
  const { dimensions } = encoding.phenotype;
  if (isBatch(phenotypes) && phenotypes.rows === rows && phenotypes.columns === dimensions) return phenotypes;
  throw argumentError(owner, 'encoding.decode', `answer with a Batch (${rows}, ${dimensions})`, phenotypes);
}

/** Phenotypes, and what is wrong with one of them. */
interface Decoded {
  readonly phenotypes: Batch;
  readonly faultOf: (row: number) => Error | undefined;
}

/** The type of a domain's own columns. */
type FieldsIn<D> = D extends Domain<Float64Array, infer F> ? F : NoFields;

/** `evaluateRows` if the domain has it; it decodes only the rows asked for. */
function rowsOf(
  domain: Domain<Float64Array, FieldKinds>,
  decoded: (latents: Genomes<Float64Array>) => Decoded,
  evaluate: unknown,
): { readonly evaluateRows?: RowEvaluator } {
  if (!evaluatesRows(domain)) return {};
  const evaluateRows: RowEvaluator = (latents, context) => {
    const { seeds, signal, done, failed } = context;
    const asked = Int32Array.from(context.rows ?? ascending(latents.rows));
    let found: Decoded;
    try {
      found = decoded(gatherRows(latents, asked));
    } catch (error) {
      for (const row of asked) failed(row, error);
      return undefined;
    }
    const { faultOf } = found;
    const faults = Array.from(asked, (_, i) => faultOf(i));
    for (const [i, fault] of faults.entries()) if (fault !== undefined) failed(asked[i]!, fault);
    const inside = ascending(asked.length).filter((i) => faults[i] === undefined);
    if (inside.length === 0) return undefined;
    const phenotypes = gatherRows(found.phenotypes, inside);
    const rows = inside.map((i) => asked[i]!);
    const rowsAt = (own: ArrayLike<number>): number[] => Array.from(own, (i) => rows[i]!);
    return domain.evaluateRows(phenotypes, {
      seeds: seeds && Array.from(rows, (row) => seeds[row]!),
      signal,
      done: (own, results) => done(rowsAt(own), results),
      failed: (i, error) => failed(rows[i]!, error),
    });
  };
  return { evaluateRows: Object.assign(evaluateRows, { of: evaluate }) };
}
