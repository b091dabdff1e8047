import type { Batch } from '../core/index.ts';
import type { VaeTensors } from '../kernels/index.ts';

/**
 * Weights of the same autoencoder whose latents have the mean 0 over the given ones. The encoder's bias is moved by the mean, and the
 * decoder's first bias takes it back, so reconstructions change by rounding only. KL falls by half the squared mean: it is the part
 * that training takes longest to remove.
 * @param latents - `(rows, latentDimensions)`: means of latents, as these weights encode them.
 * @returns new weights; undefined if a mean is not finite.
 */
export function centeredWeights(weights: VaeTensors, { rows, columns, data }: Batch): VaeTensors | undefined {
  const means = new Float64Array(columns);
  for (let i = 0; i < data.length; i++) means[i % columns]! += data[i]! / rows;
  if (!means.every(Number.isFinite)) return undefined;
  const decoder = weights['fc3.weight'];
  const behind = weights['fc3.bias'].map((bias, unit) => {
    let moved = bias;
    for (let j = 0; j < columns; j++) moved += decoder[unit * columns + j]! * means[j]!;
    return moved;
  });
  return {
    ...weights,
    'fc21.bias': weights['fc21.bias'].map((bias, j) => bias - means[j]!),
    'fc3.bias': behind,
  };
}
