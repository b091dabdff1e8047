import { expect, it } from 'vitest';
import { Batch, type Domain, type Genomes, type ObjectSpace, objectSpace } from '../../src/core/index.ts';
import { domainContract } from '../../src/testing/index.ts';

type Genome = Map<string, number>;

/** The laws that a domain of Maps breaks. */
async function broken(genome: ObjectSpace<Genome>): Promise<string[]> {
  const make = (): Domain<Genome> => ({
    genome,
    descriptor: { dimensions: 2, lower: 0, upper: 1 },
    evaluate: (genomes: Genomes<Genome>) => ({
      fitness: Float64Array.from({ length: genomes.rows }, (_, i) => genomes.row(i).get('x') ?? 0),
      descriptors: Batch.zeros(genomes.rows, 2),
    }),
  });
  const laws = domainContract({ make });
  const outcomes = await Promise.allSettled(laws.map((law) => law.check()));
  return laws.filter((_, i) => outcomes[i]!.status === 'rejected').map((law) => law.name);
}

it('a contract finds a space of objects that reads another genome than it wrote', async () => {
  const sample: ObjectSpace<Genome>['sample'] = (random) => new Map([['x', random.uniform()]]);
  const law = 'domain: genomes that were written and read are evaluated as they were before';
  expect(await broken(objectSpace({ sample }))).toEqual([law]);
  const deserialize = (text: string): Genome => new Map(JSON.parse(text) as [string, number][]);
  expect(await broken(objectSpace({ sample, serialize: () => '[]', deserialize }))).toEqual([law]);
  const serialize = (genome: Genome): string => JSON.stringify([...genome]);
  expect(await broken(objectSpace({ sample, serialize, deserialize }))).toEqual([]);
});
