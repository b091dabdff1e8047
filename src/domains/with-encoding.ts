import {
  argumentError,
  asBatch,
  type Batch,
  boxBounds,
  checkMethods,
  type Domain,
  type Encoding,
  type EvaluationContext,
  type Genomes,
  isBatch,
  type MaybeStateful,
  type Results,
  sameSpace,
  show,
} from '../core/index.ts';
import type { NamedDomain } from './vector-domain.ts';

/**
 * A domain whose genomes are latents of an encoding: they are decoded, and the phenotypes evaluated by the domain given.
 * Descriptor, floor and evaluation pass through; the first genomes are the encoding's samples, if it says how to sample.
 * So anything that optimises a domain can search a latent space. [Gaier2020, Section 5.2]
 * @throws ARGUMENT if the encoding's phenotypes are not the genomes of the domain.
 */
export function withEncoding<D extends Domain>(domain: D, encoding: Encoding): NamedDomain<ReturnType<D['evaluate']>> {
  const owner = 'withEncoding';
  checkMethods(owner, 'domain', domain, 'evaluate');
  checkMethods(owner, 'encoding', encoding, 'decode');
  if (!sameSpace(encoding.phenotype, domain.genome)) {
    const rule = `be the genome space of the domain, ${show(domain.genome)}`;
    throw argumentError(owner, 'encoding.phenotype', rule, encoding.phenotype);
  }
  const { dimensions } = boxBounds(owner, 'encoding.genome', encoding.genome);
  const decoded = (latents: Genomes<Float64Array>): Batch => {
    const batch = asBatch(`${owner}: evaluate`, latents, dimensions);
    const phenotypes = encoding.decode(batch);
    if (isBatch(phenotypes) && phenotypes.rows === batch.rows) return phenotypes;
    throw argumentError(owner, 'encoding.decode', `answer with a Batch of ${batch.rows} rows`, phenotypes);
  };
  type Evaluate<R = Results | Promise<Results>> = (latents: Genomes<Float64Array>, context?: EvaluationContext) => R;
  type Answer = ReturnType<D['evaluate']>;
  const evaluate: Evaluate<Answer> = (latents, context) => domain.evaluate(decoded(latents), context) as Answer;
  const evaluateRows: Evaluate = (latents, context) => domain.evaluateRows!(decoded(latents), context);
  return {
    descriptor: domain.descriptor,
    fitnessFloor: domain.fitnessFloor,
    name: `${domain.name ?? 'domain'}, encoded`,
    genome: encoding.genome,
    initialGenome: encoding.sample?.bind(encoding),
    evaluate,
    ...(domain.evaluateRows === undefined ? {} : { evaluateRows }),
    ...stateOf(domain),
  };
}

/** What a domain that has state passes on of it: what it lacks is found wanting by whoever stores it. */
function stateOf(domain: Domain): MaybeStateful {
  const { stateful, snapshot, restore } = domain;
  return {
    stateful,
    ...(snapshot && { snapshot: snapshot.bind(domain) }),
    ...(restore && { restore: restore.bind(domain) }),
  };
}
