import { addCount, checkInteger, clip, type Random } from '../../core/index.ts';
import { exp } from '../../kernels/index.ts';
import { findFar, HUGE, LONGEST_STEP } from '../cma/search-distribution.ts';
import { roundReasons } from '../cma/stop-criteria.ts';
import { defaultPopulationSize, strategyParameters } from '../cma/strategy-parameters.ts';
import type { RunNumbers } from '../covariance/covariance.ts';
import type { StopReason } from '../optimizer.ts';
import { type StrategyOptions, type StrategySettings, strategySettings } from '../options.ts';
import { DistributionStrategy } from './distribution-strategy.ts';
import type { ToldRows } from './told-rows.ts';

/** Options of {@link LmMaEsStrategy}. */
export interface LmMaEsStrategyOptions extends StrategyOptions {
  /** m: the direction vectors that make up the transformation, in [1, 1000] (default 4 + ⌊3 ln n⌋). */
  readonly vectors?: number | undefined;
}

/**
 * Limited-memory matrix adaptation: a normal distribution whose covariance is made up by m direction vectors, for large genomes whose
 * numbers depend on each other. Sampling and an update cost m n operations for each row. Meant for populations smaller than n/4.
 * Reasons to stop: tolx (σ is below it), noeffectcoord, tolxup.
 *
 * Rows are x = m + σ d, where d is a standard normal z, transformed by one direction vector after the other. [Loshchilov2019, Algorithm 1]
 *
 * Deviation: z is computed from d by the inverse of the transformation, so that rows that were not drawn here can be told. A z longer
 * than √n + 2n/(n + 2) [Hansen2011, Table 1], of which few are drawn, is shortened to √n in the paths: rows that were moved into the box
 * would make σ grow without end. σ grows by at most a factor e. Learning rates are at most 0.5: the
 * formulas exceed that where the population is larger than n/4, and σ may grow without end where they are near 1.
 */
export class LmMaEsStrategy extends DistributionStrategy {
  readonly #settings: LmMaSettings;
  /** `(n)`: the path of the step size. */
  readonly #ps: Float64Array;
  /** `(vectors, n)`: the direction vectors, paths with ever smaller learning rates. */
  readonly #vectors: Float64Array;
  /** `(vectors)`: c_d, the part of each vector in the transformation. */
  readonly #mixing: Float64Array;
  /** `(vectors)`: c_c, the learning rate of each vector. */
  readonly #following: Float64Array;

  /** @throws ARGUMENT if an option is unknown, missing or out of its range. */
  constructor(options: LmMaEsStrategyOptions) {
    const owner = 'LmMaEsStrategy';
    const common = strategySettings(owner, options, ['vectors']);
    const vectors = options.vectors ?? defaultPopulationSize(common.mean.length);
    checkInteger(owner, 'vectors', vectors, 1, 1000);
    checkInteger(owner, 'vectors × dimensions', vectors * common.mean.length, 1);
    const settings = { ...common, vectors };
    const { mean, sigma, populationSize } = settings;
    super(owner, settings, { mean: mean.slice(), sigma, generation: 0 });
    this.#settings = settings;
    this.#ps = new Float64Array(mean.length);
    this.#vectors = new Float64Array(vectors * mean.length);
    this.#mixing = rates(1 / mean.length, 1.5, vectors);
    this.#following = rates(populationSize / mean.length, 4, vectors);
  }

  /** @internal */
  protected draw(random: Random): Float64Array {
    const { mean, sigma } = this.distribution;
    const n = mean.length;
    const candidates = new Float64Array(this.#settings.populationSize * n);
    random.fillNormal(candidates);
    for (let at = 0; at < candidates.length; at += n) {
      for (let j = 0; j < this.#used; j++) this.#transform(candidates, at, j);
      for (let i = 0; i < n; i++) candidates[at + i] = mean[i]! + sigma * candidates[at + i]!;
    }
    return candidates;
  }

  /** @internal */
  protected learn({ data, order, parents }: ToldRows): number {
    const { mean, sigma } = this.distribution;
    const n = mean.length;
    const far = findFar(data, order.subarray(0, parents), this.distribution, LONGEST_STEP);
    if (far >= 0) return far;
    const { weights, mueff } = strategyParameters(n, parents, { active: false, separable: false, parents });
    const longest = Math.sqrt(n) + (2 * n) / (n + 2);
    const squares = new Float64Array(this.#used);
    for (let j = 0; j < squares.length; j++) squares[j] = squareOf(this.#vectors.subarray(j * n, (j + 1) * n));
    const step = new Float64Array(n);
    const z = new Float64Array(n);
    const one = new Float64Array(n);
    for (let k = 0; k < parents; k++) {
      const weight = weights[k]!;
      for (let i = 0; i < n; i++) {
        one[i] = (data[order[k]! * n + i]! - mean[i]!) / sigma;
        step[i] = step[i]! + weight * one[i]!;
      }
      for (let j = squares.length - 1; j >= 0; j--) this.#undo(one, j, squares[j]!);
      const length = Math.sqrt(squareOf(one));
      const part = length > longest ? (weight * Math.sqrt(n)) / length : weight;
      for (let i = 0; i < n; i++) z[i] = z[i]! + part * one[i]!;
    }
    for (let i = 0; i < n; i++) mean[i] = clip(mean[i]! + sigma * step[i]!, -HUGE, HUGE);
    this.#adapt(z, mueff);
    return -1;
  }

  stopReasons(): StopReason[] {
    const { mean, sigma } = this.distribution;
    const found: StopReason[] = [];
    if (sigma < this.#settings.tolx) found.push('tolx');
    found.push(...roundReasons(mean, sigma));
    if (sigma > 1e4 * this.#settings.sigma) found.push('tolxup');
    return found;
  }

  /** @internal */
  protected reset(): void {
    this.#ps.fill(0);
    this.#vectors.fill(0);
  }

  /** @internal */
  protected numbers(): RunNumbers[] {
    return [
      ['mean', this.distribution.mean, -HUGE, HUGE],
      ['ps', this.#ps, -LONGEST_PATH, LONGEST_PATH],
      ['vectors', this.#vectors, -LONGEST_PATH, LONGEST_PATH],
    ];
  }

  /** Vectors that have been learned. */
  get #used(): number {
    return Math.min(this.distribution.generation, this.#settings.vectors);
  }

  /** d = (1 − c) d + c m (mᵀ d), for the numbers from `at` and vector j. */
  #transform(d: Float64Array, at: number, j: number): void {
    const n = this.dimensions;
    const vectors = this.#vectors;
    const c = this.#mixing[j]!;
    let dot = 0;
    for (let i = 0, of = j * n; i < n; i++) dot += vectors[of + i]! * d[at + i]!;
    const along = clip(c * dot, -LARGEST_SHARE, LARGEST_SHARE);
    const rest = 1 - c;
    for (let i = 0, of = j * n; i < n; i++) d[at + i] = rest * d[at + i]! + along * vectors[of + i]!;
  }

  /** The inverse of {@link #transform}, by the formula of Sherman and Morrison. @param square - mᵀ m. */
  #undo(d: Float64Array, j: number, square: number): void {
    const n = this.dimensions;
    const vectors = this.#vectors;
    const c = this.#mixing[j]!;
    let dot = 0;
    for (let i = 0, of = j * n; i < n; i++) dot += vectors[of + i]! * d[i]!;
    const back = (c * dot) / (1 - c + c * square);
    const rest = 1 / (1 - c);
    for (let i = 0, of = j * n; i < n; i++) d[i] = (d[i]! - back * vectors[of + i]!) * rest;
  }

  /** Paths, vectors and σ. @param z - Σ w z over the parents. */
  #adapt(z: Float64Array, mueff: number): void {
    const n = this.dimensions;
    const follow = (path: Float64Array, rate: number): void => {
      const towards = Math.sqrt(mueff * rate * (2 - rate));
      for (let i = 0; i < n; i++) path[i] = clip((1 - rate) * path[i]! + towards * z[i]!, -LONGEST_PATH, LONGEST_PATH);
    };
    const cs = Math.min(FASTEST, (2 * this.#settings.populationSize) / n);
    follow(this.#ps, cs);
    for (const [j, rate] of this.#following.entries()) follow(this.#vectors.subarray(j * n, (j + 1) * n), rate);
    const { distribution } = this;
    distribution.generation = addCount(distribution.generation);
    const grown = distribution.sigma * exp(Math.min(1, (cs / 2) * (squareOf(this.#ps) / n - 1)));
    distribution.sigma = clip(grown, 1 / HUGE, HUGE);
  }
}

/** The options, with their defaults. */
type LmMaSettings = StrategySettings & { readonly vectors: number };

/** The largest learning rate. */
const FASTEST = 0.5;

/** The largest number of a path. */
const LONGEST_PATH = 1e30;

/** The largest share of a vector in a transformed one: no number overflows then. */
const LARGEST_SHARE = 1e60;

/** Rates that start with `first` and are divided by `factor` from one to the next; at most {@link FASTEST}. */
function rates(first: number, factor: number, count: number): Float64Array {
  const all = new Float64Array(count);
  for (let j = 0, rate = first; j < count; j++, rate /= factor) all[j] = Math.min(FASTEST, rate);
  return all;
}

function squareOf(x: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i]! * x[i]!;
  return sum;
}
