import { expect } from 'vitest';
import type { Archive, Domain, FieldKinds } from '../../src/core/index.ts';
import { defineDomain } from '../../src/domains/index.ts';
import { run } from '../../src/run/index.ts';
import { MapElites } from '../../src/search/index.ts';
import { IsoLineMutation } from '../../src/variation/index.ts';

/** Two genes are the descriptor, and the nearer the third is to them, the better; two fields are objectives that are in conflict. */
export const conflict: Domain<Float64Array, { near: 'number'; far: 'number' }> = defineDomain({
  name: 'conflict',
  genome: { dimensions: 3, lower: 0, upper: 1 },
  descriptor: { dimensions: 2, lower: 0, upper: 1 },
  fitnessFloor: -4,
  fields: { near: 'number', far: 'number' },
  evaluate: ([x = 0, y = 0, z = 0]) => ({
    fitness: -((x - z) ** 2) - (y - z) ** 2,
    descriptor: [x, y],
    near: -(z ** 2),
    far: -((1 - z) ** 2),
  }),
});

/** Illuminates a small domain; a search that is stored half-way and restored ends with the same bytes. @returns the archive. */
export async function expectResumed<A extends Archive<Float64Array, FieldKinds>>(make: () => A): Promise<A> {
  const variation = new IsoLineMutation({ isoSigma: 0.05, lineSigma: 0.2 });
  const search = (): MapElites<Float64Array, A> =>
    new MapElites({ domain: conflict, archive: make(), variation, batchSize: 20, seed: 3 });
  const [whole, half, resumed] = [search(), search(), search()];
  await run(whole, { evaluations: 800 });
  await run(half, { evaluations: 400 });
  resumed.restore(half.snapshot());
  await run(resumed, { evaluations: 800 });
  expect(resumed.snapshot()).toEqual(whole.snapshot());
  expect(whole.archive.size).toBeGreaterThan(20);
  return whole.archive;
}
