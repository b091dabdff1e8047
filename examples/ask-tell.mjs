// Ask and tell: the evaluation runs wherever you like, here a make-believe remote service that sometimes fails.
import { CvtArchive, cvtCentroids, GaussianMutation, MapElites } from 'elites';

const domain = {
  genome: { dimensions: 8, lower: -1, upper: 1 },
  descriptor: { dimensions: 2, lower: -1, upper: 1 },
};

let requests = 0;
async function service(genome) {
  await new Promise((resolve) => setTimeout(resolve, 1));
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
while (search.evaluations < 5000) {
  const genomes = await search.ask();
  const answers = await Promise.allSettled(Array.from({ length: genomes.rows }, (_, i) => service(genomes.row(i))));
  const report = await search.tell(genomes, {
    fitness: answers.map((answer) => answer.value?.score ?? Number.NaN),
    descriptors: answers.map((answer) => answer.value?.place ?? [0, 0]),
    reasons: answers.map((answer) => answer.reason?.message),
  });
  invalid += report.invalid;
}

console.log(search.archive.metrics());
console.log(invalid, 'requests failed; the other rows of their batches are in the archive');
