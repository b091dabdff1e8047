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
import { type GenerationOptions, Generations } from './generations.ts';
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
export class StrategyEmitter implements Emitter, Stateful {
  readonly startsEmpty: boolean = true;
  readonly parts: readonly object[];
  readonly #strategy: Strategy;
  readonly #generations: Generations;
  /** The strategy's first mean. */
  readonly #mean: Float64Array;

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: StrategyEmitterOptions) {
    const owner = 'StrategyEmitter';
    checkOptions(owner, options, ['strategy', 'ranker', 'selection', 'restart']);
    const { strategy, ranker = twoStageImprovementRanker, selection = 'filter', restart = 'noImprovement' } = options;
    this.#generations = new Generations(owner, strategy, { ranker, selection, restart });
    this.#strategy = strategy;
    this.#mean = strategy.mean;
    this.parts = this.#generations.parts;
  }

  /** Candidates of a generation. */
  get batchSize(): number {
    return this.#strategy.populationSize;
  }

  /** Whether the strategy begins, or begins anew, with the next ask. */
  get ended(): boolean {
    return this.#generations.ended;
  }

  /** How often the strategy began anew. */
  get restarts(): number {
    return this.#generations.restarts;
  }

  /** @throws ARGUMENT if the strategy has another number of dimensions than the space, or the ranker does not fit the archive. */
  check(archive: Archive<Float64Array, FieldKinds>, space: Box): void {
    const { dimensions } = this.#strategy;
    if (dimensions !== space.dimensions) {
      const rule = `be ${space.dimensions}, as the genomes`;
      throw argumentError('StrategyEmitter', 'strategy.dimensions', rule, dimensions);
    }
    this.#generations.check(archive);
  }

  /** The candidates of a generation. */
  ask(_count: number, { ask, archive, random }: EmitterContext): Batch {
    const generations = this.#generations;
    if (generations.begins(ask)) {
      generations.restart(generations.elite(archive, random), this.#mean);
      generations.start(archive, random);
    }
    return generations.sample(random);
  }

  /** Lets the strategy learn, once all rows of a generation are known. @throws what strategy and ranker throw. */
  tell(told: Told): void {
    const generation = this.#generations.collect(told, this.batchSize);
    if (generation === undefined) return;
    this.#generations.teach(generation.genomes, this.#generations.rank(generation));
  }

  /** Options and state, with those of strategy and ranker. @throws STATE if the ranker has state without `snapshot` and `restore`. */
  snapshot(): Uint8Array {
    return encodeSnapshot(this.#stored(), { generations: this.#generations.state });
  }

  /** @throws SNAPSHOT if `bytes` are damaged or of other options; what a part throws. Nothing has changed then. */
  restore(bytes: Uint8Array | ArrayBuffer): void {
    const { state, restoreParts } = decodeSnapshot('StrategyEmitter.restore', bytes, this.#stored());
    restoreParts();
    this.#generations.restore(state.generations);
  }

  #stored() {
    const { ranker, configuration } = this.#generations;
    const generations = this.#generations.kind(this.batchSize, this.#strategy.dimensions);
    return {
      kind: 'StrategyEmitter',
      configuration,
      state: { generations },
      parts: { strategy: this.#strategy },
      maybeParts: { ranker },
    };
  }
}
