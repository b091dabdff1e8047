// `npm run torture -- --kills N --seed N --evaluations N --writers N,N --trials N --saves N`
// (100, 1, 20,000, 2,5, 200 and 100).
//
// First, kills a run with kill -9 at random moments and resumes it, and sees that each resume succeeds, loses at most one
// generation, and that the run ends in the bytes of an unbroken one. The run is DDE-Elites at 20 joints with a checkpoint after
// each generation. Before a checkpoint is written the child tells how far it is, so what a kill lost is known. It is killed
// within moments of its start, again and again on its way; once it is through, the next one begins, until there were enough kills.
//
// Then, for each number of writers, that many processes save to one checkpoint as fast as they can, and all are killed at a random
// moment. What is loaded, and the file before it, must be whole, and must be what one of them wrote: each tells the digest of a
// snapshot before it saves it. Last, the same processes are not killed and save N times each: no save may fail, and whoever loads
// meanwhile gets a whole file. `--kills 0` and `--trials 0` leave a part out.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DdeElites, MapElites, paperSettings, randomStream, run } from '../dist/index.js';
import { CheckpointFile } from '../dist/node.js';

const BATCH = 100;
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    evaluations: { type: 'string', default: '20000' },
    writers: { type: 'string', default: '2,5' },
    trials: { type: 'string', default: '200' },
    child: { type: 'string' },
    writer: { type: 'string' },
    saves: { type: 'string', default: '100' },
  },
});

function makeSearch() {
  return new DdeElites({ ...paperSettings({ variant: 'dde-elites', joints: 20 }), batchSize: BATCH, seed: 7 });
}

/** A line on stdout, at once; a process whose parent is gone ends with it. */
const tell = (what, value) => writeSync(1, `${what} ${value}\n`);

/** The run that is killed: on stdout it tells where it goes on, and how far it is. */
async function child(path) {
  const search = makeSearch();
  const file = new CheckpointFile({ path, every: 0 });
  const { source } = await file.load((bytes) => search.restore(bytes));
  tell(source, search.evaluations);
  await run(search, {
    evaluations: Number(values.evaluations),
    onGeneration: async ({ evaluations }) => {
      tell('reached', evaluations);
      const error = await file.offer(() => search.snapshot());
      if (error !== undefined) throw error;
    },
  });
  tell('done', search.evaluations);
}

/** Runs the child and kills it `delay` ms after its first word, unless it is through before. */
function life(path, delay) {
  const argv = [fileURLToPath(import.meta.url), '--child', path, '--evaluations', values.evaluations];
  const running = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  let timer;
  running.stdout.on('data', (text) => {
    if (said === '') timer = setTimeout(() => running.kill('SIGKILL'), delay);
    said += text;
  });
  return new Promise((resolve, reject) => {
    running.on('error', reject);
    running.on('close', (code, signal) => {
      clearTimeout(timer);
      const lines = said
        .split('\n')
        .slice(0, -1)
        .map((line) => line.split(' '));
      const [source, start] = lines[0] ?? [];
      const reached = lines.filter(([what]) => what === 'reached').map(([, number]) => Number(number));
      resolve({ code, signal, source, start: Number(start), reached: reached.at(-1) ?? Number(start) });
    });
  });
}

async function torture(kills, seed) {
  const random = randomStream(seed);
  const unbroken = makeSearch();
  await run(unbroken, { evaluations: Number(values.evaluations) });
  const expected = Buffer.from(unbroken.snapshot());
  const folder = mkdtempSync(join(tmpdir(), 'elites-torture-'));
  const count = { kills: 0, runs: 0, newest: 0, previous: 0, none: 0, lost: 0 };
  const problems = [];
  try {
    for (let reached = 0; count.kills < kills || reached > 0; ) {
      const path = join(folder, 'search.safetensors');
      const last = count.kills >= kills;
      const one = await life(path, last ? 2 ** 30 : random.uniform() * 400);
      if (one.source === undefined || (one.code !== 0 && one.signal !== 'SIGKILL')) {
        problems.push(`a resume failed (${one.code ?? one.signal})`);
        break;
      }
      if (reached > 0) count[one.source] += 1;
      const lost = (reached - one.start) / BATCH;
      count.lost += lost > 0 ? 1 : 0;
      if (lost > 1) problems.push(`${lost} generations were lost`);
      reached = one.reached;
      if (one.signal === 'SIGKILL') {
        count.kills++;
        continue;
      }
      const ended = makeSearch();
      await new CheckpointFile({ path }).load((bytes) => ended.restore(bytes));
      if (!expected.equals(ended.snapshot())) problems.push('a run ended in other bytes than the unbroken one');
      count.runs++;
      reached = 0;
      await new CheckpointFile({ path }).remove();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const { newest, previous, none, lost, runs } = count;
  console.log(
    `${count.kills} kills, ${newest + previous + none} resumes (${previous} from the checkpoint before, ${none} from the start), ${lost} lost a generation`,
  );
  console.log(
    `${runs} runs came through, ${problems.length === 0 ? 'each' : 'NOT each'} with the bytes of the unbroken one`,
  );
  return problems;
}

/** What the writers save: some 150 kB, so that a kill meets a file that is half-written. */
function makeSmall(seed) {
  return new MapElites({ ...paperSettings({ variant: 'me-line', joints: 20 }), batchSize: BATCH, seed });
}

const digest = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Saves again and again, each time something else. */
async function writer(path, seed, saves) {
  const search = makeSmall(seed);
  await run(search, { evaluations: 5000 });
  const file = new CheckpointFile({ path, every: 0 });
  tell('ready', seed);
  for (let i = 0; i < saves; i++) {
    await run(search, { evaluations: search.evaluations + BATCH });
    const error = await file.offer(() => {
      const bytes = search.snapshot();
      tell('saving', digest(bytes));
      return bytes;
    });
    if (error !== undefined) tell('failed', error.message);
  }
}

/** Starts writers of one checkpoint; `ready` once all are about to save, `ended` with what they told, by its first word. */
function startWriters(path, seeds, saves) {
  const told = { ready: [], saving: [], failed: [] };
  const all = seeds.map((seed) => {
    const argv = [fileURLToPath(import.meta.url), '--writer', path, '--seed', String(seed), '--saves', String(saves)];
    const running = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    const ready = new Promise((resolve) => {
      running.stdout.on('data', (text) => {
        said += text;
        resolve();
      });
    });
    const ended = new Promise((resolve) => running.on('close', resolve)).then(() => {
      for (const line of said.split('\n').slice(0, -1)) {
        const [, what, value] = /^(\w+) (.*)$/.exec(line);
        told[what].push(value);
      }
    });
    return { ready, ended, kill: () => running.kill('SIGKILL') };
  });
  return {
    ready: Promise.all(all.map((one) => one.ready)),
    ended: Promise.all(all.map((one) => one.ended)).then(() => told),
    kill: () => all.map((one) => one.kill()),
  };
}

/** Loads as a user does. @returns the digest of what was taken, and whether the newest file was damaged. */
async function loadSmall(path) {
  let taken;
  const { error } = await new CheckpointFile({ path }).load((bytes) => {
    makeSmall(0).restore(bytes);
    taken = digest(bytes);
  });
  return { taken, error };
}

async function tortureWriters(writers, trials, random) {
  const folder = mkdtempSync(join(tmpdir(), 'elites-writers-'));
  const path = join(folder, 'search.safetensors');
  const problems = [];
  const first = makeSmall(0).snapshot();
  const written = new Set([digest(first)]);
  const count = { saves: 0, previous: 0, loads: 0 };
  const seeds = (trial) => Array.from({ length: writers }, (_, i) => 1 + trial * writers + i);
  try {
    await new CheckpointFile({ path }).save(first);
    for (let trial = 0; trial < trials; trial++) {
      const running = startWriters(path, seeds(trial), 2 ** 30);
      await running.ready;
      await new Promise((resolve) => setTimeout(resolve, random.uniform() * 100));
      running.kill();
      const { saving, failed } = await running.ended;
      for (const one of saving) written.add(one);
      count.saves += saving.length;
      problems.push(...failed.map((message) => `a save failed: ${message}`));
      if (!existsSync(path)) count.previous++;
      const { taken, error } = await loadSmall(path).catch((error) => ({ error }));
      if (error !== undefined) problems.push(`load met a damaged file: ${error.message}`);
      else if (!written.has(taken)) problems.push('load took what nobody wrote');
      const before = `${path}.previous`;
      if (existsSync(before) && !written.has(digest(readFileSync(before)))) problems.push('.previous is damaged');
    }
    const left = readdirSync(folder).filter((name) => name.endsWith('.new')).length;
    const running = startWriters(path, seeds(trials), number('saves'));
    let alive = true;
    void running.ended.then(() => {
      alive = false;
    });
    for (; alive; count.loads++) {
      const { error } = await loadSmall(path).catch((error) => ({ error }));
      if (error !== undefined) problems.push(`load met a damaged file, nobody was killed: ${error.message}`);
    }
    const { saving, failed } = await running.ended;
    problems.push(...failed.map((message) => `a save failed, nobody was killed: ${message}`));
    console.log(
      `${writers} writers, ${trials} times all killed: ${count.saves} saves, ${count.previous} times only the checkpoint before was in its place, ${left} files left half-way`,
    );
    console.log(
      `${writers} writers, not killed: ${saving.length} saves, ${failed.length} failed, ${count.loads} loads meanwhile`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
  return problems;
}

const number = (name) => Number(values[name]);
if (values.child !== undefined) await child(values.child);
else if (values.writer !== undefined) await writer(values.writer, number('seed'), number('saves'));
else {
  const problems = number('kills') === 0 ? [] : await torture(number('kills'), number('seed'));
  const random = randomStream(number('seed'));
  const counts = number('trials') === 0 ? [] : values.writers.split(',').map(Number);
  for (const writers of counts) problems.push(...(await tortureWriters(writers, number('trials'), random)));
  for (const problem of problems) console.log(problem);
  console.log(problems.length === 0 ? 'passed' : 'FAILED');
  process.exitCode = problems.length === 0 ? 0 : 1;
}
