// The thread in which bytes are read, so that one that hangs or dies can be told.
import { parentPort, workerData } from 'node:worker_threads';
import { flipBytes, mutateBytes, mutateNpy, mutateTensors } from './mutate.mjs';
import { repairChecksums } from './repair-checksums.mjs';
import { makeTargets, planted } from './targets.mjs';

/** Memory above that of the start that no case may take, in bytes. */
const MOST_MEMORY = 200e6;
const FAILURES = 20;

const { seed, seconds, mutations, only, library: url, clock } = workerData;
const library = await import(url);
const all = await makeTargets(library);
const [{ files }] = all;
for (const [name, read] of Object.entries(planted)) {
  if (workerData.target === `planted ${name}`) all.push({ name: workerData.target, restores: true, files, read });
}
const targets = all.filter(
  ({ name, restores }) => (workerData.target ?? name) === name && (mutations === undefined || restores),
);
const peak = () => process.resourceUsage().maxRSS * 1024;

const counts = Object.fromEntries(targets.map(({ name }) => [name, { cases: 0, refused: 0, taken: 0 }]));
const failures = [];

/** What a case reads: a good file, changed. The same for a seed and a case. */
function bytesOf(target, index) {
  const random = library.randomStream(seed * 1e6 + index);
  const good = target.files[random.integer(0, target.files.length - 1)];
  if (mutations !== undefined) {
    const flipped = flipBytes(random, good);
    return random.integer(0, 1) === 0 ? flipped : repairChecksums(flipped, library);
  }
  const kind = random.integer(0, 3);
  if (kind === 0 || target.text) return mutateBytes(random, good, random.integer(1, 4));
  if (target.npy) return mutateNpy(random, good);
  const meant = mutateTensors(random, good, library);
  const bytes = kind === 1 ? mutateBytes(random, meant, 1) : meant;
  return random.integer(0, 4) === 0 ? bytes : repairChecksums(bytes, library);
}

async function tryCase(target, index) {
  const count = counts[target.name];
  const bytes = bytesOf(target, index);
  count.cases++;
  try {
    await target.read(bytes.slice(), library);
    count.taken++;
  } catch (error) {
    if (error.refusal) count.refused++;
    else failures.push({ target: target.name, case: index, message: error.stack, bytes });
  }
}

async function runAll() {
  const start = peak();
  let highest = start;
  const end = Date.now() + 1000 * seconds;
  const last = mutations ?? Number.POSITIVE_INFINITY;
  for (let index = only ?? 0; index < last && failures.length < FAILURES; index++) {
    if (mutations === undefined && only === undefined && Date.now() > end) break;
    const target = targets[index % targets.length];
    Atomics.store(clock, 0, BigInt(index));
    Atomics.store(clock, 1, BigInt(Date.now()));
    await tryCase(target, index);
    if (peak() > highest) {
      highest = peak();
      if (highest - start > MOST_MEMORY) {
        failures.push({
          target: target.name,
          case: index,
          message: `memory: ${(highest - start) / 1e6} MB above the start`,
        });
        break;
      }
    }
    if (only !== undefined) break;
  }
  Atomics.store(clock, 1, 0n);
  return highest - start;
}

const memory = await runAll();
parentPort.postMessage({ counts, failures, peak: memory });
