import * as tf from '@tensorflow/tfjs';
import { type VaeSizes, type VaeTensorName, type VaeTensors, vaeShapes } from '../kernels/index.ts';

/** The network's weights as variables of tensorflow.js, with PyTorch's names. */
export type VaeVariables = Readonly<Record<VaeTensorName, tf.Variable>>;

/** Makes the variables from weights on the host. */
export function makeVariables(sizes: VaeSizes, weights: VaeTensors): VaeVariables {
  const shapes = Object.entries(vaeShapes(sizes)) as [VaeTensorName, number[]][];
  const entries = shapes.map(([name, shape]) => {
    const tensor = tf.tensor(weights[name], shape);
    const variable = tf.variable(tensor);
    tensor.dispose();
    return [name, variable];
  });
  return Object.fromEntries(entries) as VaeVariables;
}

/** Copies weights from the host into the variables. */
export function assignVariables(variables: VaeVariables, weights: VaeTensors): void {
  for (const [name, variable] of Object.entries(variables)) {
    const tensor = tf.tensor(weights[name as VaeTensorName], variable.shape);
    variable.assign(tensor);
    tensor.dispose();
  }
}

/** Copies the variables to the host. */
export async function readVariables(variables: VaeVariables): Promise<VaeTensors> {
  const names = Object.keys(variables) as VaeTensorName[];
  const entries = await Promise.all(names.map(async (name) => [name, Float32Array.from(await variables[name].data())]));
  return Object.fromEntries(entries) as VaeTensors;
}

/** Σ (x − x̂)² + β KL of rows `(rows, inputs)` with noise `(rows, latent)`. [Gaier2020, Section 3.2; Kingma2014, Eq. 10] */
export function vaeLoss(variables: VaeVariables, rows: tf.Tensor2D, noise: tf.Tensor2D, beta: number): tf.Scalar {
  const { mu, logvar } = encode(variables, rows);
  const latents = mu.add(noise.mul(logvar.mul(0.5).exp())) as tf.Tensor2D;
  const squaredError = tf.sum(tf.squaredDifference(decode(variables, latents), rows));
  const kl = logvar
    .add(1)
    .sub(mu.square())
    .sub(logvar.exp())
    .sum()
    .mul(-0.5 / rows.shape[0]);
  return squaredError.add(kl.mul(beta)) as tf.Scalar;
}

/** Decodes the means of rows, `(rows, inputs)` in [-1, 1]. */
export function reconstruct(variables: VaeVariables, rows: tf.Tensor2D): tf.Tensor2D {
  return decode(variables, encode(variables, rows).mu);
}

function encode(variables: VaeVariables, rows: tf.Tensor2D): { mu: tf.Tensor2D; logvar: tf.Tensor2D } {
  const hidden = dense(variables, 'fc1', rows).relu() as tf.Tensor2D;
  return { mu: dense(variables, 'fc21', hidden), logvar: dense(variables, 'fc22', hidden) };
}

function decode(variables: VaeVariables, latents: tf.Tensor2D): tf.Tensor2D {
  const hidden = dense(variables, 'fc3', latents).relu() as tf.Tensor2D;
  return dense(variables, 'fc4', hidden).tanh() as tf.Tensor2D;
}

function dense(variables: VaeVariables, layer: 'fc1' | 'fc21' | 'fc22' | 'fc3' | 'fc4', x: tf.Tensor2D): tf.Tensor2D {
  const weight = variables[`${layer}.weight`] as unknown as tf.Tensor2D;
  return tf.matMul(x, weight, false, true).add(variables[`${layer}.bias`]) as tf.Tensor2D;
}
