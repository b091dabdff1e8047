import type { VaeSizes, VaeTensorName, VaeTensors } from '../../../src/kernels/index.ts';
import { vaeShapes } from '../../../src/kernels/index.ts';
import { randomStream } from '../../../src/random/index.ts';

type Tensors = Readonly<Record<VaeTensorName, ArrayLike<number>>>;

/** Random weights, noise and data in [-1, 1] for a network with hidden layers of 2 latent. */
export function noiseAndWeights(
  inputs: number,
  latent: number,
  rows: number,
  seed: number,
): { weights: VaeTensors; noise: Float32Array; data: Float64Array } {
  const random = randomStream(seed);
  const shapes = Object.entries(vaeShapes({ inputs, hidden: 2 * latent, latent }));
  const draw = (length: number): Float32Array => Float32Array.from({ length }, () => random.uniform() - 0.5);
  const weights = Object.fromEntries(shapes.map(([name, shape]) => [name, draw(shape.reduce((a, b) => a * b))]));
  const noise = Float32Array.from({ length: rows * latent }, () => random.normal());
  const data = Float64Array.from({ length: rows * inputs }, () => Math.fround(random.uniform() * 2 - 1));
  return { weights: weights as VaeTensors, noise, data };
}

/** The loss in float64, row by row, as the definition has it. */
export function referenceLoss(
  sizes: VaeSizes,
  tensors: Tensors,
  data: Float64Array,
  noise: Float32Array,
  rows: number,
  beta: number,
): { loss: number; squaredError: number; kl: number } {
  const { inputs, latent } = sizes;
  let [squaredError, kl] = [0, 0];
  for (let r = 0; r < rows; r++) {
    const x = Array.from(data.subarray(r * inputs, (r + 1) * inputs));
    const hidden = relu(linear(tensors, 'fc1', x));
    const mu = linear(tensors, 'fc21', hidden);
    const logvar = linear(tensors, 'fc22', hidden);
    const z = mu.map((m, j) => m + noise[r * latent + j]! * Math.exp(logvar[j]! / 2));
    const y = linear(tensors, 'fc4', relu(linear(tensors, 'fc3', z))).map(Math.tanh);
    squaredError += y.reduce((sum, value, i) => sum + (value - x[i]!) ** 2, 0);
    kl -= logvar.reduce((sum, l, j) => sum + 1 + l - mu[j]! ** 2 - Math.exp(l), 0) / 2 / rows;
  }
  return { loss: squaredError + beta * kl, squaredError, kl };
}

function linear(tensors: Tensors, layer: string, x: readonly number[]): number[] {
  const weight = tensors[`${layer}.weight` as VaeTensorName];
  const bias = tensors[`${layer}.bias` as VaeTensorName];
  return Array.from(bias, (b, o) => x.reduce((sum, value, i) => sum + weight[o * x.length + i]! * value, b));
}

const relu = (x: readonly number[]): number[] => x.map((value) => Math.max(0, value));
