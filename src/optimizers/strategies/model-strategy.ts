import { type Batch, clip, FreshBatch, type Genomes, type Random } from '../../core/index.ts';
import { decodeSnapshot, encodeSnapshot, integer } from '../../formats/index.ts';
import { repair } from '../bounds/bounds.ts';
import { stepSize, tooFar } from '../cma/search-distribution.ts';
import { numbersKind, type RunNumbers } from '../covariance/covariance.ts';
import type { StopReason } from '../optimizer.ts';
import { checkStart, type StrategySettings } from '../options.ts';
import type { Strategy } from './strategy.ts';
import { type ToldRows, toldRows } from './told-rows.ts';

/** The mathematics of a strategy: a distribution that knows no box. */
export interface StrategyModel {
  /** `(n)`; live. */
  readonly mean: Float64Array;
  /** σ, above 0. */
  sigma: number;
  /** Updates since the start. */
  generation: number;
  /** `(populationSize, n)` candidates, finite, in new memory. */
  sample(random: Random): Float64Array;
  /**
   * Updates the distribution with at least one parent.
   * @returns −1; or the index of a number that is so far away that numbers would overflow, and nothing has changed.
   */
  learn(told: ToldRows): number;
  /** The reasons to stop now. */
  reasons(): StopReason[];
  /** Becomes what it was when it was made, around another mean. */
  reset(mean: Float64Array): void;
  /** The numbers of its state besides σ and generation; live. */
  numbers(): RunNumbers[];
  /** Checks numbers that were restored. @returns the rule that they break; undefined if they are valid. */
  fault?(): string | undefined;
}

/** What all strategies of the library have in common: checks, box and snapshots around a model. */
export abstract class ModelStrategy<M extends StrategyModel> implements Strategy {
  readonly #owner: string;
  readonly #settings: StrategySettings;
  readonly #make: () => M;
  #model: M;

  /**
   * @internal
   * @param make - Makes the model around the initial mean.
   */
  protected constructor(owner: string, settings: StrategySettings, make: () => M) {
    this.#owner = owner;
    this.#settings = settings;
    this.#make = make;
    this.#model = make();
  }

  /** @internal */
  protected get model(): M {
    return this.#model;
  }

  get dimensions(): number {
    return this.#settings.mean.length;
  }

  get populationSize(): number {
    return this.#settings.populationSize;
  }

  get mean(): Float64Array {
    return this.#model.mean.slice();
  }

  get sigma(): number {
    return this.#model.sigma;
  }

  sample(random: Random): Batch {
    const { bounds, boundary } = this.#settings;
    const drawn = this.#model.sample(random);
    repair(drawn, bounds, boundary);
    return new FreshBatch(this.populationSize, bounds.dimensions, drawn);
  }

  tell(rows: Genomes<ArrayLike<number>>, order: ArrayLike<number>, parents?: number): void {
    const owner = `${this.#owner}.tell`;
    const told = toldRows(owner, this, rows, order, parents);
    if (told.parents === 0) return;
    const far = this.#model.learn(told);
    if (far >= 0) throw tooFar(owner, told.data[far]!, Math.floor(far / this.dimensions));
    const { lower, upper } = this.#settings.bounds;
    const { mean } = this.#model;
    // Told rows may lie outside the box; a mean of rows inside may be rounded to the outside.
    for (let i = 0; i < mean.length; i++) mean[i] = clip(mean[i]!, lower[i]!, upper[i]!);
  }

  stopReasons(): StopReason[] {
    return this.#model.reasons();
  }

  restart(mean: ArrayLike<number>): void {
    this.#model.reset(checkStart(`${this.#owner}.restart`, mean, this.#settings.bounds));
  }

  /** Options, except for the initial mean, and state. */
  snapshot(): Uint8Array {
    const { sigma, generation } = this.#model;
    const numbers = this.#model.numbers().map(([name, values]) => [name, values]);
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
    const model = this.#make();
    for (const [name, numbers] of model.numbers()) numbers.set(state.numbers[name]!);
    const fault = model.fault?.();
    if (fault !== undefined) throw fail(fault, 'other numbers');
    const { lower, upper } = this.#settings.bounds;
    const outside = model.mean.find((m, i) => m < lower[i]! || m > upper[i]!);
    if (outside !== undefined) throw fail('have a mean inside the box', outside);
    model.sigma = state.sigma[0]!;
    model.generation = state.generation;
    this.#model = model;
  }

  #snapshotOf() {
    const { mean: _, ...configuration } = this.#settings;
    const state = { numbers: numbersKind(this.#model.numbers()), sigma: stepSize(), generation: integer() };
    return { kind: this.#owner, configuration, state };
  }
}
