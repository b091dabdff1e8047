// Ask and tell: the evaluation runs wherever you like, here in a simulated remote service that sometimes fails. Three batches
// are out at a time, and each row is told as soon as its answer arrives.
import { CvtArchive, cvtCentroids, GaussianMutation, MapElites } from 'elites';

const domain = {
  genome: { dimensions: 8, lower: -1, upper: 1 },
  descriptor: { dimensions: 2, lower: -1, upper: 1 },
};

let requests = 0;
async function service(genome) {
  await new Promise((resolve) => setTimeout(resolve, 5 * Math.random()));
  if (++requests % 17 === 0) throw new Error('503 Service Unavailable');
  return { score: -genome.reduce((sum, x) => sum + x * x, 0), place: [genome[0], genome[7]] };
}

const search = new MapElites({
  domain,
  archive: new CvtArchive({ domain, centroids: cvtCentroids({ cells: 500, descriptor: domain.descriptor, seed: 1 }) }),
  variation: new GaussianMutation({ sigma: 0.1 }),
  batchSize: 50,
  seed: 1,
});

let invalid = 0;
async function evaluate(batch, row) {
  const results = await service(batch.row(row)).then(
    ({ score, place }) => ({ fitness: [score], descriptors: [place] }),
    ({ message }) => ({ fitness: [Number.NaN], descriptors: [[0, 0]], reasons: [message] }),
  );
  const report = await search.tell(batch, results, { rows: [row] });
  invalid += report.invalid;
}

let batches = 0;
async function lane() {
  while (batches++ < 100) {
    const batch = await search.ask();
    await Promise.all(Array.from({ length: batch.rows }, (_, row) => evaluate(batch, row)));
  }
}
await Promise.all([lane(), lane(), lane()]);

console.log(search.archive.metrics());
console.log(
  search.evaluations,
  'evaluations;',
  invalid,
  'requests failed, the other rows of their batches are in the archive',
);
