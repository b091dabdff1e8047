// DDE-Elites built from public parts: MAP-Elites whose variation is a mixture, whose mixture is a bandit's arm, and whose
// learner is fitted between tell and ask. The class DdeElites does no more than this.
import {
  CvtArchive,
  GaussianMutation,
  IsoLineMutation,
  MapElites,
  OperatorMixture,
  planarArm,
  ReconstructiveCrossover,
  randomStream,
  ringCentroids,
  run,
  SlidingWindowUcb,
  Vae,
} from 'elites';

const domain = planarArm({ joints: 20 });
const learner = new Vae({ inputs: 20, latent: 10 });
const operators = {
  crossover: new ReconstructiveCrossover({ learner }),
  line: new IsoLineMutation({ isoSigma: 0.006, lineSigma: 0.2 }),
  iso: new GaussianMutation({ sigma: 0.006 }),
};
const mixtures = [{ crossover: 1 }, { crossover: 0.5, line: 0.5 }, { line: 1 }, { iso: 1 }].map(
  (ratios) => new OperatorMixture({ operators, ratios }),
);
const bandit = new SlidingWindowUcb({ arms: mixtures.length });

let arm;
const search = new MapElites({
  domain,
  archive: new CvtArchive({ domain, centroids: ringCentroids({ rings: 25 }) }),
  variation: {
    vary(parents, context) {
      arm = bandit.select();
      return mixtures[arm].vary(parents, context);
    },
  },
  seed: 1,
});

const pulls = mixtures.map(() => 0);
const random = randomStream(2);
await run(search, {
  evaluations: 10_000,
  async onGeneration({ report }) {
    if (arm !== undefined) {
      bandit.reward(arm, (report.new + report.improved) / report.status.length);
      pulls[arm]++;
    }
    await learner.fit(search.archive.genomes(), { space: domain.genome, random });
  },
});

console.log(search.archive.metrics());
console.log('generations by mixture', pulls);
console.log('a random arm, decoded', learner.encoding().decode(new Float64Array(10)));
