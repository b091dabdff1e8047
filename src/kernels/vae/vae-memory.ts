import type { Heap } from '../runtime/heap.ts';
import type { KernelModule } from '../runtime/kernel-module.ts';
import {
  type LayerPlace,
  matrix,
  packTensors,
  pad,
  panelStep,
  unpackTensors,
  type VaeSizes,
  type VaeTensors,
} from './vae-layout.ts';

/** The kernel's functions; `network` is the address of its record. */
export interface VaeExports {
  vaeEncode(network: number, rows: number): void;
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

// The kernel's record (class Network in assembly/vae/vae.ts): six float64 numbers, then 32-bit fields, here by index. What is laid out
// below comes in the order of that class.
const RECORD_BYTES = 176;
const RECORD = { rate: 0, power1: 1, power2: 2, beta: 3, squaredError: 4, kl: 5 } as const;
const FIELD = { latent: 12, step: 16, parameterBytes: 17, w1: 18, x: 26, ml: 28, z: 29, y: 31, noise: 32 } as const;

/** How a network is trained. */
export interface VaeTraining {
  /** Weight of KL in the loss. */
  readonly beta: number;
  /** Adam's. */
  readonly learningRate: number;
}

/** The loss of one minibatch, of the weights before its step. */
export interface VaeLoss {
  /** `squaredError` + β `kl`. */
  readonly loss: number;
  /** Σ (x − x̂)², summed over the minibatch. */
  readonly squaredError: number;
  /** KL divergence from the prior, summed over latents, averaged over rows. */
  readonly kl: number;
}

type Padded = Readonly<Record<'n' | 'h' | 'z', number>>;

/** The sizes, up to a multiple of eight. */
function padded({ inputs, hidden, latent }: VaeSizes): Padded {
  return { n: pad(inputs), h: pad(hidden), z: pad(latent) };
}

/** Float32 numbers of the parameters, part by part. */
function parameterParts({ n, h, z }: Padded): number[] {
  return [
    matrix(n, h), // w1
    h, // b1
    matrix(h, 2 * z), // w2
    2 * z, // b2
    matrix(z, h), // w3
    h, // b3
    matrix(h, n), // w4
    n, // b4
  ];
}

/** Float32 numbers of the activations that inference needs, part by part, for `r` rows, a multiple of 8. */
function activationParts({ n, h, z }: Padded, r: number, shares: number): number[] {
  return [
    matrix(r, n) * shares, // x
    matrix(r, h), // h1
    matrix(r, 2 * z), // ml
    matrix(r, z), // z
    matrix(r, h), // h2
    matrix(r, n), // y
  ];
}

/** Bytes of parts that each begin at a multiple of 16. */
function bytesOf(parts: readonly number[]): number {
  return parts.reduce((bytes, part) => bytes + Math.ceil(part / 4) * 16, 0);
}

/** Bytes that a {@link VaeMemory} without training allocates for `rows` rows at a time. */
export function inferenceBytes(sizes: VaeSizes, rows: number): number {
  const parts = [...parameterParts(padded(sizes)), ...activationParts(padded(sizes), pad(rows), 1)];
  return RECORD_BYTES + bytesOf(parts);
}

/** Adam's β₁ᵗ and β₂ᵗ, multiplied up step by step as the kernel does. */
export function adamPowers(steps: number): [number, number] {
  let [power1, power2] = [1, 1];
  // Ends after some 700,000 steps: the last subnormal numbers stay what they are.
  for (let t = 0, before = 0; t < steps && power2 !== before; t++) {
    before = power2;
    power1 *= 0.9;
    power2 *= 0.999;
  }
  return [power1, power2];
}

/**
 * A network's memory: the record that the kernel works on, parameters, activations, and at the end the training data.
 * Addresses are in bytes. Memory only grows, by what is missing, in place; views hold until it does.
 */
export class VaeMemory {
  readonly record: number;
  readonly #heap: Heap;
  readonly #module: KernelModule<VaeExports>;
  readonly #shares: number;
  readonly #sizes: VaeSizes;
  readonly #padded: Padded;
  readonly #training: boolean;
  readonly #activations: number;
  #end: number;
  #top: number;
  #capacity = 0;

  constructor(
    heap: Heap,
    module: KernelModule<VaeExports>,
    shares: number,
    sizes: VaeSizes,
    training: VaeTraining | undefined,
  ) {
    this.#heap = heap;
    this.#module = module;
    this.#shares = shares;
    this.#sizes = sizes;
    this.#training = training !== undefined;
    this.record = heap.allocate(RECORD_BYTES);
    this.#top = this.record + RECORD_BYTES;
    if (training !== undefined) this.#numbers().set([training.learningRate, 1, 1, training.beta]);
    this.#padded = padded(sizes);
    const { n, h, z } = this.#padded;
    const first = this.#top;
    const end = this.#layOut(FIELD.w1, first, parameterParts(this.#padded));
    this.#fields().set([sizes.latent, n / 8, h / 8, z / 8], FIELD.latent);
    this.#fields()[FIELD.parameterBytes] = end - first;
    this.#activations = this.#training ? 3 * end - 2 * first : end;
    this.#end = this.#activations;
    this.reserve(this.#end);
  }

  get exports(): VaeExports {
    return this.#module.in(this.#heap);
  }

  /** The buffer of the memory, until that grows. */
  get buffer(): ArrayBuffer {
    return this.#heap.memory.buffer;
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
    this.#heap.allocate(end - this.#top);
    this.#top = end;
  }

  /** Makes room for activations of `rows` rows; if there was none, the training data is lost. */
  reserveActivations(rows: number): void {
    if (rows <= this.#capacity) return;
    const r = pad(rows);
    const { n, h, z } = this.#padded;
    const parts = activationParts(this.#padded, r, this.#shares);
    if (this.#training) {
      parts.push(
        r * this.#sizes.latent, // noise
        matrix(r, h), // dh
        matrix(r, 2 * z), // dml
        matrix(n, r), // dyT
        matrix(h, r), // dhT
        matrix(z, r), // dzT
        matrix(2 * z, r), // dmlT
        n / 4, // errors
        z / 4, // kls
      );
    }
    this.reserve(this.#activations + bytesOf(parts));
    this.#capacity = r;
    this.#fields()[FIELD.step] = panelStep(r) * 4;
    this.#end = this.#layOut(FIELD.x, this.#activations, parts);
    new Uint8Array(this.buffer).fill(0, this.#activations, this.#end);
  }

  /** Copies mu to the latents: encoding without sampling. */
  takeMeans(): void {
    const { z } = this.#padded;
    this.panels('z', z).set(this.panels('ml', z));
  }

  /** A live view of `length` float32 numbers at `address`. */
  floats(address: number, length: number): Float32Array {
    return new Float32Array(this.buffer, address, length);
  }

  /** A live view of activations: panels of eight columns, {@link panelStep} of the capacity apart, a row after the other. */
  panels(name: 'x' | 'ml' | 'z' | 'y', columns: number): Float32Array {
    return this.floats(this.#fields()[FIELD[name]]!, matrix(this.#capacity, pad(columns)));
  }

  /** A live view of the next minibatch's noise, `(rows, latent)`. */
  noise(rows: number): Float32Array {
    return this.floats(this.#fields()[FIELD.noise]!, rows * this.#sizes.latent);
  }

  /** The loss of the last step. */
  loss(): VaeLoss {
    const numbers = this.#numbers();
    const [squaredError, kl] = [numbers[RECORD.squaredError]!, numbers[RECORD.kl]!];
    return { loss: squaredError + numbers[RECORD.beta]! * kl, squaredError, kl };
  }

  /** Sets the weight of KL. */
  setBeta(beta: number): void {
    this.#numbers()[RECORD.beta] = beta;
  }

  /** Sets Adam's β₁ᵗ and β₂ᵗ, which the kernel multiplies up step by step: the same bits as if t steps had been taken. */
  setSteps(steps: number): void {
    this.#numbers().set(adamPowers(steps), RECORD.power1);
  }

  /** A live view of all parameters, and behind them Adam's m and v, if there are any, in the kernel's layout. */
  parameters(): Float32Array {
    const from = this.#fields()[FIELD.w1]!;
    return this.floats(from, (this.#activations - from) / 4);
  }

  /** Copies of the weights (`section` 0), or Adam's first (1) or second moments (2). */
  tensors(section: 0 | 1 | 2): VaeTensors {
    return unpackTensors(this.#places(), this.#section(section)) as VaeTensors;
  }

  /** Copies tensors in, the reverse of {@link VaeMemory.tensors}. */
  setTensors(section: 0 | 1 | 2, tensors: VaeTensors): void {
    packTensors(tensors, this.#places(), this.#section(section));
  }

  #section(section: 0 | 1 | 2): Float32Array {
    const fields = this.#fields();
    const bytes = fields[FIELD.parameterBytes]!;
    return this.floats(fields[FIELD.w1]! + section * bytes, bytes / 4);
  }

  #numbers(): Float64Array {
    return new Float64Array(this.buffer, this.record, 6);
  }

  #fields(): Uint32Array {
    return new Uint32Array(this.buffer, this.record, RECORD_BYTES / 4);
  }

  /** Lets parts of so many float32 numbers lie one after the other from `at` on, as fields from `field` on; answers with the end. */
  #layOut(field: number, at: number, sizes: readonly number[]): number {
    const fields = this.#fields();
    let end = at;
    for (const [i, size] of sizes.entries()) {
      fields[field + i] = end;
      end += Math.ceil(size / 4) * 16;
    }
    return end;
  }

  /** Where the layers are, counted in floats from the start of a section. Mu and log variance share a layer of the kernel. */
  #places(): readonly LayerPlace[] {
    const { inputs, hidden, latent } = this.#sizes;
    const { h, z } = this.#padded;
    const fields = this.#fields();
    const at = (i: number): number => (fields[FIELD.w1 + i]! - fields[FIELD.w1]!) / 4;
    return [
      { layer: 'fc1', inputs, outputs: hidden, weight: at(0), bias: at(1) },
      { layer: 'fc21', inputs: hidden, outputs: latent, weight: at(2), bias: at(3) },
      { layer: 'fc22', inputs: hidden, outputs: latent, weight: at(2) + matrix(h, z), bias: at(3) + z },
      { layer: 'fc3', inputs: latent, outputs: hidden, weight: at(4), bias: at(5) },
      { layer: 'fc4', inputs: hidden, outputs: inputs, weight: at(6), bias: at(7) },
    ];
  }
}
