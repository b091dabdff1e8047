// How long one call of Vae.fit takes (or of ThreadVae.fit, with --threads N): 5 epochs over the elites in minibatches of 64, with everything that belongs to it
// (scaling, copying, shuffling, noise). The peer is bench/peers/torch_vae.py, which prints the same JSON.
//
//     npm run build && taskset -c 1 node bench/training/vae-fit.mjs [--rows 1900] [--repeats 15] [--threads N]

import { Batch, randomStream, Vae } from '../../dist/index.js';
import { ThreadVae } from '../../dist/node.js';
import { median } from '../measure.mjs';
import { optionsWith } from '../options.mjs';

/** The paper's sizes: genes, latent dimensions. */
const sizes = [
  [20, 10],
  [200, 32],
  [1000, 32],
];

/** Rows near a five-dimensional surface in [-1, 1]ⁿ, as the peer's. */
function elites(rows, genes, random) {
  const [factors, loadings] = [new Float64Array(rows * 5), new Float64Array(5 * genes)];
  random.fillNormal(factors);
  random.fillNormal(loadings);
  const batch = Batch.zeros(rows, genes);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < genes; j++) {
      let sum = 0.03 * random.normal();
      for (let k = 0; k < 5; k++) sum += factors[i * 5 + k] * loadings[k * genes + j] * 0.2;
      batch.data[i * genes + j] = Math.tanh(sum);
    }
  }
  return batch;
}

/**
 * Median milliseconds of one fit, and of reconstructing 100 genomes, after three fits for the compiler to warm up.
 * @param threads - Of a ThreadVae; 0 for a Vae.
 */
async function vaeFitMilliseconds({ genes, latent, rows, repeats, threads }) {
  const random = randomStream(1);
  const genomes = elites(rows, genes, random);
  const parents = new Batch(100, genes, genomes.data.slice(0, 100 * genes));
  const vae = threads
    ? new ThreadVae({ inputs: genes, latent, hidden: 2 * latent, threads })
    : new Vae({ inputs: genes, latent, hidden: 2 * latent });
  const context = { space: { dimensions: genes, lower: -1, upper: 1 }, random };
  for (let i = 0; i < 3; i++) await vae.fit(genomes, context);
  vae.reconstruct(parents);
  const fit = await medianOf(repeats, () => vae.fit(genomes, context));
  const reconstruct = await medianOf(5 * repeats, () => vae.reconstruct(parents));
  await vae.close?.();
  return { fit, reconstruct };
}

async function medianOf(repeats, act) {
  const times = [];
  for (let i = 0; i < repeats; i++) {
    const start = performance.now();
    await act();
    times.push(performance.now() - start);
  }
  return median(times);
}

const options = optionsWith({ rows: '1900', repeats: '15', threads: '0' });
const [rows, repeats, threads] = [options.rows, options.repeats, options.threads].map(Number);
const result = {};
for (const [genes, latent] of sizes) {
  const { fit, reconstruct } = await vaeFitMilliseconds({ genes, latent, rows, repeats, threads });
  result[genes] = { fit_s: fit / 1000, reconstruct100_s: reconstruct / 1000 };
}
console.log(JSON.stringify(result));
