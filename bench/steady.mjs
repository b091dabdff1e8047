// `npm run bench:steady`: how busy 64 evaluations at once are kept, whose time is Pareto's (shape 1.5, from 10 ms to 1 s), and of which
// 5 % fail and are tried again. Share of the slots' time that was spent in evaluations, from the first call to the last that began, and
// to the end, when the last stragglers are awaited; median of so many runs. Options: `--evaluations N` (10000), `--runs N` (5).
import { defineDomain, GridArchive, IsoLineMutation, MapElites, randomStream, run } from '../dist/index.js';
import { median } from './measure.mjs';
import { optionsWith } from './options.mjs';

const SLOTS = 64;
const values = optionsWith({ evaluations: '10000', runs: '5' });
const [evaluations, runs] = [Number(values.evaluations), Number(values.runs)];

async function busy(order, seed) {
  const spans = [];
  let lastAsked = 0;
  const tries = new Map();
  const domain = defineDomain({
    name: 'slow',
    genome: { dimensions: 10, lower: -1, upper: 1 },
    descriptor: { dimensions: 2, lower: -1, upper: 1 },
    concurrency: SLOTS,
    async evaluate(genome, { seed }) {
      const time = tries.get(seed) ?? 0;
      tries.set(seed, time + 1);
      const random = randomStream(seed + time);
      const start = performance.now();
      lastAsked = start;
      const latency = Math.min(1000, 10 * (1 - random.uniform()) ** (-1 / 1.5));
      await new Promise((resolve) => setTimeout(resolve, latency));
      spans.push([start, performance.now()]);
      if (random.uniform() < 0.05) throw new Error('lost');
      return { fitness: -genome.reduce((sum, x) => sum + x * x, 0), descriptor: [genome[0], genome[1]] };
    },
  });
  const archive = new GridArchive({ domain, cells: [50, 50] });
  const variation = new IsoLineMutation();
  const search = new MapElites({ domain, archive, variation, batchSize: 1, initial: { evaluations: 100 }, seed });
  const start = performance.now();
  await run(search, { evaluations, inFlight: SLOTS, order, retries: 10 });
  const end = performance.now();
  const until = (moment) =>
    spans.reduce((sum, [from, to]) => sum + Math.min(to, moment) - from, 0) / (SLOTS * (moment - start));
  return { steady: until(lastAsked), whole: until(end), calls: spans.length, seconds: (end - start) / 1000 };
}

for (const order of ['arrival', 'asked']) {
  const all = [];
  for (let i = 0; i < runs; i++) all.push(await busy(order, i + 1));
  const share = (name) => `${(100 * median(all.map((one) => one[name]))).toFixed(1)} %`;
  const seconds = median(all.map((one) => one.seconds)).toFixed(1);
  console.log(
    `${order}: slots busy ${share('steady')} of the time, ${share('whole')} with the end (${all[0].calls} calls, ${seconds} s)`,
  );
}
