import { expect, it } from 'vitest';
import { Batch, type Domain, type Genomes, type ObjectSpace, objectSpace, type Random } from '../../src/core/index.ts';
import { domainContract } from '../../src/testing/index.ts';
import { errorOf } from '../support/error-of.ts';

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

it('a contract names the genome that contains a cycle', async () => {
  interface Node {
    x: number;
    parts: { next?: Node }[];
  }
  const sample = (random: Random): Node => {
    const node: Node = { x: random.uniform(), parts: [{}] };
    node.parts[0]!.next = node;
    return node;
  };
  for (const initialGenome of [undefined, sample]) {
    const make = (): Domain<Node> => ({
      genome: objectSpace({ sample: initialGenome === undefined ? sample : () => ({ x: 1, parts: [] }) }),
      descriptor: { dimensions: 1, lower: 0, upper: 1 },
      ...(initialGenome === undefined ? {} : { initialGenome }),
      evaluate: (genomes: Genomes<Node>) => ({
        fitness: new Float64Array(genomes.rows),
        descriptors: Batch.zeros(genomes.rows, 1),
      }),
    });
    const broken = await Promise.all(domainContract({ make }).map((law) => errorOf(law.check)));
    const said = broken.filter((error) => error !== 'no error');
    expect(said.length).toBeGreaterThan(4);
    for (const error of said)
      expect(error).toContain('A genome must contain no cycle; got one at genome.parts.0.next.');
  }
});
