import { checkMethods, checkObject, type LearnerContext, type Random } from '../core/index.ts';
import { type VaeLoss, type VaeSizes, type VaeTensors, vaeLayers, vaeShapes } from '../kernels/index.ts';

/** How the last fit went. The losses are means over the minibatches of its last epoch, each of the weights before its step. */
export interface VaeFit extends VaeLoss {
  /** Epochs begun. */
  readonly epochs: number;
  /** Whether the loss or a weight was no longer finite: then the fit was undone, and the losses are what was seen. */
  readonly diverged: boolean;
}

/** @throws ARGUMENT, in the name of `owner`, unless the context has a space and a random stream. */
export function checkContext(owner: string, context: LearnerContext): void {
  checkObject(owner, 'context', context);
  checkMethods(owner, 'context.random', context.random, 'uniform', 'integer', 'fillNormal');
}

/** First weights, uniform in ±1/√k for k inputs: layer by layer, weights row-major, then biases. */
export function firstWeights(sizes: VaeSizes, random: Random): VaeTensors {
  const shapes = vaeShapes(sizes);
  const tensors: Record<string, Float32Array> = {};
  for (const layer of vaeLayers) {
    const [outputs, inputs] = shapes[`${layer}.weight`] as readonly [number, number];
    const bound = 1 / Math.sqrt(inputs);
    const draw = (): number => (2 * random.uniform() - 1) * bound;
    tensors[`${layer}.weight`] = Float32Array.from({ length: outputs * inputs }, draw);
    tensors[`${layer}.bias`] = Float32Array.from({ length: outputs }, draw);
  }
  return tensors as unknown as VaeTensors;
}

/** Fisher and Yates's shuffle, in place. */
export function shuffle(order: Int32Array, random: Random): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = random.integer(0, i);
    const swapped = order[i]!;
    order[i] = order[j]!;
    order[j] = swapped;
  }
}
