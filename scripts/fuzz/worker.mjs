// The thread in which cases are tried, so that one that hangs or dies can be told.
//
// A target that reads bytes has good files, and `read`: it throws an error with `refusal` if the bytes were refused as they should be,
// and any other error if something is wrong. A target that plays draws a scenario, plain data, and `play`s it: that throws if
// something is wrong; `smaller` gives scenarios that are simpler.
import { parentPort, workerData } from 'node:worker_threads';
import { flipBytes, mutateBytes, mutateNpy, mutateTensors, repairChecksums } from './changed-bytes.mjs';
import { unbrokenRuns } from './drives.mjs';
import { forge } from './forged-snapshots.mjs';
import { makeSearches } from './searches.mjs';
import { aliasingTarget } from './targets/aliasing.mjs';
import { momentTarget } from './targets/any-moment.mjs';
import { checkpointTarget } from './targets/checkpoints.mjs';
import { faultTarget } from './targets/faults.mjs';
import { FILES, fileTargets } from './targets/file-formats.mjs';
import { orderTarget } from './targets/orders.mjs';
import { partTargets } from './targets/restored-parts.mjs';

/** Memory above that of the start that no case may take, in bytes. */
const MOST_MEMORY = 200e6;
const FAILURES = 20;
/** How long a scenario that fails is made smaller. */
const SMALLER_MS = 3000;

const { seed, seconds, mutations, only, wanted, library: url, clock } = workerData;
const started = Date.now();
const library = await import(url);

/** Functions that make targets, by their names: those with snapshots are slow to make. */
function targetMakers() {
  const searches = makeSearches(library);
  const world = { library, searches, unbroken: unbrokenRuns(library, searches) };
  const parts = partTargets(world);
  if (mutations !== undefined) return parts;
  const others = [
    ...[faultTarget, momentTarget, aliasingTarget, orderTarget, checkpointTarget].map((make) => make(world)),
    ...(wanted.some((name) => name.startsWith('planted')) ? planted() : []),
  ];
  let files;
  const file = (name) => {
    files ??= fileTargets(library);
    return files.find((target) => target.name === name);
  };
  return {
    ...parts,
    ...Object.fromEntries(FILES.map((name) => [name, () => file(name)])),
    ...Object.fromEntries(others.map((target) => [target.name, () => target])),
  };
}

/** Readers with a bug, to see each kind of it found: only if asked for by name. */
function planted() {
  const readers = {
    crash: () => undefined.length,
    'wrong code': () => {
      throw new TypeError('this is no ElitesError');
    },
    memory: () => new Uint8Array(1e9).fill(1).length,
    hang: (bytes) => {
      while (bytes.length > 0);
    },
    'endless wait': () => new Promise(() => undefined),
  };
  return Object.entries(readers).map(([name, read]) => ({
    name: `planted ${name}`,
    files: [new Uint8Array(64)],
    text: true,
    read,
  }));
}

/** Of all targets: that of the name asked for, or those whose names begin so. */
async function chosenTargets() {
  const all = Object.entries(targetMakers());
  const chosen = wanted.flatMap((start) => {
    const exact = all.filter(([name]) => name === start);
    const found = exact.length > 0 ? exact : all.filter(([name]) => name.startsWith(start));
    if (found.length === 0) throw new Error(`no target's name begins with ${start}`);
    return found;
  });
  parentPort.postMessage({ names: chosen.map(([name]) => name) });
  const targets = [];
  for (const [, make] of chosen) {
    begin(targets.length, 0);
    targets.push(await make());
  }
  return targets;
}

const failures = [];
process.on('warning', (warning) => failures.push({ case: Number(Atomics.load(clock, 0)), message: warning.stack }));
const targets = await chosenTargets();
const peak = () => process.resourceUsage().maxRSS * 1024;

const counts = Object.fromEntries(targets.map(({ name }) => [name, { cases: 0, refused: 0, taken: 0 }]));

/** What a case reads: a good file, changed; and how. The same for a seed and a case. */
function bytesOf(target, random) {
  const good = target.files[random.integer(0, target.files.length - 1)];
  if (mutations !== undefined) {
    const flipped = flipBytes(random, good);
    return [random.integer(0, 1) === 0 ? flipped : repairChecksums(flipped, library)];
  }
  if (target.donors && random.integer(0, 3) > 0) return forge(random, good, target.donors, library);
  const kind = random.integer(0, 3);
  if (kind === 0 || target.text) return [mutateBytes(random, good, random.integer(1, 4))];
  if (target.npy) return [mutateNpy(random, good)];
  const meant = mutateTensors(random, good, library);
  const bytes = kind === 1 ? mutateBytes(random, meant, 1) : meant;
  return [random.integer(0, 4) === 0 ? bytes : repairChecksums(bytes, library)];
}

async function tryCase(target, index) {
  const count = counts[target.name];
  const random = library.randomStream(seed * 1e6 + index);
  count.cases++;
  if (target.play !== undefined) return tryScenario(target, await target.draw(random), index);
  const [bytes, how] = bytesOf(target, random);
  try {
    await target.read(bytes.slice(), library);
    count.taken++;
  } catch (error) {
    if (error.refusal) count.refused++;
    else fail(target, index, how === undefined ? error.stack : `${error.stack}\n  forged: ${how}`, bytes);
  }
}

/** Plays a scenario; one that fails is made as small as it can be and still fails, as long as there is time. */
async function tryScenario(target, scenario, index) {
  let error = await errorOf(target, scenario);
  if (error === undefined) return;
  const end = Date.now() + SMALLER_MS;
  let smallest = scenario;
  for (let smaller = scenario; smaller !== undefined; ) {
    smallest = smaller;
    smaller = undefined;
    for (const candidate of target.smaller(smallest)) {
      if (Date.now() > end) break;
      const found = await errorOf(target, candidate);
      if (found === undefined) continue;
      [smaller, error] = [candidate, found];
      break;
    }
  }
  fail(target, index, `${error.stack ?? error}\n  smallest: ${JSON.stringify(smallest)}`);
}

async function errorOf(target, scenario) {
  begin();
  try {
    counts[target.name][(await target.play(scenario)) === false ? 'refused' : 'taken']++;
  } catch (error) {
    return error ?? new Error('nothing was thrown, as an error');
  }
}

function fail({ name }, index, message, bytes) {
  failures.push({ target: name, case: index, message, bytes });
}

/** A case that never ends is one whose clock stands still. */
function begin(target, index) {
  if (target !== undefined) Atomics.store(clock, 2, BigInt(target));
  if (index !== undefined) Atomics.store(clock, 0, BigInt(index));
  Atomics.store(clock, 1, BigInt(Date.now()));
}

/** In turn; but where the time is what ends it, those that are slow come less often, and scenarios have ten times the time. */
function nextOf(spent, round) {
  if (mutations !== undefined) return targets[round % targets.length];
  const share = (target) => spent.get(target) / (target.play === undefined ? 1 : 10);
  return targets.reduce((least, target) => (share(target) < share(least) ? target : least));
}

async function runAll() {
  const start = peak();
  const end = started + 1000 * seconds;
  const spent = new Map(targets.map((target) => [target, 0]));
  const rounds = only === undefined ? (mutations ?? Number.POSITIVE_INFINITY) : 1;
  for (let round = 0; round < rounds && failures.length < FAILURES; round++) {
    if (mutations === undefined && only === undefined && round >= targets.length && Date.now() > end) break;
    const target = nextOf(spent, round);
    const index = only ?? (mutations === undefined ? counts[target.name].cases : round);
    begin(targets.indexOf(target), index);
    const before = performance.now();
    await tryCase(target, index);
    spent.set(target, spent.get(target) + performance.now() - before);
    if (peak() - start > MOST_MEMORY) {
      fail(target, index, `memory: ${(peak() - start) / 1e6} MB above the start`);
      break;
    }
  }
  Atomics.store(clock, 1, 0n);
  return peak() - start;
}

const memory = await runAll();
parentPort.postMessage({ counts, failures, peak: memory });
