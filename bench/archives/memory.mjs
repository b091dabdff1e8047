/**
 * `npm run bench:memory`: resident memory of a DDE-Elites run, in MB. Prints what is left at half of the evaluations and at the end after a garbage
 * collection, and the highest value meanwhile, which also has what was not collected yet: each fit gets a copy of the elites. Fails if what
 * is left grew by 20 MB or more, or the highest value is 250 MB or more. Options: `--joints N` (1000), `--evaluations N` (100000).
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DdeElites, paperSettings, run } from '../../dist/index.js';
import { optionsWith } from '../options.mjs';

const options = optionsWith({ joints: '1000', evaluations: '100000' });
const joints = Number(options.joints);
const search = new DdeElites({ ...paperSettings({ variant: 'dde-elites', joints }), seed: 1 });
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
const resident = () => process.memoryUsage.rss() / 2 ** 20;
const left = async () => {
  // The memory of arrays is given back by a thread of its own.
  for (let i = 0; i < 3; i++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return resident();
};
let early;
let highest = 0;
await run(search, {
  evaluations: Number(options.evaluations),
  onGeneration: async ({ evaluations }) => {
    const now = resident();
    highest = Math.max(highest, now);
    if (evaluations >= Number(options.evaluations) / 2) early ??= await left();
    if (evaluations % 10_000 === 0) console.error(evaluations, now.toFixed(1), 'MB');
  },
});
const late = await left();
console.log(JSON.stringify({ joints, atHalf: early, atEnd: late, growth: late - early, highest }));
if (late - early >= 20 || highest >= 250) process.exitCode = 1;
