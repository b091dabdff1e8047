import {
  argumentError,
  Batch,
  type Box,
  checkNumber,
  checkObject,
  checkOptions,
  ElitesError,
  type Encoding,
  frozenBox,
  type Genomes,
  latentBox,
  mapVectors,
  type Random,
  sampleLatent,
  scalableBounds,
  snapshotError,
  type Vectors,
} from '../core/index.ts';
import {
  checkEncodingMetadata,
  checkSeed,
  decodeSafetensors,
  encodeSafetensors,
  encodingMetadata,
  type Fail,
  float64Tensor,
  foundTensor,
  latentsFact,
  metadataNumber,
  type SafetensorsFile,
} from '../formats/index.ts';
import { BoxScaling, Cached, VaeNetwork, type VaeSizes, type VaeTensors } from '../kernels/index.ts';
import { type NetworkWeights, networkWeights, weightEntries } from './network-weights.ts';

/** Options of a {@link DataDrivenEncoding}. */
export interface DataDrivenEncodingOptions {
  /** All weights of the autoencoder, with PyTorch's names, `(outputs, inputs)` row-major; copied. */
  readonly weights: VaeTensors;
  /** The box to which the decoder's outputs in [-1, 1] are scaled. Finite. */
  readonly phenotype: Box;
  /** The weight of KL in the training, kept as information. */
  readonly beta?: number | undefined;
  /** The seed of the search or training, a safe integer, kept as information. */
  readonly seed?: number | undefined;
}

const FORMAT = 'elites.data-driven-encoding';
/** Metadata of a file, besides boxes, β and seed. */
const facts = ({ inputs, hidden, latent }: VaeSizes): Record<string, string> => ({
  sizes: JSON.stringify({ inputs, hidden, latent }),
  activation: 'relu, tanh',
  ...latentsFact,
});

/**
 * A learned encoding: the decoder of a variational autoencoder that was trained on elites. Decodes latents in [-5, 5]ⁿ
 * (typical ones are standard normals) to phenotypes in their own units. Immutable; needs neither the learner nor the
 * library that trained it. Same latents, same bits, on every engine. [Gaier2020]
 */
export class DataDrivenEncoding implements Encoding {
  /** The box of latents: `latentDimensions` numbers in [-5, 5], as in the paper. */
  readonly genome: Box;
  /** The box of phenotypes. */
  readonly phenotype: Box;
  /** The weight of KL in the training, if known. */
  readonly beta: number | undefined;
  /** The seed of the search or training, if known. */
  readonly seed: number | undefined;
  readonly #sizes: VaeSizes;
  readonly #weights: VaeTensors;
  readonly #scaling: BoxScaling;
  readonly #network: Cached<VaeNetwork>;

  /**
   * @throws ARGUMENT if a weight is missing, has a shape that does not fit the others, or is not finite, or if `phenotype` is
   *   not a finite box with as many dimensions as the decoder has outputs.
   */
  constructor(options: DataDrivenEncodingOptions) {
    const owner = 'DataDrivenEncoding';
    checkOptions(owner, options, ['weights', 'phenotype', 'beta', 'seed']);
    const { weights, phenotype, beta, seed } = options;
    if (beta !== undefined) checkNumber(owner, 'beta', beta, 0);
    checkSeed(owner, seed);
    const bounds = scalableBounds(owner, 'phenotype', phenotype);
    const checked = checkWeights(owner, weights);
    if (bounds.dimensions !== checked.sizes.inputs) {
      throw argumentError(owner, 'phenotype.dimensions', `be ${checked.sizes.inputs}, the outputs`, bounds.dimensions);
    }
    this.beta = beta;
    this.seed = seed;
    this.#sizes = checked.sizes;
    this.#weights = checked.tensors;
    this.#scaling = new BoxScaling(bounds);
    this.#network = new Cached(VaeNetwork.inferenceBytes(checked.sizes), (heap) => {
      const network = new VaeNetwork({ ...checked.sizes, heap });
      network.setWeights(checked.tensors);
      return network;
    });
    this.genome = latentBox(checked.sizes.latent);
    this.phenotype = frozenBox(bounds);
    Object.freeze(this);
  }

  /**
   * Reads a file of {@link DataDrivenEncoding.toBytes}, or a safetensors file of the paper's PyTorch weights (fc1, fc21,
   * fc22, fc3, fc4). The tensors phenotype.lower and phenotype.upper give the phenotypes' box; if a PyTorch file has neither, it is
   * [-1, 1].
   * @throws ARGUMENT if `bytes` is neither a Uint8Array nor an ArrayBuffer; SNAPSHOT if they are damaged, of another version, or lack a weight
   *   or one of the two bounds; or if the metadata name a format that is neither ours nor PyTorch's 'pt'.
   */
  static fromBytes(bytes: Uint8Array | ArrayBuffer): DataDrivenEncoding {
    const owner = 'DataDrivenEncoding.fromBytes';
    const file = decodeSafetensors(bytes, owner);
    const fail: Fail = (rule, value) => snapshotError(owner, rule, value);
    const format = file.metadata.get('format') ?? 'pt';
    if (format !== FORMAT && format !== 'pt') throw fail(`be of format ${FORMAT}, 'pt', or none`, format);
    const shown = (name: string): unknown => foundTensor(file, name);
    const { sizes, tensors } = networkWeights((name) => file.tensors.get(name), fail, shown);
    const ours = format === FORMAT;
    if (ours) checkEncodingMetadata(file, facts(sizes), fail);
    const phenotype = storedBox(file, sizes.inputs, ours, fail);
    const known = ours ? { beta: metadataNumber(file, 'beta'), seed: metadataNumber(file, 'seed') } : {};
    try {
      return encodingOf({ weights: tensors, phenotype, ...known });
    } catch (cause) {
      const message = `${owner}: bytes must describe a valid encoding; ${(cause as Error).message}`;
      throw new ElitesError('SNAPSHOT', message, { cause });
    }
  }

  /**
   * All weights and the phenotypes' box as a safetensors file, weights with PyTorch's names. Its metadata contain the format
   * and its version, the package's version, sizes, activations, the latents' box, β and the seed. docs/python.md reads
   * it in Python. Same encoding, same bytes.
   * @param options - `seed`: the seed of the training, if the encoding does not have it.
   * @throws ARGUMENT if the seed is not a safe integer.
   */
  toBytes(options: { readonly seed?: number | undefined } = {}): Uint8Array {
    const owner = 'DataDrivenEncoding.toBytes';
    checkOptions(owner, options, ['seed']);
    const { seed = this.seed } = options;
    checkSeed(owner, seed);
    const shape = [this.phenotype.dimensions];
    const metadata = encodingMetadata(FORMAT, facts(this.#sizes), seed);
    if (this.beta !== undefined) metadata.set('beta', String(this.beta));
    const tensors = new Map(weightEntries(this.#sizes, this.#weights));
    tensors.set('phenotype.lower', { shape, data: this.#scaling.lower });
    tensors.set('phenotype.upper', { shape, data: this.#scaling.upper });
    return encodeSafetensors({ tensors, metadata });
  }

  /**
   * Decodes one latent `(latentDimensions)` to a phenotype, or a batch `(rows, latentDimensions)` to
   * `(rows, phenotypeDimensions)`; new, inside the phenotypes' box. Latents outside [-5, 5] are not clipped, except to ±1e6. A latent
   * with a NaN decodes to NaN, which an archive counts as invalid; so may any latent if weights beyond 1e15 overflow. Cost: two products
   * with the decoder's weights, in WebAssembly.
   * @param latents - One vector, a Batch, or other rows of vectors, such as the genomes of an archive.
   * @throws ARGUMENT if the latents have another length.
   */
  decode(latent: ArrayLike<number>): Float64Array;
  decode(latents: Genomes<ArrayLike<number>>): Batch;
  decode(latents: Vectors): Float64Array | Batch {
    const { latent, inputs } = this.#sizes;
    return mapVectors('DataDrivenEncoding.decode', latents, latent, 'latent', ({ rows, data }) => {
      const out = Batch.zeros(rows, inputs);
      this.#network.get().decode(data, rows, this.#scaling, out.data);
      return out;
    });
  }

  /**
   * Encodes one phenotype `(phenotypeDimensions)`, in its own units, to the mean of its latents, or a batch
   * `(rows, phenotypeDimensions)` to `(rows, latentDimensions)`; new, not clipped to [-5, 5].
   * @param phenotypes - One vector, a Batch, or other rows of vectors, such as the genomes of an archive.
   * @throws ARGUMENT if the phenotypes have another length.
   */
  encode(phenotype: ArrayLike<number>): Float64Array;
  encode(phenotypes: Genomes<ArrayLike<number>>): Batch;
  encode(phenotypes: Vectors): Float64Array | Batch {
    const { latent, inputs } = this.#sizes;
    return mapVectors('DataDrivenEncoding.encode', phenotypes, inputs, 'phenotype', ({ rows, data }) => {
      return new Batch(rows, latent, this.#network.get().encode(data, rows, this.#scaling).mu);
    });
  }

  /**
   * Draws a typical latent from `random`: `(latentDimensions)` standard normals, clipped to [-5, 5].
   * @throws ARGUMENT if `random` is not a random stream.
   */
  sample(random: Random): Float64Array {
    return sampleLatent('DataDrivenEncoding.sample', random, this.#sizes.latent);
  }
}

// Outside the class: bundlers rename a class that names itself.
function encodingOf(options: DataDrivenEncodingOptions): DataDrivenEncoding {
  return new DataDrivenEncoding(options);
}

function checkWeights(owner: string, weights: VaeTensors): NetworkWeights {
  checkObject(owner, 'weights', weights);
  const fail: Fail = (rule, value) => argumentError(owner, 'weights', rule, value);
  const shown = (name: keyof VaeTensors): unknown => weights[name];
  return networkWeights((name) => ({ data: weights[name] }), fail, shown);
}

/** The phenotypes' box of a file; [-1, 1] if `needed` is false and the file has neither bound. */
function storedBox(file: SafetensorsFile, dimensions: number, needed: boolean, fail: Fail): Box {
  const names = ['phenotype.lower', 'phenotype.upper'];
  if (!needed && !names.some((name) => foundTensor(file, name) !== undefined))
    return { dimensions, lower: -1, upper: 1 };
  const [lower, upper] = names.map((name) => float64Tensor(file, name, [dimensions], fail));
  return { dimensions, lower: lower!, upper: upper! };
}
