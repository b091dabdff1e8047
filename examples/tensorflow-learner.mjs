// The same network on tensorflow.js, on whatever backend you set: `npm install @tensorflow/tfjs` first. The built-in Vae
// is many times faster on a CPU; TfVae is for a GPU, and a starting point for your own networks.
import * as tf from '@tensorflow/tfjs';
import { CvtArchive, DdeElites, planarArm, ringCentroids, run } from 'elites';
import { TfVae } from 'elites/tfjs';

await tf.setBackend('cpu');
const domain = planarArm({ joints: 20 });
const search = new DdeElites({
  domain,
  archive: new CvtArchive({ domain, centroids: ringCentroids({ rings: 25 }) }),
  learner: new TfVae({ inputs: 20, latent: 10 }),
  seed: 1,
});
await run(search, {
  evaluations: 500,
  onGeneration: ({ evaluations }) => console.log(evaluations, 'evaluations,', search.archive.size, 'elites'),
});
console.log(search.archive.metrics());
console.log(search.encoding().decode(new Float64Array(10)));
