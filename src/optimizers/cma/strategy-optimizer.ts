import type { Batch, Genomes } from '../../core/index.ts';
import type { BestCandidate, Optimizer, Restart, StopReason } from '../optimizer.ts';
import type { EvolutionStrategy } from './evolution-strategy.ts';
import type { SearchDistribution } from './search-distribution.ts';
import { readStrategy, writeStrategy } from './strategy-snapshot.ts';

/** The public part of an evolution strategy that {@link CmaEs} and {@link SepCmaEs} share. */
export abstract class StrategyOptimizer implements Optimizer {
  readonly #strategy: EvolutionStrategy;

  /** @internal */
  protected constructor(strategy: EvolutionStrategy) {
    this.#strategy = strategy;
  }

  /** @internal */
  protected get distribution(): SearchDistribution {
    return this.#strategy.run.distribution;
  }

  get dimensions(): number {
    return this.#strategy.settings.mean.length;
  }

  get populationSize(): number {
    return this.#strategy.populationSize;
  }

  get evaluations(): number {
    return this.#strategy.evaluations;
  }

  get generation(): number {
    return this.#strategy.generation;
  }

  /** The best candidate told so far, with its cost as told. The genome is a copy. */
  get best(): BestCandidate {
    const { cost, genome } = this.#strategy.best;
    return { cost, genome: genome.slice() };
  }

  get sigma(): number {
    return this.distribution.sigma;
  }

  /** `(dimensions)`, a copy. It may lie outside the box, unless `boundary` is 'clip'. */
  get mean(): Float64Array {
    return this.distribution.mean.slice();
  }

  /** The evolution paths of the step size and of the covariance, each `(dimensions)`, copies. */
  get paths(): { readonly ps: Float64Array; readonly pc: Float64Array } {
    const { ps, pc } = this.distribution;
    return { ps: ps.slice(), pc: pc.slice() };
  }

  get restarts(): readonly Restart[] {
    return this.#strategy.restarts;
  }

  /** `(populationSize, dimensions)` candidates inside the box, a copy; the same batch until it is told. */
  ask(): Batch {
    return this.#strategy.ask();
  }

  /**
   * Updates the distribution with candidates and their costs. These may be others than those that were asked, also outside the box. With
   * the boundaries 'penalty' and 'reflect', asked rows are recognised, in any order, and replaced by their drawn, unrepaired values.
   * Costs that are not finite rank worst; if none is finite, the distribution is unchanged.
   * @param candidates - `(populationSize, dimensions)`; not kept.
   * @param costs - `(populationSize)`, lower is better.
   * @throws ARGUMENT if the number of rows or columns is wrong, or a candidate is not finite; NUMERICAL if a row is so far
   *   away (beyond 1e100, or about 1e90 standard deviations) that numbers would overflow. Nothing has changed then.
   */
  tell(candidates: Genomes<ArrayLike<number>>, costs: ArrayLike<number>): void {
    this.#strategy.tell(candidates, costs);
  }

  /**
   * The reasons to stop: tolx, tolfun, condition, stagnation, noeffectaxis, noeffectcoord, tolxup, nofinite, maxevaluations,
   * maxiterations; empty if there are none. While restarts are left, all but the two maxima lead to a restart instead, and are listed in
   * `restarts`.
   */
  stopReasons(): StopReason[] {
    return this.#strategy.stopReasons();
  }

  /** Options and state, including the batch that was asked. */
  snapshot(): Uint8Array {
    return writeStrategy(this.#strategy);
  }

  /**
   * Restores a snapshot of an optimiser with the same options (the seed may differ); it continues bit for bit.
   * @throws ARGUMENT if `bytes` is not a Uint8Array; SNAPSHOT if they are damaged, of another version, or of other options.
   *   Nothing has changed then.
   */
  restore(bytes: Uint8Array): void {
    readStrategy(this.#strategy, bytes);
  }
}
