// `npm run torture -- --kills N --seed N --evaluations N` (100, 1 and 20,000): kills a run with kill -9 at random moments and resumes it, and
// sees that each resume succeeds, loses at most one generation, and that the run ends in the bytes of an unbroken one.
//
// The run is DDE-Elites at 20 joints with a checkpoint after each generation. Before a checkpoint is written the child tells
// how far it is, so what a kill lost is known. It is killed within moments of its start, again and again on its way; once it
// is through, the next one begins, until there were enough kills.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DdeElites, paperSettings, randomStream, run } from '../dist/index.js';
import { CheckpointFile } from '../dist/node.js';

const BATCH = 100;
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    evaluations: { type: 'string', default: '20000' },
    child: { type: 'string' },
  },
});

function makeSearch() {
  return new DdeElites({ ...paperSettings({ variant: 'dde-elites', joints: 20 }), batchSize: BATCH, seed: 7 });
}

/** The run that is killed: on stdout it tells where it goes on, and how far it is. */
async function child(path) {
  const tell = (what, number) => writeSync(1, `${what} ${number}\n`);
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
  for (const problem of problems) console.log(problem);
  console.log(problems.length === 0 ? 'passed' : 'FAILED');
  process.exitCode = problems.length === 0 ? 0 : 1;
}

if (values.child === undefined) await torture(Number(values.kills), Number(values.seed));
else await child(values.child);
