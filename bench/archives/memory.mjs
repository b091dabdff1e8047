/**
 * `npm run bench:memory`: resident memory of a DDE-Elites run. Prints it at 5,000 evaluations and at the end, in MB, and
 * fails if it grew by 20 MB or more meanwhile, or reached 250 MB. Options: `--joints N` (1000), `--evaluations N` (100000).
 */
import { DdeElites, paperSettings, run } from '../../dist/index.js';
import { optionsWith } from '../options.mjs';

const options = optionsWith({ joints: '1000', evaluations: '100000' });
const joints = Number(options.joints);
const search = new DdeElites({ ...paperSettings({ variant: 'dde-elites', joints }), seed: 1 });
const resident = () => process.memoryUsage.rss() / 2 ** 20;
let early;
let highest = 0;
await run(search, {
  evaluations: Number(options.evaluations),
  onGeneration: ({ evaluations }) => {
    const now = resident();
    highest = Math.max(highest, now);
    if (evaluations >= 5000) early ??= now;
    if (evaluations % 10_000 === 0) console.error(evaluations, now.toFixed(1), 'MB');
  },
});
const late = resident();
console.log(JSON.stringify({ joints, at5000: early, atEnd: late, growth: late - early, highest }));
if (late - early >= 20 || highest >= 250) process.exitCode = 1;
