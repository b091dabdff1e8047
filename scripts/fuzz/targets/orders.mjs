// Runs with several batches out whose evaluations take random times. By the order of asking, times change nothing; by the order of arrival,
// the record of a run repeats it; and whatever is stopped goes on.
import { expect, pick, same } from '../checks.mjs';
import { Probe } from '../searches.mjs';

/** @returns a target. */
export function orderTarget({ library, searches }) {
  return {
    name: 'orders',
    draw: async (random) => ({
      search: pick(random, [...searches.keys()]),
      inFlight: random.integer(1, 5),
      latencies: Array.from({ length: 12 }, () => random.integer(0, 3)),
      evaluations: pick(random, [40, 64]),
    }),
    play: (scenario) => play(library, searches.get(scenario.search), scenario),
    smaller: ({ inFlight, ...rest }) => (inFlight > 2 ? [{ ...rest, inFlight: 2 }] : []),
  };
}

async function play({ run }, make, { inFlight, latencies, evaluations }) {
  /** A new search; its evaluations take times of a list, from one of its places on. */
  const slow = (shift) => {
    const probe = new Probe();
    let calls = shift;
    probe.around = ({ name }, work) => {
      if (!/^evaluate( later|Rows)?$/.test(name)) return work();
      const turns = latencies[calls++ % latencies.length];
      return wait(turns).then(work);
    };
    return make(probe.wrap);
  };
  const asked = [slow(0), slow(5), slow(7)];
  for (const search of asked.slice(0, 2)) await run(search, { evaluations, inFlight });
  expect('latencies change nothing', same(asked[0].snapshot(), asked[1].snapshot()));
  const arrival = slow(0);
  const { order } = await run(arrival, { evaluations, inFlight, order: 'arrival' });
  expect(
    'each batch was applied once',
    new Set(order.applied).size === order.asked && order.applied.length === order.asked,
  );
  const again = slow(5);
  await run(again, { evaluations, order });
  expect('a record repeats its run', same(again.snapshot(), arrival.snapshot()));
  const [stop, ticks] = [new AbortController(), latencies.reduce((sum, turns) => sum + turns, 0)];
  const stopped = run(asked[2], { evaluations, inFlight, signal: stop.signal });
  await wait(ticks);
  stop.abort();
  await stopped;
  await run(asked[2], { evaluations, inFlight });
  expect('a run that was stopped goes on', same(asked[0].snapshot(), asked[2].snapshot()));
}

async function wait(turns) {
  for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
}
