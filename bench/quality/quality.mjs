/**
 * `npm run bench:quality`: what the paper's variants reach, beside what the released algorithm reaches (baselines.json).
 * Medians over seeds; coverage at least that of the worst baseline seed − 0.03, mean fitness (−standard deviation) at
 * least 1.15 × that of the worst; without learning at 20 joints coverage also within ± 0.04 of the baseline's mean.
 *
 * Options: `--evaluations N` (100000), `--joints 20,200,1000`, `--variants …`, `--jobs N` (2), `--json`.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { median } from '../median.mjs';

const { values: options } = parseArgs({
  options: {
    evaluations: { type: 'string', default: '100000' },
    joints: { type: 'string', default: '20,200,1000' },
    variants: { type: 'string', default: 'map-elites,me-line,dde-xover,dde-elites' },
    jobs: { type: 'string', default: '2' },
    json: { type: 'boolean', default: false },
  },
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
const queue = cases.flatMap((one) => one.seeds.map((seed) => ({ ...one, seed })));
const results = [];
async function work() {
  for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
    const { variant, joints, seed } = job;
    const { stdout } = await promisify(execFile)(process.execPath, [
      script,
      variant,
      joints,
      seed,
      options.evaluations,
    ]);
    results.push(JSON.parse(stdout));
    if (!options.json) console.error(stdout.trim());
  }
}
await Promise.all(Array.from({ length: Number(options.jobs) }, work));

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
  console.log('| variant | joints | coverage | at least | mean fitness | at least | seconds | reached |');
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const row of rows) {
    const cells = [row.coverage, row.coverageFloor, row.meanFitness, row.fitnessFloor].map((x) => x.toFixed(3));
    console.log(
      `| ${[row.variant, row.joints, ...cells, row.seconds.toFixed(1), row.reached ? 'yes' : 'NO'].join(' | ')} |`,
    );
  }
}
if (rows.some((row) => !row.reached)) process.exitCode = 1;
