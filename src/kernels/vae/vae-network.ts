import { addCount } from '../../core/index.ts';
import { type Heap, OwnHeap } from '../runtime/heap.ts';
import { KernelModule } from '../runtime/kernel-module.ts';
import { binary } from './binary.ts';
import type { BoxScaling } from './box-scaling.ts';
import type { VaeCrew } from './vae-crew.ts';
import { pad, panelStep, type VaeSizes, type VaeTensors } from './vae-layout.ts';
import { inferenceBytes, type VaeExports, type VaeLoss, VaeMemory, type VaeTraining } from './vae-memory.ts';
import { takeShare } from './vae-step.ts';

/** What {@link VaeNetwork} is made of. */
export interface VaeNetworkOptions extends VaeSizes {
  /** Without, the network only encodes and decodes, and needs a third of the memory. */
  readonly training?: VaeTraining | undefined;
  /** Threads that take the steps together, led by this one (default: this one alone). */
  readonly crew?: VaeCrew | undefined;
  /** Where it is (default: in a heap of its own). */
  readonly heap?: Heap | undefined;
}

/** Adam's state beside the weights. */
export interface AdamState {
  /** Steps taken. */
  readonly steps: number;
  /** Moving average of the gradients. */
  readonly firstMoment: VaeTensors;
  /** Moving average of their squares. */
  readonly secondMoment: VaeTensors;
}

/** Weights and Adam's state in the kernel's own layout. */
export interface VaeCheckpoint {
  readonly numbers: Float32Array;
  readonly steps: number;
}

/** The kernels of a network that one thread works on. */
const vae: KernelModule<VaeExports> = /* @__PURE__ */ new KernelModule<VaeExports>(binary);

// Rows that encoding and decoding take at a time, unless training has made room for more.
const CHUNK = 64;

/**
 * The paper's variational autoencoder in WebAssembly, float32: weights, Adam's state, training and inference. By
 * default a network has memory of its own, freed with it. Nothing here draws random numbers or checks arguments. Same inputs, same
 * bits, on every engine and CPU. [Kingma2014, Kingma2015, Gaier2020]
 */
export class VaeNetwork implements VaeSizes {
  readonly inputs: number;
  readonly hidden: number;
  readonly latent: number;
  readonly #memory: VaeMemory;
  readonly #crew: VaeCrew | undefined;
  #steps = 0;
  #data = 0;
  #order = 0;

  constructor(options: VaeNetworkOptions) {
    this.inputs = options.inputs;
    this.latent = options.latent;
    this.hidden = options.hidden;
    this.#crew = options.crew;
    const heap = options.heap ?? this.#crew?.heap() ?? new OwnHeap();
    const shares = this.#crew?.threads ?? 1;
    this.#memory = new VaeMemory(heap, this.#crew?.module ?? vae, shares, this, options.training);
  }

  /** Bytes that a network without training allocates. */
  static inferenceBytes(sizes: VaeSizes): number {
    return inferenceBytes(sizes, CHUNK);
  }

  /** Sets the weight of KL in the loss, from the next step on. */
  setBeta(beta: number): void {
    this.#memory.setBeta(beta);
  }

  /** A copy of the weights. */
  weights(): VaeTensors {
    return this.#memory.tensors(0);
  }

  /** Copies weights in. */
  setWeights(tensors: VaeTensors): void {
    this.#memory.setTensors(0, tensors);
  }

  /** A copy of Adam's state. The gradient of the very first step is `firstMoment` / 0.1. */
  adam(): AdamState {
    return { steps: this.#steps, firstMoment: this.#memory.tensors(1), secondMoment: this.#memory.tensors(2) };
  }

  /** Copies Adam's state in. */
  setAdam(state: AdamState): void {
    this.#memory.setTensors(1, state.firstMoment);
    this.#memory.setTensors(2, state.secondMoment);
    this.#setSteps(state.steps);
  }

  /** A copy of weights and Adam's state, in the arrays of `reuse` if given: an earlier checkpoint of this network. */
  checkpoint(reuse?: VaeCheckpoint | undefined): VaeCheckpoint {
    const parameters = this.#memory.parameters();
    const numbers = reuse?.numbers ?? new Float32Array(parameters.length);
    numbers.set(parameters);
    return { numbers, steps: this.#steps };
  }

  /** Goes back to a checkpoint. */
  restore(checkpoint: VaeCheckpoint): void {
    this.#memory.parameters().set(checkpoint.numbers);
    this.#setSteps(checkpoint.steps);
  }

  /** Whether every weight and every number of Adam's is finite. */
  finite(): boolean {
    const { byteOffset, byteLength } = this.#memory.parameters();
    return this.#memory.exports.allFinite(byteOffset, byteOffset + byteLength) !== 0;
  }

  /**
   * Copies training data in, in place of the earlier ones, in the order 0, 1, … Memory grows by what is missing.
   * @param values - `(rows, inputs)` row-major, in the box of `scaling`.
   * @param minibatch - the most rows that one step will take.
   * @returns whether every value is finite.
   */
  load(values: Float64Array, rows: number, minibatch: number, scaling: BoxScaling): boolean {
    const memory = this.#memory;
    const columns = pad(this.inputs);
    memory.reserveActivations(Math.min(rows, minibatch));
    this.#order = memory.end;
    this.#data = this.#order + Math.ceil(rows / 4) * 16;
    memory.reserve(this.#data + rows * columns * 4);
    const floats = memory.floats(this.#data, rows * columns);
    let check = 0;
    for (let row = 0; row < rows; row++) {
      check += scaling.toUnit(values, row * this.inputs, floats, row * columns, 8);
    }
    const order = this.order(rows);
    for (let row = 0; row < rows; row++) order[row] = row;
    return check === 0;
  }

  /** The order in which steps take the loaded rows: a live view, to be shuffled, until the next call of another method. */
  order(rows: number): Int32Array {
    return new Int32Array(this.#memory.buffer, this.#order, rows);
  }

  /** The next minibatch's noise, `(rows, latent)` standard normals: a live view, to be filled before each step. */
  noise(rows: number): Float32Array {
    return this.#memory.noise(rows);
  }

  /** One training step on the loaded rows order[start], …, order[start + rows − 1], with the noise in place. */
  step(start: number, rows: number): VaeLoss {
    this.#steps = addCount(this.#steps);
    return this.#run(start, rows, true);
  }

  /** The loss that {@link VaeNetwork.step} would report, without the step. */
  evaluate(start: number, rows: number): VaeLoss {
    return this.#run(start, rows, false);
  }

  /** Encodes `values`, `(rows, inputs)` in the box of `scaling`, to means and log variances, `(rows, latent)` each. */
  encode(values: Float64Array, rows: number, scaling: BoxScaling): Readonly<Record<'mu' | 'logvar', Float64Array>> {
    const { latent } = this;
    const mu = new Float64Array(rows * latent);
    const logvar = new Float64Array(rows * latent);
    const behind = pad(latent);
    this.#inChunks(rows, (start, count, capacity) => {
      this.#encodeChunk(values, start, count, capacity, scaling);
      const panels = this.#memory.panels('ml', 2 * behind);
      for (let r = 0; r < count; r++) {
        for (let j = 0; j < latent; j++) {
          mu[(start + r) * latent + j] = panels[place(capacity, r, j)]!;
          logvar[(start + r) * latent + j] = panels[place(capacity, r, behind + j)]!;
        }
      }
    });
    return { mu, logvar };
  }

  /** Decodes latents `(rows, latent)` into `out`, `(rows, inputs)` in the box of `scaling`. */
  decode(latents: Float64Array, rows: number, scaling: BoxScaling, out: Float64Array): void {
    const { latent } = this;
    const columns = pad(latent);
    this.#inChunks(rows, (start, count, capacity) => {
      const panels = this.#memory.panels('z', latent);
      for (let r = 0; r < count; r++) {
        for (let j = 0; j < columns; j++) {
          panels[place(capacity, r, j)] = j < latent ? latents[(start + r) * latent + j]! : 0;
        }
      }
      this.#decodeChunk(out, start, count, capacity, scaling);
    });
  }

  /** Encodes `values`, `(rows, inputs)`, and decodes their means into `out`, of the same shape. No sampling. */
  reconstruct(values: Float64Array, rows: number, scaling: BoxScaling, out: Float64Array): void {
    this.#inChunks(rows, (start, count, capacity) => {
      this.#encodeChunk(values, start, count, capacity, scaling);
      this.#memory.takeMeans();
      this.#decodeChunk(out, start, count, capacity, scaling);
    });
  }

  #run(start: number, rows: number, train: boolean): VaeLoss {
    const { exports, record } = this.#memory;
    const step = { record, data: this.#data, order: this.#order + start * 4, rows, train };
    if (this.#crew === undefined) takeShare(exports, step, 0, 1, () => undefined);
    else this.#crew.lead(exports, step);
    return this.#memory.loss();
  }

  #setSteps(steps: number): void {
    this.#steps = steps;
    this.#memory.setSteps(steps);
  }

  #inChunks(rows: number, visit: (start: number, count: number, capacity: number) => void): void {
    this.#memory.reserveActivations(Math.min(rows, CHUNK));
    const { capacity } = this.#memory;
    for (let start = 0; start < rows; start += capacity) visit(start, Math.min(capacity, rows - start), capacity);
  }

  #encodeChunk(values: Float64Array, start: number, count: number, capacity: number, scaling: BoxScaling): void {
    const { inputs } = this;
    const panels = this.#memory.panels('x', inputs);
    for (let r = 0; r < count; r++) scaling.toUnit(values, (start + r) * inputs, panels, r * 8, panelStep(capacity));
    this.#memory.exports.vaeEncode(this.#memory.record, (count + 3) & ~3);
  }

  #decodeChunk(out: Float64Array, start: number, count: number, capacity: number, scaling: BoxScaling): void {
    const { inputs } = this;
    this.#memory.exports.vaeDecode(this.#memory.record, (count + 3) & ~3);
    const panels = this.#memory.panels('y', inputs);
    for (let r = 0; r < count; r++) scaling.fromUnit(panels, r * 8, panelStep(capacity), out, (start + r) * inputs);
  }
}

/** Where row `r` and column `j` of an activation lie. */
function place(capacity: number, r: number, j: number): number {
  return (j >> 3) * panelStep(capacity) + r * 8 + (j & 7);
}
