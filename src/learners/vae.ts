import {
  argumentError,
  asBatch,
  Batch,
  type Box,
  type BoxBounds,
  checkFunction,
  checkNumber,
  type Genomes,
  inSlices,
  type Learner,
  type LearnerContext,
  notFinite,
  type Random,
  type Stateful,
  sameSpace,
  scalableBounds,
  stateError,
} from '../core/index.ts';
import { DataDrivenEncoding } from '../encodings/index.ts';
import { BoxScaling, type VaeCheckpoint, type VaeCrew, type VaeLoss, VaeNetwork } from '../kernels/index.ts';
import { shuffle } from '../random/index.ts';
import { normalizedWeights } from './normalized-weights.ts';
import { checkContext, firstWeights, fitBounds, genomesInside, type VaeFit } from './training.ts';
import { type VaeOptions, type VaeSettings, vaeSettings } from './vae-options.ts';
import { readVaeSnapshot, writeVaeSnapshot } from './vae-snapshot.ts';

/** What {@link Vae.fit} is given along with the genomes. */
export interface VaeFitContext extends LearnerContext {
  /** The weight of KL in each epoch of this fit, counted from 0, instead of the option's; at least 0. For annealing. */
  readonly beta?: ((epoch: number) => number) | undefined;
}

/**
 * The state of a fitted Vae in the form of its kernel, for posting to another thread with the same version of the package.
 * @internal
 */
export interface FittedVae {
  readonly space: Box;
  readonly checkpoint: VaeCheckpoint;
  readonly lastFit: VaeFit;
}

interface Trained {
  readonly space: BoxBounds;
  readonly scaling: BoxScaling;
  readonly network: VaeNetwork;
}

/**
 * The paper's learner: a variational autoencoder, trained on the elites by a WebAssembly kernel. Gives a
 * {@link DataDrivenEncoding}. inputs → ReLU(hidden) → (μ, log σ²) → ReLU(hidden) → tanh(inputs); the loss of a minibatch
 * is Σ (x − x̂)² + β KL, KL averaged over rows; Adam. Genomes are scaled from their box to [-1, 1]. Each fit continues with the weights
 * and Adam state of the last. Same genomes and stream, same bits. [Kingma2014, Kingma2015, Gaier2020]
 *
 * Deviation: β is 0.1 by default, as in the released code, because the paper's figures were made with it; its text has 1.
 */
export class Vae implements Learner<DataDrivenEncoding>, Stateful {
  readonly #settings: VaeSettings;
  readonly #crew: VaeCrew | undefined;
  #trained: Trained | undefined;
  #good: VaeCheckpoint | undefined;
  #lastFit: VaeFit | undefined;
  #fitting = false;

  /** @throws ARGUMENT if an option is unknown, missing or out of its range. */
  constructor(options: VaeOptions);
  /**
   * @param crew - Threads that take the steps together; used by ThreadVae.
   * @internal
   */
  constructor(options: VaeOptions, crew: VaeCrew | undefined);
  constructor(options: VaeOptions, crew?: VaeCrew | undefined) {
    this.#settings = vaeSettings('Vae', options);
    this.#crew = crew;
  }

  /** The result of the last fit; undefined before the first. */
  get lastFit(): VaeFit | undefined {
    return this.#lastFit;
  }

  /** @throws ARGUMENT if the space has other dimensions than `inputs`, an infinite bound, or differs from that of the first fit. */
  check(space: Box): void {
    this.#bounds('Vae.check', space);
  }

  /**
   * Trains for the given number of epochs on `(rows, inputs)` genomes. If the loss, a weight or Adam's state becomes NaN or
   * infinite, the state before this fit is restored, and `lastFit.diverged` is true. Draws from the context's stream:
   * at the first fit the weights, uniform in ±1/√k for a layer of k inputs; then in each epoch the shuffle and the noise.
   * A `minibatch` of at least as many rows means full batches: one step an epoch. With a `pause` in the context, the fit yields between
   * minibatches and may be aborted.
   * @throws ARGUMENT if there are no genomes, one has another length or a gene that is not finite, or the space has other
   *   dimensions, an infinite bound, or differs from that of the first fit; STATE if a fit is under way; the signal's reason. The learner is
   *   then unchanged, but random numbers may have been drawn.
   */
  fit(genomes: Genomes<ArrayLike<number>>, context: VaeFitContext & { readonly pause?: undefined }): void;
  fit(genomes: Genomes<ArrayLike<number>>, context: VaeFitContext): void | Promise<void>;
  fit(genomes: Genomes<ArrayLike<number>>, context: VaeFitContext): void | Promise<void> {
    const owner = 'Vae.fit';
    this.#checkIdle('fit');
    const { inputs, epochs, minibatch, beta } = this.#settings;
    checkContext(owner, context);
    const { space, random, beta: betaOf = () => beta } = context;
    const betas = epochBetas(owner, betaOf, epochs);
    const bounds = this.#bounds(owner, space);
    const trained = this.#trained ?? this.#begin(bounds);
    const { rows, data } = asBatch(owner, genomes, inputs);
    if (rows === 0) throw argumentError(owner, 'genomes', 'have at least one row', rows);
    if (!trained.network.load(data, rows, minibatch, trained.scaling)) throw notFinite(owner, 'genomes', data, inputs);
    return inSlices(this.#train(trained, rows, betas, random), context);
  }

  /** Trains on the genomes that were loaded into the network. */
  *#train(trained: Trained, rows: number, betas: Float64Array, random: Random): Generator<void, void> {
    const { network } = trained;
    const { minibatch } = this.#settings;
    if (this.#trained === undefined) network.setWeights(firstWeights(network, random));
    const good = network.checkpoint(this.#good);
    this.#fitting = true;
    try {
      let sums = { loss: 0, squaredError: 0, kl: 0 };
      let begun = 0;
      while (begun < betas.length && Number.isFinite(sums.loss)) {
        network.setBeta(betas[begun]!);
        shuffle(network.order(rows), random);
        sums = yield* runEpoch(network, rows, minibatch, random);
        begun++;
      }
      const last = network.evaluate(0, Math.min(rows, minibatch));
      const diverged = !(Number.isFinite(sums.loss + last.loss) && network.finite());
      if (diverged) network.restore(good);
      this.#trained = trained;
      this.#lastFit = { ...sums, epochs: begun, diverged };
    } catch (error) {
      network.restore(good);
      throw error;
    } finally {
      this.#good = good;
      this.#fitting = false;
    }
  }

  /**
   * Encodes genomes `(rows, inputs)` to the means of their latents, without sampling, and decodes those. The result has the same
   * shape, is new, and lies inside the space. A gene that is not finite makes its row NaN.
   * @throws STATE before the first fit, or while one is under way; ARGUMENT if a genome has another length.
   */
  reconstruct(genomes: Genomes<ArrayLike<number>>): Batch {
    const { network, scaling } = this.#fitted('reconstruct');
    const { rows, columns, data } = asBatch('Vae.reconstruct', genomes, this.#settings.inputs);
    const out = Batch.zeros(rows, columns);
    network.reconstruct(data, rows, scaling, out.data);
    return out;
  }

  /**
   * Moves and shrinks the latents so that over these genomes, `(rows, inputs)`, each has the mean 0 and a standard deviation of at most 1,
   * up to rounding: one that varies more is divided by its deviation. Reconstructions change by rounding only. Adam's state stays. Does
   * nothing if a weight would overflow.
   * @throws STATE before the first fit, or while one is under way; ARGUMENT if there are no genomes, or one has another length or lies
   *   outside the space.
   */
  normalize(genomes: Genomes<ArrayLike<number>>): void {
    const { network, scaling, space } = this.#fitted('normalize');
    const { rows, data } = genomesInside('Vae.normalize', genomes, space);
    const { mu } = network.encode(data, rows, scaling);
    const weights = normalizedWeights(network.weights(), new Batch(rows, this.#settings.latent, mu));
    if (weights !== undefined) network.setWeights(weights);
  }

  /** A frozen copy of the encoding learned so far. @throws STATE before the first fit, or while one is under way. */
  encoding(): DataDrivenEncoding {
    const { network, space } = this.#fitted('encoding');
    return new DataDrivenEncoding({ weights: network.weights(), phenotype: space, beta: this.#settings.beta });
  }

  /**
   * The same state as {@link Vae.snapshot} in a form that takes a tenth of the time, for ThreadVae; undefined before the first
   * fit. The checkpoint is a copy.
   * @internal
   */
  getState(): FittedVae | undefined {
    if (this.#trained === undefined || this.#lastFit === undefined) return undefined;
    const { network, space } = this.#trained;
    return { space, checkpoint: network.checkpoint(), lastFit: this.#lastFit };
  }

  /**
   * Restores the state of a Vae with the same settings, in this thread or another. Nothing is checked.
   * @internal
   */
  setState(state: FittedVae | undefined): void {
    this.#goOn(state, (network) => network.restore(state!.checkpoint));
  }

  /** Settings, weights, Adam's state, the space and `lastFit`. @throws STATE while a fit is under way. */
  snapshot(): Uint8Array {
    this.#checkIdle('snapshot');
    if (this.#trained === undefined || this.#lastFit === undefined) {
      return writeVaeSnapshot('Vae', this.#settings, undefined);
    }
    const { network, space } = this.#trained;
    const state = { weights: network.weights(), adam: network.adam(), space, lastFit: this.#lastFit };
    return writeVaeSnapshot('Vae', this.#settings, state);
  }

  /**
   * Restores a {@link Vae.snapshot} of a Vae with the same settings; later fits give the same bits.
   * @throws ARGUMENT if `bytes` is neither a Uint8Array nor an ArrayBuffer; SNAPSHOT if they are damaged, of another version, or of other
   *   settings; STATE while a fit is under way. Nothing has changed then.
   */
  restore(bytes: Uint8Array | ArrayBuffer): void {
    this.#checkIdle('restore');
    const state = readVaeSnapshot('Vae', bytes, this.#settings);
    this.#goOn(state, (network) => {
      network.setWeights(state!.weights);
      network.setAdam(state!.adam);
    });
  }

  #goOn(state: Pick<FittedVae, 'space' | 'lastFit'> | undefined, fill: (network: VaeNetwork) => void): void {
    const before = this.#trained;
    const again = before !== undefined && state !== undefined && sameSpace(before.space, state.space);
    // The network's memory is reused if possible: allocating and freeing WebAssembly memories is slow.
    const trained = again ? before : state && this.#begin(scalableBounds('Vae.restore', 'space', state.space));
    if (trained !== undefined) fill(trained.network);
    this.#lastFit = state?.lastFit;
    this.#good = undefined;
    this.#trained = trained;
  }

  #bounds(owner: string, space: Box): BoxBounds {
    return fitBounds(owner, space, this.#settings.inputs, this.#trained?.space);
  }

  #begin(bounds: BoxBounds): Trained {
    const { inputs, latent, hidden, beta, learningRate } = this.#settings;
    const network = new VaeNetwork({ inputs, latent, hidden, training: { beta, learningRate }, crew: this.#crew });
    return { space: bounds, scaling: new BoxScaling(bounds), network };
  }

  #checkIdle(method: string): void {
    if (this.#fitting) throw stateError(`Vae.${method}`, 'a fit is under way');
  }

  #fitted(method: string): Trained {
    this.#checkIdle(method);
    if (this.#trained === undefined)
      throw stateError(`Vae.${method}`, 'nothing was learned yet: call fit, or run the search that learns');
    return this.#trained;
  }
}

/** `(epochs)`: the weight of KL in each epoch. */
function epochBetas(owner: string, beta: (epoch: number) => number, epochs: number): Float64Array {
  checkFunction(owner, 'context.beta', beta);
  return Float64Array.from({ length: epochs }, (_, epoch) => {
    const value = beta(epoch);
    checkNumber(owner, `context.beta(${epoch})`, value, 0);
    return value;
  });
}

/** Takes a step on each minibatch in order; stops at a loss that is not finite. @returns the mean losses. */
function* runEpoch(network: VaeNetwork, rows: number, minibatch: number, random: Random): Generator<void, VaeLoss> {
  let [loss, squaredError, kl, steps] = [0, 0, 0, 0];
  for (let start = 0; start < rows && Number.isFinite(loss); start += minibatch) {
    const count = Math.min(minibatch, rows - start);
    random.fillNormal(network.noise(count));
    const step = network.step(start, count);
    loss += step.loss;
    squaredError += step.squaredError;
    kl += step.kl;
    steps++;
    yield;
  }
  return { loss: loss / steps, squaredError: squaredError / steps, kl: kl / steps };
}
