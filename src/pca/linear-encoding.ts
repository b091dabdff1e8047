import {
  argumentError,
  Batch,
  type Box,
  type BoxBounds,
  checkOptions,
  type ElitesError,
  type Encoding,
  frozenBox,
  type Genomes,
  isFloat64Array,
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
  float64Tensor,
  foundTensor,
  latentsFact,
  metadataNumber,
} from '../formats/index.ts';

/** Options of a {@link LinearEncoding}. */
export interface LinearEncodingOptions {
  /** `(phenotypeDimensions)`: the phenotype of the latent 0; copied. */
  readonly mean: Float64Array;
  /** `(latents, phenotypeDimensions)`, orthonormal rows in units of half the box's width; copied. */
  readonly components: Batch;
  /** `(latents)`: standard deviation along each component, in the same units, at least 0; copied. */
  readonly deviations: Float64Array;
  /** The box of phenotypes. Finite. */
  readonly phenotype: Box;
  /** The seed of the search that gave the elites, a safe integer, kept as information. */
  readonly seed?: number | undefined;
}

const FORMAT = 'elites.linear-encoding';
const OWNER = 'LinearEncoding';
/** Metadata of a file, besides the seed. */
const facts = (inputs: number, latent: number): Record<string, string> => ({
  sizes: JSON.stringify({ inputs, latent }),
  ...latentsFact,
});

/**
 * A linear encoding: phenotype = mean + Σ latent_k · deviation_k · component_k, scaled to the phenotypes' box and clipped to it.
 * The latents of the elites that it was fitted on have variance 1. Immutable. Same latents, same bits, on every engine.
 * [Jolliffe2002]
 */
export class LinearEncoding implements Encoding {
  /** The box of latents, [-5, 5] in each dimension, as for a DataDrivenEncoding. */
  readonly genome: Box;
  /** The box of phenotypes. */
  readonly phenotype: Box;
  /** The seed of the search that gave the elites, if known. */
  readonly seed: number | undefined;
  readonly #mean: Float64Array;
  readonly #components: Batch;
  readonly #deviations: Float64Array;
  readonly #bounds: BoxBounds;

  /**
   * @throws ARGUMENT if a shape does not fit the others, a number is not finite, a deviation is below 0, `phenotype` is not a
   *   finite box, or the seed is not a safe integer.
   */
  constructor(options: LinearEncodingOptions) {
    checkOptions(OWNER, options, ['mean', 'components', 'deviations', 'phenotype', 'seed']);
    const { mean, components, deviations, phenotype, seed } = options;
    checkSeed(OWNER, seed);
    const bounds = scalableBounds(OWNER, 'phenotype', phenotype);
    const n = bounds.dimensions;
    checkNumbers('mean', mean, n);
    const latents = components?.rows;
    if (!(latents >= 1 && latents <= n && components.columns === n)) {
      throw argumentError(OWNER, 'components', `have 1 to ${n} rows of ${n} numbers`, components?.data);
    }
    checkNumbers('components.data', components.data, latents * n);
    checkNumbers('deviations', deviations, latents);
    const negative = deviations.find((value) => value < 0);
    if (negative !== undefined) throw argumentError(OWNER, 'deviations', 'be at least 0', negative);
    this.#mean = new Float64Array(mean);
    this.#components = new Batch(latents, n, new Float64Array(components.data));
    this.#deviations = new Float64Array(deviations);
    this.#bounds = bounds;
    this.genome = latentBox(latents);
    this.phenotype = frozenBox(bounds);
    this.seed = seed;
    Object.freeze(this);
  }

  /** `(latents)`: standard deviation of the elites along each component, in half widths of the box, descending; a copy. */
  get deviations(): Float64Array {
    return this.#deviations.slice();
  }

  /**
   * Decodes one latent `(latents)` to a phenotype, or a batch `(rows, latents)` to `(rows, phenotypeDimensions)`; new,
   * inside the phenotypes' box. Latents outside [-5, 5] are not clipped, except to ±1e6. A latent with a NaN decodes to NaN, which an
   * archive counts as invalid.
   * @param latents - One vector, a Batch, or other rows of vectors, such as the genomes of an archive.
   * @throws ARGUMENT if the latents have another length.
   */
  decode(latent: ArrayLike<number>): Float64Array;
  decode(latents: Genomes<ArrayLike<number>>): Batch;
  decode(latents: Vectors): Float64Array | Batch {
    return mapVectors(`${OWNER}.decode`, latents, this.#components.rows, 'latent', (rows) => this.#decodeRows(rows));
  }

  /**
   * Projects one phenotype `(phenotypeDimensions)` to its latents `(latents)`, or a batch `(rows, phenotypeDimensions)` to
   * `(rows, latents)`; new, not clipped to [-5, 5]. Along a component with deviation 0 the latent is 0.
   * @param phenotypes - One vector, a Batch, or other rows of vectors, such as the genomes of an archive.
   * @throws ARGUMENT if the phenotypes have another length.
   */
  encode(phenotype: ArrayLike<number>): Float64Array;
  encode(phenotypes: Genomes<ArrayLike<number>>): Batch;
  encode(phenotypes: Vectors): Float64Array | Batch {
    const n = this.#bounds.dimensions;
    return mapVectors(`${OWNER}.encode`, phenotypes, n, 'phenotype', (rows) => this.#encodeRows(rows));
  }

  /** `(latents)` standard normals from `random`, clipped to [-5, 5]. @throws ARGUMENT if `random` is not a random stream. */
  sample(random: Random): Float64Array {
    return sampleLatent(`${OWNER}.sample`, random, this.genome.dimensions);
  }

  /**
   * Mean, components, deviations and the phenotypes' box as a safetensors file, float64. Its metadata contain the format and its
   * version, the package's version, sizes, the latents' box and the seed. Same encoding, same bytes.
   * @param options - `seed`: the seed of the search, if the encoding does not have it.
   * @throws ARGUMENT if the seed is not a safe integer.
   */
  toBytes(options: { readonly seed?: number | undefined } = {}): Uint8Array {
    const owner = `${OWNER}.toBytes`;
    checkOptions(owner, options, ['seed']);
    const { seed = this.seed } = options;
    checkSeed(owner, seed);
    const { rows, columns, data } = this.#components;
    const metadata = encodingMetadata(FORMAT, facts(columns, rows), seed);
    const tensors = new Map([
      ['mean', { shape: [columns], data: this.#mean }],
      ['components', { shape: [rows, columns], data }],
      ['deviations', { shape: [rows], data: this.#deviations }],
      ['phenotype.lower', { shape: [columns], data: this.#bounds.lower }],
      ['phenotype.upper', { shape: [columns], data: this.#bounds.upper }],
    ]);
    return encodeSafetensors({ tensors, metadata });
  }

  /**
   * Reads a file of {@link LinearEncoding.toBytes}.
   * @throws ARGUMENT if `bytes` is neither a Uint8Array nor an ArrayBuffer; SNAPSHOT if they are damaged or of another version.
   */
  static fromBytes(bytes: Uint8Array | ArrayBuffer): LinearEncoding {
    const owner = `${OWNER}.fromBytes`;
    const file = decodeSafetensors(bytes, owner);
    const fail = (rule: string, value: unknown, cause?: unknown): ElitesError =>
      snapshotError(owner, rule, value, cause);
    const format = file.metadata.get('format');
    if (format !== FORMAT) throw fail(`have format ${FORMAT}`, format);
    const length = (name: string): number => {
      const data = file.tensors.get(name)?.data;
      if (isFloat64Array(data)) return data.length;
      throw fail(`have float64 ${name}`, foundTensor(file, name));
    };
    const [dimensions, latents] = [length('mean'), length('deviations')];
    checkEncodingMetadata(file, facts(dimensions, latents), fail);
    const numbers = (name: string, ...shape: number[]): Float64Array => float64Tensor(file, name, shape, fail);
    const mean = numbers('mean', dimensions);
    const deviations = numbers('deviations', latents);
    const data = numbers('components', latents, dimensions);
    const [lower, upper] = [numbers('phenotype.lower', dimensions), numbers('phenotype.upper', dimensions)];
    try {
      const components = new Batch(latents, dimensions, data);
      const phenotype = { dimensions, lower, upper };
      return new LinearEncoding({ mean, components, deviations, phenotype, seed: metadataNumber(file, 'seed') });
    } catch (cause) {
      throw fail('describe a valid encoding', (cause as Error).message, cause);
    }
  }

  #halfWidths(): Float64Array {
    return this.#bounds.lower.map((low, i) => (this.#bounds.upper[i]! - low) / 2);
  }

  #encodeRows({ rows, columns: n, data }: Batch): Batch {
    const latents = Batch.zeros(rows, this.#components.rows);
    const half = this.#halfWidths();
    for (let r = 0; r < rows; r++) {
      for (let k = 0; k < latents.columns; k++) {
        let sum = 0;
        for (let i = 0; i < n; i++) {
          sum += this.#components.data[k * n + i]! * ((data[r * n + i]! - this.#mean[i]!) / half[i]!);
        }
        const deviation = this.#deviations[k]!;
        latents.data[r * latents.columns + k] = deviation > 0 ? sum / deviation : 0;
      }
    }
    return latents;
  }

  #decodeRows({ rows, columns: latents, data }: Batch): Batch {
    const n = this.#bounds.dimensions;
    const out = Batch.zeros(rows, n);
    const half = this.#halfWidths();
    const { lower, upper } = this.#bounds;
    for (let r = 0; r < rows; r++) {
      const to = out.data.subarray(r * n, (r + 1) * n);
      for (let k = 0; k < latents; k++) {
        const length = data[r * latents + k]! * this.#deviations[k]!;
        for (let i = 0; i < n; i++) to[i] = to[i]! + length * this.#components.data[k * n + i]!;
      }
      for (let i = 0; i < n; i++) {
        const value = this.#mean[i]! + half[i]! * to[i]!;
        to[i] = value < lower[i]! ? lower[i]! : value > upper[i]! ? upper[i]! : value;
      }
    }
    return out;
  }
}

function checkNumbers(argument: string, numbers: Float64Array, length: number): void {
  if (!isFloat64Array(numbers) || numbers.length !== length) {
    throw argumentError(OWNER, argument, `be a Float64Array of ${length} numbers`, numbers);
  }
  const bad = numbers.find((value) => !Number.isFinite(value));
  if (bad !== undefined) throw argumentError(OWNER, argument, 'be finite', bad);
}
