import { argumentError } from '../../core/index.ts';

/** The lowest and the highest value of a scale, both finite, the first below the second. */
export type ValueRange = readonly [low: number, high: number];

/**
 * The range of all finite numbers in all lists: give it to pictures that are to be compared.
 * One value alone is widened by a tenth of its size to both sides (0 to [−1, 1]); no value at all gives [0, 1].
 * @param lists - Any number of lists of numbers, such as the fitness of each archive's elites.
 */
export function valueRange(...lists: Iterable<number>[]): ValueRange {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const list of lists) {
    for (const value of list) {
      if (!Number.isFinite(value)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (low > high) return [0, 1];
  return low === high ? widen(low) : [low, high];
}

function widen(value: number): ValueRange {
  const margin = Math.min(Math.abs(value) / 10, Number.MAX_VALUE - Math.abs(value));
  return margin > Number.MIN_VALUE && value - margin < value + margin ? [value - margin, value + margin] : [-1, 1];
}

/** @throws ARGUMENT unless a pair is a range. */
export function checkRange(owner: string, argument: string, range: ValueRange): void {
  if (!isValueRange(range)) throw argumentError(owner, argument, 'be two finite numbers, ascending', range);
}

/** Whether a pair is a range: finite, low below high. */
export function isValueRange(range: ValueRange): boolean {
  return range?.length === 2 && Number.isFinite(range[0]) && Number.isFinite(range[1]) && range[0] < range[1];
}

/** Where a value lies in the range: 0 at its low, 1 at its high end. Computed from halves, so that no difference overflows. */
export function fractionOf(value: number, [low, high]: ValueRange): number {
  return (value / 2 - low / 2) / (high / 2 - low / 2);
}
