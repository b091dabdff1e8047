// Checkpoints saved, offered and loaded by one writer and by several, at once and in turn, and files damaged between. Whoever
// loads gets, whole, what was saved and not replaced yet.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, pick, same } from '../checks.mjs';
import { DRIVES, drive, STOPS } from '../drives.mjs';
import { Probe } from '../searches.mjs';

const ACTS = ['save', 'save', 'save', 'offer', 'offer', 'load', 'damage'];

/** @returns a target. */
export function checkpointTarget({ library, searches, unbroken }) {
  const folder = mkdtempSync(join(tmpdir(), 'elites-fuzz-checkpoints-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  let folders = 0;
  return {
    name: 'checkpoints',
    draw(random) {
      const writers = random.integer(1, 3);
      if (random.integer(0, 4) === 0)
        return {
          writers,
          search: pick(random, [...searches.keys()]),
          out: pick(random, [1, 3]),
          stop: random.integer(1, 6),
        };
      const step = () => ({
        act: pick(random, ACTS),
        writer: random.integer(0, writers - 1),
        waits: random.integer(0, 1) === 1,
      });
      return { writers, steps: Array.from({ length: random.integer(2, 10) }, step) };
    },
    async play(scenario) {
      const path = join(folder, `${folders++}`, 'checkpoint');
      mkdirSync(join(path, '..'));
      const files = Array.from({ length: scenario.writers }, () => new library.CheckpointFile({ path, every: 0 }));
      const how = DRIVES.find(({ out }) => out === scenario.out);
      if (scenario.steps === undefined)
        await playRun(
          library,
          searches.get(scenario.search),
          { ...scenario, how },
          files,
          await unbroken(scenario.search, how),
        );
      else await playSteps(library, scenario, files);
      await Promise.all(files.map((file) => file.remove()));
      expect('nothing is left', readdirSync(join(path, '..')).length === 0);
      rmSync(join(path, '..'), { recursive: true });
    },
    smaller: ({ steps, ...rest }) =>
      steps === undefined || steps.length === 1
        ? []
        : steps.map((_, i) => ({ ...rest, steps: steps.filter((__, j) => j !== i) })),
  };
}

/** What the `n`th save writes: any length, and no two alike. */
function payload(n) {
  const bytes = new Uint8Array(8 + ((n * 37_777) % 150_000)).fill(1 + (n % 255));
  new DataView(bytes.buffer).setUint32(0, n);
  return bytes;
}

/** Takes what a save wrote, whole, and refuses all else. */
function reader({ ElitesError }) {
  const read = (bytes) => {
    const n = bytes.length < 8 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
    if (!same(bytes, payload(n))) throw new ElitesError('SNAPSHOT', 'bytes must be whole.');
    read.found = n;
  };
  return read;
}

async function playSteps(library, { steps, writers }, files) {
  const { path } = files[0];
  const saves = [];
  let [clock, damaged] = [0, false];
  /** A save from its call to its end; `write` is given what makes its bytes, if it wants them. */
  const save = async (write) => {
    let [one, bytes] = [];
    const written = write(() => {
      one = { n: saves.length + 1, start: clock++, end: Number.POSITIVE_INFINITY };
      saves.push(one);
      bytes = payload(one.n);
      return bytes;
    });
    bytes?.fill(0); // what becomes of it afterwards does not matter
    expect('a save succeeds', (await written) === undefined);
    if (one !== undefined) one.end = clock++;
  };
  const load = async (file) => {
    const start = clock++;
    const read = reader(library);
    try {
      const { source } = await file.load(read);
      if (source === 'none') return expect('nothing was saved', damaged || saves.every(({ end }) => end > start));
    } catch (error) {
      // Both files may be damaged; nothing else may happen.
      if (!damaged || error.code !== 'SNAPSHOT') throw error;
      return undefined;
    }
    const found = saves.find(({ n }) => n === read.found);
    const newer = saves.find((other) => other.start > found.end && other.end < start);
    return expect(`load gives no older save than the last: ${read.found}`, damaged || newer === undefined);
  };
  const acts = {
    save: (file) => save((make) => file.save(make())),
    offer: (file) => save((make) => file.offer(make)),
    load,
    damage() {
      if (!existsSync(path)) return undefined;
      damaged = true;
      return writeFileSync(path, 'damaged');
    },
  };
  const under = [];
  for (const { act, writer, waits } of steps) {
    const done = Promise.resolve(acts[act](files[writer]));
    under.push(done);
    done.catch(() => undefined);
    if (waits) await done;
  }
  await Promise.all(under);
  await load(files[0]);
  if (writers > 1 || damaged || saves.length === 0) return;
  const read = reader(library);
  await files[0].load(read);
  expect(`one writer's last save is there; got ${read.found} of ${saves.length}`, read.found === saves.length);
}

/** A search that is offered at every moment by all writers, stopped, and gone on with from what is loaded. */
async function playRun(library, make, { stop, how }, files, { end }) {
  const probe = new Probe();
  const search = make(probe.wrap);
  const controller = new AbortController();
  const offers = [];
  probe.around = ({ index }, work) => {
    if (index === 20 * stop) controller.abort();
    if (index <= 20 * stop) {
      for (const file of files) offers.push(file.offer(() => search.snapshot()).catch((error) => error));
    }
    return work();
  };
  await library.run(search, { evaluations: STOPS.at(-1), inFlight: how.out, signal: controller.signal });
  for (const error of await Promise.all(offers)) {
    // snapshot throws it within ask, tell and learn.
    if (error !== undefined && error?.code !== 'STATE') throw error;
  }
  const resumed = make();
  await files[0].load((bytes) => resumed.restore(bytes));
  await drive(library, resumed, how, STOPS);
  expect('the end is that of an unbroken run', same(resumed.snapshot(), end));
}
