// The algorithms of the comparison, by name. Each makes a new search from a problem and a seed.
import {
  AdaptivePursuit,
  DdeElites,
  DiscountedUcb,
  ddeMixtures,
  GaussianMutation,
  IsoLineMutation,
  MapElites,
  operatorEmitter,
  ProbabilityMatching,
  Search,
  SparseMutation,
  ThompsonSampling,
  TwoPointCrossover,
  UniformCrossover,
  Vae,
} from '../../dist/index.js';
import { Pca } from '../../dist/pca.js';

const line = ({ isoSigma }) => new IsoLineMutation({ isoSigma });
const loop = ({ domain, archive, initial }, seed) => ({ domain, archive, initial, seed });
const alone = (variation) => (problem, seed) =>
  new MapElites({ ...loop(problem, seed), variation: variation(problem) });
const learnerOf = ({ domain }) => {
  const inputs = domain.genome.dimensions;
  return new Vae({ inputs, latent: Math.min(32, Math.ceil(inputs / 2)) });
};
const dde =
  (more, learner = learnerOf) =>
  (problem, seed) =>
    new DdeElites({ ...loop(problem, seed), learner: learner(problem), ...more(problem) });

/** Replaces the default line mutation by one with the problem's sigma. */
const operators = (problem) => ({ line: line(problem) });
const paper = (problem) => ({
  mixtures: ddeMixtures,
  training: { every: 1 },
  operators: { line: line(problem), iso: new GaussianMutation({ sigma: problem.isoSigma }) },
});

/** Equal shares of the default operators. */
const thirds = { crossover: 1, line: 1, twoPoint: 1 };
const fourth = (operator) =>
  dde((problem) => ({ operators: { ...operators(problem), fourth: operator }, mixtures: [{ ...thirds, fourth: 1 }] }));

/** The default operators, with shares by what their children earn. */
const rule = (make) => dde((problem) => ({ operators: operators(problem), bandit: make() }));

export const strategies = {
  line: alone(line),
  twoPoint: alone(() => new TwoPointCrossover()),
  xover: dde(() => ({ mixtures: [{ crossover: 1 }], training: { every: 1 } })),
  paper: dde(paper),
  default: dde((problem) => ({ operators: operators(problem) })),
  halves: (problem, seed) =>
    new Search({
      ...loop(problem, seed),
      emitters: { line: operatorEmitter(line(problem)), twoPoint: operatorEmitter(new TwoPointCrossover()) },
    }),
  components: dde(
    (problem) => ({ operators: operators(problem) }),
    ({ domain }) => new Pca({ components: Math.min(5, domain.genome.dimensions) }),
  ),
  thirds: dde((problem) => ({ operators: operators(problem), mixtures: [thirds] })),
  'quarters with sparse': fourth(new SparseMutation()),
  'quarters with uniform': fourth(new UniformCrossover()),
  'probability matching': rule(() => new ProbabilityMatching({ arms: 3 })),
  'adaptive pursuit': rule(() => new AdaptivePursuit({ arms: 3 })),
  'discounted UCB': rule(() => new DiscountedUcb({ arms: 3 })),
  'Thompson sampling': rule(() => new ThompsonSampling({ arms: 3 })),
};
