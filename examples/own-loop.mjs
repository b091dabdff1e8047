// DDE-Elites built from public parts: a search whose emitters are three operators, one of which has a learner that is fitted
// between two asks; a bandit chooses how each batch is shared by them. The class DdeElites does no more: same seed, same bits.
import {
  CvtArchive,
  GaussianMutation,
  IsoLineMutation,
  LearningEmitter,
  operatorEmitter,
  planarArm,
  ReconstructiveCrossover,
  ringCentroids,
  run,
  Search,
  SlidingWindowUcb,
  Vae,
} from 'elites';

const domain = planarArm({ joints: 20 });
const learner = new Vae({ inputs: 20, latent: 10 });
const emitters = {
  crossover: new LearningEmitter({ operator: new ReconstructiveCrossover({ learner }), learner }),
  line: operatorEmitter(new IsoLineMutation()),
  iso: operatorEmitter(new GaussianMutation()),
};
const mixtures = [{ crossover: 1 }, { crossover: 0.5, line: 0.5 }, { line: 1 }, { iso: 1 }];

export const search = new Search({
  domain,
  archive: new CvtArchive({ domain, centroids: ringCentroids({ rings: 25 }) }),
  emitters,
  mixtures,
  bandit: new SlidingWindowUcb({ arms: mixtures.length }),
  reward: (report) => (report.new + report.improved) / report.status.length,
  seed: 1,
});

const children = { crossover: 0, line: 0, iso: 0 };
await run(search, {
  evaluations: 10_000,
  onGeneration({ emitters: rows }) {
    for (const name of Object.keys(children)) children[name] += rows[name];
  },
});

console.log(search.archive.metrics());
console.log('children by emitter', children);
console.log('a typical arm', learner.encoding().decode(new Float64Array(10)));
