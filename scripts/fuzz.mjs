// `npm run fuzz -- --seconds 60`: bytes that were snapshots, safetensors, npy and CSV files, each changed a little or a lot, or
// forged; searches whose parts fail, are slow to let go of what they are given, or are stored and restored at any moment;
// checkpoints of many writers; and command lines. Whatever comes of a case but a refusal with the right code, or a valid state, is
// a failure: a crash, a hang, or memory. A failure is printed with what repeats it, and its bytes are written to a file; the exit
// code is 1.
//
//   --seconds N     how long (default 60)
//   --mutations N   instead: N snapshots of all kinds with one to eight bytes changed, half of them with checksums made good
//   --seed N        which cases (default: another one each time)
//   --target NAME   only this one; or those whose names begin so; may be given several times
//   --case N        only this case of the seed, with --target
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { buildSync } from 'esbuild';
import { fuzzCommandLines } from './fuzz/targets/command-lines.mjs';

/** A case that takes longer hangs. */
const PATIENCE_MS = 20_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const text = { type: 'string' };
const { values } = parseArgs({
  options: { seconds: text, mutations: text, seed: text, target: { ...text, multiple: true }, case: text },
});
const plan = {
  seed: number('seed') ?? Math.floor(Math.random() * 1e6),
  seconds: number('seconds') ?? 60,
  mutations: number('mutations'),
  wanted: values.target ?? [''],
  only: number('case'),
};

function number(name) {
  if (values[name] === undefined) return undefined;
  if (/^\d{1,9}$/.test(values[name])) return Number(values[name]);
  console.error(`fuzz: --${name} must be an integer in [0, 999999999]; got ${values[name]}`);
  process.exit(2);
}

/** Sources as one file. */
function bundle(source, folder, name) {
  const outfile = join(folder, name);
  const options = { bundle: true, platform: 'node', format: 'esm', absWorkingDir: root, logLevel: 'error' };
  buildSync({ ...options, entryPoints: [source], outfile });
  return outfile;
}

/** Runs the worker to its end; a case that hangs, and a worker that dies, are failures as well. */
function fuzzCases(library) {
  const clock = new BigInt64Array(new SharedArrayBuffer(24)); // the case under way, since when, and of which target
  const worker = new Worker(new URL('fuzz/worker.mjs', import.meta.url), { workerData: { ...plan, library, clock } });
  return new Promise((resolve) => {
    let outcome = { failures: [] };
    const fail = (message) => {
      const target = outcome.names?.[Number(Atomics.load(clock, 2))];
      outcome.failures.push({ message, target, case: Number(Atomics.load(clock, 0)) });
      void worker.terminate();
    };
    const watchdog = setInterval(() => {
      const since = Number(Atomics.load(clock, 1));
      if (since > 0 && Date.now() - since > PATIENCE_MS) fail(`hangs for more than ${PATIENCE_MS / 1000} s`);
    }, 250);
    worker.on('message', (message) => {
      outcome = { ...outcome, ...message, failures: [...outcome.failures, ...(message.failures ?? [])] };
    });
    worker.on('error', (error) => fail(`ends the worker: ${error.stack}`));
    worker.on('exit', () => {
      clearInterval(watchdog);
      // With nothing left to wait for, a thread ends although somebody awaits a promise.
      if (outcome.counts === undefined && outcome.failures.length === 0) fail('waits for what never comes');
      resolve(outcome);
    });
  });
}

function report({ failures, ...counts }) {
  for (const { message, target = '', case: index, bytes } of failures) {
    const again = `--seed ${plan.seed}${target && ` --target '${target}'`} --case ${index}`;
    console.log(`\nFAILED ${target} case ${index}: ${message}\n  again: npm run fuzz -- ${again}`);
    if (bytes === undefined) continue;
    const file = join(tmpdir(), `elites-fuzz-${target.replaceAll(' ', '-')}-${plan.seed}-${index}.bin`);
    writeFileSync(file, bytes);
    console.log(`  bytes: ${file}`);
  }
  return counts;
}

console.log(`fuzz: seed ${plan.seed}`);
const folder = mkdtempSync(join(tmpdir(), 'elites-fuzz-'));
try {
  const library = pathToFileURL(bundle('scripts/fuzz/library.ts', folder, 'elites.mjs')).href;
  const [cases, lines] = await Promise.all([
    plan.wanted.every((name) => name === 'cli') ? { failures: [] } : fuzzCases(library),
    plan.mutations === undefined && plan.wanted.some((name) => name === 'cli' || name === '')
      ? fuzzCommandLines(bundle('src/cli/main.ts', folder, 'cli.mjs'), plan, await import(library))
      : { failures: [] },
  ]);
  for (const outcome of [cases, lines]) {
    const { counts = {}, peak } = report(outcome);
    for (const [name, { cases, refused, taken }] of Object.entries(counts)) {
      console.log(`${name.padEnd(32)} ${cases} cases: ${refused} refused, ${taken} taken and valid`);
    }
    if (peak !== undefined) console.log(`memory: ${(peak / 1e6).toFixed(0)} MB at most above the start`);
    if (outcome.failures.length > 0) process.exitCode = 1;
  }
  console.log(process.exitCode === 1 ? 'fuzz: FAILED' : 'fuzz: nothing found');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
