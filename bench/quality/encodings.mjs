/**
 * `npm run bench:encodings`: what encodings reach. CMA-ES on 18 targets with the released encodings and without one, beside
 * pycma (baselines.json); and an archive that is filled again with a DDE of our own. Prints each bar with its verdict.
 *
 * Options: `--joints 20,200,1000`, `--variants dde,direct` (targets), `--jobs N` (2), `--json`, `--only targets|own`.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { median } from '../measure.mjs';
import { optionsWith } from '../options.mjs';
import { markdownTable, runJobs } from '../stored-runs.mjs';

const options = optionsWith({
  joints: '20,200,1000',
  variants: 'dde,direct',
  only: 'targets,own',
  jobs: '2',
  json: false,
});
const parts = options.only.split(',');
const { targetMatching } = JSON.parse(readFileSync(new URL('baselines.json', import.meta.url), 'utf8'));

const cases = options.joints
  .split(',')
  .map(Number)
  .flatMap((joints) => options.variants.split(',').map((variant) => ({ joints, variant })))
  .map((one) => ({ ...one, baseline: targetMatching[`arm${one.joints}-${one.variant}`] }));
const jobs = [];
if (parts.includes('own')) jobs.push({ what: 'own', seed: 1, evaluations: 100_000 });
if (parts.includes('targets')) {
  for (const { joints, variant, baseline } of cases) {
    for (let seed = 1; seed <= baseline.replicates; seed++)
      jobs.push({ what: 'targets', joints, variant, seed, evaluations: 5000 });
  }
}

const script = fileURLToPath(new URL('encodings-run.mjs', import.meta.url));
const results = [];
const onEnd = (stdout) => {
  const result = JSON.parse(stdout);
  results.push(result);
  const { what, joints, variant, seed, evaluations, seconds } = result;
  if (!options.json) console.error(JSON.stringify({ what, joints, variant, seed, evaluations, seconds }));
};
const queue = jobs.map((job) => [JSON.stringify(job)]);
await runJobs({ script, queue, jobs: Number(options.jobs), onEnd });

/** Bars: what, the value, its limits, and the number of the baseline where there is one. */
const bars = [];
const bar = (what, value, { least = 0, most = Number.POSITIVE_INFINITY, baseline }) =>
  bars.push({ what, value, least, most, baseline, reached: value >= least && value <= most });

for (const { joints, variant, baseline } of parts.includes('targets') ? cases : []) {
  const own = results.filter((one) => one.what === 'targets' && one.joints === joints && one.variant === variant);
  const distance = baseline.finalDistanceQuartiles[1];
  const deviation = -baseline.finalFitnessQuartiles[1];
  const name = `${variant}, ${joints} joints`;
  const most = (joints === 1000 ? 1.5 : 3) * distance;
  bar(`${name}: median distance`, median(own.flatMap((one) => one.distance)), { most, baseline: distance });
  const limits = { least: 0.85 * deviation, most: 1.15 * deviation, baseline: deviation };
  bar(`${name}: median deviation`, median(own.flatMap((one) => one.deviation)), limits);
}
for (const { source, dde, untrained, direct } of results.filter((one) => one.what === 'own')) {
  bar('own DDE: coverage', dde.coverage, { least: 0.9 * source.coverage, baseline: source.coverage });
  bar('own DDE: deviation', dde.deviation, { most: 1.2 * source.deviation, baseline: source.deviation });
  bar('own DDE: deviation beside untrained', dde.deviation, {
    most: (2 / 3) * untrained.deviation,
    baseline: untrained.deviation,
  });
  bar('direct, 10 × evaluations: coverage', direct.coverage, { most: dde.coverage / 3, baseline: dde.coverage });
  bar('direct, 10 × evaluations: deviation', direct.deviation, { least: 3 * dde.deviation, baseline: dde.deviation });
}

if (options.json) console.log(JSON.stringify({ bars, results }));
else {
  const text = (x) => (x === undefined || x === Number.POSITIVE_INFINITY ? '–' : x.toPrecision(3));
  const lines = bars.map(({ what, value, least, most, baseline, reached }) => {
    const cells = [what, text(value), least === 0 ? '–' : text(least), text(most), text(baseline)];
    return `| ${[...cells, reached ? 'yes' : 'NO'].join(' | ')} |`;
  });
  console.log(markdownTable('| | reached | at least | at most | beside | |', lines));
}
if (bars.some((one) => !one.reached)) process.exitCode = 1;
