/**
 * `npm run bench:pool`: what a pool of worker threads costs and gains, with MAP-Elites in batches of 100.
 *
 * Gain: an evaluation that keeps a core busy for 5 ms; one worker, two, and as many bare threads in turns; the best of each
 * counts, as the machine may be shared. Fails if two give less than 1.85 × one, unless bare threads get no more out of the
 * machine either. Cost: the planar arm (200 joints), in this process and through the pool.
 * Options: `--rounds N` (5), `--generations N` (4).
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { GaussianMutation, GridArchive, MapElites, run } from '../dist/index.js';
import { ThreadPool } from '../dist/node.js';
import { optionsWith } from './options.mjs';
import { createDomain, work } from './pool-domain.mjs';

const values = optionsWith({ rounds: '5', generations: '4' });
const BATCH = 100;
const module = new URL('./pool-domain.mjs', import.meta.url);

/** Steps that keep this machine busy for 5 ms, if nobody else does. */
function fiveMilliseconds() {
  const steps = 1_000_000;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 20; i++) {
    const start = performance.now();
    work(steps, 0.3);
    least = Math.min(least, performance.now() - start);
  }
  return Math.round((steps * 5) / least);
}

/** Seconds a generation, once everything is warm. */
async function secondsEach(domain, generations) {
  const archive = new GridArchive({ domain, cells: [30, 30] });
  const search = new MapElites({ domain, archive, variation: new GaussianMutation(), seed: 1 });
  await run(search, { evaluations: BATCH });
  const start = performance.now();
  await run(search, { evaluations: BATCH * (generations + 1) });
  return (performance.now() - start) / 1000 / generations;
}

/** Threads without a pool, each with its share of a batch's work and no messages but begin and end: what a machine can give. */
async function bareThreads(threads, { steps }) {
  const script = `
    const { parentPort, workerData: { module, steps, rows } } = require('node:worker_threads');
    import(module).then(({ work }) => {
      parentPort.on('message', () => {
        let sum = 0;
        for (let i = 0; i < rows; i++) sum += work(steps, i / rows);
        parentPort.postMessage(sum);
      });
      parentPort.postMessage('ready');
    });`;
  const workerData = { module: String(module), steps, rows: BATCH / threads };
  const all = Array.from({ length: threads }, () => new Worker(script, { eval: true, workerData }));
  await Promise.all(all.map((one) => once(one, 'message')));
  const seconds = async (generations) => {
    const start = performance.now();
    for (let i = 0; i < generations; i++) {
      const done = all.map((one) => once(one, 'message'));
      for (const one of all) one.postMessage('begin');
      await Promise.all(done);
    }
    return (performance.now() - start) / 1000 / generations;
  };
  return { seconds, close: () => Promise.all(all.map((one) => one.terminate())) };
}

async function gain() {
  const options = { steps: fiveMilliseconds() };
  const domain = createDomain(options);
  const pools = [1, 2].map((workers) => new ThreadPool({ domain, module, options, workers }));
  const bare = await Promise.all([1, 2].map((threads) => bareThreads(threads, options)));
  const generations = Number(values.generations);
  const measured = [
    ...pools.map((pool) => () => secondsEach(pool, generations)),
    ...bare.map(
      ({ seconds }) =>
        () =>
          seconds(generations),
    ),
  ];
  const best = measured.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const [i, measure] of measured.entries()) best[i] = Math.min(best[i], await measure());
  }
  for (const one of [...pools, ...bare]) await one.close();
  const [pool1, pool2, bare1, bare2] = best;
  const [speedup, possible] = [pool1 / pool2, bare1 / bare2];
  const text = (seconds) => `${seconds.toFixed(3)} s`;
  console.log(
    `5 ms an evaluation: a generation takes ${text(pool1)} with 1 worker, ${text(pool2)} with 2: ${speedup.toFixed(2)} ×`,
  );
  console.log(`bare threads, no pool: ${text(bare1)} with 1, ${text(bare2)} with 2: ${possible.toFixed(2)} ×`);
  const share = bare2 / pool2;
  console.log(`with 2 the pool does ${(share * 100).toFixed(1)} % of the work that bare threads do in the same time`);
  // Where others work on the machine, too, two threads get less than two cores: then only the share tells.
  if (speedup < 1.85 && share < 1.85 / 2) process.exitCode = 1;
}

async function cost() {
  const options = { steps: 0 };
  const domain = createDomain(options);
  const pools = [1, 2].map((workers) => new ThreadPool({ domain, module, options, workers }));
  const best = [domain, ...pools].map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < 2 * Number(values.rounds); round++) {
    for (const [i, one] of [domain, ...pools].entries()) best[i] = Math.min(best[i], await secondsEach(one, 200));
  }
  for (const pool of pools) await pool.close();
  const [alone, ...pooled] = best.map((seconds) => Math.round(seconds * 1e6));
  console.log(`planar arm, 200 joints: a generation of ${BATCH} takes ${alone} µs in this process`);
  for (const [i, one] of pooled.entries()) {
    console.log(`  ${one} µs with ${i + 1} worker(s): the pool costs ${one - alone} µs a batch`);
  }
}

await gain();
await cost();
