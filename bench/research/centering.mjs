/**
 * `npm run research:centering`: what centring the latents does to an encoding that was trained for some fits, at 200 joints on the elites
 * of DDE-Elites after a million evaluations. Writes the table of medians over three seeds into docs/research.md. Takes three minutes.
 */
import { DdeElites, encodingQuality, paperSettings, randomStream, run, Vae } from '../../dist/index.js';
import { bundled } from '../bundled.mjs';
import { markdownTable, writeBetween } from '../stored-runs.mjs';

const MARKS = ['<!-- centring: npm run research:centering -->', '<!-- end of centring -->'];
const { matchTargets } = await bundled('paper');
const { columnMeans } = await bundled('linalg');
const { quantile } = await bundled('statistics/quantiles.ts');
const joints = 200;
const evaluations = 1e6;

/** Joint deviation of arms that CMA-ES finds for targets, and the share of cells that random latents fill. */
async function measured(vae, { archive, domain }, seed) {
  const encoding = vae.encoding();
  const { final } = await matchTargets({ joints, encoding, evaluations: evaluations / 200, seed });
  const { error, randomCoverage } = await encodingQuality(encoding, { archive, domain, seed });
  return { error, deviation: final.deviation, distance: final.distance, filled: randomCoverage };
}

function meanLength(vae, genomes) {
  const means = columnMeans(vae.encoding().encode(genomes));
  return Math.sqrt(means.reduce((sum, mean) => sum + mean * mean, 0));
}

/** Figures of one seed by β and number of fits. */
async function figuresOf(seed) {
  const { domain, archive, initial } = paperSettings({ variant: 'me-line', joints });
  const search = new DdeElites({ domain, archive, initial, learner: new Vae({ inputs: joints }), seed });
  await run(search, { evaluations });
  const genomes = archive.genomes();
  const figures = new Map();
  for (const beta of [0.1, 1]) {
    const [vae, centred] = [new Vae({ inputs: joints, beta }), new Vae({ inputs: joints, beta })];
    const random = randomStream(seed);
    for (let fit = 1; fit <= 40; fit++) {
      vae.fit(genomes, { space: domain.genome, random });
      if (![5, 10, 20, 40].includes(fit)) continue;
      centred.restore(vae.snapshot());
      centred.center(genomes);
      const { error, ...plain } = await measured(vae, search, seed);
      const after = await measured(centred, search, seed);
      figures.set(`${beta} | ${fit}`, {
        error,
        length: meanLength(vae, genomes),
        ...plain,
        ...Object.fromEntries(Object.entries(after).map(([name, value]) => [`${name}, centred`, value])),
      });
    }
  }
  return figures;
}

const seeds = [];
for (const seed of [301, 302, 303]) seeds.push(await figuresOf(seed));
const rows = [...seeds[0].keys()].map((key) => {
  const of = (name) => seeds.map((one) => one.get(key)[name]);
  const cell = (name) => Number(quantile(of(name), 0.5).toPrecision(3));
  const pair = (name) => `${cell(name)} → **${cell(`${name}, centred`)}**`;
  return `| ${key} | ${cell('error')} | ${cell('length')} | ${pair('deviation')} | ${pair('distance')} | ${pair('filled')} |`;
});
const head =
  '| β | fits | error on the elites | length of the mean latent | targets: joint deviation, rad | targets: distance | random latents fill |';
writeBetween(new URL('../../docs/research.md', import.meta.url), MARKS, markdownTable(head, rows));
