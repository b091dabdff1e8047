// DDE-Elites built from public parts: a search whose emitters are three operators, one of which has a learner that is fitted between two
// asks. The class DdeElites does no more: same seed, same bits.
import {
  CvtArchive,
  IsoLineMutation,
  LearningEmitter,
  operatorEmitter,
  planarArm,
  ReconstructiveCrossover,
  ringCentroids,
  run,
  Search,
  TwoPointCrossover,
  Vae,
} from 'elites';

const domain = planarArm({ joints: 20 });
const learner = new Vae({ inputs: 20, latent: 10 });
const emitters = {
  crossover: new LearningEmitter({
    operator: new ReconstructiveCrossover({ learner }),
    learner,
    training: 'adaptive',
  }),
  line: operatorEmitter(new IsoLineMutation()),
  twoPoint: operatorEmitter(new TwoPointCrossover()),
};

export const search = new Search({
  domain,
  archive: new CvtArchive({ domain, centroids: ringCentroids({ rings: 25 }) }),
  emitters,
  mixtures: [{ crossover: 1, line: 1, twoPoint: 2 }],
  seed: 1,
});

const children = { crossover: 0, line: 0, twoPoint: 0 };
await run(search, {
  evaluations: 10_000,
  onGeneration({ emitters: rows }) {
    for (const name of Object.keys(children)) children[name] += rows[name];
  },
});

console.log(search.archive.metrics());
console.log('children by emitter', children);
console.log('a typical arm', learner.encoding().decode(new Float64Array(10)));
