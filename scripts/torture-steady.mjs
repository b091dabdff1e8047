// `npm run torture:steady -- --kills N --evaluations N --seed N` (50, 3,000 and 1): a steady-state search with 64 batches of one genome in
// flight, whose evaluations take 1 to 100 ms with a heavy tail and fail now and then, is killed with kill -9 at random moments and resumed
// from its checkpoint, with either order. It sees that each resume has at least the rows of the newest snapshot whose writing was over,
// that no row is told twice or lost (the sum of a column over all rows told is that of an unbroken run), and, with 'asked', that the run
// ends in the bytes of the unbroken one.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { defineDomain, GridArchive, IsoLineMutation, MapElites, randomStream, run } from '../dist/index.js';
import { CheckpointFile } from '../dist/node.js';

const SLOTS = 64;
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    evaluations: { type: 'string', default: '3000' },
    seed: { type: 'string', default: '1' },
    order: { type: 'string' },
    child: { type: 'string' },
  },
});
const evaluations = Number(values.evaluations);

function makeSearch(pause) {
  const tries = new Map();
  const domain = defineDomain({
    name: 'slow',
    genome: { dimensions: 6, lower: -1, upper: 1 },
    descriptor: { dimensions: 2, lower: -1, upper: 1 },
    fields: { token: 'number' },
    concurrency: SLOTS,
    async evaluate(genome, { seed }) {
      if (pause) await new Promise((resolve) => setTimeout(resolve, Math.min(100, Math.random() ** (-1 / 1.5))));
      const count = (tries.get(seed) ?? 0) + 1;
      tries.set(seed, count);
      if (seed % 20 === 0 && count === 1) throw new Error('lost');
      return { fitness: -Math.hypot(...genome), descriptor: [genome[0], genome[1]], token: seed };
    },
  });
  const archive = new GridArchive({ domain, cells: [40, 40], lineage: true });
  return new MapElites({
    domain,
    archive,
    variation: new IsoLineMutation(),
    batchSize: 1,
    initial: { evaluations: 100 },
    seed: 3,
  });
}

const runTo = (search, order, onGeneration) =>
  run(search, { evaluations, inFlight: SLOTS, order, retries: 3, onGeneration });

/** A line on stdout, at once. */
const say = (...words) => writeSync(1, `${words.join(' ')}\n`);

async function child(path) {
  const search = makeSearch(true);
  const file = new CheckpointFile({ path, every: 0.01 });
  await file.load((bytes) => search.restore(bytes));
  say('start', search.evaluations);
  let saving = Promise.resolve();
  await runTo(search, values.order, () => {
    let held;
    const offered = file.offer(() => {
      held = search.evaluations;
      return search.snapshot();
    });
    saving = offered.then((error) => {
      if (error !== undefined) throw error;
      if (held !== undefined) say('saved', held);
    });
  });
  await saving;
  await file.save(search.snapshot());
  say('done', search.totals.token);
}

/** Runs the child, and kills it `delay` ms after its first word. */
function life(path, order, delay) {
  const argv = [fileURLToPath(import.meta.url), '--child', path, '--order', order, '--evaluations', values.evaluations];
  const running = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  let timer;
  running.stdout.on('data', (text) => {
    if (said === '' && delay < Number.POSITIVE_INFINITY) timer = setTimeout(() => running.kill('SIGKILL'), delay);
    said += text;
  });
  return new Promise((resolve, reject) => {
    running.on('error', reject);
    running.on('close', (code, signal) => {
      clearTimeout(timer);
      const lines = said.split('\n').slice(0, -1);
      const last = (what) =>
        lines
          .map((line) => line.split(' '))
          .filter(([word]) => word === what)
          .at(-1)?.[1];
      resolve({ code, signal, start: Number(last('start')), saved: Number(last('saved') ?? 0), done: last('done') });
    });
  });
}

async function torture(order, kills, random, unbroken) {
  const folder = mkdtempSync(join(tmpdir(), 'elites-torture-'));
  const path = join(folder, 'search.safetensors');
  const problems = [];
  const count = { kills: 0, runs: 0 };
  try {
    for (let saved = 0; count.kills < kills || saved > 0; ) {
      const one = await life(path, order, count.kills < kills ? random.uniform() * 600 : Number.POSITIVE_INFINITY);
      if (Number.isNaN(one.start) && one.signal !== 'SIGKILL') {
        problems.push(`a resume failed (${one.code ?? one.signal})`);
        break;
      }
      if (one.start < saved) problems.push(`${saved} rows were saved, ${one.start} were there again`);
      saved = Math.max(saved, one.saved, one.start);
      if (one.signal === 'SIGKILL') {
        count.kills++;
        continue;
      }
      if (Number(one.done) !== unbroken.totals.token) problems.push('a row was told twice, or not at all');
      const ended = makeSearch(false);
      await new CheckpointFile({ path }).load((bytes) => ended.restore(bytes));
      const same = Buffer.from(ended.snapshot()).equals(Buffer.from(unbroken.snapshot()));
      if (order === 'asked' && !same) problems.push('the end is not that of the unbroken run');
      count.runs++;
      saved = 0;
      await new CheckpointFile({ path }).remove();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  console.log(
    `order '${order}': ${count.kills} kills in ${count.runs} runs; ${problems[0] ?? 'nothing lost, nothing told twice'}`,
  );
  return problems;
}

if (values.child !== undefined) await child(values.child);
else {
  const unbroken = makeSearch(false);
  await runTo(unbroken, 'asked');
  const random = randomStream(Number(values.seed));
  const problems = [];
  for (const order of ['arrival', 'asked'])
    problems.push(...(await torture(order, Number(values.kills), random, unbroken)));
  process.exitCode = problems.length > 0 ? 1 : 0;
}
