// The evaluation is behind HTTP, with a rate limit, and fails now and then. Replace the service in this file by yours.
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineDomain, GridArchive, IsoLineMutation, MapElites, run } from 'elites';

// The service answers at most 40 requests in a tenth of a second. One request in 20 fails, and one genome in 50 always fails.
let [requests, window, used] = [0, 0, 0];
const server = createServer(async (request, response) => {
  const now = Math.floor(Date.now() / 100);
  if (now !== window) [window, used] = [now, 0];
  if (++used > 40) return response.writeHead(429, { 'retry-after': '0.1' }).end();
  let text = '';
  for await (const part of request) text += part;
  const genome = JSON.parse(text);
  if (++requests % 20 === 0 || genome[3] < 0.02) return response.writeHead(500).end();
  const answer = { score: -genome.reduce((sum, x) => sum + (x - 0.5) ** 2, 0), place: genome.slice(0, 2), cost: 0.001 };
  response.end(JSON.stringify(answer));
});
await new Promise((resolve) => server.listen(0, 'localhost', resolve));
const address = `http://localhost:${server.address().port}`;

let waits = 0;
const domain = defineDomain({
  name: 'service',
  genome: { dimensions: 4, lower: 0, upper: 1 },
  descriptor: { dimensions: 2, lower: 0, upper: 1 },
  fitnessFloor: -1,
  fields: { cost: 'number' },
  concurrency: 16, // the most requests at once, over all batches
  async evaluate(genome, { signal }) {
    for (;;) {
      const options = { method: 'POST', body: JSON.stringify([...genome]), signal };
      const response = await fetch(address, options);
      if (response.ok) {
        const { score, place, cost } = await response.json();
        return { fitness: score, descriptor: place, cost };
      }
      await response.body?.cancel(); // frees the connection
      if (response.status !== 429) throw new Error(`the service said ${response.status}`); // `retries` of run applies
      waits++;
      await sleep(1000 * Number(response.headers.get('retry-after') ?? 1), undefined, { signal }); // not a failure: ask again later
    }
  },
});

const archive = new GridArchive({ domain, cells: [15, 15] });
const variation = new IsoLineMutation({ isoSigma: 0.05 });
const search = new MapElites({ domain, archive, variation, batchSize: 10, seed: 1 });
const outcome = await run(search, {
  evaluations: 500,
  inFlight: 4, // batches: enough to keep 16 requests under way
  order: 'arrival', // no batch waits for a slower one
  retries: 2, // a failed row is tried twice more
  onEvaluationError: 'invalid', // a row that still fails is invalid; the run continues
  budget: { field: 'cost', total: 10 },
  signal: AbortSignal.timeout(60_000), // ends requests and waits as well
});
server.close();
console.log(
  outcome.stoppedBy,
  outcome.evaluations,
  'evaluations,',
  outcome.invalid,
  'failed for good,',
  waits,
  'waits',
);
console.log(archive.metrics());
