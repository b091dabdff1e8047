/** PyTorch's names of the network's layers, in the order in which first weights are drawn. */
export const vaeLayers = ['fc1', 'fc21', 'fc22', 'fc3', 'fc4'] as const;

/** A tensor's name, as PyTorch's `state_dict` has it. */
export type VaeTensorName = `${(typeof vaeLayers)[number]}.${'weight' | 'bias'}`;

/** The network's tensors by name: weights `(outputs, inputs)` row-major, so that y = x Wᵀ + b, and biases `(outputs)`. */
export type VaeTensors = Readonly<Record<VaeTensorName, Float32Array>>;

/** Sizes of the network. */
export interface VaeSizes {
  readonly inputs: number;
  readonly hidden: number;
  readonly latent: number;
}

/** Shapes of the tensors, in the order of {@link vaeLayers}, each layer's weight before its bias. */
export function vaeShapes({ inputs, hidden, latent }: VaeSizes): Readonly<Record<VaeTensorName, readonly number[]>> {
  return {
    'fc1.weight': [hidden, inputs],
    'fc1.bias': [hidden],
    'fc21.weight': [latent, hidden],
    'fc21.bias': [latent],
    'fc22.weight': [latent, hidden],
    'fc22.bias': [latent],
    'fc3.weight': [hidden, latent],
    'fc3.bias': [hidden],
    'fc4.weight': [inputs, hidden],
    'fc4.bias': [inputs],
  };
}

/** Where the kernel keeps a layer, counted in floats; the weights in panels of eight outputs. */
export interface LayerPlace {
  /** Its name. */
  readonly layer: string;
  readonly inputs: number;
  readonly outputs: number;
  readonly weight: number;
  readonly bias: number;
}

/** A number of rows or columns, up to a multiple of eight. */
export function pad(size: number): number {
  return (size + 7) & ~7;
}

/** Floats from one panel of eight columns to the next in a matrix of so many rows. */
export function panelStep(rows: number): number {
  return pad(rows) * 8 + 16;
}

/** Floats of a matrix in panels; columns a multiple of 8. */
export function matrix(rows: number, columns: number): number {
  return (panelStep(rows) * columns) / 8;
}

/** Copies tensors into the kernel's layout. */
export function packTensors(
  tensors: Readonly<Record<string, Float32Array>>,
  places: readonly LayerPlace[],
  floats: Float32Array,
): void {
  for (const place of places) {
    packWeight(tensors[`${place.layer}.weight`]!, place, floats);
    floats.set(tensors[`${place.layer}.bias`]!, place.bias);
  }
}

/** Copies tensors out of the kernel's layout: the reverse of {@link packTensors}. */
export function unpackTensors(places: readonly LayerPlace[], floats: Float32Array): Record<string, Float32Array> {
  const tensors: Record<string, Float32Array> = {};
  for (const place of places) {
    tensors[`${place.layer}.weight`] = unpackWeight(place, floats);
    tensors[`${place.layer}.bias`] = floats.slice(place.bias, place.bias + place.outputs);
  }
  return tensors;
}

/** Copies a weight `(outputs, inputs)` into the kernel's panels, rows of which are eight outputs of one input. */
function packWeight(tensor: Float32Array, place: LayerPlace, floats: Float32Array): void {
  const { inputs, outputs } = place;
  for (let o = 0, index = 0; o < outputs; o++) {
    let at = firstWeight(place, o);
    for (let i = 0; i < inputs; i++, at += 8) floats[at] = tensor[index++]!;
  }
}

/** A weight `(outputs, inputs)` from the kernel's panels. */
function unpackWeight(place: LayerPlace, floats: Float32Array): Float32Array {
  const { inputs, outputs } = place;
  const tensor = new Float32Array(outputs * inputs);
  for (let o = 0, index = 0; o < outputs; o++) {
    let at = firstWeight(place, o);
    for (let i = 0; i < inputs; i++, at += 8) tensor[index++] = floats[at]!;
  }
  return tensor;
}

/** Where the kernel keeps the weight of an output's first input. */
function firstWeight({ inputs, weight }: LayerPlace, output: number): number {
  return weight + (output >> 3) * panelStep(inputs) + (output & 7);
}
