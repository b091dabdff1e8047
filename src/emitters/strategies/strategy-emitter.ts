import {
  type Archive,
  argumentError,
  type Batch,
  type Box,
  checkOptions,
  type EmitterContext,
  type FieldKinds,
  type Stateful,
  type Told,
} from '../../core/index.ts';
import { decodeSnapshot, encodeSnapshot } from '../../formats/index.ts';
import type { Strategy } from '../../optimizers/index.ts';
import { checkInside, GenerationEmitter, type GenerationOptions } from './generation-emitter.ts';

/** Options of a {@link StrategyEmitter}; by default `twoStageImprovementRanker`, `'filter'` and `'noImprovement'`. */
export interface StrategyEmitterOptions extends GenerationOptions {
  /** Proposes genomes. It belongs to this emitter. */
  readonly strategy: Strategy;
}

/**
 * Proposes the candidates of an evolution strategy, and tells it their order, which a ranker finds. As in CMA-ME, the strategy so looks
 * for what the archive lacks. It starts from its own mean, also if the archive is empty. [Fontaine2020]
 *
 * A generation is one ask. Its rows may be told in parts; the strategy learns when all are known. If several generations are out, the
 * strategy learns from each as from injected rows; those asked before it began anew are ignored.
 *
 * Draws from the given stream: the elite and the ranker's direction when the strategy begins, then the candidates.
 */
export class StrategyEmitter extends GenerationEmitter implements Stateful {
  /** The strategy's first mean. */
  readonly #mean: Float64Array;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: StrategyEmitterOptions) {
    checkOptions('StrategyEmitter', options, ['strategy', 'ranker', 'selection', 'restart']);
    super('StrategyEmitter', options, 'filter');
    this.#mean = options.strategy.mean;
  }

  /** Candidates of a generation. */
  get batchSize(): number {
    return this.strategy.populationSize;
  }

  /** @throws ARGUMENT if the strategy has another number of dimensions than the space or its mean lies outside, or the ranker does not fit. */
  override check(archive: Archive<Float64Array, FieldKinds>, space: Box): void {
    const { dimensions } = this.strategy;
    if (dimensions !== space.dimensions) {
      const rule = `be ${space.dimensions}, as the genomes`;
      throw argumentError('StrategyEmitter', 'strategy.dimensions', rule, dimensions);
    }
    checkInside('StrategyEmitter', 'strategy.mean', this.#mean, space);
    super.check(archive, space);
  }

  /** The candidates of a generation. */
  override ask(_count: number, { ask, archive, random }: EmitterContext): Batch {
    if (this.begins(ask)) {
      this.restart(this.elite(archive, random), this.#mean);
      this.start(archive, random);
    }
    return this.sample(random);
  }

  /** Lets the strategy learn, once all rows of a generation are known. @throws what strategy and ranker throw. */
  tell(told: Told): void {
    const generation = this.collect(told, this.batchSize);
    if (generation !== undefined) this.teach(generation.genomes, this.rank(generation));
  }

  /** Options and state, with those of strategy and ranker. @throws STATE if the ranker has state without `snapshot` and `restore`. */
  snapshot(): Uint8Array {
    return encodeSnapshot(this.#stored(), { generations: this.generations });
  }

  /** @throws SNAPSHOT if `bytes` are damaged or of other options; what a part throws. Nothing has changed then. */
  restore(bytes: Uint8Array | ArrayBuffer): void {
    const { state, restoreParts } = decodeSnapshot('StrategyEmitter.restore', bytes, this.#stored());
    restoreParts();
    this.restoreGenerations(state.generations);
  }

  #stored() {
    return this.layout(this.strategy.dimensions, {}, {});
  }
}
