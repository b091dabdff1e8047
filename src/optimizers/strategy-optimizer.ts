import type { Batch, Genomes } from '../core/index.ts';
import type { EvolutionStrategy } from './evolution-strategy.ts';
import type { BestCandidate, Optimizer, Restart, StopReason } from './optimizer.ts';
import type { SearchDistribution } from './search-distribution.ts';
import { readStrategy, writeStrategy } from './strategy-snapshot.ts';

/** An evolution strategy as users see it: what {@link CmaEs} and {@link SepCmaEs} have in common. */
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

  /** The best that was told, with its cost as told. The genome is a copy. */
  get best(): BestCandidate {
    const { cost, genome } = this.#strategy.best;
    return { cost, genome: genome.slice() };
  }

  get sigma(): number {
    return this.distribution.sigma;
  }

  /** `(dimensions)`, a copy; but with 'clip' it may lie outside the box. */
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

  /** `(populationSize, dimensions)` candidates inside the box, a copy; the same batch until something is told. */
  ask(): Batch {
    return this.#strategy.ask();
  }

  /**
   * Learns from candidates and their costs, which may be others than those that were asked: rows are taken as they are,
   * also outside the box. With the boundaries 'penalty' and 'reflect', rows that were asked are recognised,
   * in any order, and learned from as they were drawn. Costs that are not finite rank worst; if none is finite, nothing is learned.
   * @param candidates - `(populationSize, dimensions)`; not kept.
   * @param costs - `(populationSize)`, lower is better.
   * @throws ARGUMENT if a number of rows or columns is another, or a candidate is not finite; NUMERICAL if a row is so far
   *   away (beyond 1e100, or about 1e90 standard deviations) that numbers would overflow. Nothing has changed then.
   */
  tell(candidates: Genomes<ArrayLike<number>>, costs: ArrayLike<number>): void {
    this.#strategy.tell(candidates, costs);
  }

  /**
   * Why to stop: tolx, tolfun, condition, stagnation, noeffectaxis, noeffectcoord, tolxup, nofinite, maxevaluations,
   * maxiterations; empty: go on. With restarts left, reasons other than the maxima lead to a restart, and stand in
   * `restarts`.
   */
  stopReasons(): StopReason[] {
    return this.#strategy.stopReasons();
  }

  /** Options and state, the waiting batch included, as a snapshot. */
  snapshot(): Uint8Array {
    return writeStrategy(this.#strategy);
  }

  /**
   * Goes on from a snapshot of one with the same options (the seed aside): what follows is the same, bit for bit.
   * @throws ARGUMENT if `bytes` is no Uint8Array; SNAPSHOT if they are damaged, of another version, or of other options.
   *   Nothing has changed then.
   */
  restore(bytes: Uint8Array): void {
    readStrategy(this.#strategy, bytes);
  }
}
