import { addCount, checkNumber, checkPositive, clip, type Random } from '../../core/index.ts';
import { exp, log } from '../../kernels/index.ts';
import { findFar, HUGE } from '../cma/search-distribution.ts';
import { roundReasons } from '../cma/stop-criteria.ts';
import type { RunNumbers } from '../covariance/covariance.ts';
import type { StopReason } from '../optimizer.ts';
import { type StrategyOptions, type StrategySettings, strategySettings } from '../options.ts';
import { DistributionStrategy } from './distribution-strategy.ts';
import type { ToldRows } from './told-rows.ts';

/** Options of {@link OpenAiEsStrategy}. */
export interface OpenAiEsStrategyOptions extends StrategyOptions {
  /** Candidates in a generation, in [2, 100000]; an odd number leaves one without its mirror image (default 4 + ⌊3 ln n⌋, made even). */
  readonly populationSize?: number | undefined;
  /** Stop when no number of the mean has moved by as much in the last update, at least 0 (default 1e-12 sigma). */
  readonly tolx?: number | undefined;
  /** Adam's learning rate, above 0: about how far each number of the mean moves in an update (default sigma/10). */
  readonly learningRate?: number | undefined;
  /** Weight of the squared length of the mean, times 1/2, that is minimised too, at least 0 (default 0). */
  readonly l2?: number | undefined;
  /** How slowly Adam's average of gradients changes, in [0, 1) (default 0.9). */
  readonly beta1?: number | undefined;
  /** How slowly Adam's average of squared gradients changes, in [0, 1) (default 0.999). */
  readonly beta2?: number | undefined;
  /** What is added to Adam's divisor, above 0 (default 1e-8). */
  readonly epsilon?: number | undefined;
}

/**
 * The evolution strategy of OpenAI: a normal distribution of constant step size whose mean follows an estimated gradient by Adam. Half of
 * the candidates are mirror images of the others. An update costs n operations for each row. Its weights are centred ranks of all rows in the
 * order: the number of parents does not matter, unless it is 0. Reasons to stop: tolx, noeffectcoord. [Salimans2017, Algorithm 1, with
 * Section 2.1's mirrored sampling and ranks; Kingma2015]
 */
export class OpenAiEsStrategy extends DistributionStrategy {
  readonly #settings: OpenAiSettings;
  /** `(n)` each: Adam's averages of gradients and of their squares. */
  readonly #first: Float64Array;
  readonly #second: Float64Array;
  /** `(1)`: the largest move of a number of the mean in the last update; ∞ before the first. */
  readonly #moved: Float64Array = Float64Array.of(Number.POSITIVE_INFINITY);

  /** @throws ARGUMENT if an option is unknown, missing or out of its range. */
  constructor(options: OpenAiEsStrategyOptions) {
    const owner = 'OpenAiEsStrategy';
    const common = strategySettings(owner, options, ['learningRate', 'l2', 'beta1', 'beta2', 'epsilon']);
    const { learningRate = common.sigma / 10, l2 = 0, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8 } = options;
    checkNumber(owner, 'learningRate', learningRate, 1e-100, 1e60);
    checkNumber(owner, 'l2', l2, 0, 1e60);
    checkNumber(owner, 'beta1', beta1, 0, 1 - 2 ** -52);
    checkNumber(owner, 'beta2', beta2, 0, 1 - 2 ** -52);
    checkPositive(owner, 'epsilon', epsilon);
    const populationSize = options.populationSize ?? common.populationSize + (common.populationSize % 2);
    const settings = { ...common, populationSize, learningRate, l2, beta1, beta2, epsilon };
    super(owner, settings, { mean: common.mean.slice(), sigma: common.sigma, generation: 0 });
    this.#settings = settings;
    this.#first = new Float64Array(common.mean.length);
    this.#second = new Float64Array(common.mean.length);
  }

  /** @internal */
  protected draw(random: Random): Float64Array {
    const { mean, sigma } = this.distribution;
    const n = mean.length;
    const { populationSize } = this.#settings;
    const candidates = new Float64Array(populationSize * n);
    const half = Math.ceil(populationSize / 2) * n;
    random.fillNormal(candidates.subarray(0, half));
    for (let at = 0, i = 0; at < half; at++) {
      const step = sigma * candidates[at]!;
      candidates[at] = mean[i]! + step;
      if (at + half < candidates.length) candidates[at + half] = mean[i]! - step;
      if (++i === n) i = 0;
    }
    return candidates;
  }

  /** @internal */
  protected learn({ data, order }: ToldRows): number {
    const { mean, sigma } = this.distribution;
    const far = findFar(data, order, this.distribution, HUGE);
    if (far >= 0) return far;
    const n = mean.length;
    const rows = order.length;
    const gradient = new Float64Array(n);
    for (let k = 0; k < rows; k++) {
      const weight = rows === 1 ? 0.5 : 0.5 - k / (rows - 1);
      for (let i = 0; i < n; i++) {
        gradient[i] = gradient[i]! + (weight * (data[order[k]! * n + i]! - mean[i]!)) / sigma;
      }
    }
    for (let i = 0; i < n; i++) gradient[i] = this.#settings.l2 * mean[i]! - gradient[i]! / (rows * sigma);
    this.#descend(gradient);
    return -1;
  }

  stopReasons(): StopReason[] {
    const { mean, sigma } = this.distribution;
    const found: StopReason[] = this.#moved[0]! < this.#settings.tolx ? ['tolx'] : [];
    found.push(...roundReasons(mean, sigma));
    return found;
  }

  /** @internal */
  protected reset(): void {
    this.#first.fill(0);
    this.#second.fill(0);
    this.#moved[0] = Number.POSITIVE_INFINITY;
  }

  /** @internal */
  protected numbers(): RunNumbers[] {
    return [
      ['mean', this.distribution.mean, -HUGE, HUGE],
      ['first', this.#first, -STEEPEST, STEEPEST],
      ['second', this.#second, 0, STEEPEST * STEEPEST],
      ['moved', this.#moved, 0, Number.POSITIVE_INFINITY],
    ];
  }

  /** A step of Adam against the gradient. [Kingma2015, Section 2, in its more efficient order] */
  #descend(gradient: Float64Array): void {
    const { learningRate, beta1, beta2, epsilon } = this.#settings;
    const { mean } = this.distribution;
    const generation = addCount(this.distribution.generation);
    this.distribution.generation = generation;
    const started = (beta: number): number => 1 - exp(generation * log(beta));
    const rate = (learningRate * Math.sqrt(beta2 === 0 ? 1 : started(beta2))) / (beta1 === 0 ? 1 : started(beta1));
    let largest = 0;
    for (let i = 0; i < mean.length; i++) {
      const slope = clip(gradient[i]!, -STEEPEST, STEEPEST);
      const first = beta1 * this.#first[i]! + (1 - beta1) * slope;
      const second = beta2 * this.#second[i]! + (1 - beta2) * slope * slope;
      this.#first[i] = first;
      this.#second[i] = second;
      const before = mean[i]!;
      mean[i] = clip(before - (rate * first) / (Math.sqrt(second) + epsilon), -HUGE, HUGE);
      largest = Math.max(largest, Math.abs(mean[i]! - before));
    }
    this.#moved[0] = largest;
  }
}

/** The options, with their defaults. */
type OpenAiSettings = StrategySettings &
  Readonly<Record<'learningRate' | 'l2' | 'beta1' | 'beta2' | 'epsilon', number>>;

/** The largest gradient: its square is finite. */
const STEEPEST = 1e150;
