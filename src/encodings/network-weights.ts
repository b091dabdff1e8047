import { isFloat32Array } from '../core/index.ts';
import { type Fail, foundTensor, type Safetensor, type SafetensorsFile } from '../formats/index.ts';
import { type VaeSizes, type VaeTensorName, type VaeTensors, vaeShapes } from '../kernels/index.ts';

type Tensors = Omit<SafetensorsFile, 'metadata'>;

/** Weights, with the sizes that follow from their shapes. */
export interface NetworkWeights {
  readonly sizes: VaeSizes;
  readonly tensors: VaeTensors;
}

/**
 * Takes the autoencoder's weights from a file's tensors with PyTorch's names, checks every shape, and copies them. Other tensors
 * are ignored.
 */
export function networkWeights(file: Tensors, fail: Fail): NetworkWeights {
  const sizes = {
    inputs: biasLength('fc4.bias', file, fail),
    hidden: biasLength('fc3.bias', file, fail),
    latent: biasLength('fc21.bias', file, fail),
  };
  const copies: Partial<Record<VaeTensorName, Float32Array>> = {};
  for (const [name, shape] of Object.entries(vaeShapes(sizes)) as [VaeTensorName, readonly number[]][]) {
    const tensor = file.tensors.get(name);
    if (!isFloat32Array(tensor?.data) || `${tensor.shape}` !== `${shape}`) {
      throw fail(`have float32 ${name} of shape (${shape.join(', ')})`, foundTensor(file, name));
    }
    if (!allFinite(tensor.data)) throw fail(`have finite numbers in ${name}`, 'NaN or Infinity');
    copies[name] = new Float32Array(tensor.data);
  }
  return { sizes, tensors: copies as VaeTensors };
}

/** The weights as tensors with names and shapes, for a file. */
export function weightEntries(sizes: VaeSizes, tensors: VaeTensors): [string, Safetensor][] {
  const shapes = Object.entries(vaeShapes(sizes)) as [VaeTensorName, readonly number[]][];
  return shapes.map(([name, shape]) => [name, { shape, data: tensors[name] }]);
}

/** Whether all numbers are finite. Takes a tenth of the time of `every`, which dominated restoring a large network. */
function allFinite(numbers: Float32Array): boolean {
  let sum = 0;
  for (let i = 0; i < numbers.length; i++) sum += numbers[i]! * 0;
  return sum === 0;
}

function biasLength(name: VaeTensorName, file: Tensors, fail: Fail): number {
  const shape = file.tensors.get(name)?.shape;
  if (shape?.length === 1 && shape[0]! >= 1) return shape[0]!;
  throw fail(`have float32 ${name} of one dimension`, foundTensor(file, name));
}
