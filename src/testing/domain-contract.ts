import { type Box, boxBounds, type Domain, type FieldKinds, finiteBounds, isObjectSpace } from '../core/index.ts';
import { randomStream } from '../random/index.ts';
import { type EvaluatorCase, eachEvaluation, evaluatorLaws } from './evaluator-contract.ts';
import { acyclic, expectInside, genomesOf, recordOf } from './laws/draw.ts';
import { checkContract, drawSeed, eachCase, expectSame, type Law, lawOf, type Make } from './laws/law.ts';

/** What {@link domainContract} needs to know. */
export interface DomainContractOptions<G = Float64Array> {
  /** Makes a domain. */
  readonly make: Make<Domain<G, FieldKinds>>;
}

/**
 * The laws of a domain, on first genomes and on genomes drawn from its space; those of an evaluator are among them.
 * @throws ARGUMENT if an option is unknown, or make no function.
 */
export function domainContract<G = Float64Array>(options: DomainContractOptions<G>): Law[] {
  checkContract('domainContract', options, ['make']);
  const { make } = options;
  return [
    lawOf('domain', 'its spaces are spaces', async () => {
      const { genome, descriptor } = await make();
      if (!isObjectSpace(genome)) boxBounds('domain', 'genome', genome as Box);
      finiteBounds('domain', 'descriptor', descriptor);
    }),
    lawOf('domain', 'first genomes lie inside the space, and the same stream gives the same ones', async () =>
      checkFirst(await make()),
    ),
    ...evaluatorLaws('domain', async () => {
      const domain = await make();
      return { evaluator: domain, problem: domain };
    }),
    lawOf('domain', 'evaluate leaves genomes and seeds as they are', async () => {
      const domain = await make();
      await eachEvaluation(domain, (drawn) => checkLeft(domain, drawn));
    }),
  ];
}

async function checkFirst<G>(domain: Domain<G, FieldKinds>): Promise<void> {
  const draw = domain.initialGenome;
  if (draw === undefined) return;
  await eachCase(drawSeed, ({ seed }) => {
    const first = acyclic(draw(randomStream(seed)));
    expectInside('A first genome', first, domain.genome);
    expectSame('The first genome of an equal stream', acyclic(draw(randomStream(seed))), first);
  });
}

async function checkLeft<G>(domain: Domain<G, FieldKinds>, { genomes, seeds }: EvaluatorCase<G>): Promise<void> {
  const [given, givenSeeds] = [genomesOf(domain.genome, genomes), seeds.slice()];
  const before = recordOf(domain.genome, given);
  await domain.evaluate(given, { seeds: givenSeeds });
  expectSame('The genomes after the evaluation', recordOf(domain.genome, given), before);
  expectSame('The seeds after the evaluation', givenSeeds, seeds);
}
