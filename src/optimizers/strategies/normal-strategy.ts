import { Batch, clip, type Genomes, type Random } from '../../core/index.ts';
import { decodeSnapshot, encodeSnapshot, integer, type SnapshotOf } from '../../formats/index.ts';
import { repair } from '../bounds/bounds.ts';
import type { RunNumbers } from '../covariance/covariance.ts';
import type { StopReason } from '../optimizer.ts';
import { checkStart } from '../options.ts';
import type { CovarianceKind } from '../strategy/evolution-strategy.ts';
import { SearchDistribution } from '../strategy/search-distribution.ts';
import { shapeReasons } from '../strategy/stop-criteria.ts';
import { type StrategyParameters, strategyParameters } from '../strategy/strategy-parameters.ts';
import { numbersKind, pathNumbers, stepSize } from '../strategy/strategy-snapshot.ts';
import type { Strategy } from './strategy.ts';
import type { StrategySettings } from './strategy-options.ts';
import { toldRows, tooFar } from './told-rows.ts';

/** Settings of {@link CmaEsStrategy} and {@link SepCmaEsStrategy}. */
export interface NormalSettings extends StrategySettings {
  readonly active: boolean;
  readonly maxCondition: number;
  readonly eigenInterval?: number | undefined;
}

/** What {@link CmaEsStrategy} and {@link SepCmaEsStrategy} have in common: they differ in the kind of covariance. */
export abstract class NormalStrategy implements Strategy {
  readonly #owner: string;
  readonly #settings: NormalSettings;
  readonly #kind: CovarianceKind;
  /** By number of parents and of rows. */
  readonly #parameters = new Map<string, StrategyParameters>();
  #distribution: SearchDistribution;

  /** @internal */
  protected constructor(owner: string, settings: NormalSettings, kind: CovarianceKind) {
    this.#owner = owner;
    this.#settings = settings;
    this.#kind = kind;
    this.#distribution = this.#begin();
  }

  /** @internal */
  protected get distribution(): SearchDistribution {
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
    const { bounds, boundary, populationSize } = this.#settings;
    const drawn = this.#distribution.sample(random);
    repair(drawn, bounds, boundary);
    return new Batch(populationSize, bounds.dimensions, drawn);
  }

  tell(rows: Genomes<ArrayLike<number>>, order: ArrayLike<number>, parents?: number): void {
    const owner = `${this.#owner}.tell`;
    const told = toldRows(owner, this, rows, order, parents);
    if (told.parents === 0) return;
    const learned = this.#settings.active ? told.order : told.order.subarray(0, told.parents);
    const parameters = this.#parametersFor(told.parents, learned.length);
    const distribution = this.#distribution;
    const far = distribution.findOverflow(told.data, learned, parameters);
    if (far >= 0) throw tooFar(owner, told.data[far]!, Math.floor(far / this.dimensions));
    distribution.update(distribution.steps(told.data, learned), parameters);
    const { lower, upper } = this.#settings.bounds;
    const { mean } = distribution;
    // Told rows may lie outside the box; a mean of rows inside may be rounded to the outside.
    for (let i = 0; i < mean.length; i++) mean[i] = clip(mean[i]!, lower[i]!, upper[i]!);
  }

  /** The reasons to stop now: tolx, condition, noeffectaxis, noeffectcoord, tolxup; empty if there are none. */
  stopReasons(): StopReason[] {
    return shapeReasons(this.#distribution, this.#settings);
  }

  restart(mean: ArrayLike<number>): void {
    const { bounds, sigma } = this.#settings;
    this.#distribution.reset(checkStart(`${this.#owner}.restart`, mean, bounds), sigma);
  }

  /** Options, except for the initial mean, and state. */
  snapshot(): Uint8Array {
    const { sigma, generation } = this.#distribution;
    const numbers = numbersOf(this.#distribution).map(([name, values]) => [name, values]);
    return encodeSnapshot(this.#snapshotOf(), {
      numbers: Object.fromEntries(numbers),
      sigma: Float64Array.of(sigma),
      generation,
    });
  }

  /**
   * Restores a snapshot of a strategy with the same options (the initial mean may differ); it continues bit for bit.
   * @throws ARGUMENT if `bytes` is not a Uint8Array; SNAPSHOT if they are damaged, of another version, or of other options.
   *   Nothing has changed then.
   */
  restore(bytes: Uint8Array): void {
    const { state, fail } = decodeSnapshot(`${this.#owner}.restore`, bytes, this.#snapshotOf());
    const distribution = this.#begin();
    for (const [name, numbers] of numbersOf(distribution)) numbers.set(state.numbers[name]!);
    const fault = distribution.covariance.fault();
    if (fault !== undefined) throw fail(fault, 'other numbers');
    const { lower, upper } = this.#settings.bounds;
    if (distribution.mean.some((m, i) => m < lower[i]! || m > upper[i]!))
      throw fail('have a mean inside the box', 'another');
    distribution.sigma = state.sigma[0]!;
    distribution.generation = state.generation;
    this.#distribution = distribution;
  }

  #snapshotOf() {
    const { mean: _, ...configuration } = this.#settings;
    const state = { numbers: numbersKind(numbersOf(this.#distribution)), sigma: stepSize, generation: integer() };
    return { kind: this.#owner, configuration, state } satisfies SnapshotOf<typeof state>;
  }

  #begin(): SearchDistribution {
    const { mean, sigma, populationSize } = this.#settings;
    const { separable, make } = this.#kind;
    const parameters = strategyParameters(mean.length, populationSize, { active: false, separable });
    return new SearchDistribution(mean, sigma, parameters, make(mean.length, parameters));
  }

  #parametersFor(parents: number, rows: number): StrategyParameters {
    const key = `${parents}/${rows}`;
    let parameters = this.#parameters.get(key);
    if (parameters === undefined) {
      const { active } = this.#settings;
      const { separable } = this.#kind;
      parameters = strategyParameters(this.dimensions, rows, { active, separable, parents });
      this.#parameters.set(key, parameters);
    }
    return parameters;
  }
}

function numbersOf(distribution: SearchDistribution): RunNumbers[] {
  return [...pathNumbers(distribution), ...distribution.covariance.state()];
}
