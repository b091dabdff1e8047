import {
  argumentError,
  Batch,
  type Box,
  type BoxBounds,
  checkGenomes,
  checkInteger,
  checkNumber,
  checkOptions,
  ElitesError,
  type Encoding,
  finiteBounds,
  isBatch,
  type Random,
  shapeError,
  snapshotError,
  version,
} from '../core/index.ts';
import { decodeSafetensors, encodeSafetensors, type Safetensor, type SafetensorsFile } from '../formats/index.ts';
import {
  BoxScaling,
  VaeNetwork,
  type VaeSizes,
  type VaeTensorName,
  type VaeTensors,
  vaeShapes,
} from '../kernels/index.ts';
import { type NetworkWeights, networkWeights, weightEntries } from './network-weights.ts';

/** What a {@link DataDrivenEncoding} is made of. */
export interface DataDrivenEncodingOptions {
  /** All weights of the autoencoder under PyTorch's names, `(outputs, inputs)` row-major; copied. */
  readonly weights: VaeTensors;
  /** The box that the decoder's outputs, in [-1, 1], are stretched to. Finite. */
  readonly phenotype: Box;
  /** The weight of KL that it was trained with, to be remembered. */
  readonly beta?: number | undefined;
  /** The seed of the search or the training that learned it, a safe integer, to be remembered. */
  readonly seed?: number | undefined;
}

const FORMAT = 'elites.data-driven-encoding';
const VERSION = '1';
const LATENT_BOUND = 5;
/** What a file says beside the weights and boxes; read back, it must say the same. Files of older versions lack it. */
const layout = (sizes: VaeSizes): Record<string, string> => ({
  sizes: JSON.stringify({ inputs: sizes.inputs, hidden: sizes.hidden, latent: sizes.latent }),
  activation: 'relu, tanh',
  latents: JSON.stringify([-LATENT_BOUND, LATENT_BOUND]),
});

/**
 * A learned encoding: the decoder of a variational autoencoder that was trained on elites. Decodes latents in [-5, 5]ⁿ, of
 * which standard normals are typical, to phenotypes in their own units. Immutable; needs neither the learner nor the
 * library that trained it. Same latents, same bits, on every engine. [Gaier2020]
 */
export class DataDrivenEncoding implements Encoding {
  /** `latentDimensions` numbers in [-5, 5], the paper's box. */
  readonly genome: Box;
  /** Where the phenotypes live. */
  readonly phenotype: Box;
  /** The weight of KL that it was trained with, if known. */
  readonly beta: number | undefined;
  /** The seed that it was learned with, if known. */
  readonly seed: number | undefined;
  readonly #sizes: VaeSizes;
  readonly #weights: VaeTensors;
  readonly #scaling: BoxScaling;
  #network: VaeNetwork | undefined;

  /**
   * @throws ARGUMENT if a weight is missing, has another shape than the others imply, or is not finite, or if phenotype is
   *   no finite box of as many dimensions as the decoder has outputs.
   */
  constructor(options: DataDrivenEncodingOptions) {
    const owner = 'DataDrivenEncoding';
    checkOptions(owner, options, ['weights', 'phenotype', 'beta', 'seed']);
    const { weights, phenotype, beta, seed } = options;
    if (beta !== undefined) checkNumber(owner, 'beta', beta, 0);
    if (seed !== undefined) checkSeed(owner, seed);
    const bounds = finiteBounds(owner, 'phenotype', phenotype);
    const checked = checkWeights(owner, weights);
    if (bounds.dimensions !== checked.sizes.inputs) {
      throw argumentError(owner, 'phenotype.dimensions', `be ${checked.sizes.inputs}, the outputs`, bounds.dimensions);
    }
    this.beta = beta;
    this.seed = seed;
    this.#sizes = checked.sizes;
    this.#weights = checked.tensors;
    this.#scaling = new BoxScaling(bounds);
    this.genome = Object.freeze({ dimensions: checked.sizes.latent, lower: -LATENT_BOUND, upper: LATENT_BOUND });
    this.phenotype = frozenBox(bounds);
    Object.freeze(this);
  }

  /**
   * Reads what {@link DataDrivenEncoding.toBytes} wrote, or a bare safetensors file of the paper's PyTorch weights (fc1,
   * fc21, fc22, fc3, fc4), whose phenotypes are in [-1, 1].
   * @throws ARGUMENT if `bytes` is no Uint8Array; SNAPSHOT if they are damaged, of another version, or lack a weight.
   */
  static fromBytes(bytes: Uint8Array): DataDrivenEncoding {
    const owner = 'DataDrivenEncoding.fromBytes';
    const file = decodeSafetensors(bytes, owner);
    const fail = (rule: string, value: unknown): ElitesError => snapshotError(owner, rule, value);
    const { sizes, tensors } = networkWeights(file.tensors, '', fail);
    if (file.metadata.get('format') !== FORMAT) {
      return new DataDrivenEncoding({ weights: tensors, phenotype: { dimensions: sizes.inputs, lower: -1, upper: 1 } });
    }
    const written = file.metadata.get('version');
    if (written !== VERSION) throw fail(`be of version ${VERSION}`, written);
    for (const [key, text] of Object.entries(layout(sizes))) {
      const got = file.metadata.get(key) ?? text;
      if (got !== text) throw fail(`have ${key} ${text}`, got);
    }
    const number = (key: string): number | undefined =>
      file.metadata.has(key) ? Number(file.metadata.get(key)) : undefined;
    const lower = boundTensor(file, 'phenotype.lower', sizes.inputs, fail);
    const upper = boundTensor(file, 'phenotype.upper', sizes.inputs, fail);
    try {
      const phenotype = { dimensions: sizes.inputs, lower, upper };
      return new DataDrivenEncoding({ weights: tensors, phenotype, beta: number('beta'), seed: number('seed') });
    } catch (cause) {
      const message = `${owner}: bytes must describe a valid encoding; ${(cause as Error).message}`;
      throw new ElitesError('SNAPSHOT', message, { cause });
    }
  }

  /**
   * All weights and the phenotypes' box as a safetensors file, weights under PyTorch's names; its metadata say the format
   * and its version, the package's version, sizes, activations, the latents' box, β and the seed. docs/encodings.md reads
   * it in Python. Same encoding, same bytes.
   * @param options - `seed`: the one that it was learned with, if the encoding does not know it.
   * @throws ARGUMENT if the seed is no safe integer.
   */
  toBytes(options: { readonly seed?: number | undefined } = {}): Uint8Array {
    const owner = 'DataDrivenEncoding.toBytes';
    checkOptions(owner, options, ['seed']);
    const { seed = this.seed } = options;
    if (seed !== undefined) checkSeed(owner, seed);
    const shape = [this.phenotype.dimensions];
    const metadata = new Map([
      ['format', FORMAT],
      ['version', VERSION],
      ['elites', version],
      ...Object.entries(layout(this.#sizes)),
    ]);
    if (this.beta !== undefined) metadata.set('beta', String(this.beta));
    if (seed !== undefined) metadata.set('seed', String(seed));
    const tensors = new Map(weightEntries(this.#sizes, this.#weights, ''));
    tensors.set('phenotype.lower', { shape, data: this.#scaling.lower });
    tensors.set('phenotype.upper', { shape, data: this.#scaling.upper });
    return encodeSafetensors({ tensors, metadata });
  }

  /**
   * Decodes one latent `(latentDimensions)` to a phenotype, or a batch `(rows, latentDimensions)` to
   * `(rows, phenotypeDimensions)`; new, inside the phenotypes' box. Latents outside [-5, 5] are decoded as they are. Cost:
   * two products with the decoder's weights, in WebAssembly.
   * @throws ARGUMENT if the length of the latents is another.
   */
  decode(latent: Float64Array): Float64Array;
  decode(latents: Batch): Batch;
  decode(latents: Float64Array | Batch): Float64Array | Batch {
    const { latent, inputs } = this.#sizes;
    if (typeof latents !== 'object' || latents === null) {
      throw argumentError('DataDrivenEncoding.decode', 'latents', 'be a Float64Array or a Batch', latents);
    }
    if (!isBatch(latents as Batch)) {
      const single = latents as ArrayLike<number>;
      if (single?.length !== latent)
        throw shapeError('DataDrivenEncoding.decode', 'latent', [latent], 'latentDimensions', [single?.length]);
      const out = new Float64Array(inputs);
      this.#made().decode(Float64Array.from(single), 1, this.#scaling, out);
      return out;
    }
    const { rows, columns, data } = latents as Batch;
    if (columns !== latent) {
      throw shapeError('DataDrivenEncoding.decode', 'latents', [rows, latent], 'rows, latentDimensions', [
        rows,
        columns,
      ]);
    }
    const out = Batch.zeros(rows, inputs);
    this.#made().decode(data, rows, this.#scaling, out.data);
    return out;
  }

  /**
   * Encodes phenotypes `(rows, phenotypeDimensions)`, in their own units, to the means of their latents,
   * `(rows, latentDimensions)`, new; not clipped to [-5, 5].
   * @throws ARGUMENT if the number of columns is another.
   */
  encode(phenotypes: Batch): Batch {
    checkGenomes('DataDrivenEncoding.encode', 'phenotypes', phenotypes);
    const { latent, inputs } = this.#sizes;
    const { rows, columns, data } = phenotypes;
    if (columns !== inputs) {
      throw shapeError('DataDrivenEncoding.encode', 'phenotypes', [rows, inputs], 'rows, phenotypeDimensions', [
        rows,
        columns,
      ]);
    }
    return new Batch(rows, latent, this.#made().encode(data, rows, this.#scaling).mu);
  }

  /** Draws a latent as the learner was trained to expect them: `(latentDimensions)` standard normals, clipped to [-5, 5]. */
  sample(random: Random): Float64Array {
    const latent = new Float64Array(this.#sizes.latent);
    random.fillNormal(latent);
    return latent.map((z) => Math.min(LATENT_BOUND, Math.max(-LATENT_BOUND, z)));
  }

  /** The network, made at the first use: many an encoding is only stored. */
  #made(): VaeNetwork {
    if (this.#network === undefined) {
      this.#network = new VaeNetwork({ ...this.#sizes, training: false });
      this.#network.setWeights(this.#weights);
    }
    return this.#network;
  }
}

function checkSeed(owner: string, seed: number): void {
  checkInteger(owner, 'seed', seed, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
}

function checkWeights(owner: string, weights: VaeTensors): NetworkWeights {
  if (typeof weights !== 'object' || weights === null) throw argumentError(owner, 'weights', 'be an object', weights);
  const fail = (rule: string, value: unknown): ElitesError => argumentError(owner, 'weights', rule, value);
  const lengths = {
    inputs: weights['fc4.bias']?.length,
    hidden: weights['fc3.bias']?.length,
    latent: weights['fc21.bias']?.length,
  };
  const shapes = Object.entries(vaeShapes(lengths));
  const tensors = new Map<string, Safetensor>();
  for (const [name, shape] of shapes) {
    const data = weights[name as VaeTensorName];
    const length = shape.reduce((product, size) => product * size, 1);
    if (!(data instanceof Float32Array) || data.length !== length)
      throw fail(`have ${length} float32 numbers in ${name}`, data);
    tensors.set(name, { shape, data });
  }
  return networkWeights(tensors, '', fail);
}

function boundTensor(
  file: SafetensorsFile,
  name: string,
  dimensions: number,
  fail: (rule: string, value: unknown) => ElitesError,
): Float64Array {
  const tensor = file.tensors.get(name);
  if (!(tensor?.data instanceof Float64Array) || `${tensor.shape}` !== `${dimensions}`) {
    throw fail(`have float64 ${name} of shape (${dimensions})`, tensor?.shape);
  }
  return tensor.data;
}

/** A frozen copy of a box: one number a side if all are equal, else a frozen list. */
function frozenBox({ dimensions, lower, upper }: BoxBounds): Box {
  const side = (bounds: Float64Array): number | readonly number[] =>
    bounds.every((value) => value === bounds[0]) ? bounds[0]! : Object.freeze(Array.from(bounds));
  return Object.freeze({ dimensions, lower: side(lower), upper: side(upper) });
}
