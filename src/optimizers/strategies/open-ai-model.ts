import { addCount, clip, type Random } from '../../core/index.ts';
import { exp, log } from '../../kernels/index.ts';
import { findFar, HUGE } from '../cma/search-distribution.ts';
import { roundReasons } from '../cma/stop-criteria.ts';
import type { RunNumbers } from '../covariance/covariance.ts';
import type { StopReason } from '../optimizer.ts';
import type { StrategySettings } from '../options.ts';
import type { StrategyModel } from './strategy-model.ts';
import type { ToldRows } from './told-rows.ts';

/** Settings of an {@link OpenAiModel}. */
export interface OpenAiSettings extends StrategySettings {
  readonly learningRate: number;
  readonly l2: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
}

/** The largest gradient: its square is finite. */
const STEEPEST = 1e150;

/** The distribution of OpenAI's evolution strategy. [Salimans2017, Algorithm 1, with Section 2.1's mirrored sampling and ranks] */
export class OpenAiModel implements StrategyModel {
  readonly mean: Float64Array;
  sigma: number;
  generation = 0;
  readonly #settings: OpenAiSettings;
  /** `(n)` each: Adam's averages of gradients and of their squares. */
  readonly #first: Float64Array;
  readonly #second: Float64Array;
  /** `(1)`: the largest move of a number of the mean in the last update; ∞ before the first. */
  readonly #moved: Float64Array = Float64Array.of(Number.POSITIVE_INFINITY);

  constructor(settings: OpenAiSettings) {
    this.#settings = settings;
    this.mean = settings.mean.slice();
    this.sigma = settings.sigma;
    this.#first = new Float64Array(this.mean.length);
    this.#second = new Float64Array(this.mean.length);
  }

  sample(random: Random): Float64Array {
    const { mean, sigma } = this;
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

  learn({ data, order }: ToldRows): number {
    const { mean, sigma } = this;
    const far = findFar(data, order, this, HUGE);
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

  reasons(): StopReason[] {
    const found: StopReason[] = this.#moved[0]! < this.#settings.tolx ? ['tolx'] : [];
    found.push(...roundReasons(this.mean, this.sigma));
    return found;
  }

  reset(mean: Float64Array): void {
    this.mean.set(mean);
    this.sigma = this.#settings.sigma;
    this.generation = 0;
    this.#first.fill(0);
    this.#second.fill(0);
    this.#moved[0] = Number.POSITIVE_INFINITY;
  }

  numbers(): RunNumbers[] {
    return [
      ['mean', this.mean, -HUGE, HUGE],
      ['first', this.#first, -STEEPEST, STEEPEST],
      ['second', this.#second, 0, STEEPEST * STEEPEST],
      ['moved', this.#moved, 0, Number.POSITIVE_INFINITY],
    ];
  }

  /** A step of Adam against the gradient. [Kingma2015, Section 2, in its more efficient order] */
  #descend(gradient: Float64Array): void {
    const { learningRate, beta1, beta2, epsilon } = this.#settings;
    this.generation = addCount(this.generation);
    const started = (beta: number): number => 1 - exp(this.generation * log(beta));
    const rate = (learningRate * Math.sqrt(beta2 === 0 ? 1 : started(beta2))) / (beta1 === 0 ? 1 : started(beta1));
    const { mean } = this;
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
