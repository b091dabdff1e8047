import { DataDrivenEncoding } from '../encodings/index.ts';
import { type VaeTensorName, type VaeTensors, vaeShapes } from '../kernels/index.ts';
import { randomStream } from '../random/index.ts';

/**
 * The control that the paper lacks: an encoding of the size that a learner makes, with first weights and nothing learned.
 * Weights and biases of a layer with k inputs are uniform in ±1/√k.
 * @param latent - Its latents; the hidden layers have twice as many units.
 * @param seed - Any safe integer; another one, another decoder.
 */
export function untrainedEncoding(joints: number, latent: number, seed: number): DataDrivenEncoding {
  const random = randomStream(seed);
  const shapes = vaeShapes({ inputs: joints, hidden: 2 * latent, latent });
  const tensors = Object.entries(shapes).map(([name, shape]) => {
    const weight = shapes[name.replace('bias', 'weight') as VaeTensorName];
    const bound = 1 / Math.sqrt(weight[1]!);
    const size = shape.reduce((a, b) => a * b, 1);
    return [name, Float32Array.from({ length: size }, () => (2 * random.uniform() - 1) * bound)] as const;
  });
  const weights = Object.fromEntries(tensors) as VaeTensors;
  return new DataDrivenEncoding({ weights, phenotype: { dimensions: joints, lower: -1, upper: 1 } });
}
