import { GridArchive } from '../../src/archives/index.ts';
import { type Archive, Batch, type Box, boxBounds, type VariationContext } from '../../src/core/index.ts';
import { randomStream } from '../../src/random/index.ts';

/** A context over a box, with an archive of 20 elites spread over it. */
export function contextFor(space: Box, seed = 1): VariationContext {
  const random = randomStream(seed);
  const { dimensions, lower, upper } = boxBounds('test', 'space', space);
  const clamp = (x: number, low: number, high: number): number => Math.min(Math.max(x, low), high);
  const genomes = Batch.zeros(20, dimensions);
  for (let i = 0; i < genomes.data.length; i++) {
    const j = i % dimensions;
    const [low, high] = [Math.max(lower[j]!, -5), Math.min(upper[j]!, 5)];
    genomes.data[i] = clamp(low + random.uniform() * (high - low), lower[j]!, upper[j]!);
  }
  const domain = { genome: space, descriptor: { dimensions: 1, lower: 0, upper: 20 } };
  const archive: Archive = new GridArchive({ domain, cells: [20] });
  archive.add(genomes, { fitness: new Float64Array(20), descriptors: Array.from({ length: 20 }, (_, i) => [i]) });
  return { archive, random, space };
}
