import { type Batch, clip, FreshBatch, type Genomes, type Random } from '../../core/index.ts';
import { decodeSnapshot, encodeSnapshot, integer } from '../../formats/index.ts';
import { repair } from '../bounds/bounds.ts';
import { stepSize, tooFar } from '../cma/search-distribution.ts';
import { numbersKind, type RunNumbers } from '../covariance/covariance.ts';
import type { StopReason } from '../optimizer.ts';
import { checkStart, type StrategySettings } from '../options.ts';
import type { Strategy } from './strategy.ts';
import { type ToldRows, toldRows } from './told-rows.ts';

/** The part of a distribution that all have; the mean `(n)` is live, σ above 0, and `generation` counts the updates since the start. */
export interface Distribution {
  readonly mean: Float64Array;
  sigma: number;
  generation: number;
}

/** What all strategies of the library have in common: checks, box and snapshots. A class of its own has the mathematics, without the box. */
export abstract class DistributionStrategy<D extends Distribution = Distribution> implements Strategy {
  readonly #owner: string;
  readonly #settings: StrategySettings;
  readonly #distribution: D;

  /**
   * @internal
   * @param distribution - Around the initial mean.
   */
  protected constructor(owner: string, settings: StrategySettings, distribution: D) {
    this.#owner = owner;
    this.#settings = settings;
    this.#distribution = distribution;
  }

  abstract stopReasons(): StopReason[];

  /** `(populationSize, n)` candidates, finite, in new memory. @internal */
  protected abstract draw(random: Random): Float64Array;

  /**
   * Updates the distribution with at least one parent.
   * @returns −1; or the index of a number that is so far away that numbers would overflow, and nothing has changed.
   * @internal
   */
  protected abstract learn(told: ToldRows): number;

  /** Sets its numbers to those of a new strategy, besides {@link Distribution}. @internal */
  protected abstract reset(): void;

  /** The numbers of its state besides σ and generation; live. @internal */
  protected abstract numbers(): RunNumbers[];

  /** Checks numbers that were restored. @returns the rule that they break; undefined if they are valid. @internal */
  protected fault?(): string | undefined;

  /** @internal */
  protected get distribution(): D {
    return this.#distribution;
  }

  get dimensions(): number {
    return this.#settings.mean.length;
  }

  get populationSize(): number {
    return this.#settings.populationSize;
  }

  get mean(): Float64Array {
    return this.#distribution.mean.slice();
  }

  get sigma(): number {
    return this.#distribution.sigma;
  }

  sample(random: Random): Batch {
    const { bounds, boundary } = this.#settings;
    const drawn = this.draw(random);
    repair(drawn, bounds, boundary);
    return new FreshBatch(this.populationSize, bounds.dimensions, drawn);
  }

  tell(rows: Genomes<ArrayLike<number>>, order: ArrayLike<number>, parents?: number): void {
    const owner = `${this.#owner}.tell`;
    const told = toldRows(owner, this, rows, order, parents);
    if (told.parents === 0) return;
    const far = this.learn(told);
    if (far >= 0) throw tooFar(owner, told.data[far]!, Math.floor(far / this.dimensions));
    const { lower, upper } = this.#settings.bounds;
    const { mean } = this.#distribution;
    // Told rows may lie outside the box; a mean of rows inside may be rounded to the outside.
    for (let i = 0; i < mean.length; i++) mean[i] = clip(mean[i]!, lower[i]!, upper[i]!);
  }

  restart(mean: ArrayLike<number>): void {
    this.#distribution.mean.set(checkStart(`${this.#owner}.restart`, mean, this.#settings.bounds));
    this.#distribution.sigma = this.#settings.sigma;
    this.#distribution.generation = 0;
    this.reset();
  }

  /** Options, except for the initial mean, and state. */
  snapshot(): Uint8Array {
    const { sigma, generation } = this.#distribution;
    const numbers = this.numbers().map(([name, values]) => [name, values]);
    const state = { numbers: Object.fromEntries(numbers), sigma: Float64Array.of(sigma), generation };
    return encodeSnapshot(this.#snapshotOf(), state);
  }

  /**
   * Restores a snapshot of a strategy with the same options (the initial mean may differ); it continues bit for bit.
   * @throws ARGUMENT if `bytes` is neither a Uint8Array nor an ArrayBuffer; SNAPSHOT if they are damaged, of another version, or of other options.
   *   Nothing has changed then.
   */
  restore(bytes: Uint8Array | ArrayBuffer): void {
    const { state, fail } = decodeSnapshot(`${this.#owner}.restore`, bytes, this.#snapshotOf());
    const numbers = this.numbers();
    const before = numbers.map(([, values]) => values.slice());
    for (const [name, values] of numbers) values.set(state.numbers[name]!);
    const { lower, upper } = this.#settings.bounds;
    const fault = this.fault?.();
    const outside = this.#distribution.mean.find((m, i) => m < lower[i]! || m > upper[i]!);
    if (fault !== undefined || outside !== undefined) {
      for (const [i, [, values]] of numbers.entries()) values.set(before[i]!);
      throw fault === undefined ? fail('have a mean inside the box', outside) : fail(fault, 'other numbers');
    }
    this.#distribution.sigma = state.sigma[0]!;
    this.#distribution.generation = state.generation;
  }

  #snapshotOf() {
    const { mean: _, ...configuration } = this.#settings;
    const state = { numbers: numbersKind(this.numbers()), sigma: stepSize(), generation: integer() };
    return { kind: this.#owner, configuration, state };
  }
}
