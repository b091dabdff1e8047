/** One run of `npm run bench:sphere`: node bench/sphere/sphere-run.mjs ALGORITHM SEED ITERATIONS; prints a line of JSON. */
import {
  chainOperators,
  cmaMae,
  cmaMaega,
  cmaMe,
  cmaMega,
  fitnessRanker,
  GaussianMutation,
  GradientMutation,
  GridArchive,
  IsoLineMutation,
  MapElites,
  meMapElites,
  operatorEmitter,
  RandomDirectionRanker,
  run,
  Search,
  SepCmaEsStrategy,
  sphereProjection,
  twoStageImprovementRanker,
} from '../../dist/index.js';
import { measured } from '../stored-runs.mjs';

const [algorithm, seed, iterations] = process.argv.slice(2);
const BATCH = 540;

const domain = sphereProjection({ dimensions: 100 });
const archive = new GridArchive({ domain, cells: [100, 100] });
const common = { domain, archive, seed: Number(seed) };
const strategies = { ...common, sigma: 0.5 };
const gradients = { ...common, sigma: 10, selection: 'mu' };
const gaussian = () => new GaussianMutation({ sigma: 0.5 });

/** The settings of pyribs.json, by its names. */
const algorithms = {
  map_elites: () => new MapElites({ ...common, batchSize: BATCH, variation: gaussian() }),
  line_map_elites: () =>
    new MapElites({
      ...common,
      batchSize: BATCH,
      variation: new IsoLineMutation({ isoSigma: 0.5, lineSigma: 0.2 }),
    }),
  cma_me_imp: () => cmaMe(strategies),
  cma_me_rd: () => cmaMe({ ...strategies, ranker: () => new RandomDirectionRanker() }),
  cma_me_opt: () => cmaMe({ ...strategies, ranker: () => fitnessRanker, selection: 'mu', restart: 'stopped' }),
  cma_me_mixed: () =>
    cmaMe({ ...strategies, ranker: (i) => (i < 7 ? new RandomDirectionRanker() : twoStageImprovementRanker) }),
  me_map_elites: () => meMapElites(strategies),
  cma_mae: () => cmaMae({ ...strategies, strategy: (start) => new SepCmaEsStrategy(start) }),
  cma_maega: () => cmaMaega(gradients),
  cma_mega: () => cmaMega(gradients),
  cma_mega_adam: () => cmaMega({ ...gradients, adam: true, stepSize: 0.002 }),
  og_map_elites: () =>
    new Search({
      ...common,
      batchSize: BATCH,
      emitters: {
        gaussian: operatorEmitter(gaussian()),
        gradient: operatorEmitter(
          chainOperators(gaussian(), new GradientMutation({ domain, sigma: 0.5, descriptors: false })),
        ),
      },
    }),
};

const search = algorithms[algorithm]();
const at = {};
for await (const [n, point] of measured({ run, search, batch: BATCH, iterations })) at[n] = point;
console.log(JSON.stringify({ algorithm, seed: Number(seed), at }));
