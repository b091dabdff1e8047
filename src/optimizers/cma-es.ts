import { argumentError, type Batch, type Genomes } from '../core/index.ts';
import { EvolutionStrategy } from './evolution-strategy.ts';
import { FullCovariance } from './full-covariance.ts';
import type { BestCandidate, Optimizer, Restart, StopReason } from './optimizer.ts';
import { type CmaEsOptions, cmaEsSettings } from './options.ts';
import { readStrategy, writeStrategy } from './strategy-snapshot.ts';

/** The most dimensions: C and its eigenvectors have to fit WebAssembly memory. */
const LARGEST = 8192;

/**
 * CMA-ES: minimises a cost of up to some thousand numbers by adapting a normal distribution to its landscape, with active
 * (negative) weights. It knows no archive. Draws from one stream, made from the seed. A generation costs λ n² operations
 * and, every `eigenInterval` generations, 9 n³. [Hansen2016]
 *
 * ```ts
 * const es = new CmaEs({ mean: new Float64Array(10).fill(1), sigma: 0.5, seed: 1 });
 * while (es.stopReasons().length === 0 && es.best.cost > 1e-8) {
 *   const candidates = es.ask();
 *   es.tell(candidates, Array.from({ length: candidates.rows }, (_, i) => sphere(candidates.row(i))));
 * }
 * ```
 */
export class CmaEs implements Optimizer {
  readonly #strategy: EvolutionStrategy;

  /** @throws ARGUMENT if an option is unknown, missing or out of its range. */
  constructor(options: CmaEsOptions) {
    const settings = cmaEsSettings('CmaEs', options);
    if (settings.mean.length > LARGEST) {
      throw argumentError('CmaEs', 'mean', `have at most ${LARGEST} numbers (SepCmaEs takes more)`, settings.mean);
    }
    this.#strategy = new EvolutionStrategy('CmaEs', settings, options.seed, {
      separable: false,
      make: (n, { populationSize, c1, cmu }) => {
        const interval = settings.eigenInterval ?? Math.max(1, Math.ceil(1 / (c1 + cmu) / n / 10));
        return new FullCovariance(n, populationSize, interval);
      },
    });
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
    return this.#strategy.run.distribution.sigma;
  }

  /** `(dimensions)`, a copy; but with 'clip' it may lie outside the box. */
  get mean(): Float64Array {
    return this.#strategy.run.distribution.mean.slice();
  }

  /** `(dimensions, dimensions)` row-major: C, a copy; symmetric, its eigenvalues above 0. */
  get covariance(): Float64Array {
    return this.#strategy.run.distribution.covariance.matrix();
  }

  /** The evolution paths of the step size and of the covariance, each `(dimensions)`, copies. */
  get paths(): { readonly ps: Float64Array; readonly pc: Float64Array } {
    const { ps, pc } = this.#strategy.run.distribution;
    return { ps: ps.slice(), pc: pc.slice() };
  }

  get restarts(): readonly Restart[] {
    return this.#strategy.restarts;
  }

  /** `(populationSize, dimensions)` candidates inside the box; the same batch until something is told. */
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
   * Goes on from a {@link CmaEs.snapshot} of one with the same options (the seed aside): what follows is the same, bit for
   * bit.
   * @throws ARGUMENT if `bytes` is no Uint8Array; SNAPSHOT if they are damaged, of another version, or of other options.
   *   Nothing has changed then.
   */
  restore(bytes: Uint8Array): void {
    readStrategy(this.#strategy, bytes);
  }
}
