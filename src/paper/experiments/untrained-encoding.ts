import { DataDrivenEncoding } from '../../encodings/index.ts';
import { firstWeights } from '../../learners/index.ts';
import { randomStream } from '../../random/index.ts';

/**
 * A control that the paper lacks: an encoding of the same size with the initial weights of a learner, never trained.
 * @param latent - Its latents; the hidden layers have twice as many units.
 * @param seed - Any safe integer; selects the weights.
 */
export function untrainedEncoding(joints: number, latent: number, seed: number): DataDrivenEncoding {
  const weights = firstWeights({ inputs: joints, hidden: 2 * latent, latent }, randomStream(seed));
  return new DataDrivenEncoding({ weights, phenotype: { dimensions: joints, lower: -1, upper: 1 } });
}
