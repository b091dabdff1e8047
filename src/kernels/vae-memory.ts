import type { KernelExports, KernelInstance } from './instance.ts';
import {
  type LayerPlace,
  packWeight,
  panelStep,
  unpackWeight,
  type VaeSizes,
  type VaeTensorName,
  type VaeTensors,
  vaeLayers,
  vaeShapes,
} from './vae-layout.ts';

/** The kernel's functions; `network` is the address of its record. */
export interface VaeExports extends KernelExports {
  vaeParameters(network: number, address: number, training: boolean): number;
  vaeActivations(network: number, address: number, capacity: number, shares: number, training: boolean): number;
  vaeEncode(network: number, rows: number): void;
  vaeMeans(network: number): void;
  vaeDecode(network: number, rows: number): void;
  vaePhase(
    network: number,
    data: number,
    order: number,
    rows: number,
    train: boolean,
    phase: number,
    share: number,
    shares: number,
  ): number;
  allFinite(from: number, end: number): number;
}

// The kernel's record (class Network in assembly/vae.ts): six float64 numbers, then 32-bit fields, here by index.
const RECORD_BYTES = 256;
const RECORD = { rate: 0, power1: 1, power2: 2, beta: 3, squaredError: 4, kl: 5 } as const;
const FIELD = {
  inputs: 12,
  parameters: 20,
  parameterBytes: 21,
  w1: 22,
  x: 30,
  ml: 32,
  z: 33,
  y: 35,
  noise: 36,
} as const;

/**
 * A network's memory: the record that the kernel works on, parameters, activations, and at the end the training data.
 * Addresses are in bytes. Memory only grows, by what is missing, in place; views hold until it does.
 */
export class VaeMemory {
  readonly record: number;
  readonly exports: VaeExports;
  readonly #kernel: KernelInstance<VaeExports>;
  readonly #shares: number;
  readonly #sizes: VaeSizes;
  readonly #training: boolean;
  readonly #places: readonly LayerPlace[];
  readonly #activations: number;
  #end: number;
  #top: number;
  #capacity = 0;

  constructor(
    kernel: KernelInstance<VaeExports>,
    shares: number,
    sizes: VaeSizes,
    training: boolean,
    learningRate: number,
    beta: number,
  ) {
    this.#kernel = kernel;
    this.#shares = shares;
    this.exports = kernel.exports;
    this.#sizes = sizes;
    this.#training = training;
    this.record = this.#kernel.allocate(RECORD_BYTES);
    this.#top = this.record + RECORD_BYTES;
    this.#fields().set([sizes.inputs, sizes.hidden, sizes.latent], FIELD.inputs);
    const { exports, record } = this;
    new Float64Array(exports.memory.buffer, record, 4).set([learningRate, 1, 1, beta]);
    this.#activations = exports.vaeParameters(record, this.#top, training);
    this.#end = this.#activations;
    this.reserve(this.#end);
    this.#places = this.#layerPlaces();
  }

  /** Bytes of WebAssembly memory. */
  get bytes(): number {
    return this.exports.memory.buffer.byteLength;
  }

  /** Rows that the activations have room for, a multiple of 8. */
  get capacity(): number {
    return this.#capacity;
  }

  /** Where the activations end, and training data may begin. */
  get end(): number {
    return this.#end;
  }

  /** Grows the memory, if need be, so that it reaches to `end`. */
  reserve(end: number): void {
    if (end <= this.#top) return;
    this.#kernel.allocate(end - this.#top);
    this.#top = end;
  }

  /** Makes room for activations of `rows` rows; if there was none, the training data is lost. */
  reserveActivations(rows: number): void {
    if (rows <= this.#capacity) return;
    this.#capacity = (rows + 7) & ~7;
    const { exports, record } = this;
    this.#end = exports.vaeActivations(record, this.#activations, this.#capacity, this.#shares, this.#training);
    this.reserve(this.#end);
    new Uint8Array(this.exports.memory.buffer).fill(0, this.#activations, this.#end);
  }

  /** A live view of `length` float32 numbers at `address`. */
  floats(address: number, length: number): Float32Array {
    return new Float32Array(this.exports.memory.buffer, address, length);
  }

  /** A live view of activations: panels of eight columns, {@link panelStep} of the capacity apart, a row after the other. */
  panels(name: 'x' | 'ml' | 'z' | 'y', columns: number): Float32Array {
    return this.floats(this.#fields()[FIELD[name]]!, Math.ceil(columns / 8) * panelStep(this.#capacity));
  }

  /** A live view of the next minibatch's noise, `(rows, latent)`. */
  noise(rows: number): Float32Array {
    return this.floats(this.#fields()[FIELD.noise]!, rows * this.#sizes.latent);
  }

  /** Squared error and KL of the last step. */
  losses(): Readonly<Record<'squaredError' | 'kl', number>> {
    const numbers = new Float64Array(this.exports.memory.buffer, this.record, 6);
    return { squaredError: numbers[RECORD.squaredError]!, kl: numbers[RECORD.kl]! };
  }

  /** Sets the weight of KL. */
  setBeta(beta: number): void {
    new Float64Array(this.exports.memory.buffer, this.record, 4)[RECORD.beta] = beta;
  }

  /** Sets Adam's β₁ᵗ and β₂ᵗ, which the kernel multiplies up step by step: the same bits as if t steps had been taken. */
  setSteps(steps: number): void {
    const numbers = new Float64Array(this.exports.memory.buffer, this.record, 6);
    let [power1, power2] = [1, 1];
    // Ends after some 700,000 steps: the last subnormal numbers stay what they are.
    for (let t = 0, before = 0; t < steps && power2 !== before; t++) {
      before = power2;
      power1 *= 0.9;
      power2 *= 0.999;
    }
    numbers[RECORD.power1] = power1;
    numbers[RECORD.power2] = power2;
  }

  /** A live view of all parameters, and behind them Adam's m and v, if there are any, in the kernel's layout. */
  parameters(): Float32Array {
    const from = this.#fields()[FIELD.parameters]!;
    return this.floats(from, (this.#activations - from) / 4);
  }

  /** Copies of the weights (`section` 0), or Adam's first (1) or second moments (2). */
  tensors(section: 0 | 1 | 2): VaeTensors {
    const floats = this.#section(section);
    const shapes = vaeShapes(this.#sizes);
    const tensors: Partial<Record<VaeTensorName, Float32Array>> = {};
    for (const [i, layer] of vaeLayers.entries()) {
      const place = this.#places[i]!;
      const weight = new Float32Array(place.inputs * place.outputs);
      unpackWeight(weight, place, floats);
      tensors[`${layer}.weight`] = weight;
      tensors[`${layer}.bias`] = floats.slice(place.bias, place.bias + shapes[`${layer}.bias`][0]!);
    }
    return tensors as VaeTensors;
  }

  /** Copies tensors in, the reverse of {@link VaeMemory.tensors}. */
  setTensors(section: 0 | 1 | 2, tensors: VaeTensors): void {
    const floats = this.#section(section);
    for (const [i, layer] of vaeLayers.entries()) {
      const place = this.#places[i]!;
      packWeight(tensors[`${layer}.weight`], place, floats);
      floats.set(tensors[`${layer}.bias`], place.bias);
    }
  }

  #section(section: 0 | 1 | 2): Float32Array {
    const fields = this.#fields();
    const bytes = fields[FIELD.parameterBytes]!;
    return this.floats(fields[FIELD.parameters]! + section * bytes, bytes / 4);
  }

  #fields(): Uint32Array {
    return new Uint32Array(this.exports.memory.buffer, this.record, RECORD_BYTES / 4);
  }

  /** Where the layers are, counted in floats from the start of a section. Mu and log variance share a layer of the kernel. */
  #layerPlaces(): readonly LayerPlace[] {
    const { inputs, hidden, latent } = this.#sizes;
    const fields = this.#fields();
    const at = (i: number): number => (fields[FIELD.w1 + i]! - fields[FIELD.parameters]!) / 4;
    const latentPanels = Math.ceil(latent / 8);
    return [
      { inputs, outputs: hidden, weight: at(0), bias: at(1) },
      { inputs: hidden, outputs: latent, weight: at(2), bias: at(3) },
      {
        inputs: hidden,
        outputs: latent,
        weight: at(2) + latentPanels * panelStep(hidden),
        bias: at(3) + latentPanels * 8,
      },
      { inputs: latent, outputs: hidden, weight: at(4), bias: at(5) },
      { inputs: hidden, outputs: inputs, weight: at(6), bias: at(7) },
    ];
  }
}
