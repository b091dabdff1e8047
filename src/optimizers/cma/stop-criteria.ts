import { addCount } from '../../core/index.ts';
import { median } from '../bounds/bound-penalty.ts';
import { STOP_REASONS, type StopReason } from '../optimizer.ts';
import type { CmaEsSettings } from '../options.ts';
import type { SearchDistribution } from './search-distribution.ts';

type ShapeSettings = Pick<CmaEsSettings, 'sigma' | 'tolx' | 'maxCondition'>;
type StopSettings = ShapeSettings & Pick<CmaEsSettings, 'tolfun'>;

/** The most generations in the history of costs. */
const LONGEST = 20_000;
/** The most generations without a finite cost. */
const MOST_WITHOUT = 1000;

/**
 * Records costs and gives reasons to stop: those of {@link shapeReasons}, and others. [Hansen2016, Appendix B.3]
 *
 * - `tolfun`: the range of the best costs of the last 10 + 30 n/λ generations (at most 20,000) and of all costs of the last generation
 *   is at most tolfun.
 * - `stagnation`: over the last fifth of the generations, at least 120 + 30 n/λ and at most 20,000 of them, neither the best nor the median
 *   costs of the newest 30 % have a lower median than those of the oldest 30 %.
 * - `nofinite`: no cost of the last 10 + 30 n/λ generations (at most 1,000) was finite.
 */
export class StopCriteria {
  /** Best and median cost of each generation with a finite cost, the newest last. */
  bests: number[] = [];
  medians: number[] = [];
  /** Largest minus smallest cost of the last generation; ∞ before the first, or if a cost was not finite. */
  range: number = Number.POSITIVE_INFINITY;
  /** Generations since the last one with a finite cost. */
  without = 0;
  readonly #settings: StopSettings;
  /** The last result of the stagnation test, and the history that it is for. */
  #looked: { readonly until: number; readonly window: number; readonly stagnates: boolean } = {
    until: 0,
    window: 0,
    stagnates: false,
  };

  constructor(settings: StopSettings) {
    this.#settings = settings;
  }

  /** Records a generation's costs, including penalties. */
  remember(costs: Float64Array): void {
    const sorted = costs.filter(Number.isFinite).sort();
    this.without = sorted.length > 0 ? 0 : addCount(this.without);
    if (sorted.length === 0) return;
    this.range = sorted.length === costs.length ? sorted[sorted.length - 1]! - sorted[0]! : Number.POSITIVE_INFINITY;
    this.bests.push(sorted[0]!);
    this.medians.push(median(sorted));
    if (this.bests.length > 2 * LONGEST) {
      this.bests = this.bests.slice(-LONGEST);
      this.medians = this.medians.slice(-LONGEST);
    }
  }

  /** The reasons to stop for this distribution, in the order of {@link STOP_REASONS}. */
  reasons(distribution: SearchDistribution): StopReason[] {
    const found = shapeReasons(distribution, this.#settings);
    if (this.#flat(distribution)) found.push('tolfun');
    if (this.#stagnates(distribution)) found.push('stagnation');
    if (this.without >= Math.min(MOST_WITHOUT, patience(distribution))) found.push('nofinite');
    return STOP_REASONS.filter((reason) => found.includes(reason));
  }

  #flat(distribution: SearchDistribution): boolean {
    const generations = Math.min(LONGEST, patience(distribution));
    if (this.bests.length < generations || !(this.range <= this.#settings.tolfun)) return false;
    const recent = this.bests.slice(-generations);
    let [least, most] = [recent[0]!, recent[0]!];
    for (const cost of recent) {
      if (cost < least) least = cost;
      if (cost > most) most = cost;
    }
    return most - least <= this.#settings.tolfun;
  }

  #stagnates({ mean, parameters, generation }: SearchDistribution): boolean {
    const least = 120 + (30 * mean.length) / parameters.populationSize;
    // Tested every few generations only: medians of long histories take longer than a generation.
    const since = generation % Math.ceil((generation + 1) / 250);
    const until = this.bests.length - since;
    const window = Math.floor(Math.min(LONGEST, Math.max(least, (generation - since) / 5)));
    if (until < window) return false;
    if (this.#looked.until !== until || this.#looked.window !== window) {
      const part = Math.floor(0.3 * window);
      const stagnates = [this.bests, this.medians].every((history) => {
        const oldest = history.slice(until - window, until - window + part);
        return median(history.slice(until - part, until)) >= median(oldest);
      });
      this.#looked = { until, window, stagnates };
    }
    return this.#looked.stagnates;
  }
}

/**
 * The reasons to stop that need no costs. [Hansen2016, Appendix B.3]
 *
 * - `tolx`: σ √C_ii and σ |pc_i| are below tolx in every coordinate.
 * - `condition`: the condition of C exceeds maxCondition.
 * - `noeffectaxis`, `noeffectcoord`: a tenth of the standard deviation along an axis (one axis a generation), or a fifth
 *   along a coordinate, added to the mean, does not change it.
 * - `tolxup`: σ times the longest axis has grown by 1e4: the initial σ was far too small, or there is no minimum.
 */
export function shapeReasons(distribution: SearchDistribution, settings: ShapeSettings): StopReason[] {
  const { condition, longest } = distribution.covariance;
  const found: StopReason[] = [];
  if (isSmall(distribution, settings.tolx)) found.push('tolx');
  if (condition > settings.maxCondition) found.push('condition');
  if (axisHasNoEffect(distribution)) found.push('noeffectaxis');
  if (coordinateHasNoEffect(distribution)) found.push('noeffectcoord');
  if (distribution.sigma * longest > 1e4 * settings.sigma) found.push('tolxup');
  return found;
}

/** `noeffectcoord` alone, for a distribution whose deviation is about σ in every coordinate: a fifth of it does not change a number of the mean. */
export function roundReasons(mean: Float64Array, sigma: number): StopReason[] {
  return mean.some((m) => m === m + 0.2 * sigma) ? ['noeffectcoord'] : [];
}

function isSmall({ mean, sigma, pc, covariance }: SearchDistribution, tolx: number): boolean {
  for (let i = 0; i < mean.length; i++) {
    if (sigma * Math.sqrt(covariance.variance(i)) >= tolx || sigma * Math.abs(pc[i]!) >= tolx) return false;
  }
  return true;
}

/** 10 + 30 n/λ generations. */
function patience({ mean, parameters }: SearchDistribution): number {
  return 10 + Math.ceil((30 * mean.length) / parameters.populationSize);
}

function axisHasNoEffect({ mean, sigma, generation, covariance }: SearchDistribution): boolean {
  const axis = covariance.axis(generation % mean.length);
  return mean.every((m, i) => m === m + 0.1 * sigma * axis[i]!);
}

function coordinateHasNoEffect({ mean, sigma, covariance }: SearchDistribution): boolean {
  return mean.some((m, i) => m === m + 0.2 * sigma * Math.sqrt(covariance.variance(i)));
}
