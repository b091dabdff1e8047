import type { Random } from '../../core/index.ts';
import type { RunNumbers } from '../covariance/covariance.ts';
import type { StopReason } from '../optimizer.ts';
import type { ToldRows } from './told-rows.ts';

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
