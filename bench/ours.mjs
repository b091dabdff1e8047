/**
 * Our side of peers.mjs: what bench/peers/torch_vae.py and numpy_map_elites.py time, on this package. Argument: `vae` or
 * `map-elites`. Prints one JSON object by number of genes.
 */
import {
  Batch,
  CvtArchive,
  IsoLineMutation,
  MapElites,
  planarArm,
  randomStream,
  ringCentroids,
  run,
  Vae,
} from '../dist/index.js';

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

/** One training call of DDE-Elites on 1900 elites near a curved sheet of 5 dimensions, as in torch_vae.py. */
function vae(inputs, latent, rows = 1900, repeats = 5) {
  const random = randomStream(1);
  const mixing = new Float64Array(5 * inputs);
  random.fillNormal(mixing);
  const genomes = Batch.zeros(rows, inputs);
  for (let i = 0; i < rows; i++) {
    const place = new Float64Array(5);
    random.fillNormal(place);
    for (let j = 0; j < inputs; j++) {
      const sum = place.reduce((total, x, k) => total + x * mixing[k * inputs + j], 0);
      genomes.data[i * inputs + j] = Math.tanh(0.2 * sum + 0.03 * random.normal());
    }
  }
  const learner = new Vae({ inputs, latent });
  const space = { dimensions: inputs, lower: -1, upper: 1 };
  const seconds = (work) => {
    const start = performance.now();
    work();
    return (performance.now() - start) / 1000;
  };
  for (let i = 0; i < 3; i++) learner.fit(genomes, { space, random });
  const fits = Array.from({ length: repeats }, () => seconds(() => learner.fit(genomes, { space, random })));
  const hundred = new Batch(100, inputs, genomes.data.slice(0, 100 * inputs));
  const reconstruct = seconds(() => {
    for (let i = 0; i < 200; i++) learner.reconstruct(hundred);
  });
  return { fit_s: median(fits), reconstruct100_s: reconstruct / 200 };
}

/** Iso+line MAP-Elites on the ring archive after one batch of first genomes, as in numpy_map_elites.py. */
async function mapElites(joints, generations = 1000) {
  const domain = planarArm({ joints });
  const search = new MapElites({
    domain,
    archive: new CvtArchive({ domain, centroids: ringCentroids({ rings: 25 }) }),
    variation: new IsoLineMutation({ isoSigma: 0.006, lineSigma: 0.2 }),
    seed: 1,
  });
  await run(search, { evaluations: 100 });
  const { seconds } = await run(search, { evaluations: 100 * (generations + 1) });
  return { evaluations_per_s: (100 * generations) / seconds.total };
}

const results = {};
for (const [genes, latent] of [
  [20, 10],
  [200, 32],
  [1000, 32],
]) {
  results[genes] = process.argv[2] === 'vae' ? vae(genes, latent) : await mapElites(genes);
}
console.log(JSON.stringify(results));
