/**
 * `npm run bench:quality`: what the paper's variants reach, beside what the released algorithm reaches (baselines.json).
 * Medians over seeds; coverage at least that of the worst baseline seed − 0.03, mean fitness (−standard deviation) at
 * least 1.15 × that of the worst; without learning at 20 joints coverage also within ± 0.04 of the baseline's mean.
 *
 * Options: `--evaluations N` (100000), `--joints 20,200,1000`, `--variants …`, `--jobs N` (2), `--json`.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { median } from '../measure.mjs';
import { optionsWith } from '../options.mjs';
import { markdownTable, runJobs } from '../stored-runs.mjs';

const options = optionsWith({
  evaluations: '100000',
  joints: '20,200,1000',
  variants: 'map-elites,me-line,dde-xover,dde-elites',
  jobs: '2',
  json: false,
});
const variants = options.variants.split(',');
const baselines = JSON.parse(readFileSync(new URL('baselines.json', import.meta.url), 'utf8')).illumination;
const cases = options.joints
  .split(',')
  .map(Number)
  .flatMap((joints) => variants.map((variant) => ({ variant, joints, seeds: seedsOf(variant, joints) })))
  .filter(({ seeds }) => seeds.length > 0);

function seedsOf(variant, joints) {
  if (joints < 1000) return [101, 102, 103, 104, 105];
  return ['me-line', 'dde-elites'].includes(variant) ? [101, 102] : [];
}

const script = fileURLToPath(new URL('quality-run.mjs', import.meta.url));
const queue = cases.flatMap(({ variant, joints, seeds }) =>
  seeds.map((seed) => [variant, joints, seed, options.evaluations]),
);
const results = [];
const onEnd = (stdout) => {
  results.push(JSON.parse(stdout));
  if (!options.json) console.error(stdout.trim());
};
await runJobs({ script, queue, jobs: Number(options.jobs), onEnd });

const rows = cases.map(({ variant, joints }) => {
  const runs = results.filter((run) => run.variant === variant && run.joints === joints);
  const baseline = baselines[`${variant}-arm${joints}`].map((run) => run[options.evaluations]);
  const coverage = median(runs.map((run) => run.coverage));
  const meanFitness = median(runs.map((run) => run.meanFitness));
  const coverageFloor = Math.min(...baseline.map((run) => run.coverage)) - 0.03;
  const fitnessFloor = 1.15 * Math.min(...baseline.map((run) => run.meanFitness));
  const mean = baseline.reduce((sum, run) => sum + run.coverage, 0) / baseline.length;
  const bounded = joints === 20 && ['map-elites', 'me-line'].includes(variant);
  const coverageCeiling = bounded ? mean + 0.04 : 1;
  const reached =
    coverage >= Math.max(coverageFloor, bounded ? mean - 0.04 : 0) &&
    coverage <= coverageCeiling &&
    meanFitness >= fitnessFloor;
  const seconds = median(runs.map((run) => run.seconds));
  return {
    variant,
    joints,
    seeds: runs.length,
    coverage,
    coverageFloor,
    coverageCeiling,
    meanFitness,
    fitnessFloor,
    seconds,
    reached,
  };
});
if (options.json) console.log(JSON.stringify(rows));
else {
  const lines = rows.map((row) => {
    const cells = [row.coverage, row.coverageFloor, row.meanFitness, row.fitnessFloor].map((x) => x.toFixed(3));
    return `| ${[row.variant, row.joints, ...cells, row.seconds.toFixed(1), row.reached ? 'yes' : 'NO'].join(' | ')} |`;
  });
  const head = '| variant | joints | coverage | at least | mean fitness | at least | seconds | reached |';
  console.log(markdownTable(head, lines));
}
if (rows.some((row) => !row.reached)) process.exitCode = 1;
