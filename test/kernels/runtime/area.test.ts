import { expect, it, vi } from 'vitest';

/** Normals, and a genome moved, by kernels whose heap was filled to so many bytes before. */
async function firstUse(filled: number): Promise<number[]> {
  vi.resetModules();
  const { commonHeap } = await import('../../../src/kernels/runtime/common-heap.ts');
  const { randomStream } = await import('../../../src/random/index.ts');
  const { IsoLineMutation } = await import('../../../src/variation/index.ts');
  const { Batch } = await import('../../../src/core/index.ts');
  if (filled > 0) commonHeap().allocate(filled);
  const space = { dimensions: 3, lower: -1, upper: 1 };
  const parents = Batch.from([
    [0.1, 0.2, 0.3],
    [-0.4, 0.5, 0.6],
  ]);
  const archive = { genomes: () => parents, sample: () => parents };
  const random = randomStream(1);
  const children = new IsoLineMutation().vary(parents, { random, space, archive: archive as never });
  const drawn = new Float64Array(5);
  random.fillNormal(drawn);
  return [...children.data, ...drawn];
}

it('draws and moves the same however full the memory was at the first use: it grows before views are taken', async () => {
  const expected = await firstUse(0);
  // In steps below a page of the memory.
  for (let filled = 17_300_000; filled <= 17_900_000; filled += 50_000)
    expect(await firstUse(filled)).toEqual(expected);
});
