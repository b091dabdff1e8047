/**
 * `npm run bench:million`: how long DDE-Elites takes for a million evaluations with 1000 joints when it fits adaptively, in
 * two threads. Options: `--joints N` (1000), `--evaluations N` (1000000), `--threads N` (2), `--json`.
 */
import { DdeElites, paperSettings, run } from '../../dist/index.js';
import { ThreadVae } from '../../dist/node.js';
import { optionsWith } from '../options.mjs';
import { countFits } from '../training/count-fits.mjs';

const options = optionsWith({ joints: '1000', evaluations: '1000000', threads: '2', json: false });
const [joints, evaluations, threads] = [options.joints, options.evaluations, options.threads].map(Number);

const { domain, archive, initial } = paperSettings({ variant: 'me-line', joints });
const learner = new ThreadVae({ inputs: joints, threads });
const search = new DdeElites({ domain, archive, initial, learner, seed: 1 });
const count = countFits(learner);
const { seconds } = await run(search, { evaluations });
const { coverage, meanFitness } = search.archive.metrics();
await learner.close();
const result = { joints, evaluations, threads, seconds: seconds.total, learning: seconds.learning, fits: count.fits };
if (options.json) console.log(JSON.stringify({ node: process.version, ...result, coverage, meanFitness }));
else {
  console.log('| joints | evaluations | threads | seconds | of it learning | fits | coverage | mean fitness |');
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
  const cells = [joints, evaluations, threads, seconds.total.toFixed(1), seconds.learning.toFixed(1), count.fits];
  console.log(`| ${[...cells, coverage.toFixed(3), meanFitness.toPrecision(3)].join(' | ')} |`);
}
