/**
 * `npm run research:normalizing`: what `normalize` does to an encoding. Writes two tables of medians over three seeds into
 * docs/research.md. The first has few latents and few evaluations, on problems of domains.mjs; the second 200 joints, on the elites of
 * DDE-Elites after a million evaluations, with some fits. Takes four minutes.
 */
import { Batch, DdeElites, encodingQuality, paperSettings, randomStream, run, Vae } from '../../dist/index.js';
import { bundled } from '../bundled.mjs';
import { markdownTable, writeBetween } from '../stored-runs.mjs';
import { problem } from './domains.mjs';

const MARKS = ['<!-- normalizing: npm run research:normalizing -->', '<!-- end of normalizing -->'];
const { matchTargets } = await bundled('paper');
const { columnMeans } = await bundled('linalg');
const { quantile } = await bundled('statistics/quantiles.ts');

/** A Vae after each number of fits, with a copy that is normalized over the same genomes. */
function* fitted({ genomes, space, seed, fits, ...options }) {
  const [plain, normalized] = [0, 1].map(() => new Vae({ inputs: space.dimensions, ...options }));
  const random = randomStream(seed);
  for (let fit = 1; fit <= fits.at(-1); fit++) {
    plain.fit(genomes, { space, random });
    if (!fits.includes(fit)) continue;
    normalized.restore(plain.snapshot());
    normalized.normalize(genomes);
    yield { fit, plain: plain.encoding(), normalized: normalized.encoding() };
  }
}

/** Rows of a table: `measure` gives figures for each key and seed, numbers or pairs before and after. */
async function tableOf(head, measure, seeds) {
  const found = [];
  for (const seed of seeds) found.push(await measure(seed));
  const median = (values) => Number(quantile(values, 0.5).toPrecision(3));
  const rows = [...found[0].keys()].map((key) => {
    const figures = found.map((one) => one.get(key));
    const cells = figures[0].map((first, i) => {
      if (!Array.isArray(first)) return median(figures.map((of) => of[i]));
      const [before, after] = [0, 1].map((k) => median(figures.map((of) => of[i][k])));
      return `${before} → **${after}**`;
    });
    return `| ${key} | ${cells.join(' | ')} |`;
  });
  return markdownTable(head, rows);
}

/** The share of elites with a latent outside [-5, 5]. */
function outside(encoding, genomes) {
  const latents = encoding.encode(genomes);
  let count = 0;
  for (let i = 0; i < latents.rows; i++) if (latents.row(i).some((x) => Math.abs(x) > 5)) count++;
  return count / latents.rows;
}

async function fewLatents(seed) {
  const figures = new Map();
  for (const name of ['arm-20', 'rastrigin-20', 'filter-64']) {
    const { domain, archive, initial } = problem(name);
    const inputs = domain.genome.dimensions;
    const search = new DdeElites({ domain, archive, initial, learner: new Vae({ inputs }), seed });
    await run(search, { evaluations: 3000 });
    const genomes = archive.genomes();
    for (const latent of [2, 6]) {
      for (const { plain, normalized } of fitted({ genomes, space: domain.genome, seed, fits: [40], latent })) {
        const each = [];
        for (const encoding of [plain, normalized]) {
          const { error, randomCoverage } = await encodingQuality(encoding, { archive, domain, seed });
          each.push([error, outside(encoding, genomes), randomCoverage]);
        }
        const [[error, ...before], [, ...after]] = each;
        figures.set(`${name} | ${latent}`, [error, ...before.map((figure, i) => [figure, after[i]])]);
      }
    }
  }
  return figures;
}

/** The length of the mean latent, and the largest deviation of a latent. */
function place(encoding, genomes) {
  const latents = encoding.encode(genomes);
  const means = columnMeans(latents);
  const variances = columnMeans(
    new Batch(
      latents.rows,
      latents.columns,
      latents.data.map((x, i) => (x - means[i % means.length]) ** 2),
    ),
  );
  return [Math.hypot(...means), Math.sqrt(Math.max(...variances))];
}

/** Joint deviation and distance of arms that CMA-ES finds for targets, and the share of cells that random latents fill. */
async function manyFits(seed) {
  const joints = 200;
  const evaluations = 1e6;
  const { domain, archive, initial } = paperSettings({ variant: 'me-line', joints });
  const search = new DdeElites({ domain, archive, initial, learner: new Vae({ inputs: joints }), seed });
  await run(search, { evaluations });
  const genomes = archive.genomes();
  const figures = new Map();
  for (const beta of [0.1, 1]) {
    for (const { fit, ...encodings } of fitted({ genomes, space: domain.genome, seed, fits: [5, 10, 20, 40], beta })) {
      const each = [];
      for (const encoding of [encodings.plain, encodings.normalized]) {
        const { final } = await matchTargets({ joints, encoding, evaluations: evaluations / 200, seed });
        const { error, randomCoverage } = await encodingQuality(encoding, { archive, domain, seed });
        each.push([error, final.deviation, final.distance, randomCoverage]);
      }
      const [[error, ...before], [, ...after]] = each;
      const where = place(encodings.plain, genomes);
      figures.set(`${beta} | ${fit}`, [error, ...where, ...before.map((figure, i) => [figure, after[i]])]);
    }
  }
  return figures;
}

const seeds = [301, 302, 303];
const few = await tableOf(
  '| problem | latents | error on the elites | elites outside the box of latents | random latents fill |',
  fewLatents,
  seeds,
);
const many = await tableOf(
  '| β | fits | error on the elites | length of the mean latent | largest deviation of a latent | targets: joint deviation, rad | targets: distance | random latents fill |',
  manyFits,
  seeds,
);
writeBetween(new URL('../../docs/research.md', import.meta.url), MARKS, `${few}\n\n${many}`);
