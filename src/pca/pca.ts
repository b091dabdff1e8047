import {
  argumentError,
  asBatch,
  Batch,
  type Box,
  type BoxBounds,
  checkInteger,
  checkObject,
  checkOptions,
  type Genomes,
  type Learner,
  type LearnerContext,
  notFinite,
  type Stateful,
  sameSpace,
  scalableBounds,
  spaceDifference,
  stateError,
} from '../core/index.ts';
import {
  bytes as bytesKind,
  decodeSnapshot,
  encodeSnapshot,
  optional,
  type SnapshotLayout,
  type StateKind,
} from '../formats/index.ts';
import { columnMeans } from '../linalg/index.ts';
import { LinearEncoding } from './linear-encoding.ts';
import { principalComponents } from './principal-components.ts';

/** Options of a {@link Pca}. */
export interface PcaOptions {
  /** Number of latents, at least 1 and at most the number of genes. */
  readonly components: number;
}

/** The largest size of a matrix that is decomposed. */
const LARGEST = 8192;

/**
 * Principal component analysis as a learner: the linear baseline for learned encodings. Each fit starts anew. Genomes are first scaled
 * from their box to [-1, 1]. Draws no random numbers. A fit costs m² n + 9 m³ operations, where n is the larger and m the smaller of
 * rows and genes. [Jolliffe2002]
 */
export class Pca implements Learner<LinearEncoding>, Stateful {
  readonly #components: number;
  #space: Box | undefined;
  #encoding: LinearEncoding | undefined;

  /** @throws ARGUMENT if `components` is not an integer in [1, 4096], or an option is unknown. */
  constructor(options: PcaOptions) {
    checkOptions('Pca', options, ['components']);
    checkInteger('Pca', 'components', options.components, 1, 4096);
    this.#components = options.components;
  }

  /** @throws ARGUMENT if the space has fewer dimensions than components, an infinite bound, or differs from that of the first fit. */
  check(space: Box): void {
    this.#bounds('Pca.check', space);
  }

  /**
   * Learns mean and components of `(rows, genes)`. With no more rows than components, the last components have deviation 0,
   * and their latents have no effect.
   * @throws ARGUMENT if there are no genomes, one has another length or a gene that is not finite, the space has fewer
   *   dimensions than components, an infinite bound, or differs from that of the first fit, or both rows and genes are more than
   *   8192. Nothing has changed then.
   */
  fit(genomes: Genomes<ArrayLike<number>>, context: Pick<LearnerContext, 'space'>): void {
    const owner = 'Pca.fit';
    checkObject(owner, 'context', context);
    const { dimensions, lower, upper } = this.#bounds(owner, context.space);
    const batch = asBatch(owner, genomes, dimensions);
    const { rows, data } = batch;
    if (rows === 0) throw argumentError(owner, 'genomes', 'have at least one row', rows);
    if (Math.min(rows, dimensions) > LARGEST) {
      const rule = `have at most ${LARGEST} rows, or at most ${LARGEST} genes`;
      throw argumentError(owner, 'genomes', rule, [rows, dimensions]);
    }
    if (!data.every(Number.isFinite)) throw notFinite(owner, 'genomes', data, dimensions);
    const mean = columnMeans(batch);
    const centred = Batch.zeros(rows, dimensions);
    for (let k = 0, i = 0; k < data.length; k++) {
      centred.data[k] = (data[k]! - mean[i]!) / ((upper[i]! - lower[i]!) / 2);
      // The sum of their squares must not overflow.
      if (!(Math.abs(centred.data[k]!) < 1e150)) throw notFinite(owner, 'genomes', data, dimensions);
      if (++i === dimensions) i = 0;
    }
    const phenotype = { dimensions, lower, upper };
    this.#encoding = new LinearEncoding({ mean, ...principalComponents(centred, this.#components), phenotype });
    this.#space = phenotype;
  }

  /**
   * Projects `(rows, genes)` onto the components and back: the same shape, new, inside the space.
   * @throws STATE before the first fit; ARGUMENT if a genome has another length.
   */
  reconstruct(genomes: Genomes<ArrayLike<number>>): Batch {
    const encoding = this.#fitted('reconstruct');
    return encoding.decode(encoding.encode(asBatch('Pca.reconstruct', genomes, encoding.phenotype.dimensions)));
  }

  /** The encoding learned last; immutable. @throws STATE before the first fit. */
  encoding(): LinearEncoding {
    return this.#fitted('encoding');
  }

  /** The number of components and the encoding, if any. */
  snapshot(): Uint8Array {
    return encodeSnapshot(this.#stored(), { encoding: this.#encoding?.toBytes() });
  }

  /**
   * Restores a {@link Pca.snapshot} of a Pca with the same number of components.
   * @throws ARGUMENT if `bytes` is neither a Uint8Array nor an ArrayBuffer; SNAPSHOT if they are damaged, of another version, or of other components.
   *   Nothing has changed then.
   */
  restore(bytes: Uint8Array | ArrayBuffer): void {
    const { state, fail } = decodeSnapshot('Pca.restore', bytes, this.#stored());
    const encoding = state.encoding && LinearEncoding.fromBytes(state.encoding);
    if (encoding !== undefined && encoding.genome.dimensions !== this.#components) {
      throw fail(`have an encoding of ${this.#components} latents`, encoding.genome.dimensions);
    }
    this.#encoding = encoding;
    this.#space = encoding?.phenotype;
  }

  #stored(): SnapshotLayout<{ encoding: StateKind<Uint8Array | undefined> }> {
    return { kind: 'Pca', configuration: { components: this.#components }, state: { encoding: optional(bytesKind) } };
  }

  #bounds(owner: string, space: Box): BoxBounds {
    const bounds = scalableBounds(owner, 'space', space);
    if (this.#space !== undefined && !sameSpace(this.#space, bounds)) {
      const [told, got] = spaceDifference(this.#encoding!.phenotype, space);
      throw argumentError(owner, 'space', `be the space of the first fit, ${told}`, got);
    }
    if (bounds.dimensions >= this.#components) return bounds;
    const rule = `be at least ${this.#components}, the components`;
    throw argumentError(owner, 'space.dimensions', rule, bounds.dimensions);
  }

  #fitted(method: string): LinearEncoding {
    if (this.#encoding === undefined)
      throw stateError(`Pca.${method}`, 'nothing was learned yet: call fit, or run the search that learns');
    return this.#encoding;
  }
}
