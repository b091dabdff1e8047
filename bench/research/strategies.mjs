// The algorithms of the comparison, by name. Each makes a new search from a problem and a seed.
import {
  AdaptivePursuit,
  chainOperators,
  DdeElites,
  DiscountedUcb,
  ddeMixtures,
  GaussianMutation,
  IsoLineMutation,
  LearningEmitter,
  MapElites,
  operatorEmitter,
  ProbabilityMatching,
  ReconstructiveCrossover,
  Search,
  ThompsonSampling,
  TwoPointCrossover,
  Vae,
} from '../../dist/index.js';
import { Pca } from '../../dist/pca.js';

const line = ({ isoSigma }) => new IsoLineMutation({ isoSigma });
const loop = ({ domain, archive, initial }, seed) => ({ domain, archive, initial, seed });
const alone = (variation) => (problem, seed) =>
  new MapElites({ ...loop(problem, seed), variation: variation(problem) });

/** DdeElites with other options than the default ones. `learner` makes a learner from the number of genes. */
const dde =
  (more = () => ({}), learner = (inputs) => new Vae({ inputs })) =>
  (problem, seed) => {
    const made = learner(problem.domain.genome.dimensions);
    return new DdeElites({
      ...loop(problem, seed),
      learner: made,
      operators: { line: line(problem) },
      ...more(problem, made),
    });
  };

/** As many latents as the paper has with 20, 200 and 1000 joints, half as many as genes elsewhere. */
const paperVae = (inputs) => {
  const latent = Math.min(32, Math.ceil(inputs / 2));
  return new Vae({ inputs, latent, hidden: 2 * latent });
};
const paper = (problem) => ({
  mixtures: ddeMixtures,
  training: { every: 1 },
  operators: { line: line(problem), iso: new GaussianMutation({ sigma: problem.isoSigma }) },
});

const shares = { crossover: 1, line: 3, twoPoint: 2, wide: 1 };
const newCells = (report) => report.new / report.status.length;

const defaultRule = { priorRewards: 10, exponent: 4, halfLife: 10, floor: 0.02 };

/** A tenth of a gene's range: all genes of a problem have the same. */
const wide = ({ domain: { genome } }) => new IsoLineMutation({ isoSigma: 0.1 * (genome.upper - genome.lower) });

/** The default emitters of DdeElites. */
function emittersOf(problem) {
  const learner = new Vae({ inputs: problem.domain.genome.dimensions });
  const reconstructive = chainOperators(new ReconstructiveCrossover({ learner }), line(problem));
  return {
    crossover: new LearningEmitter({ operator: reconstructive, learner, training: 'adaptive' }),
    line: operatorEmitter(line(problem)),
    twoPoint: operatorEmitter(chainOperators(new TwoPointCrossover(), line(problem))),
    wide: operatorEmitter(wide(problem)),
  };
}

/** DdeElites without its wide steps. */
function narrow(problem, seed) {
  const { wide, ...emitters } = emittersOf(problem);
  const bandit = new ProbabilityMatching({ arms: 3, prior: [1, 3, 2], ...defaultRule });
  return new Search({ ...loop(problem, seed), emitters, bandit, reward: newCells });
}

/** DdeElites with seeds that were not used to choose its defaults. */
const otherSeeds = (problem, seed) => dde()(problem, seed + 100);

/** DdeElites that begins with another number of genomes. */
const firstGenomes = (evaluations) => (problem, seed) => dde()({ ...problem, initial: { evaluations } }, seed);

/** The default operators, with shares by another rule. */
const rule = (make) => dde(() => ({ bandit: make(), reward: newCells }));
const latents = (latent) => dde(undefined, (inputs) => new Vae({ inputs, latent: Math.min(latent, inputs) }));

export const strategies = {
  line: alone(line),
  twoPoint: alone(() => new TwoPointCrossover()),
  wide: alone(wide),
  xover: dde(() => ({ mixtures: [{ crossover: 1 }], training: { every: 1 } }), paperVae),
  paper: dde(paper, paperVae),
  default: dde(),
  'other seeds': otherSeeds,
  halves: (problem, seed) =>
    new Search({
      ...loop(problem, seed),
      emitters: { line: operatorEmitter(line(problem)), twoPoint: operatorEmitter(new TwoPointCrossover()) },
    }),
  'no wide steps': narrow,
  'default σ': (problem, seed) => dde()({ ...problem, isoSigma: undefined }, seed),
  'default σ without wide steps': (problem, seed) => narrow({ ...problem, isoSigma: undefined }, seed),
  '20 first genomes': firstGenomes(20),
  '1000 first genomes': firstGenomes(1000),
  '3000 first genomes': firstGenomes(3000),
  'not mutated': dde((problem) => ({ mixtures: [shares], operators: { line: line(problem), wide: wide(problem) } })),
  'fixed shares': (problem, seed) =>
    new Search({ ...loop(problem, seed), emitters: emittersOf(problem), mixtures: [shares] }),
  'probability matching': rule(() => new ProbabilityMatching({ arms: 4 })),
  'adaptive pursuit': rule(() => new AdaptivePursuit({ arms: 4 })),
  'discounted UCB': rule(() => new DiscountedUcb({ arms: 4 })),
  'Thompson sampling': rule(() => new ThompsonSampling({ arms: 4 })),
  '5 components': dde(undefined, (inputs) => new Pca({ components: Math.min(5, inputs) })),
  '32 components': dde(undefined, (inputs) => new Pca({ components: Math.min(32, inputs) })),
  '2 latents': latents(2),
  '10 latents': latents(10),
  '100 latents': latents(100),
  '64 hidden units': dde(undefined, (inputs) => new Vae({ inputs, hidden: 64 })),
  'β 0': dde(undefined, (inputs) => new Vae({ inputs, beta: 0 })),
  'β 1': dde(undefined, (inputs) => new Vae({ inputs, beta: 1 })),
};
