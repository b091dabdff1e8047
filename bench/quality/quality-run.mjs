// One run of one of the paper's variants, for quality.mjs. Prints one JSON object. Arguments: variant joints seed evaluations.
import { DdeElites, MapElites, paperSettings, run } from '../../dist/index.js';

const [variant, ...numbers] = process.argv.slice(2);
const [joints, seed, evaluations] = numbers.map(Number);
const settings = paperSettings({ variant, joints });
const search = 'learner' in settings ? new DdeElites({ ...settings, seed }) : new MapElites({ ...settings, seed });
const { seconds } = await run(search, { evaluations });
const { size, coverage } = search.archive.metrics();
let sum = 0;
for (const { fitness } of search.archive) sum -= Math.sqrt(-fitness); // the baselines have −standard deviation
console.log(JSON.stringify({ variant, joints, seed, coverage, meanFitness: sum / size, seconds: seconds.total }));
