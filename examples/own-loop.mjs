// DDE-Elites built from public parts: a search whose emitters are four operators, one of which has a learner that is fitted between two
// asks. The class DdeElites does no more: same seed, same bits.
import {
  CvtArchive,
  chainOperators,
  IsoLineMutation,
  LearningEmitter,
  operatorEmitter,
  ProbabilityMatching,
  planarArm,
  ReconstructiveCrossover,
  ringCentroids,
  run,
  Search,
  TwoPointCrossover,
  Vae,
} from 'elites';

const domain = planarArm({ joints: 20 });
const learner = new Vae({ inputs: 20 });
const line = new IsoLineMutation();
const emitters = {
  crossover: new LearningEmitter({
    operator: chainOperators(new ReconstructiveCrossover({ learner }), line),
    learner,
    training: 'adaptive',
  }),
  line: operatorEmitter(line),
  twoPoint: operatorEmitter(chainOperators(new TwoPointCrossover(), line)),
  // A tenth of a gene's range: arms have angles from −1 to 1.
  wide: operatorEmitter(new IsoLineMutation({ isoSigma: 0.2 })),
};

export const search = new Search({
  domain,
  archive: new CvtArchive({ domain, centroids: ringCentroids({ rings: 25 }) }),
  emitters,
  // From 1 : 3 : 2 : 1, the shares follow the cells that children filled.
  bandit: new ProbabilityMatching({
    arms: 4,
    prior: [1, 3, 2, 1],
    priorRewards: 10,
    exponent: 4,
    halfLife: 10,
    floor: 0.02,
  }),
  reward: (report) => report.new / report.status.length,
  seed: 1,
});

const children = { crossover: 0, line: 0, twoPoint: 0, wide: 0 };
await run(search, {
  evaluations: 10_000,
  onGeneration({ emitters: rows }) {
    for (const name of Object.keys(children)) children[name] += rows[name];
  },
});

console.log(search.archive.metrics());
console.log('children by emitter', children);
console.log('a typical arm', learner.encoding().decode(new Float64Array(10)));
