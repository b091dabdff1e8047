// The runs of one seed and one schedule, for encoding.mjs: schedule ('finished' or 'paper') seed evaluations. Prints a JSON line for each encoding.
import { DdeElites, encodingQuality, paperSettings, run, Vae } from '../../dist/index.js';
import { bundled } from '../bundled.mjs';
import { processorTime } from '../measure.mjs';

const { matchTargets, paperLatent, recreate } = await bundled('paper');
const [schedule, seedText, evaluationsText] = process.argv.slice(2);
const seed = Number(seedText);
const evaluations = Number(evaluationsText);
const joints = 200;
const samples = 1000;
const round = (x) => (x === undefined ? undefined : Number(x.toPrecision(5)));

/** Processor seconds of `work`. */
async function timed(work) {
  const start = processorTime();
  const result = await work();
  return { result, seconds: (processorTime() - start) / 1e6 };
}

/** Makes a learner count the processor time of its fits. */
function counted(learner) {
  const original = learner.fit.bind(learner);
  const fits = { count: 0, seconds: 0 };
  learner.fit = async (...given) => {
    fits.count++;
    fits.seconds += (await timed(() => original(...given))).seconds;
  };
  return { learner, fits };
}

function searchOf() {
  if (schedule === 'paper') {
    const settings = paperSettings({ variant: 'dde-elites', joints });
    const { learner, fits } = counted(settings.learner);
    return { search: new DdeElites({ ...settings, learner, seed }), fits };
  }
  const { domain, archive, initial } = paperSettings({ variant: 'me-line', joints });
  const { learner, fits } = counted(new Vae({ inputs: joints, latent: paperLatent(joints) }));
  return { search: new DdeElites({ domain, archive, initial, learner, seed }), fits };
}

/** What the paper's experiments make of an encoding, and its figures. */
async function measure(name, search, training, fits) {
  const encoding = search.encoding();
  const { archive, domain } = search;
  const quality = await encodingQuality(encoding, { archive, domain, seed, samples });
  const again = await recreate({ joints, encoding, evaluations: Math.round(evaluations / 100), seed });
  const reached = await matchTargets({ joints, encoding, evaluations: Math.round(evaluations / 200), seed });
  const figures = {
    recreatedCoverage: again.final.coverage,
    recreatedDeviation: again.final.deviation,
    targetDistance: reached.final.distance,
    targetDeviation: reached.final.deviation,
    error: quality.error,
    activeLatents: quality.activeLatents,
    randomCoverage: quality.randomCoverage,
    stepDeviation: quality.stepDeviation,
    archiveCoverage: archive.metrics().coverage,
    training,
  };
  const rounded = Object.fromEntries(Object.entries(figures).map(([key, value]) => [key, round(value)]));
  console.log(JSON.stringify({ encoding: name, seed, evaluations, fits, ...rounded }));
}

const { search, fits } = searchOf();
await run(search, { evaluations });
const before = { ...fits };
await measure(schedule === 'paper' ? 'paper' : 'default', search, before.seconds, before.count);
if (schedule === 'finished') {
  const { seconds } = await timed(() => search.finish({ samples }));
  await measure('default, finished', search, before.seconds + seconds, fits.count);
}
