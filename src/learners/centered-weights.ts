import type { Batch } from '../core/index.ts';
import type { VaeTensors } from '../kernels/index.ts';
import { columnMeans } from '../linalg/index.ts';

/**
 * Weights of the same autoencoder whose latents have the mean 0 over the given ones. The encoder's bias is moved by the mean, and the
 * decoder's first bias takes it back, so reconstructions change by rounding only. KL falls by half the squared length of the mean.
 * @param latents - `(rows, latentDimensions)`: means of latents, as these weights encode them.
 * @returns new weights; undefined if a bias would not be finite.
 */
export function centeredWeights(weights: VaeTensors, latents: Batch): VaeTensors | undefined {
  const means = columnMeans(latents);
  const { columns } = latents;
  const matrix = weights['fc3.weight'];
  const encoderBias = weights['fc21.bias'].map((bias, j) => bias - means[j]!);
  const decoderBias = weights['fc3.bias'].map((bias, unit) => {
    let moved = bias;
    for (let j = 0; j < columns; j++) moved += matrix[unit * columns + j]! * means[j]!;
    return moved;
  });
  if (!(encoderBias.every(Number.isFinite) && decoderBias.every(Number.isFinite))) return undefined;
  return { ...weights, 'fc21.bias': encoderBias, 'fc3.bias': decoderBias };
}
