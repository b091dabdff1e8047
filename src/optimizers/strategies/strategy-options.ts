import { checkOptions } from '../../core/index.ts';
import type { Boundary } from '../bounds/bounds.ts';
import { type StartOptions, type StrategySettings, startSettings } from '../options.ts';

/** Options that all strategies have. */
export interface StrategyOptions extends StartOptions {
  /**
   * What becomes of a coordinate that is drawn outside the box: it is set to the bound, or mirrored at it (default 'clip'). The strategy
   * learns from the rows that it is told, as they are.
   */
  readonly boundary?: Exclude<Boundary, 'penalty'> | undefined;
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
