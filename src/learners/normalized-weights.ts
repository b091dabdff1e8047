import { Batch } from '../core/index.ts';
import { log, type VaeTensors } from '../kernels/index.ts';
import { columnMeans } from '../linalg/index.ts';

/**
 * Weights of the same autoencoder whose latents have over the given ones the mean 0, and a standard deviation of at most 1: latents that
 * vary more are divided by it. The decoder's first layer takes both back, so reconstructions change by rounding only.
 * @param latents - `(rows, latentDimensions)`: means of latents, as these weights encode them.
 * @returns new weights; undefined if one would not be finite.
 */
export function normalizedWeights(weights: VaeTensors, latents: Batch): VaeTensors | undefined {
  const { rows, columns, data } = latents;
  const means = columnMeans(latents);
  const squares = data.map((x, i) => (x - means[i % columns]!) ** 2);
  const scales = columnMeans(new Batch(rows, columns, squares)).map((variance) => Math.max(1, Math.sqrt(variance)));
  const inputs = weights['fc21.weight'].length / columns;
  const matrix = weights['fc3.weight'];
  const changed = {
    'fc21.weight': weights['fc21.weight'].map((x, i) => x / scales[Math.floor(i / inputs)]!),
    'fc21.bias': weights['fc21.bias'].map((bias, j) => (bias - means[j]!) / scales[j]!),
    // The logarithms of the variances.
    'fc22.bias': weights['fc22.bias'].map((bias, j) => bias - 2 * log(scales[j]!)),
    'fc3.weight': matrix.map((x, i) => x * scales[i % columns]!),
    'fc3.bias': weights['fc3.bias'].map((bias, unit) => {
      let moved = bias;
      for (let j = 0; j < columns; j++) moved += matrix[unit * columns + j]! * means[j]!;
      return moved;
    }),
  };
  const finite = Object.values(changed).every((tensor) => tensor.every(Number.isFinite));
  return finite ? { ...weights, ...changed } : undefined;
}
