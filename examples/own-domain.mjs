// A domain of your own: lamps of three springs that should be light and hang at many heights and widths.
import { defineDomain, GridArchive, IsoLineMutation, MapElites, run } from 'elites';

const domain = defineDomain({
  name: 'lamps',
  genome: { dimensions: 6, lower: 0.1, upper: 2 }, // three lengths, three thicknesses
  descriptor: { dimensions: 2, lower: [0, 0], upper: [6, 2] }, // height and width
  fitnessFloor: -10,
  fields: { weight: 'number' }, // kept with each elite, beside fitness and descriptor
  evaluate(genome) {
    const lengths = genome.subarray(0, 3);
    const thicknesses = genome.subarray(3);
    const weight = lengths.reduce((sum, length, i) => sum + length * thicknesses[i] ** 2, 0);
    const height = lengths.reduce((sum, length, i) => sum + length / (1 + thicknesses[i]), 0);
    return { fitness: -weight / 3, descriptor: [height, Math.max(...thicknesses)], weight };
  },
});

const search = new MapElites({
  domain,
  archive: new GridArchive({ domain, cells: [30, 20] }),
  variation: new IsoLineMutation({ isoSigma: 0.05, lineSigma: 0.2 }),
  seed: 1,
});
await run(search, {
  evaluations: 20_000,
  onGeneration: ({ generation, evaluations }) => {
    if (generation % 50 === 0) console.log(evaluations, 'evaluations,', search.archive.size, 'lamps');
  },
});

const { archive } = search;
console.log(archive.metrics());
console.log('the lightest lamp', archive.best());
console.log('a tall, thin one ', archive.get(archive.cellOf([4, 0.3])));
