// `npm run soak -- --minutes N` (default 30): DDE-Elites at 200 joints with a checkpoint every few generations, over and
// over. Memory and file descriptors must be as flat at the end as after the first tenth; the last line is the verdict.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DdeElites, paperSettings, run } from '../dist/index.js';
import { CheckpointFile } from '../dist/node.js';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
const minutes = Number(values.minutes);
const folder = mkdtempSync(join(tmpdir(), 'elites-soak-'));
const file = new CheckpointFile({ path: join(folder, 'search.safetensors'), every: 2 });
const start = performance.now();
const passed = () => (performance.now() - start) / 60_000;

/** Memory in MB after the garbage is gone, and open descriptors where the system tells. */
function measure() {
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  const mb = (bytes) => Math.round(bytes / 2 ** 17) / 8;
  let descriptors = Number.NaN;
  try {
    descriptors = readdirSync('/proc/self/fd').length;
  } catch {}
  return { minutes: passed(), rss: mb(rss), heap: mb(heapUsed), external: mb(external), descriptors };
}

const samples = [];
let evaluations = 0;
let checkpoints = 0;
let next = 0;
function sample() {
  if (passed() < next) return;
  next = passed() + minutes / 60;
  const now = measure();
  samples.push(now);
  const { rss, heap, external, descriptors } = now;
  const figures = `resident ${rss} MB, heap ${heap} MB, external ${external} MB, ${descriptors} descriptors`;
  console.log(`${now.minutes.toFixed(1)} min: ${evaluations} evaluations, ${checkpoints} checkpoints, ${figures}`);
}

// Runs of the paper's length, each restored from a checkpoint of the one before half-way, so that restoring is in it, too.
const perRun = 20_000;
for (let seed = 1; passed() < minutes; seed++) {
  const make = () => new DdeElites({ ...paperSettings({ variant: 'dde-elites', joints: 200 }), seed });
  const onGeneration = async ({ report, search }) => {
    evaluations += report.status.length;
    const error = await file.offer(() => {
      checkpoints++;
      return search.snapshot();
    });
    if (error !== undefined) throw error;
    sample();
    if (passed() >= minutes) stop.abort();
  };
  const stop = new AbortController();
  const options = { signal: stop.signal, onGeneration };
  let search = make();
  await run(search, { evaluations: perRun / 2, ...options });
  await file.save(search.snapshot());
  search = make();
  await file.load((bytes) => search.restore(bytes));
  await run(search, { evaluations: perRun, ...options });
}
samples.push(measure());
rmSync(folder, { recursive: true });

// Slack: what one archive and one snapshot more or less weigh. A leak of a kilobyte a generation is more within the half hour.
const settled = samples.filter((one) => one.minutes > minutes / 10);
const halves = [settled.slice(0, settled.length >> 1), settled.slice(settled.length >> 1)];
const most = (half, name) => Math.max(...half.map((one) => one[name]));
const slack = { rss: 24, heap: 4, external: 16, descriptors: 1 };
const risen = Object.keys(slack).filter((name) => most(halves[1], name) > most(halves[0], name) + slack[name]);
const text = Object.keys(slack).map((name) => `${name} ${most(halves[0], name)} → ${most(halves[1], name)}`);
console.log(
  `${evaluations} evaluations, ${checkpoints} checkpoints; most in the first and second half: ${text.join(', ')}`,
);
console.log(risen.length === 0 ? 'flat' : `NOT FLAT: ${risen.join(', ')}`);
process.exitCode = risen.length === 0 ? 0 : 1;
