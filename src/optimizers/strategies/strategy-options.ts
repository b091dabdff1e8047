import { checkOptions } from '../../core/index.ts';
import type { Boundary } from '../bounds/bounds.ts';
import { type StrategySettings, startSettings } from '../options.ts';

/** Options that all strategies have. */
export interface StrategyOptions {
  /** `(dimensions)`: the initial mean, inside the box and [-1e60, 1e60]; copied. */
  readonly mean: ArrayLike<number>;
  /** The initial step size, in [1e-60, 1e60]. */
  readonly sigma: number;
  /** Lower bounds, one number or one a dimension (default −∞). */
  readonly lower?: number | ArrayLike<number> | undefined;
  /** Upper bounds, above the lower ones (default ∞). */
  readonly upper?: number | ArrayLike<number> | undefined;
  /**
   * What becomes of a coordinate that is drawn outside the box: it is set to the bound, or mirrored at it (default 'clip'). The strategy
   * learns from the rows that it is told, as they are.
   */
  readonly boundary?: Exclude<Boundary, 'penalty'> | undefined;
  /** Candidates in a generation, in [2, 100000] (default 4 + ⌊3 ln n⌋). */
  readonly populationSize?: number | undefined;
  /** Stop below this standard deviation in every coordinate, at least 0 (default 1e-12 sigma). */
  readonly tolx?: number | undefined;
}

const KEYS: readonly (keyof StrategyOptions)[] = [
  'mean',
  'sigma',
  'lower',
  'upper',
  'boundary',
  'populationSize',
  'tolx',
];

/**
 * @param more - Keys of options that this strategy has besides.
 * @throws ARGUMENT, in the name of `owner`, if an option is unknown, missing or out of its range.
 */
export function strategySettings(owner: string, options: StrategyOptions, more: readonly string[]): StrategySettings {
  checkOptions(owner, options, [...KEYS, ...more]);
  return startSettings(owner, options, ['clip', 'reflect']);
}
