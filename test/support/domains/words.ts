import { type Domain, objectSpace } from '../../../src/core/index.ts';
import { defineDomain } from '../../../src/domains/index.ts';

/** Genomes that are no vectors: words of a, b and c, told apart by their length. */
export const words: Domain<string> = defineDomain({
  name: 'words',
  genome: objectSpace<string>({
    sample: (random) => Array.from({ length: random.integer(1, 8) }, () => 'abc'[random.integer(0, 2)]).join(''),
  }),
  descriptor: { dimensions: 1, lower: 1, upper: 9 },
  evaluate: (word) => ({ fitness: -word.split('a').length, descriptor: [word.length] }),
});
