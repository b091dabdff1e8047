import {
  type Archive,
  argumentError,
  type Batch,
  type Box,
  checkOptions,
  type Emitter,
  type EmitterContext,
  type FieldKinds,
  type Stateful,
  type Told,
} from '../../core/index.ts';
import { decodeSnapshot, encodeSnapshot } from '../../formats/index.ts';
import type { Strategy } from '../../optimizers/index.ts';
import { type GenerationOptions, Generations, hasCode } from './generations.ts';
import { twoStageImprovementRanker } from './rankers.ts';

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
export class StrategyEmitter extends Generations implements Emitter, Stateful {
  /** The strategy's first mean. */
  readonly #mean: Float64Array;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: StrategyEmitterOptions) {
    checkOptions('StrategyEmitter', options, ['strategy', 'ranker', 'selection', 'restart']);
    const { strategy, ranker = twoStageImprovementRanker, selection = 'filter', restart = 'noImprovement' } = options;
    super('StrategyEmitter', strategy, { ranker, selection, restart });
    this.#mean = strategy.mean;
  }

  /** Candidates of a generation. */
  get batchSize(): number {
    return this.strategy.populationSize;
  }

  /** @throws ARGUMENT if the strategy has another number of dimensions than the space, or the ranker does not fit the archive. */
  check(archive: Archive<Float64Array, FieldKinds>, space: Box): void {
    const { dimensions } = this.strategy;
    if (dimensions !== space.dimensions) {
      throw argumentError(
        'StrategyEmitter',
        'strategy.dimensions',
        `be ${space.dimensions}, as the genomes`,
        dimensions,
      );
    }
    this.ranker.check?.(archive);
  }

  /** The candidates of a generation. */
  ask(_count: number, context: EmitterContext): Batch {
    this.beginIfDue(context);
    return this.strategy.sample(context.random);
  }

  /** Begins from the first mean if there is no elite, or it is no place that the strategy may start from. @internal */
  protected begin(elite: Float64Array | undefined): void {
    try {
      this.strategy.restart(elite ?? this.#mean);
    } catch (error) {
      // An elite of another emitter may lie outside the strategy's own box.
      if (elite === undefined || !hasCode(error, 'ARGUMENT')) throw error;
      this.strategy.restart(this.#mean);
    }
  }

  /** Lets the strategy learn, once all rows of a generation are known. @throws what strategy and ranker throw. */
  tell(told: Told): void {
    const generation = this.collect(told);
    if (generation === undefined) return;
    this.teach(generation.genomes, this.rank(generation));
  }

  /** Options and state, with those of strategy and ranker. @throws STATE if the ranker has state without `snapshot` and `restore`. */
  snapshot(): Uint8Array {
    return encodeSnapshot(this.storedGenerations('snapshot', this.strategy.dimensions), { generations: this.state });
  }

  /** @throws SNAPSHOT if `bytes` are damaged or of other options; what a part throws. Nothing has changed then. */
  restore(bytes: Uint8Array): void {
    const stored = this.storedGenerations('restore', this.strategy.dimensions);
    const { state, restoreParts } = decodeSnapshot('StrategyEmitter.restore', bytes, stored);
    restoreParts();
    this.restoreState(state.generations);
  }
}
