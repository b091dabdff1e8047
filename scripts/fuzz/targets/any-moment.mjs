// Snapshots taken at every moment of a run, within callbacks and between them, with any number of batches out, and older ones
// restored there. Each is refused with STATE, or leads to the end of an unbroken run; the run that it was taken of ends as if nobody had.
import { checkHeard, expect, pick, same } from '../checks.mjs';
import { DRIVES, drawCall, drive, STOPS, simpler } from '../drives.mjs';
import { Probe, unheard } from '../searches.mjs';

/** @returns a target. */
export function momentTarget({ library, searches, unbroken }) {
  return {
    name: 'snapshots at any moment',
    async draw(random) {
      const [search, how] = [pick(random, [...searches.keys()]), pick(random, DRIVES)];
      const { names, snapshots } = await unbroken(search, how);
      const moment = () =>
        pick(random, [
          { at: drawCall(random, names), after: pick(random, [false, true]) },
          { tick: random.integer(0, 80) },
        ]);
      const restores =
        random.integer(0, 2) === 0 ? [{ ...moment(), from: random.integer(0, snapshots.length - 1) }] : [];
      return { search, drive: how, moments: Array.from({ length: 3 }, moment), restores };
    },
    play: async (scenario) =>
      play(library, searches.get(scenario.search), scenario, await unbroken(scenario.search, scenario.drive)),
    smaller: ({ moments, restores, ...rest }) => [
      ...(restores.length > 0 ? [{ ...rest, moments, restores: [] }] : []),
      ...moments.map((_, i) => ({ ...rest, restores, moments: moments.filter((__, j) => j !== i) })),
      ...simpler(rest.drive).map((how) => ({ ...rest, moments, restores, drive: how })),
    ],
  };
}

async function play(library, make, { drive: how, moments, restores }, { snapshots, end }) {
  const probe = new Probe();
  const search = make(probe.wrap);
  const taken = [];
  let restored = false;
  /** Does what may only be refused with STATE. */
  const orBusy = (act) => {
    try {
      act();
      return true;
    } catch (error) {
      if (error?.code !== 'STATE') throw error;
      return false;
    }
  };
  const faults = [];
  const act = (what, is) => {
    try {
      if (moments.some(is)) orBusy(() => taken.push([what, search.snapshot(), missing(search)]));
      for (const { from } of restores.filter(is)) restored ||= orBusy(() => search.restore(snapshots[from]));
    } catch (error) {
      faults.push(`${what}: ${error?.stack ?? error}`);
    }
  };
  probe.around = ({ index, name }, work) => {
    act(`before ${name}, call ${index}`, ({ at, after }) => at === index && !after);
    const ended = () => act(`after ${name}, call ${index}`, ({ at, after }) => at === index && after);
    const answer = work();
    if (typeof answer?.then !== 'function') {
      ended();
      return answer;
    }
    return answer.then((value) => {
      ended();
      return value;
    });
  };
  let over = false;
  const ticks = (async () => {
    for (let i = 0; i <= 80 && !over; i++) {
      act(`at tick ${i}`, ({ tick }) => tick === i);
      await (i % 8 === 0 ? new Promise((resolve) => setImmediate(resolve)) : undefined);
    }
  })();
  const onGeneration = probe.wrap('onGeneration', () => undefined);
  // A batch that was out when the search went back is not one of those that are out.
  const recover = (error) => {
    if (!(restored && error?.code === 'STATE')) throw error;
  };
  try {
    await drive(library, search, how, STOPS, { onGeneration, recover });
  } finally {
    over = true;
    await ticks;
  }
  expect(`no other error than STATE: ${faults.join('\n')}`, faults.length === 0);
  checkHeard(unheard(search));
  expect('the end is that of an unbroken run', same(search.snapshot(), end));
  for (const [what, bytes, rows] of taken) {
    const resumed = make();
    resumed.restore(bytes);
    expect(`the snapshot ${what} is that of what it restores`, same(resumed.snapshot(), bytes));
    expect(`the snapshot ${what} has the results that were held`, missing(resumed) === rows);
    await drive(library, resumed, how, STOPS);
    checkHeard(unheard(resumed));
    expect(`the snapshot ${what} leads to the end of an unbroken run`, same(resumed.snapshot(), end));
  }
}

/** The rows of all batches that are out that miss results. */
const missing = (search) => search.pending.map((batch) => search.missing(batch).join()).join('; ');
