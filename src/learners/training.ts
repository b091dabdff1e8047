import {
  argumentError,
  asBatch,
  type Batch,
  type Box,
  type BoxBounds,
  checkMethods,
  checkObject,
  firstOutside,
  type Genomes,
  type LearnerContext,
  type Random,
  sameSpace,
  scalableBounds,
  spaceDifference,
} from '../core/index.ts';
import { type VaeLoss, type VaeSizes, type VaeTensors, vaeLayers, vaeShapes } from '../kernels/index.ts';

/** The result of the last fit. The losses are means over the minibatches of its last epoch, each before the step on it. */
export interface VaeFit extends VaeLoss {
  /** Number of epochs that were started. */
  readonly epochs: number;
  /** Whether the loss or a weight became NaN or infinite. If so, the fit was undone; the losses are those of the failed fit. */
  readonly diverged: boolean;
}

/** @throws ARGUMENT, in the name of `owner`, unless the context has a space and a random stream. */
export function checkContext(owner: string, context: LearnerContext): void {
  checkObject(owner, 'context', context);
  checkMethods(owner, 'context.random', context.random, 'uniform', 'integer', 'fillNormal');
}

/**
 * The bounds of a space that a learner is to be fitted in.
 * @param first - Those of its first fit, if there was one.
 * @throws ARGUMENT, in the name of `owner`, if the space has other dimensions than `inputs`, an infinite bound, or differs from `first`.
 */
export function fitBounds(owner: string, space: Box, inputs: number, first: BoxBounds | undefined): BoxBounds {
  if (first !== undefined) {
    if (sameSpace(space, first)) return first;
    const [told, got] = spaceDifference(first, space);
    throw argumentError(owner, 'space', `be the space of the first fit, ${told}`, got);
  }
  const bounds = scalableBounds(owner, 'space', space);
  if (bounds.dimensions === inputs) return bounds;
  throw argumentError(owner, 'space.dimensions', `equal inputs, ${inputs}`, bounds.dimensions);
}

/** Genomes to measure a learner with. @throws ARGUMENT, in the name of `owner`, if there are none, or one is not inside the space. */
export function genomesInside(owner: string, genomes: Genomes<ArrayLike<number>>, space: BoxBounds): Batch {
  const batch = asBatch(owner, genomes, space.dimensions);
  if (batch.rows === 0) throw argumentError(owner, 'genomes', 'have at least one row', 0);
  const outside = firstOutside(space, batch.data);
  if (outside >= 0) throw argumentError(owner, 'genomes', 'lie inside the space', batch.data[outside]);
  return batch;
}

/** Initial weights, uniform in ±1/√k for k inputs; drawn layer by layer, weights row-major, then biases. */
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
