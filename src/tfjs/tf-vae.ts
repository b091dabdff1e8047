import * as tf from '@tensorflow/tfjs';
import {
  argumentError,
  asBatch,
  Batch,
  type Box,
  type BoxBounds,
  type Genomes,
  type Learner,
  type LearnerContext,
  notFinite,
  type Random,
  type Stateful,
  scalableBounds,
  stateError,
} from '../core/index.ts';
import { DataDrivenEncoding } from '../encodings/index.ts';
import {
  type AdamState,
  BoxScaling,
  type VaeSizes,
  type VaeTensorName,
  type VaeTensors,
  vaeShapes,
} from '../kernels/index.ts';
import {
  checkContext,
  firstWeights,
  fitBounds,
  genomesInside,
  normalizedWeights,
  readVaeSnapshot,
  type VaeOptions,
  type VaeSettings,
  vaeSettings,
  writeVaeSnapshot,
} from '../learners/index.ts';
import { shuffle } from '../random/index.ts';
import {
  assignVariables,
  makeVariables,
  readVariables,
  reconstruct,
  type VaeVariables,
  vaeLoss,
} from './tf-network.ts';

/** The result of the last fit of a {@link TfVae}. */
export interface TfVaeFit {
  /** Mean loss of the minibatches of the last epoch, each before the step on it. */
  readonly loss: number;
  /** Number of epochs that were started. */
  readonly epochs: number;
  /** Whether a loss or a weight became NaN or infinite. If so, the fit was undone. */
  readonly diverged: boolean;
}

/** The names of the variables, in the order in which they are made. */
const VAE_TENSORS = Object.keys(vaeShapes({ inputs: 1, hidden: 1, latent: 1 })) as VaeTensorName[];

interface Trained {
  readonly space: BoxBounds;
  readonly scaling: BoxScaling;
  readonly variables: VaeVariables;
  /** Copies on the host: the weights as before a fit under way, and Adam's state. */
  weights: VaeTensors;
  adam: AdamState;
}

/**
 * The paper's learner on tensorflow.js: the same network, loss and draws as `Vae` of `elites`, on the backend that the
 * user has set. It holds 10 tensors until {@link TfVae.dispose}; each fit frees all others.
 * [Kingma2014, Gaier2020, Section 3.2]
 *
 * Deviation: the bits differ from Vae's and between backends, because each adds in its own order.
 */
export class TfVae implements Learner<DataDrivenEncoding>, Stateful {
  readonly #settings: VaeSettings;
  #trained: Trained | undefined;
  #lastFit: TfVaeFit | undefined;
  #fitting = false;

  /** @throws ARGUMENT if an option is unknown, missing or out of its range. */
  constructor(options: VaeOptions) {
    this.#settings = vaeSettings('TfVae', options);
  }

  /** The result of the last fit; undefined before the first. */
  get lastFit(): TfVaeFit | undefined {
    return this.#lastFit;
  }

  /** @throws ARGUMENT if the space has other dimensions than `inputs`, an infinite bound, or differs from that of the first fit. */
  check(space: Box): void {
    this.#bounds('TfVae.check', space);
  }

  /**
   * Trains for the given number of epochs on `(rows, inputs)` genomes, and yields to the event loop after each. If a loss or a
   * weight becomes NaN or infinite, the state before this fit is restored, and `lastFit.diverged` is true.
   * Draws from the context's stream as Vae does: at the first fit the weights, then each epoch's shuffle and noise.
   * @throws ARGUMENT if there are no genomes, one has another length or a gene that is not finite, or the space has other
   *   dimensions, an infinite bound, or differs from that of the first fit; STATE while another fit is under way.
   */
  async fit(genomes: Genomes<ArrayLike<number>>, context: LearnerContext): Promise<void> {
    const owner = 'TfVae.fit';
    if (this.#fitting) throw stateError(owner, 'another fit is under way');
    checkContext(owner, context);
    const { space, random } = context;
    const bounds = this.#bounds(owner, space);
    const { inputs } = this.#settings;
    const batch = asBatch(owner, genomes, inputs);
    const { rows, data } = batch;
    if (rows === 0) throw argumentError(owner, 'genomes', 'have at least one row', rows);
    const scaling = this.#trained?.scaling ?? new BoxScaling(bounds);
    const { unit, finite } = toUnit(batch, scaling);
    if (!finite) throw notFinite(owner, 'genomes', data, inputs);
    this.#fitting = true;
    try {
      this.#trained ??= this.#begin(bounds, scaling, random);
      await this.#train(this.#trained, unit, rows, random);
    } finally {
      this.#fitting = false;
    }
  }

  /**
   * Encodes genomes `(rows, inputs)` to the means of their latents, without sampling, and decodes those. The result has the same
   * shape, is new, and lies inside the space.
   * @throws STATE before the first fit; ARGUMENT if a genome has another length.
   */
  async reconstruct(genomes: Genomes<ArrayLike<number>>): Promise<Batch> {
    const { variables, scaling } = this.#fitted('reconstruct');
    const batch = asBatch('TfVae.reconstruct', genomes, this.#settings.inputs);
    const { rows, columns } = batch;
    const { unit } = toUnit(batch, scaling);
    const result = tf.tidy(() => reconstruct(variables, tf.tensor2d(unit, [rows, columns])));
    const found = await result.data();
    result.dispose();
    const out = Batch.zeros(rows, columns);
    const padded = new Float32Array((columns + 7) & ~7);
    for (let row = 0; row < rows; row++) {
      padded.set(found.subarray(row * columns, (row + 1) * columns) as Float32Array);
      scaling.fromUnit(padded, 0, 8, out.data, row * columns);
    }
    return out;
  }

  /**
   * As Vae.normalize, up to the rounding of the backend.
   * @throws STATE before the first fit, or while one is under way; ARGUMENT if there are no genomes, or one has another length or lies
   *   outside the space.
   */
  normalize(genomes: Genomes<ArrayLike<number>>): void {
    const trained = this.#fitted('normalize');
    if (this.#fitting) throw stateError('TfVae.normalize', 'a fit is under way');
    const latents = this.encoding().encode(genomesInside('TfVae.normalize', genomes, trained.space));
    const weights = normalizedWeights(trained.weights, latents);
    if (weights === undefined) return;
    assignVariables(trained.variables, weights);
    trained.weights = weights;
  }

  /** A frozen copy of the encoding learned so far, independent of tensorflow.js. @throws STATE before the first fit. */
  encoding(): DataDrivenEncoding {
    const { weights, space } = this.#fitted('encoding');
    return new DataDrivenEncoding({ weights, phenotype: space, beta: this.#settings.beta });
  }

  /** Frees all tensors and resets the learner. @throws STATE while a fit is under way. */
  dispose(): void {
    if (this.#fitting) throw stateError('TfVae.dispose', 'a fit is under way');
    if (this.#trained === undefined) return;
    for (const variable of Object.values(this.#trained.variables)) variable.dispose();
    this.#trained = undefined;
    this.#lastFit = undefined;
  }

  /** Settings, weights, Adam's state, the space and `lastFit`. @throws STATE while a fit is under way. */
  snapshot(): Uint8Array {
    if (this.#fitting) throw stateError('TfVae.snapshot', 'a fit is under way');
    const lastFit = this.#lastFit && { ...this.#lastFit, squaredError: Number.NaN, kl: Number.NaN };
    const state = this.#trained && lastFit && { ...this.#trained, lastFit };
    return writeVaeSnapshot('TfVae', this.#settings, state);
  }

  /**
   * Restores a {@link TfVae.snapshot} of a TfVae with the same settings; later fits give the same bits on the same backend.
   * @throws ARGUMENT if `bytes` is neither a Uint8Array nor an ArrayBuffer; SNAPSHOT if they are damaged, of another version, or of other settings;
   *   STATE while a fit is under way. Nothing has changed then.
   */
  restore(bytes: Uint8Array | ArrayBuffer): void {
    if (this.#fitting) throw stateError('TfVae.restore', 'a fit is under way');
    const state = readVaeSnapshot('TfVae', bytes, this.#settings);
    this.dispose();
    if (state === undefined) return;
    const { weights, lastFit } = state;
    // The optimizer counts steps in 32 bits. From 2^30 steps on the count has no effect.
    const adam = { ...state.adam, steps: Math.min(state.adam.steps, 2 ** 30) };
    const space = scalableBounds('TfVae.restore', 'space', state.space);
    const scaling = new BoxScaling(space);
    this.#trained = { space, scaling, variables: makeVariables(this.#settings, weights), weights, adam };
    this.#lastFit = { loss: lastFit.loss, epochs: lastFit.epochs, diverged: lastFit.diverged };
  }

  #bounds(owner: string, space: Box): BoxBounds {
    return fitBounds(owner, space, this.#settings.inputs, this.#trained?.space);
  }

  #begin(space: BoxBounds, scaling: BoxScaling, random: Random): Trained {
    const weights = firstWeights(this.#settings, random);
    const zeros = (): VaeTensors =>
      Object.fromEntries(
        Object.entries(weights).map(([name, data]) => [name, new Float32Array(data.length)]),
      ) as VaeTensors;
    const adam = { steps: 0, firstMoment: zeros(), secondMoment: zeros() };
    return { space, scaling, variables: makeVariables(this.#settings, weights), weights, adam };
  }

  /** Trains with a new Adam that continues the state of the last one, so that a resumed learner gives the same bits. */
  async #train(trained: Trained, scaled: Float32Array, rows: number, random: Random): Promise<void> {
    const optimizer = tf.train.adam(this.#settings.learningRate, 0.9, 0.999, 1e-8);
    const order = Int32Array.from({ length: rows }, (_, i) => i);
    let [loss, epochs, kept] = [0, 0, false];
    try {
      await writeAdam(optimizer, this.#settings, trained.adam);
      while (epochs < this.#settings.epochs && Number.isFinite(loss)) {
        shuffle(order, random);
        loss = await this.#epoch(trained.variables, optimizer, scaled, order, random);
        epochs++;
      }
      const weights = await readVariables(trained.variables);
      const adam = await readAdam(optimizer);
      if (Number.isFinite(loss) && [weights, adam.firstMoment, adam.secondMoment].every(finite)) {
        Object.assign(trained, { weights, adam });
        kept = true;
      }
    } finally {
      if (!kept) assignVariables(trained.variables, trained.weights);
      optimizer.dispose();
    }
    this.#lastFit = { loss, epochs, diverged: !kept };
  }

  /** Takes one step on each minibatch. The losses are read once, at the end, so that the backend need not wait after each step. */
  async #epoch(
    variables: VaeVariables,
    optimizer: tf.AdamOptimizer,
    scaled: Float32Array,
    order: Int32Array,
    random: Random,
  ): Promise<number> {
    const { inputs, latent, minibatch, beta } = this.#settings;
    const losses: tf.Scalar[] = [];
    try {
      for (let start = 0; start < order.length; start += minibatch) {
        const rows = order.subarray(start, start + minibatch);
        const data = new Float32Array(rows.length * inputs);
        rows.forEach((row, i) => void data.set(scaled.subarray(row * inputs, (row + 1) * inputs), i * inputs));
        const noise = new Float32Array(rows.length * latent);
        random.fillNormal(noise);
        const loss = tf.tidy(() => {
          const x = tf.tensor2d(data, [rows.length, inputs]);
          const epsilon = tf.tensor2d(noise, [rows.length, latent]);
          return optimizer.minimize(() => vaeLoss(variables, x, epsilon, beta), true, Object.values(variables))!;
        });
        losses.push(loss);
      }
      const mean = tf.tidy(() => tf.stack(losses).mean());
      try {
        return (await mean.data())[0]!;
      } finally {
        mean.dispose();
      }
    } finally {
      tf.dispose(losses);
    }
  }

  #fitted(method: string): Trained {
    if (this.#trained === undefined)
      throw stateError(`TfVae.${method}`, 'nothing was learned yet: call fit, or run the search that learns');
    return this.#trained;
  }
}

/** Genomes scaled to [-1, 1], `(rows, columns)`, and whether every gene is finite. */
function toUnit({ rows, columns, data }: Batch, scaling: BoxScaling): { unit: Float32Array; finite: boolean } {
  const unit = new Float32Array(data.length);
  const padded = new Float32Array((columns + 7) & ~7);
  let check = 0;
  for (let row = 0; row < rows; row++) {
    check += scaling.toUnit(data, row * columns, padded, 0, 8);
    unit.set(padded.subarray(0, columns), row * columns);
  }
  return { unit, finite: check === 0 };
}

function finite(tensors: VaeTensors): boolean {
  return Object.values(tensors).every((tensor) => tensor.every(Number.isFinite));
}

/** Copies an optimizer's state to the host: the steps, then the moments in the order of the variables. */
async function readAdam(optimizer: tf.AdamOptimizer): Promise<AdamState> {
  const [iterations, ...moments] = await optimizer.getWeights();
  const steps = (await iterations!.tensor.data())[0]!;
  iterations!.tensor.dispose();
  const values = await Promise.all(moments.map(async ({ tensor }) => Float32Array.from(await tensor.data())));
  const half = values.length / 2;
  const named = (from: number): VaeTensors =>
    Object.fromEntries(VAE_TENSORS.map((name, i) => [name, values[from + i]])) as unknown as VaeTensors;
  return { steps, firstMoment: named(0), secondMoment: named(half) };
}

async function writeAdam(optimizer: tf.AdamOptimizer, sizes: VaeSizes, adam: AdamState): Promise<void> {
  const shapes = vaeShapes(sizes) as Readonly<Record<VaeTensorName, number[]>>;
  const moments = [adam.firstMoment, adam.secondMoment].flatMap((tensors) =>
    VAE_TENSORS.map((name) => ({ name, tensor: tf.tensor(tensors[name], shapes[name]) as tf.Tensor })),
  );
  const named = [{ name: 'iter', tensor: tf.scalar(adam.steps, 'int32') as tf.Tensor }, ...moments];
  try {
    await optimizer.setWeights(named);
  } finally {
    for (const { tensor } of named) tensor.dispose();
  }
}
