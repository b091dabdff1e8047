import { expect, it } from 'vitest';
import { count, countEverything } from './counters.ts';

countEverything();
const {
  Batch,
  CvtArchive,
  cvtCentroids,
  IsoLineMutation,
  MapElites,
  planarArm,
  randomStream,
  ringCentroids,
  run,
  Vae,
} = await import('../../src/index.ts');

// A number that falls is a gain, one that grows a loss that somebody has to want: `npx vitest run test/guard -u` records both.
const recorded = (name: string) => `${import.meta.dirname}/${name}.json`;
const text = (work: unknown) => `${JSON.stringify(work, undefined, 2)}\n`;

it('the first normal compiles one module, and makes its instance in the memory that has room for all areas', async () => {
  const work = await count(() => randomStream(1).normal());
  expect(work).toMatchObject({ modules: 1, instances: 1, growths: 0 });
  expect(work.calls).toEqual({ normal: 1 });
});

it('ten generations of iso+line do the recorded work', async () => {
  const domain = planarArm({ joints: 200 });
  const search = new MapElites({
    domain,
    archive: new CvtArchive({ domain, centroids: ringCentroids({ rings: 25 }) }),
    variation: new IsoLineMutation({ isoSigma: 0.006, lineSigma: 0.2 }),
    seed: 1,
  });
  await run(search, { evaluations: 2000 });
  const work = await count(() => run(search, { evaluations: 3000 }));
  await expect(text(work)).toMatchFileSnapshot(recorded('generations'));
});

it('a fit and a reconstruction do the recorded work', async () => {
  const random = randomStream(1);
  const genomes = Batch.zeros(300, 72);
  for (let i = 0; i < genomes.data.length; i++) genomes.data[i] = 2 * random.uniform() - 1;
  const vae = new Vae({ inputs: 72, latent: 10, hidden: 20, epochs: 2 });
  const context = { space: { dimensions: 72, lower: -1, upper: 1 }, random };
  vae.fit(genomes, context);
  const work = await count(() => {
    vae.fit(genomes, context);
    vae.reconstruct(genomes);
  });
  await expect(text(work)).toMatchFileSnapshot(recorded('fit'));
});

it('k-means in 20 dimensions does the recorded work', async () => {
  const descriptor = { dimensions: 20, lower: 0, upper: 1 };
  const work = await count(() => cvtCentroids({ cells: 100, samples: 2000, descriptor, seed: 1 }));
  await expect(text(work)).toMatchFileSnapshot(recorded('centroids'));
});
