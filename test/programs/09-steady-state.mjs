import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineDomain, GridArchive, IsoLineMutation, MapElites, planarArm, run } from 'elites';

process.on('warning', (warning) => { throw warning; });

// A service: 2 to 40 ms a call with a heavy tail, one call in ten fails, it takes 16 calls at a time. `clock` changes the latencies and nothing else.
const service = (clock, enough) => {
  const seen = { done: 0, calls: 0, open: 0, most: 0, perGenome: new Map() };
  const domain = defineDomain({
    name: 'service',
    genome: { dimensions: 6, lower: 0, upper: 1 },
    descriptor: { dimensions: 2, lower: 0, upper: 1 },
    fitnessFloor: -2,
    concurrency: 16,
    async evaluate(genome, { signal }) {
      const key = genome.join();
      seen.perGenome.set(key, (seen.perGenome.get(key) ?? 0) + 1);
      seen.calls++;
      seen.most = Math.max(seen.most, ++seen.open);
      try {
        await sleep(2 + 38 * ((genome[5] * clock) % 1) ** 6, undefined, { signal });
        seen.done++;
        if ((genome[4] * 1e6) % 1 < 0.1) throw new Error('503');
        return { fitness: -genome.reduce((sum, x) => sum + (x - 0.5) ** 2, 0), descriptor: [genome[0], genome[1]] };
      } finally {
        seen.open--;
        if (seen.done > 400 && seen.open > 0) enough?.abort();
      }
    },
  });
  return { domain, seen };
};
const make = (clock, batchSize = 1, enough = undefined) => {
  const { domain, seen } = service(clock, enough);
  const variation = new IsoLineMutation({ isoSigma: 0.05, lineSigma: 0.2 });
  const search = new MapElites({ domain, archive: new GridArchive({ domain, cells: [20, 20] }), variation, batchSize, initial: { evaluations: 16 }, seed: 5 });
  return { search, seen };
};
const elites = (search) => [...search.archive].map(({ cell, fitness, genome }) => [cell, fitness, ...genome]);

// 1. Results as they arrive: a failed call costs one row and no other call.
const arrival = make(1);
const outcome = await run(arrival.search, { evaluations: 3000, inFlight: 16, order: 'arrival', onEvaluationError: 'invalid' });
console.log('arrival', outcome.invalid, 'invalid', arrival.search.archive.metrics().coverage);
assert.equal(arrival.search.evaluations, 3000);
assert.equal(arrival.seen.most, 16);
assert.equal(arrival.seen.calls, 3000, 'nothing is evaluated twice');
assert.ok(outcome.invalid > 150 && outcome.invalid < 600);
assert.ok(arrival.search.archive.metrics().coverage > 0.8);

const repeat = make(7);
await run(repeat.search, { evaluations: 3000, inFlight: 16, order: outcome.order, onEvaluationError: 'invalid' });
assert.deepEqual(elites(repeat.search), elites(arrival.search), 'repeated from its record, with other latencies');

// 2. Results in the order in which they were asked for: the archive depends on no clock.
const [one, other] = [make(1), make(7)];
for (const { search } of [one, other]) await run(search, { evaluations: 800, inFlight: 16, onEvaluationError: 'invalid' });
assert.deepEqual(elites(one.search), elites(other.search), 'other latencies, the same archive');

// 3. A failed call is tried again by itself.
const patient = make(1);
await run(patient.search, { evaluations: 300, inFlight: 40, onEvaluationError: 'invalid', retries: 2 });
const tries = [...patient.seen.perGenome.values()];
assert.ok(tries.every((n) => n === 1 || n === 3) && tries.includes(3));
assert.equal(patient.seen.most, 16, 'concurrency is the domain\'s, over all batches');

// 4. Stopped in the middle of other calls, saved with what is out, and gone on with: nothing lost, nothing told twice.
const enough = new AbortController();
const stopped = make(1, 1, enough);
const half = await run(stopped.search, { evaluations: 1000, inFlight: 16, onEvaluationError: 'invalid', signal: enough.signal });
assert.equal(half.stoppedBy, 'signal');
assert.ok(half.evaluations < 1000 && stopped.search.pending.length > 0 && stopped.search.pending.length <= 16);
const resumed = make(3);
resumed.search.restore(stopped.search.snapshot());
assert.equal(resumed.search.pending.length, stopped.search.pending.length);
await run(resumed.search, { evaluations: 1000, inFlight: 16, onEvaluationError: 'invalid' });
assert.equal(stopped.seen.done + resumed.seen.done, 1000, 'what was evaluated is not evaluated again');
const unbroken = make(2);
await run(unbroken.search, { evaluations: 1000, inFlight: 16, onEvaluationError: 'invalid' });
assert.deepEqual(elites(resumed.search), elites(unbroken.search), 'as if it had never been stopped');

// 5. By hand: several batches out, told in any order and in parts.
const { search } = make(1);
const batches = [await search.ask(), await search.ask(), await search.ask()];
assert.equal(search.pending.length, 3);
const tell = (batch) => search.tell(batch, { fitness: [-0.1], descriptors: [[batch.row(0)[0], batch.row(0)[1]]] });
await tell(batches[2]);
await tell(batches[0]);
await assert.rejects(tell(batches[0]), (error) => error.code === 'STATE');
await tell(batches[1]);
assert.equal(search.pending.length, 0);

const { search: four } = make(1, 4);
const batch = await four.ask();
await four.tell(batch, { fitness: [-0.1, -0.2], descriptors: [[0.1, 0.1], [0.9, 0.9]] }, { rows: [3, 1] });
assert.deepEqual([four.pending.length, four.evaluations, four.archive.size], [1, 2, 2]);
await assert.rejects(four.tell(batch, { fitness: [0], descriptors: [[0, 0]] }, { rows: [1] }), (error) => error.code === 'STATE');
await four.tell(batch, { fitness: [0, 0], descriptors: [[0.3, 0.3], [0.6, 0.6]] }, { rows: [0, 2] });
assert.deepEqual([four.pending.length, four.evaluations], [0, 4]);

// 6. A fast domain without a pause does not hold the event loop: timers tick and a signal is heard in time.
const domain = planarArm({ joints: 20 });
const busy = new MapElites({ domain, archive: new GridArchive({ domain, cells: [40, 40] }), variation: new IsoLineMutation(), seed: 1 });
let ticks = 0;
const timer = setInterval(() => ticks++, 50);
const aborted = await run(busy, { evaluations: Infinity, signal: AbortSignal.timeout(1000) });
clearInterval(timer);
assert.equal(aborted.stoppedBy, 'signal');
assert.ok(ticks > 0);
console.log('steady state ok');
