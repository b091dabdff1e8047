import * as tf from '@tensorflow/tfjs';
import {
  argumentError,
  asBatch,
  Batch,
  type Box,
  finiteBounds,
  type Learner,
  type LearnerContext,
  type Random,
  sameSpace,
  stateError,
} from '../core/index.ts';
import { DataDrivenEncoding } from '../encodings/index.ts';
import { BoxScaling, type VaeTensors } from '../kernels/index.ts';
import {
  checkContext,
  firstWeights,
  notFinite,
  shuffle,
  type VaeOptions,
  type VaeSettings,
  vaeSettings,
} from '../learners/index.ts';
import {
  assignVariables,
  makeVariables,
  readVariables,
  reconstruct,
  type VaeVariables,
  vaeLoss,
} from './tf-network.ts';

/** How the last fit of a {@link TfVae} went. */
export interface TfVaeFit {
  /** Mean loss of the minibatches of the last epoch, each of the weights before its step. */
  readonly loss: number;
  /** Epochs begun. */
  readonly epochs: number;
  /** Whether a loss or a weight was no longer finite: then the fit was undone. */
  readonly diverged: boolean;
}

interface Trained {
  readonly space: Box;
  readonly scaling: BoxScaling;
  readonly variables: VaeVariables;
  optimizer: tf.AdamOptimizer;
  weights: VaeTensors;
}

/**
 * The paper's learner, as `Vae` of `elites`, on tensorflow.js: the same network, loss and draws, on whatever backend the
 * user has set. It holds 10 tensors, and as many pairs of Adam's, until {@link TfVae.dispose}; each fit frees all others.
 * [Kingma2014, Gaier2020, Section 3.2]
 *
 * Deviation: not the same bits as Vae, nor as another backend, because each adds in its own order.
 */
export class TfVae implements Learner<DataDrivenEncoding> {
  readonly #settings: VaeSettings;
  #trained: Trained | undefined;
  #lastFit: TfVaeFit | undefined;
  #fitting = false;

  /** @throws ARGUMENT if an option is unknown, missing or out of its range. */
  constructor(options: VaeOptions) {
    this.#settings = vaeSettings('TfVae', options);
  }

  /** How the last fit went; undefined before the first. */
  get lastFit(): TfVaeFit | undefined {
    return this.#lastFit;
  }

  /**
   * Trains for the given number of epochs on `(rows, inputs)` genomes, and lets other work in after each. If a loss or a
   * weight becomes NaN or infinite, weights and Adam's state go back to those before this fit, and `lastFit` says so.
   * Draws from the context's stream what Vae draws: at the first fit the weights, then each epoch's shuffle and noise.
   * @throws ARGUMENT if there is no genome, one has another length or a gene that is not finite, or the space has other
   *   dimensions, an infinite bound, or is not the one of the first fit; STATE while another fit is under way.
   */
  async fit(genomes: Batch, context: LearnerContext): Promise<void> {
    const owner = 'TfVae.fit';
    if (this.#fitting) throw stateError(owner, 'another fit is under way');
    checkContext(owner, context);
    const { space, random } = context;
    if (this.#trained !== undefined && !sameSpace(space, this.#trained.space)) {
      throw argumentError(owner, 'space', 'be the space of the first fit', space);
    }
    const bounds = finiteBounds(owner, 'space', space);
    const { inputs } = this.#settings;
    if (bounds.dimensions !== inputs) {
      throw argumentError(owner, 'space.dimensions', `be inputs, ${inputs}`, bounds.dimensions);
    }
    const { rows, data } = asBatch(owner, genomes, inputs);
    if (rows === 0) throw argumentError(owner, 'genomes', 'have at least one row', rows);
    const scaling = this.#trained?.scaling ?? new BoxScaling(bounds);
    const { unit, finite } = toUnit(data, rows, inputs, scaling);
    if (!finite) throw notFinite(owner, data, inputs);
    this.#fitting = true;
    try {
      this.#trained ??= this.#begin({ dimensions: inputs, lower: bounds.lower, upper: bounds.upper }, scaling, random);
      await this.#train(this.#trained, unit, rows, random);
    } finally {
      this.#fitting = false;
    }
  }

  /**
   * Encodes genomes `(rows, inputs)` to the means of their latents, without sampling, and decodes those: the same shape,
   * new, inside the space.
   * @throws STATE before the first fit; ARGUMENT if a genome has another length.
   */
  async reconstruct(genomes: Batch): Promise<Batch> {
    const { variables, scaling } = this.#fitted('reconstruct');
    const { rows, columns, data } = asBatch('TfVae.reconstruct', genomes, this.#settings.inputs);
    const { unit } = toUnit(data, rows, columns, scaling);
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

  /** A frozen copy of what was learned, independent of tensorflow.js. @throws STATE before the first fit. */
  encoding(): DataDrivenEncoding {
    const { weights, space } = this.#fitted('encoding');
    return new DataDrivenEncoding({ weights, phenotype: space, beta: this.#settings.beta });
  }

  /** Frees every tensor; the learner is then as new. @throws STATE while a fit is under way. */
  dispose(): void {
    if (this.#fitting) throw stateError('TfVae.dispose', 'a fit is under way');
    if (this.#trained === undefined) return;
    for (const variable of Object.values(this.#trained.variables)) variable.dispose();
    this.#trained.optimizer.dispose();
    this.#trained = undefined;
    this.#lastFit = undefined;
  }

  #begin(space: Box, scaling: BoxScaling, random: Random): Trained {
    const { inputs, latent } = this.#settings;
    const sizes = { inputs, latent, hidden: 2 * latent };
    const weights = firstWeights(sizes, random);
    return { space, scaling, variables: makeVariables(sizes, weights), optimizer: this.#makeOptimizer(), weights };
  }

  #makeOptimizer(): tf.AdamOptimizer {
    return tf.train.adam(this.#settings.learningRate, 0.9, 0.999, 1e-8);
  }

  async #train(trained: Trained, scaled: Float32Array, rows: number, random: Random): Promise<void> {
    const adam = await readAdam(trained.optimizer);
    const order = Int32Array.from({ length: rows }, (_, i) => i);
    let loss = 0;
    let epochs = 0;
    while (epochs < this.#settings.epochs && Number.isFinite(loss)) {
      shuffle(order, random);
      loss = await this.#epoch(trained, scaled, order, random);
      epochs++;
    }
    const weights = await readVariables(trained.variables);
    const diverged = !(
      Number.isFinite(loss) && Object.values(weights).every((tensor) => tensor.every(Number.isFinite))
    );
    if (diverged) {
      assignVariables(trained.variables, trained.weights);
      trained.optimizer.dispose();
      trained.optimizer = this.#makeOptimizer();
      await writeAdam(trained.optimizer, adam);
    } else trained.weights = weights;
    this.#lastFit = { loss, epochs, diverged };
  }

  /** One step on each minibatch; the losses are read together, at the end, so that a backend need not wait for each. */
  async #epoch(
    { variables, optimizer }: Trained,
    scaled: Float32Array,
    order: Int32Array,
    random: Random,
  ): Promise<number> {
    const { inputs, latent, minibatch, beta } = this.#settings;
    const losses: tf.Scalar[] = [];
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
    const [value] = await mean.data();
    tf.dispose([mean, ...losses]);
    return value!;
  }

  #fitted(method: string): Trained {
    if (this.#trained === undefined) throw stateError(`TfVae.${method}`, 'fit has not been called yet');
    return this.#trained;
  }
}

/** Genomes in [-1, 1], `(rows, columns)`, and whether every gene is finite. */
function toUnit(
  data: Float64Array,
  rows: number,
  columns: number,
  scaling: BoxScaling,
): { readonly unit: Float32Array; readonly finite: boolean } {
  const unit = new Float32Array(data.length);
  const padded = new Float32Array((columns + 7) & ~7);
  let check = 0;
  for (let row = 0; row < rows; row++) {
    check += scaling.toUnit(data, row * columns, padded, 0, 8);
    unit.set(padded.subarray(0, columns), row * columns);
  }
  return { unit, finite: check === 0 };
}

interface StoredTensor {
  readonly name: string;
  readonly shape: number[];
  readonly values: Float32Array | Int32Array | Uint8Array;
}

/** Copies an optimizer's state to the host. */
async function readAdam(optimizer: tf.AdamOptimizer): Promise<StoredTensor[]> {
  const named = await optimizer.getWeights();
  const stored = await Promise.all(
    named.map(async ({ name, tensor }) => ({ name, shape: tensor.shape, values: (await tensor.data()).slice() })),
  );
  named.find(({ name }) => name === 'iter')?.tensor.dispose();
  return stored;
}

async function writeAdam(optimizer: tf.AdamOptimizer, stored: readonly StoredTensor[]): Promise<void> {
  const named = stored.map(({ name, shape, values }) => ({ name, tensor: tf.tensor(values, shape) }));
  await optimizer.setWeights(named);
  for (const { tensor } of named) tensor.dispose();
}
