/**
 * `npm run bench:genes`: what each part costs a gene, from 20 to 10,000 genes: flat where cost is linear. Nanoseconds of
 * processor time for a gene of a row, medians of seven rounds of all sizes in turn. Pin it: `taskset -c 0`. Options:
 * `--genes 20,100,500,2000,10000`, `--json`.
 *
 * Generation: ask, planar arm, tell of iso+line MAP-Elites, batches of 100, on the ring archive; add: the same archive
 * alone, rows fitter than all before; fit: a Vae's first epoch over 256 genomes, minibatches of 64, 32 latent dimensions; SepCmaEs: ask
 * and tell of 20 candidates; snapshot: the archive's, written and restored.
 */
import {
  Batch,
  CvtArchive,
  IsoLineMutation,
  MapElites,
  planarArm,
  randomStream,
  ringCentroids,
  run,
  SepCmaEs,
  Vae,
} from '../../dist/index.js';
import { median, processorTime } from '../measure.mjs';
import { optionsWith } from '../options.mjs';

const options = optionsWith({ genes: '20,100,500,2000,10000', json: false });

/** Genes to handle in each measurement, a few times those of the largest row. */
const WORK = 4_000_000;

/** ns a gene of work that handles `rows` genomes at a time, enough of it. */
async function perGene(genes, rows, work) {
  const times = Math.max(1, Math.round(WORK / (rows * genes)));
  const start = processorTime();
  for (let i = 0; i < times; i++) await work();
  return ((processorTime() - start) * 1000) / (times * rows * genes);
}

/** What is measured with one number of genes; each function gives ns a gene. */
async function subject(genes) {
  const domain = planarArm({ joints: genes });
  const archive = new CvtArchive({ domain, centroids: ringCentroids({ rings: 25 }) });
  const search = new MapElites({ domain, archive, variation: new IsoLineMutation(), seed: 1 });
  await run(search, { evaluations: 10_000 });

  const other = new CvtArchive({ domain, centroids: ringCentroids({ rings: 25 }) });
  const random = randomStream(1);
  const genomes = Batch.zeros(256, genes);
  for (let i = 0; i < genomes.data.length; i++) genomes.data[i] = random.uniform();
  const batch = new Batch(100, genes, genomes.data.slice(0, 100 * genes));
  const descriptors = Batch.zeros(100, 2);
  let fitness = 0;
  const add = () => {
    for (let i = 0; i < 200; i++) descriptors.data[i] = random.uniform();
    other.add(batch, { fitness: new Float64Array(100).fill(++fitness), descriptors });
  };
  // One elite in each cell: what is measured is not the growth of the archive.
  for (let i = 0; i < other.cells; i += 25) {
    const centroids = new Batch(25, 2, other.centroids.data.slice(2 * i, 2 * i + 50));
    const some = new Batch(25, genes, batch.data.slice(0, 25 * genes));
    other.add(some, { fitness: new Float64Array(25), descriptors: centroids });
  }

  const vae = new Vae({ inputs: genes, latent: 32, hidden: 64, epochs: 1 });
  const fit = () => vae.fit(genomes, { space: domain.genome, random });

  const strategy = new SepCmaEs({ mean: new Float64Array(genes), sigma: 0.5, populationSize: 20, seed: 1 });
  const generation = () => {
    const candidates = strategy.ask();
    strategy.tell(
      candidates,
      Float64Array.from({ length: candidates.rows }, (_, i) => candidates.data[i * genes] ** 2),
    );
  };

  return {
    generation: () => perGene(genes, 100, () => run(search, { evaluations: search.evaluations + 100 })),
    add: () => perGene(genes, 100, add),
    fit: () => perGene(genes, 256, fit),
    SepCmaEs: () => perGene(genes, 20, generation),
    snapshot: () => perGene(genes, other.size, () => other.restore(other.snapshot())),
  };
}

const sizes = options.genes.split(',').map(Number);
const subjects = [];
for (const genes of sizes) subjects.push(await subject(genes));
const times = subjects.map((parts) => Object.fromEntries(Object.keys(parts).map((part) => [part, []])));
for (let round = 0; round < 8; round++) {
  for (const [i, parts] of subjects.entries()) {
    for (const [part, measure] of Object.entries(parts)) {
      const time = await measure();
      // The first round is for the compiler.
      if (round > 0) times[i][part].push(time);
    }
  }
}
const rows = sizes.map((genes, i) => ({
  genes,
  ...Object.fromEntries(Object.entries(times[i]).map(([part, list]) => [part, median(list)])),
}));
if (options.json) console.log(JSON.stringify(rows));
else {
  const parts = Object.keys(times[0]);
  console.log(`| genes | ${parts.map((part) => `${part}, ns a gene`).join(' | ')} |`);
  console.log(`|${' --- |'.repeat(parts.length + 1)}`);
  for (const row of rows) console.log(`| ${row.genes} | ${parts.map((part) => row[part].toFixed(2)).join(' | ')} |`);
}
