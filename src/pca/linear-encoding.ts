import {
  argumentError,
  Batch,
  type Box,
  type BoxBounds,
  checkOptions,
  type ElitesError,
  type Encoding,
  finiteBounds,
  isBatch,
  type Random,
  shapeError,
  snapshotError,
} from '../core/index.ts';
import { decodeSafetensors, encodeSafetensors } from '../formats/index.ts';

/** What a {@link LinearEncoding} is made of. */
export interface LinearEncodingOptions {
  /** `(phenotypeDimensions)`: what the latent 0 decodes to; copied. */
  readonly mean: Float64Array;
  /** `(latents, phenotypeDimensions)`, orthonormal rows in units of half the box's width; copied. */
  readonly components: Batch;
  /** `(latents)`: standard deviation along each component, in the same units, at least 0; copied. */
  readonly deviations: Float64Array;
  /** Where phenotypes live. Finite. */
  readonly phenotype: Box;
}

const FORMAT = 'elites.linear-encoding';
const VERSION = '1';
const LATENT_BOUND = 5;
const OWNER = 'LinearEncoding';

/**
 * A linear encoding: phenotype = mean + Σ latent_k · deviation_k · component_k, scaled to the phenotypes' box and clipped to it.
 * Elites that it was learned from have latents of variance 1. Immutable. Same latents, same bits, on every engine.
 * [Jolliffe2002]
 */
export class LinearEncoding implements Encoding {
  /** Latents in [-5, 5], as those of a DataDrivenEncoding. */
  readonly genome: Box;
  /** Where the phenotypes live. */
  readonly phenotype: Box;
  readonly #mean: Float64Array;
  readonly #components: Batch;
  readonly #deviations: Float64Array;
  readonly #bounds: BoxBounds;

  /**
   * @throws ARGUMENT if a shape does not fit the others, a number is not finite, a deviation is below 0, or phenotype is no
   *   finite box.
   */
  constructor(options: LinearEncodingOptions) {
    checkOptions(OWNER, options, ['mean', 'components', 'deviations', 'phenotype']);
    const { mean, components, deviations, phenotype } = options;
    const bounds = finiteBounds(OWNER, 'phenotype', phenotype);
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
    this.#mean = mean.slice();
    this.#components = new Batch(latents, n, components.data.slice());
    this.#deviations = deviations.slice();
    this.#bounds = bounds;
    this.genome = Object.freeze({ dimensions: latents, lower: -LATENT_BOUND, upper: LATENT_BOUND });
    const side = (values: Float64Array): number | readonly number[] =>
      values.every((value) => value === values[0]) ? values[0]! : Object.freeze(Array.from(values));
    this.phenotype = Object.freeze({ dimensions: n, lower: side(bounds.lower), upper: side(bounds.upper) });
    Object.freeze(this);
  }

  /** `(latents)`: standard deviation of the elites along each component, in half widths of the box, descending; a copy. */
  get deviations(): Float64Array {
    return this.#deviations.slice();
  }

  /**
   * Decodes one latent `(latents)` to a phenotype, or a batch `(rows, latents)` to `(rows, phenotypeDimensions)`; new,
   * inside the phenotypes' box. Latents outside [-5, 5] are decoded as they are.
   * @throws ARGUMENT if the length of the latents is another.
   */
  decode(latent: Float64Array): Float64Array;
  decode(latents: Batch): Batch;
  decode(latents: Float64Array | Batch): Float64Array | Batch {
    if (typeof latents !== 'object' || latents === null) {
      throw argumentError(`${OWNER}.decode`, 'latents', 'be a Float64Array or a Batch', latents);
    }
    if (isBatch(latents as Batch)) return this.#decodeRows(latents as Batch);
    const single = latents as ArrayLike<number>;
    return this.#decodeRows(new Batch(1, single.length, Float64Array.from(single))).data;
  }

  /**
   * Projects phenotypes `(rows, phenotypeDimensions)` to their latents, `(rows, latents)`, new; not clipped to [-5, 5]. Along a
   * component without deviation the latent is 0.
   * @throws ARGUMENT if the number of columns is another.
   */
  encode(phenotypes: Batch): Batch {
    const { rows, columns, data } = phenotypes;
    const n = this.#bounds.dimensions;
    if (columns !== n)
      throw shapeError(`${OWNER}.encode`, 'phenotypes', [rows, n], 'rows, phenotypeDimensions', [rows, columns]);
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

  /** `(latents)` standard normals, clipped to [-5, 5]. */
  sample(random: Random): Float64Array {
    const latent = new Float64Array(this.genome.dimensions);
    random.fillNormal(latent);
    return latent.map((value) => Math.max(-LATENT_BOUND, Math.min(LATENT_BOUND, value)));
  }

  /** Mean, components, deviations and the phenotypes' box as a safetensors file, float64. Same encoding, same bytes. */
  toBytes(): Uint8Array {
    const { rows, columns, data } = this.#components;
    const metadata = new Map([
      ['format', FORMAT],
      ['version', VERSION],
    ]);
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
   * Reads what {@link LinearEncoding.toBytes} wrote.
   * @throws ARGUMENT if `bytes` is no Uint8Array; SNAPSHOT if they are damaged or of another version.
   */
  static fromBytes(bytes: Uint8Array): LinearEncoding {
    const owner = `${OWNER}.fromBytes`;
    const { tensors, metadata } = decodeSafetensors(bytes, owner);
    const fail = (rule: string, value: unknown, cause?: unknown): ElitesError =>
      snapshotError(owner, rule, value, cause);
    if (metadata.get('format') !== FORMAT) throw fail(`have format ${FORMAT}`, metadata.get('format'));
    if (metadata.get('version') !== VERSION) throw fail(`be of version ${VERSION}`, metadata.get('version'));
    const numbers = (name: string): Float64Array => {
      const data = tensors.get(name)?.data;
      if (!(data instanceof Float64Array)) throw fail(`have float64 ${name}`, tensors.get(name)?.shape);
      return data;
    };
    const mean = numbers('mean');
    const [lower, upper, deviations] = [numbers('phenotype.lower'), numbers('phenotype.upper'), numbers('deviations')];
    const data = numbers('components');
    try {
      const components = new Batch(deviations.length, mean.length, data);
      return new LinearEncoding({ mean, components, deviations, phenotype: { dimensions: mean.length, lower, upper } });
    } catch (cause) {
      throw fail('describe a valid encoding', (cause as Error).message, cause);
    }
  }

  #halfWidths(): Float64Array {
    return this.#bounds.lower.map((low, i) => (this.#bounds.upper[i]! - low) / 2);
  }

  #decodeRows({ rows, columns, data }: Batch): Batch {
    const latents = this.#components.rows;
    if (columns !== latents)
      throw shapeError(`${OWNER}.decode`, 'latents', [rows, latents], 'rows, latents', [rows, columns]);
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
  if (!(numbers instanceof Float64Array) || numbers.length !== length) {
    throw argumentError(OWNER, argument, `be a Float64Array of ${length} numbers`, numbers);
  }
  const bad = numbers.find((value) => !Number.isFinite(value));
  if (bad !== undefined) throw argumentError(OWNER, argument, 'be finite', bad);
}
