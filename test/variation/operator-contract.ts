import { describe, expect, it } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import {
  type Archive,
  Batch,
  type Box,
  boxBounds,
  type VariationContext,
  type VariationOperator,
} from '../../src/core/index.ts';
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

/** The laws of an operator over any box it accepts. */
export function operatorContract(name: string, make: () => VariationOperator, space: Box): void {
  describe(`${name} as an operator on ${space.dimensions} dimensions`, () => {
    const { lower, upper } = boxBounds('test', 'space', space);

    it('gives one child a parent, inside the space, and leaves the parents as they are', async () => {
      for (const rows of [0, 1, 7, 100]) {
        const context = contextFor(space, rows);
        const parents = rows === 0 ? Batch.zeros(0, space.dimensions) : context.archive.sample(rows, context.random);
        const before = (parents as Batch).data.slice();
        const children = await make().vary(parents, context);
        expect(children.rows).toBe(rows);
        expect((parents as Batch).data).toEqual(before);
        for (let i = 0; i < rows; i++) {
          children.row(i).forEach((x, j) => void expect(x >= lower[j]! && x <= upper[j]!).toBe(true));
        }
      }
    });

    it('gives the same children for the same stream', async () => {
      const [a, b] = await Promise.all(
        [3, 3].map(async (seed) => {
          const context = contextFor(space, seed);
          return make().vary(context.archive.sample(10, context.random), context) as Promise<Batch>;
        }),
      );
      expect(a!.data).toEqual(b!.data);
    });
  });
}
