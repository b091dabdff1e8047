/**
 * `npm run bench:noise`: what archives of a noisy domain claim, and what they are worth. The planar arm with noise on fitness and
 * descriptor; the truth is the arm without it. A plain archive and one of a domain that says `noisy`, at equal evaluations.
 * Options: `--seeds 5`, `--evaluations 100000`, `--joints 20`, `--noise 0.01` (standard deviation).
 */
import {
  correctedMetrics,
  GridArchive,
  IsoLineMutation,
  MapElites,
  planarArm,
  randomStream,
  run,
} from '../../dist/index.js';
import { median } from '../measure.mjs';
import { optionsWith } from '../options.mjs';

const options = optionsWith({ seeds: '5', evaluations: '100000', joints: '20', noise: '0.01' });
const arm = planarArm({ joints: Number(options.joints) });
const noise = Number(options.noise);

/** The arm, whose end is measured with noise, as is its fitness. */
function noisyArm(noisy) {
  const evaluate = (genomes, { seeds }) => {
    const { fitness, descriptors } = arm.evaluate(genomes);
    for (let i = 0; i < genomes.rows; i++) {
      const random = randomStream(seeds[i]);
      fitness[i] += noise * random.normal();
      for (let j = 0; j < 2; j++) descriptors.data[2 * i + j] += noise * random.normal();
    }
    return { fitness, descriptors };
  };
  return { ...arm, name: 'noisy arm', fitnessFloor: -4, noisy, evaluate };
}

const figures = { plain: [], noisy: [] };
for (let seed = 1; seed <= Number(options.seeds); seed++) {
  for (const kind of ['plain', 'noisy']) {
    const domain = noisyArm(kind === 'noisy');
    const archive = new GridArchive({ domain, cells: [40, 40] });
    const search = new MapElites({ domain, archive, variation: new IsoLineMutation({ isoSigma: 0.02 }), seed });
    await run(search, { evaluations: Number(options.evaluations) });
    const truth = await correctedMetrics({ archive, domain: arm, evaluations: 1, seed });
    const corrected = await correctedMetrics({ archive, domain, seed });
    const { coverage, meanFitness } = archive.metrics();
    figures[kind].push({
      claimed: coverage,
      corrected: corrected.coverage,
      true: truth.coverage,
      fitness: meanFitness,
      trueFitness: truth.meanFitness,
    });
  }
}
const text = (value) => (100 * value).toFixed(1);
console.log('| | coverage claimed, % | corrected, % | true, % | claimed − true |');
console.log('| --- | --- | --- | --- | --- |');
for (const [kind, list] of Object.entries(figures)) {
  const of = (name) => median(list.map((one) => one[name]));
  const excess = median(list.map((one) => one.claimed - one.true));
  console.log(
    `| ${kind} | ${text(of('claimed'))} | ${text(of('corrected'))} | ${text(of('true'))} | ${text(excess)} |`,
  );
}
