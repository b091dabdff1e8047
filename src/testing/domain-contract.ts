import {
  type Box,
  boxBounds,
  type Domain,
  finiteBounds,
  type Genomes,
  isObjectSpace,
  type Results,
} from '../core/index.ts';
import { randomStream } from '../random/index.ts';
import { drawGenome, genomesOf, listOf } from './draw.ts';
import { expectInside } from './inside.ts';
import { checkContract, eachCase, expectSame, expectThat, type Law, lawOf, type Make } from './law.ts';

/** What {@link domainContract} needs to know. */
export interface DomainContractOptions<G = Float64Array> {
  /** Makes a domain. */
  readonly make: Make<Domain<G>>;
}

interface Case<G> {
  readonly genomes: readonly G[];
  readonly seeds: Uint32Array;
}

/**
 * The laws of a domain, on first genomes and on genomes drawn from its space.
 * @throws ARGUMENT if an option is unknown, or make no function.
 */
export function domainContract<G = Float64Array>(options: DomainContractOptions<G>): Law[] {
  checkContract('domainContract', options, ['make']);
  const { make } = options;
  const law = (name: string, check: (domain: Domain<G>, drawn: Case<G>) => Promise<void>): Law =>
    lawOf('domain', name, async () => {
      const domain = await make();
      await eachCase(
        (random, size) => ({
          genomes: Array.from({ length: size }, (_, i) =>
            i % 2 === 0 && domain.initialGenome ? domain.initialGenome(random) : drawGenome(domain.genome, random),
          ),
          seeds: Uint32Array.from({ length: size }, () => random.integer(0, 2 ** 32 - 1)),
        }),
        (drawn) => check(domain, drawn),
      );
    });
  return [
    lawOf('domain', 'its spaces are spaces', async () => checkSpaces(await make())),
    lawOf('domain', 'first genomes lie inside the space, and the same stream gives the same ones', async () =>
      checkFirst(await make()),
    ),
    law(
      'there is a fitness and a descriptor of the right length for each genome',
      async (domain, { genomes, seeds }) => {
        const found = await rowsOf(domain, genomes, seeds);
        const { dimensions } = domain.descriptor;
        for (const [i, { descriptor }] of found.entries()) {
          expectSame(`The length of descriptor ${i}`, descriptor.length, dimensions);
        }
      },
    ),
    law("a row's results depend on that row and its seed alone", async (domain, { genomes, seeds }) => {
      const together = await rowsOf(domain, genomes, seeds);
      for (const [i, genome] of genomes.entries()) {
        const [alone] = await rowsOf(domain, [genome], seeds.slice(i, i + 1));
        expectSame(`The results of row ${i} alone`, alone, together[i]);
      }
    }),
    law('genomes and seeds are left as they are', checkLeft),
    law('genomes that were written and read are evaluated as they were before', checkRead),
    law('no fitness lies below the floor', async (domain, { genomes, seeds }) => {
      const floor = domain.fitnessFloor ?? Number.NEGATIVE_INFINITY;
      for (const { fitness } of await rowsOf(domain, genomes, seeds)) {
        expectThat('A fitness', `not be below the floor, ${floor}`, !(fitness < floor), fitness);
      }
    }),
  ];
}

async function checkSpaces<G>(domain: Domain<G>): Promise<void> {
  if (!isObjectSpace(domain.genome)) boxBounds('domain', 'genome', domain.genome as Box);
  finiteBounds('domain', 'descriptor', domain.descriptor);
}

async function checkFirst<G>(domain: Domain<G>): Promise<void> {
  const draw = domain.initialGenome;
  if (draw === undefined) return;
  await eachCase(
    (_random, size) => ({ seed: size }),
    ({ seed }) => {
      const first = draw(randomStream(seed));
      expectInside('A first genome', first, domain.genome);
      expectSame('The first genome of an equal stream', draw(randomStream(seed)), first);
    },
  );
}

async function checkLeft<G>(domain: Domain<G>, { genomes, seeds }: Case<G>): Promise<void> {
  const [given, givenSeeds] = [genomesOf(domain.genome, genomes), seeds.slice()];
  await domain.evaluate(given, { seeds: givenSeeds });
  expectSame('The genomes after the evaluation', listOf(given), genomes);
  expectSame('The seeds after the evaluation', givenSeeds, seeds);
}

async function checkRead<G>(domain: Domain<G>, { genomes, seeds }: Case<G>): Promise<void> {
  const space = domain.genome;
  if (!isObjectSpace(space)) return;
  const read = genomes.map((genome) => space.deserialize(space.serialize(genome as never)) as G);
  expectSame('The results', await rowsOf(domain, read, seeds), await rowsOf(domain, genomes, seeds));
}

interface Found {
  readonly fitness: number;
  readonly descriptor: ArrayLike<number>;
}

/** Evaluates genomes, and gives the results row by row. */
async function rowsOf<G>(domain: Domain<G>, genomes: readonly G[], seeds: Uint32Array): Promise<Found[]> {
  const given: Genomes<G> = genomesOf(domain.genome, genomes);
  const { fitness, descriptors }: Results = await domain.evaluate(given, { seeds });
  const flat = 'rows' in descriptors ? listOf(descriptors) : Array.from(descriptors);
  expectSame(
    'The number of fitnesses and of descriptors',
    [fitness.length, flat.length],
    [genomes.length, genomes.length],
  );
  return flat.map((descriptor, i) => ({ fitness: fitness[i]!, descriptor }));
}
