import { addCount, ascending } from '../../core/index.ts';
import { OwnHeap } from '../runtime/heap.ts';
import { KernelModule } from '../runtime/kernel-module.ts';
import { binary } from './binary.ts';
import { type LayerPlace, matrix, packTensors, pad, unpackTensors } from './vae-layout.ts';
import { adamPowers } from './vae-memory.ts';

/** The kernel's functions; `network` is the address of its record. */
interface RegressionExports {
  regressionPredict(network: number, data: number, order: number, rows: number, to: number): void;
  regressionEpoch(network: number, data: number, targets: number, order: number, rows: number): number;
  allFinite(from: number, end: number): number;
}

/** The network's tensors by name: weights `(outputs, inputs)` row-major, so that y = x Wᵀ + b, and biases `(outputs)`. */
export type RegressionTensors = Readonly<Record<`fc${1 | 2 | 3}.${'weight' | 'bias'}`, Float32Array>>;

/** Weights and Adam's state. */
export interface RegressionState {
  readonly weights: RegressionTensors;
  /** Steps taken. */
  readonly steps: number;
  /** Moving averages of the gradients and of their squares. */
  readonly firstMoment: RegressionTensors;
  readonly secondMoment: RegressionTensors;
}

/** What a {@link RegressionNetwork} is made of. */
interface RegressionNetworkOptions {
  readonly inputs: number;
  /** Units of each hidden layer. */
  readonly hidden: number;
  /** Adam's. */
  readonly learningRate: number;
}

/** Shapes of the tensors, in the order of the layers, each layer's weight before its bias. */
export function regressionShapes(inputs: number, hidden: number): Readonly<Record<keyof RegressionTensors, number[]>> {
  return {
    'fc1.weight': [hidden, inputs],
    'fc1.bias': [hidden],
    'fc2.weight': [hidden, hidden],
    'fc2.bias': [hidden],
    'fc3.weight': [1, hidden],
    'fc3.bias': [1],
  };
}

/** Rows of a step, a multiple of 8. */
const MINIBATCH = 32;

// The kernel's record (class Regression in assembly/vae/regression.ts): three float64 numbers, then 32-bit fields, here by index.
const RECORD_BYTES = 96;
const FIELD = { inputPanels: 6, parameterBytes: 9, w1: 10, x: 16 } as const;

const regression: KernelModule<RegressionExports> = /* @__PURE__ */ new KernelModule<RegressionExports>(binary);

/**
 * A network that predicts a number: inputs → ReLU(hidden) → ReLU(hidden) → 1, trained on mean squared errors with Adam, in
 * WebAssembly memory of its own, float32. Nothing here draws random numbers or checks arguments. Same inputs, same bits, on every engine
 * and CPU. [Kingma2015]
 */
export class RegressionNetwork {
  readonly #inputs: number;
  readonly #heap = new OwnHeap();
  readonly #record: number;
  readonly #places: readonly LayerPlace[];
  /** Where the weights begin, and bytes of them. */
  readonly #weights: number;
  readonly #bytes: number;
  /** Rows that there is room for, and where. */
  #capacity = 0;
  #data = 0;
  #steps = 0;

  constructor({ inputs, hidden, learningRate }: RegressionNetworkOptions) {
    this.#inputs = inputs;
    const [n, h, r] = [pad(inputs), pad(hidden), MINIBATCH];
    this.#record = this.#heap.allocate(RECORD_BYTES);
    const parameters = [matrix(n, h), h, matrix(h, h), h, matrix(h, 8), 8];
    const starts = this.#allocate(parameters);
    this.#weights = starts[0]!;
    const end = this.#heap.allocate(0);
    this.#bytes = end - this.#weights;
    this.#heap.allocate(2 * this.#bytes);
    const activations = [matrix(r, n), matrix(r, h), matrix(r, h), matrix(r, 8)];
    const derivatives = [matrix(r, h), matrix(h, r), matrix(h, r), matrix(8, r)];
    const parts = this.#allocate([...activations, ...derivatives]);
    new Float64Array(this.#buffer, this.#record, 3).set([learningRate, 1, 1]);
    const fields = new Uint32Array(this.#buffer, this.#record, RECORD_BYTES / 4);
    fields.set([n / 8, h / 8, r], FIELD.inputPanels);
    fields[FIELD.parameterBytes] = this.#bytes;
    fields.set(starts, FIELD.w1);
    fields.set(parts, FIELD.x);
    const at = (i: number): number => (starts[i]! - this.#weights) / 4;
    this.#places = [
      { layer: 'fc1', inputs, outputs: hidden, weight: at(0), bias: at(1) },
      { layer: 'fc2', inputs: hidden, outputs: hidden, weight: at(2), bias: at(3) },
      { layer: 'fc3', inputs: hidden, outputs: 1, weight: at(4), bias: at(5) },
    ];
  }

  /** A copy of weights and Adam's state. The gradient of the very first step is `firstMoment` / 0.1. */
  state(): RegressionState {
    const [weights, firstMoment, secondMoment] = [this.#tensors(0), this.#tensors(1), this.#tensors(2)];
    return { weights, steps: this.#steps, firstMoment, secondMoment };
  }

  /** Copies weights in, and Adam's state (default: no step was taken). */
  setState({
    weights,
    steps = 0,
    firstMoment,
    secondMoment,
  }: Pick<RegressionState, 'weights'> & Partial<RegressionState>): void {
    this.#floats(this.#weights, (3 * this.#bytes) / 4).fill(0);
    for (const [section, tensors] of [weights, firstMoment, secondMoment].entries()) {
      if (tensors !== undefined) packTensors(tensors, this.#places, this.#section(section));
    }
    this.#steps = steps;
    new Float64Array(this.#buffer, this.#record, 3).set(adamPowers(steps), 1);
  }

  /** `(rows)`: the predictions for `inputs`, `(rows, inputs)`. @throws STATE if there is no memory for them. */
  predict(inputs: Float32Array, rows: number): Float64Array {
    const { data, targets, order } = this.#load(inputs, new Float32Array(rows));
    this.#exports.regressionPredict(this.#record, data, order, rows, targets);
    return Float64Array.from(this.#floats(targets, rows));
  }

  /**
   * Trains on `inputs`, `(rows, inputs)`, and `targets`, `(rows)`, in epochs of steps of 32 rows.
   * @param next - Whether there is another epoch; shuffles its `order` of rows, 0, 1, … at first, in place. `error` is the mean squared
   *   error of the last epoch, each minibatch's before its step; ∞ before the first.
   * @throws STATE if there is no memory for them. Nothing has changed then.
   */
  train(inputs: Float32Array, targets: Float32Array, next: (order: Int32Array, error: number) => boolean): void {
    const rows = targets.length;
    const places = this.#load(inputs, targets);
    for (let error = Number.POSITIVE_INFINITY; next(new Int32Array(this.#buffer, places.order, rows), error); ) {
      this.#steps = addCount(this.#steps, Math.ceil(rows / MINIBATCH));
      const { data, targets: told, order } = places;
      error = this.#exports.regressionEpoch(this.#record, data, told, order, rows) / rows;
    }
  }

  /** Copies rows in, in place of the earlier ones, in the order 0, 1, …. @returns where they, their targets and their order begin. */
  #load(inputs: Float32Array, targets: Float32Array): Readonly<Record<'data' | 'targets' | 'order', number>> {
    const rows = targets.length;
    const [from, to] = [this.#inputs, pad(this.#inputs)];
    if (rows > this.#capacity) {
      const capacity = Math.max(rows, 2 * this.#capacity);
      // This may throw; the network is then as before.
      this.#data = this.#heap.allocate(capacity * (to + 2) * 4);
      this.#capacity = capacity;
    }
    const told = this.#data + this.#capacity * to * 4;
    const order = told + this.#capacity * 4;
    const data = this.#floats(this.#data, rows * to);
    for (let row = 0; row < rows; row++) {
      for (let j = 0; j < from; j++) data[row * to + j] = inputs[row * from + j]!;
    }
    this.#floats(told, rows).set(targets);
    new Int32Array(this.#buffer, order, rows).set(ascending(rows));
    return { data: this.#data, targets: told, order };
  }

  /** Whether every weight and every number of Adam's is finite. */
  finite(): boolean {
    return this.#exports.allFinite(this.#weights, this.#weights + 3 * this.#bytes) !== 0;
  }

  get #exports(): RegressionExports {
    return regression.in(this.#heap);
  }

  get #buffer(): ArrayBuffer {
    return this.#heap.memory.buffer;
  }

  #floats(address: number, length: number): Float32Array {
    return new Float32Array(this.#buffer, address, length);
  }

  /** Weights (0), or Adam's first (1) or second moments (2). */
  #section(section: number): Float32Array {
    return this.#floats(this.#weights + section * this.#bytes, this.#bytes / 4);
  }

  #tensors(section: number): RegressionTensors {
    return unpackTensors(this.#places, this.#section(section)) as RegressionTensors;
  }

  #allocate(floats: readonly number[]): number[] {
    return floats.map((count) => this.#heap.allocate(count * 4));
  }
}
