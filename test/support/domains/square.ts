import { GridArchive } from '../../../src/archives/index.ts';
import { Batch, type Domain, type EmitterContext } from '../../../src/core/index.ts';
import { defineDomain } from '../../../src/domains/index.ts';
import { Search, type SearchOptions } from '../../../src/search/index.ts';

/** The unit square, of genomes and of descriptors. */
export const squareSpace = { dimensions: 2, lower: 0, upper: 1 } as const;

/** Each genome is its own descriptor, and its first gene the fitness. */
export const square: Domain = defineDomain({
  name: 'square',
  genome: squareSpace,
  descriptor: squareSpace,
  evaluate: (genome) => ({ fitness: genome[0]!, descriptor: genome }),
});

/** The `ask` of an emitter: uniform genomes of the square. */
export const askUniform = (count: number, { random }: Pick<EmitterContext, 'random'>): Batch =>
  Batch.from(Array.from({ length: count }, () => [random.uniform(), random.uniform()]));

/** A search of the square with batches of four rows, and four first genomes. */
export const squareSearch = (options: Partial<SearchOptions> = {}): Search =>
  new Search({
    domain: square,
    archive: new GridArchive({ domain: square, cells: [10, 10] }),
    emitters: { e: { ask: askUniform } },
    batchSize: 4,
    initial: { evaluations: 4 },
    seed: 1,
    ...options,
  });
