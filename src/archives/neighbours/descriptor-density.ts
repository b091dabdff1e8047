import {
  addCount,
  asBatch,
  Batch,
  type Box,
  checkInteger,
  checkOptions,
  checkPositive,
  finiteBounds,
  type Genomes,
  type Stateful,
} from '../../core/index.ts';
import { decodeSnapshot, encodeSnapshot, float64, integer } from '../../formats/index.ts';
import { exp, log } from '../../kernels/index.ts';
import { type RandomStream, randomStream, streamState } from '../../random/index.ts';

/** What a {@link DescriptorDensity} is made of. */
export interface DescriptorDensityOptions {
  /** The space of descriptors. */
  readonly descriptor: Box;
  /** Standard deviation of the kernel, a distance of descriptors; above 0. */
  readonly bandwidth: number;
  /** The most descriptors that are kept, at least 1 (default 10000). */
  readonly buffer?: number | undefined;
  /** Any safe integer: which descriptors are kept is drawn from it. */
  readonly seed: number;
}

const LOG_2_PI = 1.8378770664093453;

/**
 * How dense the descriptors seen so far lie: a Gaussian kernel density over a sample of them, in which each has the same chance to be.
 * What density descent search ranks rows by. [Lee2024; Vitter1985] It is no archive: it keeps no genomes. Of `n` descriptors added
 * and `m` asked for, adding takes time n, and asking m × buffer.
 */
export class DescriptorDensity implements Stateful {
  /** Number of dimensions of its descriptors. */
  readonly dimensions: number;
  readonly #bandwidth: number;
  readonly #random: RandomStream;
  readonly #configuration: object;
  /** `(buffer, dimensions)`, of which the first `size` rows are in use. */
  readonly #kept: Batch;
  /** Number of descriptors added. */
  #seen = 0;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: DescriptorDensityOptions) {
    const owner = 'DescriptorDensity';
    checkOptions(owner, options, ['descriptor', 'bandwidth', 'buffer', 'seed']);
    const { descriptor, bandwidth, buffer = 10_000, seed } = options;
    const { dimensions } = finiteBounds(owner, 'descriptor', descriptor);
    checkPositive(owner, 'bandwidth', bandwidth);
    checkInteger(owner, 'buffer', buffer, 1);
    checkInteger(owner, 'buffer × dimensions', buffer * dimensions, 1);
    this.dimensions = dimensions;
    this.#bandwidth = bandwidth;
    this.#random = randomStream(seed, owner);
    this.#kept = Batch.zeros(buffer, dimensions);
    this.#configuration = { descriptor, bandwidth, buffer };
  }

  /** Number of descriptors that are kept. */
  get size(): number {
    return Math.min(this.#seen, this.#kept.rows);
  }

  /**
   * Adds descriptors; one that is not finite is left out. Draws from its own stream.
   * @param descriptors - `(rows, descriptorDimensions)`, copied.
   * @throws ARGUMENT if the shape does not fit.
   */
  add(descriptors: Genomes<ArrayLike<number>>): void {
    const given = asBatch('DescriptorDensity.add', descriptors, this.#kept.columns, 'descriptor');
    for (let i = 0; i < given.rows; i++) {
      const row = given.row(i);
      if (!row.every(Number.isFinite)) continue;
      // Algorithm R [Vitter1985]: the n-th is kept with probability buffer / n, in place of any.
      const at = this.#seen < this.#kept.rows ? this.#seen : this.#random.integer(0, this.#seen);
      this.#seen = addCount(this.#seen);
      if (at < this.#kept.rows) this.#kept.row(at).set(row);
    }
  }

  /**
   * `(rows)`: the natural logarithm of the density at each descriptor, normalised to integrate to 1; −∞ if none was added, NaN where a
   * descriptor is not finite. The density itself would be 0 wherever it is least.
   * @param descriptors - `(rows, descriptorDimensions)`
   * @throws ARGUMENT if the shape does not fit.
   */
  logDensity(descriptors: Genomes<ArrayLike<number>>): Float64Array {
    const given = asBatch('DescriptorDensity.logDensity', descriptors, this.#kept.columns, 'descriptor');
    const { size } = this;
    const exponents = new Float64Array(size);
    const norm = log(size) + this.#kept.columns * (LOG_2_PI / 2 + log(this.#bandwidth));
    return Float64Array.from({ length: given.rows }, (_, i) => {
      const row = given.row(i);
      if (!row.every(Number.isFinite)) return Number.NaN;
      if (size === 0) return Number.NEGATIVE_INFINITY;
      return this.#logSum(row, exponents) - norm;
    });
  }

  /** The logarithm of the sum of the kernels at a descriptor, without their norm. */
  #logSum(row: Float64Array, exponents: Float64Array): number {
    const { data, columns } = this.#kept;
    let most = Number.NEGATIVE_INFINITY;
    for (let k = 0, at = 0; k < exponents.length; k++) {
      let square = 0;
      for (let j = 0; j < columns; j++, at++) square += ((row[j]! - data[at]!) / this.#bandwidth) ** 2;
      exponents[k] = -square / 2;
      if (exponents[k]! > most) most = exponents[k]!;
    }
    if (most === Number.NEGATIVE_INFINITY) return most;
    let sum = 0;
    for (let k = 0; k < exponents.length; k++) sum += exp(exponents[k]! - most);
    return most + log(sum);
  }

  /** What was kept, and the stream. Same state, same bytes. */
  snapshot(): Uint8Array {
    const kept = this.#kept.data.slice(0, this.size * this.#kept.columns);
    return encodeSnapshot(this.#stored(), { seen: this.#seen, kept, random: this.#random.getState() });
  }

  /** Restores a snapshot. @throws SNAPSHOT if the bytes are damaged, or of another configuration. Nothing has changed then. */
  restore(bytes: Uint8Array | ArrayBuffer): void {
    const { state, fail } = decodeSnapshot('DescriptorDensity.restore', bytes, this.#stored());
    const { seen, kept, random } = state;
    const rows = Math.min(seen, this.#kept.rows);
    if (kept.length !== rows * this.#kept.columns) throw fail(`keep ${rows} descriptors`, kept.length);
    this.#seen = seen;
    this.#kept.data.set(kept);
    this.#random.setState(random);
  }

  #stored() {
    const state = { seen: integer(), kept: float64([undefined]), random: streamState };
    return { kind: 'DescriptorDensity', configuration: this.#configuration, state };
  }
}
