import { isFloat32Array, product } from '../core/index.ts';
import type { Fail, Safetensor } from '../formats/index.ts';
import { type VaeSizes, type VaeTensorName, type VaeTensors, vaeShapes } from '../kernels/index.ts';

/** Weights, with the sizes that follow from their shapes. */
export interface NetworkWeights {
  readonly sizes: VaeSizes;
  readonly tensors: VaeTensors;
}

/** A tensor that is given; without `shape` only its length is known. */
interface GivenTensor {
  readonly data: unknown;
  readonly shape?: readonly number[] | undefined;
}

/**
 * Takes the autoencoder's weights by PyTorch's names, checks every shape, and copies them.
 * @param shown - What an error says of a tensor.
 */
export function networkWeights(
  tensorOf: (name: VaeTensorName) => GivenTensor | undefined,
  fail: Fail,
  shown: (name: VaeTensorName) => unknown,
): NetworkWeights {
  const length = (name: VaeTensorName): number => {
    const { data, shape = [1] } = tensorOf(name) ?? {};
    if (isFloat32Array(data) && shape.length === 1 && data.length > 0) return data.length;
    throw fail(`have float32 ${name} of one dimension`, shown(name));
  };
  const sizes = { inputs: length('fc4.bias'), hidden: length('fc3.bias'), latent: length('fc21.bias') };
  const copies: Partial<Record<VaeTensorName, Float32Array>> = {};
  for (const [name, shape] of shapesOf(sizes)) {
    const { data, shape: given = shape } = tensorOf(name) ?? {};
    const count = product(shape);
    if (!isFloat32Array(data) || data.length !== count || `${given}` !== `${shape}`)
      throw fail(`have float32 ${name} of shape (${shape.join(', ')})`, shown(name));
    if (!allFinite(data)) throw fail(`have finite numbers in ${name}`, 'NaN or Infinity');
    copies[name] = new Float32Array(data);
  }
  return { sizes, tensors: copies as VaeTensors };
}

/** The weights as tensors with names and shapes, for a file. */
export function weightEntries(sizes: VaeSizes, tensors: VaeTensors): [string, Safetensor][] {
  return shapesOf(sizes).map(([name, shape]) => [name, { shape, data: tensors[name] }]);
}

function shapesOf(sizes: VaeSizes): [VaeTensorName, readonly number[]][] {
  return Object.entries(vaeShapes(sizes)) as [VaeTensorName, readonly number[]][];
}

/** Whether all numbers are finite. Takes a tenth of the time of `every`, which dominated restoring a large network. */
function allFinite(numbers: Float32Array): boolean {
  let sum = 0;
  for (let i = 0; i < numbers.length; i++) sum += numbers[i]! * 0;
  return sum === 0;
}
