// An experiment of your own, with replicates and statistics: which mutation fills an archive of spirals sooner?
//   npx elites compare examples/compare-variants.mjs --replicates 8 --evaluations 20000 --out runs/spirals
import { defineDomain, GaussianMutation, GridArchive, IsoLineMutation, MapElites } from 'elites';

const domain = defineDomain({
  name: 'spirals',
  genome: { dimensions: 12, lower: -1, upper: 1 }, // eleven turns and a curl that is added to each
  descriptor: { dimensions: 2, lower: -1, upper: 1 }, // where the spiral ends
  fitnessFloor: -12,
  evaluate(genome) {
    const turns = genome.subarray(0, 11);
    let heading = 0;
    let end = [0, 0];
    for (const turn of turns) {
      heading += turn + genome[11];
      end = [end[0] + Math.cos(heading) / 11, end[1] + Math.sin(heading) / 11];
    }
    return { fitness: -turns.reduce((sum, turn) => sum + turn ** 2, 0), descriptor: end };
  },
});

const search = (variation, seed) =>
  new MapElites({ domain, archive: new GridArchive({ domain, cells: [40, 40] }), variation, seed });

/** Others are compared with the first. Each call makes new parts: replicates run in processes of their own. */
export const variants = {
  gaussian: ({ seed }) => search(new GaussianMutation({ sigma: 0.05 }), seed),
  'iso-line': ({ seed }) => search(new IsoLineMutation({ isoSigma: 0.05, lineSigma: 0.2 }), seed),
};
